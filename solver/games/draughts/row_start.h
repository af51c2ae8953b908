/* The values and counts of a row before any move inside its slice: from captures and promotions, which lead
 * into slices that are solved already.
 *
 * These decide a position that must capture, or has no move. Any other position counts its moves. Its
 * promotions into positions that the opponent wins count as one move, refuted when the last of them is; a
 * promotion that draws is a move that is never refuted. Costs a search for captures, and a few probes for
 * each position that captures. */
#ifndef ZERMELO_DRAUGHTS_ROW_START_H
#define ZERMELO_DRAUGHTS_ROW_START_H

#include "game.h"
#include "games/draughts/row_moves.h"
#include "games/draughts/moves.h"

#include <assert.h>

/** A solved slice, by slice_number(). The positions of a slice that does not lead are found in the table of
 * its pair, turned. */
struct row_table {
  const struct rows *rows;
  const uint8_t *value; /* see row_value_place() */
  bool turned;
  bool leaves_out; /* without the values of positions that must capture */
};

/** The place of the value (game.h: endgame_code()) of a position: 64 places a row, White to move first. */
static inline uint64_t row_value_place (uint64_t place, int side) {
  assert (side == 0 || side == 1);
  return (place & ~(uint64_t) 31) * 2 + (unsigned) side * 32 + (place & 31);
}

/** The code of a position of a solved slice with `side` to move. */
static inline uint8_t row_probe (const struct row_table *tables, const struct slice *slice,
                                 const struct pieces *pieces, int side) {
  const struct row_table *table = &tables[slice_number (slice)];
  const struct rows *rows = table->rows;
  assert (rows != NULL && table->value != NULL); /* the slice comes earlier in the order of dependency */
  assert (!table->leaves_out); /* such tables are read, and no slices are solved with them */
  if (!table->turned)
    return table->value[row_value_place (rows_place (rows, pieces), side)];
  const struct board *board = rows->board;
  const struct pieces turned
      = { { row_turn (board, pieces->group[DOWN_MEN]), row_turn (board, pieces->group[DOWN_KINGS]),
            row_turn (board, pieces->group[UP_MEN]), row_turn (board, pieces->group[UP_KINGS]) } };
  return table->value[row_value_place (rows_place (rows, &turned), 1 - side)];
}

/** A row with one side to move, as this side sees the board: it moves up. */
struct row_view {
  const struct board *board;
  const struct row_table *tables;
  struct slice slice;   /* the slice of this side */
  struct pieces pieces; /* the other pieces than the runner */
  int runner;           /* the group of the runner, UP_... if it belongs to this side */
};

static inline struct row_view row_view (const struct rows *rows, const struct row_table *tables,
                                        const struct pieces *pieces, int side) {
  struct row_view view = {
    .board = rows->board, .tables = tables, .slice = rows->slice, .pieces = *pieces, .runner = rows->runner
  };
  if (side == 0)
    return view;
  view.slice = slice_side_swapped (&rows->slice);
  view.runner = rows->runner ^ 2;
  for (int g = 0; g < ROW_GROUPS; g++)
    view.pieces.group[g] = row_turn (rows->board, pieces->group[g ^ 2]);
  return view;
}

/** The code after a move of this side, from the opponent's view. */
static inline uint8_t row_view_after (const struct row_view *view, const struct pieces *pieces,
                                      const struct move *move) {
  struct pieces after = *pieces;
  struct slice slice = view->slice;
  const uint32_t from = (uint32_t) 1 << move->from / 2, to = (uint32_t) 1 << move->to / 2;
  assert ((pieces->group[UP_MEN] | pieces->group[UP_KINGS]) & from);
  for (uint64_t captured = move->captured; captured != 0; captured &= captured - 1) {
    const uint32_t square = (uint32_t) 1 << __builtin_ctzll (captured) / 2;
    const bool king = (after.group[DOWN_KINGS] & square) != 0;
    assert (((after.group[DOWN_KINGS] | after.group[DOWN_MEN]) & square) != 0);
    after.group[king ? DOWN_KINGS : DOWN_MEN] ^= square;
    if (king)
      slice.kings[1]--;
    else
      slice.men[1]--;
  }
  if (slice.men[1] + slice.kings[1] == 0)
    return endgame_code (LOST, 0);
  if ((after.group[UP_KINGS] & from) != 0)
    after.group[UP_KINGS] = (after.group[UP_KINGS] & ~from) | to;
  else {
    after.group[UP_MEN] ^= from;
    if (move->to < 8) {
      after.group[UP_KINGS] |= to;
      slice.men[0]--;
      slice.kings[0]++;
    } else
      after.group[UP_MEN] |= to;
  }
  return row_probe (view->tables, &slice, &after, 1);
}

static inline struct position row_view_position (const struct pieces *pieces) {
  const uint64_t own = row_to_bits (pieces->group[UP_MEN] | pieces->group[UP_KINGS]);
  const uint64_t opponent = row_to_bits (pieces->group[DOWN_MEN] | pieces->group[DOWN_KINGS]);
  return (struct position){ .own = own,
                            .opponent = opponent,
                            .kings = row_to_bits (pieces->group[UP_KINGS] | pieces->group[DOWN_KINGS]) };
}

static inline struct row_outcomes row_view_capture (const struct row_view *view, const struct pieces *pieces,
                                                    const struct position *position) {
  struct row_outcomes outside = ROW_OUTCOMES_NONE;
  struct move list[64];
  const struct captures captures
      = captures_find (view->board, position, captures_starts (view->board, position), list);
  for (int i = 0; i < captures.count; i++)
    row_outcomes_add (&outside, row_view_after (view, pieces, &list[i]));
  return outside;
}

static inline struct row_outcomes row_view_promote (const struct row_view *view, const struct pieces *pieces,
                                                    const struct position *position) {
  struct row_outcomes outside = ROW_OUTCOMES_NONE;
  const uint64_t top = position_free (view->board, position) & 0xff;
  const uint64_t men = position->own & ~position->kings;
  for (int direction = UP_LEFT; direction <= UP_RIGHT; direction += UP_RIGHT - UP_LEFT)
    for (uint64_t left = squares_step (men, direction) & top; left != 0; left &= left - 1) {
      const int to = __builtin_ctzll (left);
      const struct move move = { .from = (uint8_t) (to - direction), .to = (uint8_t) to };
      row_outcomes_add (&outside, row_view_after (view, pieces, &move));
    }
  return outside;
}

static inline void row_start_event (struct row_start *start, int kind, int level, uint32_t bits) {
  assert (kind >= ROW_FINAL && kind < ROW_EVENT_KINDS && level >= 0 && level <= UINT16_MAX && bits != 0);
  for (int i = 0; i < start->events; i++)
    if (start->event[i].kind == kind && start->event[i].level == level) {
      start->event[i].bits |= bits;
      return;
    }
  assert (start->events < (int) (sizeof start->event / sizeof *start->event));
  start->event[start->events++]
      = (struct row_event){ .kind = (uint8_t) kind, .level = (uint16_t) level, .bits = bits };
}

/** Find the values and counts of a row with `side` to move before any move inside the slice. */
static inline void row_begin (const struct rows *rows, const struct row_table *tables, uint32_t row, int side,
                              struct row_start *start) {
  const struct pieces pieces = row_pieces (rows, row);
  const uint32_t valid = row_valid (rows, &pieces), capturing = row_captures (rows, &pieces, side);
  memset (start->plane, 0, sizeof start->plane);
  start->events = 0;
  start->valid = valid;
  start->decided = ~valid | capturing;
  if (valid == 0)
    return;
  const uint32_t promoting = row_count_moves (rows, &pieces, valid & ~capturing, side, start->plane);
  const uint32_t blocked = valid & ~capturing & ~promoting & ~row_planes_any (start->plane);
  start->decided |= blocked;
  if (blocked != 0)
    row_start_event (start, ROW_FINAL, 0, blocked);
  const struct row_view view = row_view (rows, tables, &pieces, side);
  const struct position others = row_view_position (&view.pieces);
  /* all bits or none: copying a struct as a whole right after writing it in parts stalls the processor */
  uint32_t is_runner[ROW_GROUPS] = { 0 };
  is_runner[view.runner] = ~(uint32_t) 0;
  const uint64_t own = view.runner / 2 == 0 ? ~(uint64_t) 0 : 0,
                 king = view.runner % 2 == UP_KINGS ? ~(uint64_t) 0 : 0;
  for (uint32_t left = capturing | promoting; left != 0; left &= left - 1) {
    const uint32_t bit = left & -left, square = side == 0 ? bit : row_turn (rows->board, bit);
    const int number = __builtin_ctz (square);
    const uint64_t runner = (uint64_t) 1 << (2 * number + (number >> 2 & 1));
    struct pieces now;
    for (int g = 0; g < ROW_GROUPS; g++)
      now.group[g] = view.pieces.group[g] | (is_runner[g] & square);
    const struct position position = { .own = others.own | (runner & own),
                                       .opponent = others.opponent | (runner & ~own),
                                       .kings = others.kings | (runner & king) };
    if ((bit & capturing) != 0) {
      const struct row_outcomes outside = row_view_capture (&view, &now, &position);
      if (outside.quickest >= 0)
        row_start_event (start, ROW_FINAL, outside.quickest + 1, bit);
      else if (!outside.drawn)
        row_start_event (start, ROW_FINAL, outside.slowest + 1, bit);
      continue;
    }
    const struct row_outcomes outside = row_view_promote (&view, &now, &position);
    row_planes_add (start->plane, bit);
    if (outside.quickest >= 0)
      row_start_event (start, ROW_WIN, outside.quickest + 1, bit);
    else if (!outside.drawn)
      row_start_event (start, ROW_RELEASE, outside.slowest, bit);
  }
}

/** Enter a solved pair for both its slices; NULL: take it out. */
static inline void row_table_set (struct row_table *tables, const struct rows *rows, const uint8_t *value,
                                  bool leaves_out) {
  const struct slice side_swapped = slice_side_swapped (&rows->slice);
  tables[slice_number (&side_swapped)] = (struct row_table){ rows, value, true, leaves_out };
  tables[slice_number (&rows->slice)] = (struct row_table){ rows, value, false, leaves_out };
}

static inline int row_table_code (const struct row_table *, const struct position *);

/** The code of a position that must capture, from the positions after its captures. These have fewer pieces,
 * so they are in the tables, too. */
static int row_table_capture (const struct row_table *tables, const struct board *board,
                              const struct position *position, uint64_t starts) {
  struct move list[64];
  const struct captures captures = captures_find (board, position, starts, list);
  bool drawn = false;
  for (int i = 0; i < captures.count; i++) {
    const struct position after = moves_play (board, position, list[i]);
    const int code = after.own == 0 ? endgame_code (LOST, 0) : row_table_code (tables, &after);
    assert (code >= 0);
    const enum outcome outcome = endgame_outcome ((uint8_t) code);
    if (outcome == LOST)
      return endgame_code (WON, 1);
    drawn |= outcome == DRAWN;
  }
  return drawn ? ENDGAME_DRAWN : endgame_code (LOST, 0);
}

/** The code of a position with pieces on both sides; -1 if its slice has not been entered. */
static inline int row_table_code (const struct row_table *tables, const struct position *position) {
  assert (position->own != 0 && position->opponent != 0);
  const struct slice slice = slice_of (position);
  if (!slice_has_number (&slice))
    return -1;
  const struct row_table *table = &tables[slice_number (&slice)];
  if (table->value == NULL)
    return -1;
  if (table->leaves_out) {
    const uint64_t starts = captures_starts (table->rows->board, position);
    if (starts != 0)
      return row_table_capture (tables, table->rows->board, position, starts);
  }
  const struct pieces pieces = pieces_of (table->rows->board, position, table->turned);
  return table->value[row_value_place (rows_place (table->rows, &pieces), table->turned)];
}

/** The position of the lowest bit of a set, turned so that White is to move. */
static inline struct position row_position (const struct rows *rows, struct row_set set, int side) {
  assert (set.bits != 0 && set.row < rows->count);
  struct pieces pieces = row_pieces (rows, set.row);
  pieces.group[rows->runner] |= set.bits & -set.bits;
  return pieces_position (rows->board, &pieces, side);
}

#endif
