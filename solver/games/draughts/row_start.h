/* What a line knows before any move inside its slice: captures and promotions, which lead into slices that
 * are solved.
 *
 * A position that must capture, or has no move, is settled by that alone. Any other counts its moves;
 * promotions into positions that the opponent wins are one move together, the last of them to be refuted; a
 * promotion that draws is a move that nothing ever refutes. Cost: a search for captures and a few look-ups
 * for each position that captures. */
#ifndef ZERMELO_DRAUGHTS_ROW_START_H
#define ZERMELO_DRAUGHTS_ROW_START_H

#include "game.h"
#include "games/draughts/row_moves.h"
#include "games/draughts/moves.h"

/** A solved slice, by slice_number(); a follower is found in the table of its twin, turned. */
struct line_table {
  const struct lines *lines;
  const uint8_t *value; /* see line_value_place() */
  bool turned;
};

/** Where the value (game.h: endgame_code()) of a position is found: 64 a line, White to move first. */
static inline uint64_t
line_value_place (uint64_t place, int side)
{
  return (place & ~(uint64_t) 31) * 2 + (unsigned) side * 32 + (place & 31);
}

/** The code of a position of a solved slice, `side` to move. */
static inline uint8_t
line_look_up (const struct line_table *tables, const struct slice *slice, const struct pieces *pieces,
              int side)
{
  const struct line_table *table = &tables[slice_number (slice)];
  const struct lines *lines = table->lines;
  if (!table->turned)
    return table->value[line_value_place (lines_place (lines, pieces), side)];
  const struct board *board = lines->board;
  const struct pieces turned
      = { { line_turn (board, pieces->group[DOWN_MEN]), line_turn (board, pieces->group[DOWN_KINGS]),
            line_turn (board, pieces->group[UP_MEN]), line_turn (board, pieces->group[UP_KINGS]) } };
  return table->value[line_value_place (lines_place (lines, &turned), 1 - side)];
}

/** One side to move in one line, as that side sees the board: it goes up. */
struct line_view {
  const struct board *board;
  const struct line_table *tables;
  struct slice slice;   /* of this side */
  struct pieces pieces; /* without the runner */
  int runner;           /* its group, UP_... if it is of this side */
};

static inline struct line_view
line_view (const struct lines *lines, const struct line_table *tables, const struct pieces *pieces, int side)
{
  struct line_view view = {
    .board = lines->board, .tables = tables, .slice = lines->slice, .pieces = *pieces, .runner = lines->runner
  };
  if (side == 0)
    return view;
  view.slice = slice_twin (&lines->slice);
  view.runner = lines->runner ^ 2;
  for (int g = 0; g < LINE_GROUPS; g++)
    view.pieces.group[g] = line_turn (lines->board, pieces->group[g ^ 2]);
  return view;
}

/** The code after a move of this side, seen by the opponent. */
static inline uint8_t
line_view_after (const struct line_view *view, const struct pieces *pieces, const struct move *move)
{
  struct pieces after = *pieces;
  struct slice slice = view->slice;
  const uint32_t from = (uint32_t) 1 << move->from / 2, to = (uint32_t) 1 << move->to / 2;
  for (uint64_t captured = move->captured; captured != 0; captured &= captured - 1) {
    const uint32_t square = (uint32_t) 1 << __builtin_ctzll (captured) / 2;
    const bool king = (after.group[DOWN_KINGS] & square) != 0;
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
  return line_look_up (view->tables, &slice, &after, 1);
}

static inline struct position
line_view_position (const struct pieces *pieces)
{
  const uint64_t own = line_to_bits (pieces->group[UP_MEN] | pieces->group[UP_KINGS]);
  const uint64_t opponent = line_to_bits (pieces->group[DOWN_MEN] | pieces->group[DOWN_KINGS]);
  return (struct position){ .own = own,
                            .opponent = opponent,
                            .kings = line_to_bits (pieces->group[UP_KINGS] | pieces->group[DOWN_KINGS]) };
}

static inline struct line_outcomes
line_view_capture (const struct line_view *view, const struct pieces *pieces, const struct position *position)
{
  struct line_outcomes outside = LINE_OUTCOMES_NONE;
  struct move list[64];
  const struct captures captures
      = captures_find (view->board, position, captures_starts (view->board, position), list);
  for (int i = 0; i < captures.count; i++)
    line_outcomes_add (&outside, line_view_after (view, pieces, &list[i]));
  return outside;
}

static inline struct line_outcomes
line_view_promote (const struct line_view *view, const struct pieces *pieces, const struct position *position)
{
  struct line_outcomes outside = LINE_OUTCOMES_NONE;
  const uint64_t top = position_free (view->board, position) & 0xff;
  const uint64_t men = position->own & ~position->kings;
  for (int direction = UP_LEFT; direction <= UP_RIGHT; direction += UP_RIGHT - UP_LEFT)
    for (uint64_t left = squares_step (men, direction) & top; left != 0; left &= left - 1) {
      const int to = __builtin_ctzll (left);
      const struct move move = { .from = (uint8_t) (to - direction), .to = (uint8_t) to };
      line_outcomes_add (&outside, line_view_after (view, pieces, &move));
    }
  return outside;
}

static inline void
line_start_event (struct line_start *start, int kind, int level, uint32_t bits)
{
  for (int i = 0; i < start->events; i++)
    if (start->event[i].kind == kind && start->event[i].level == level) {
      start->event[i].bits |= bits;
      return;
    }
  start->event[start->events++]
      = (struct line_event){ .kind = (uint8_t) kind, .level = (uint16_t) level, .bits = bits };
}

/** All that a line with `side` to move knows before any move inside the slice. */
static inline void
line_begin (const struct lines *lines, const struct line_table *tables, uint32_t line, int side,
            struct line_start *start)
{
  const struct pieces pieces = line_pieces (lines, line);
  const uint32_t valid = line_valid (lines, &pieces), capturing = line_captures (lines, &pieces, side);
  memset (start->plane, 0, sizeof start->plane);
  start->events = 0;
  start->valid = valid;
  start->decided = ~valid | capturing;
  if (valid == 0)
    return;
  const uint32_t promoting = line_count_moves (lines, &pieces, valid & ~capturing, side, start->plane);
  const uint32_t blocked = valid & ~capturing & ~promoting & ~line_planes_any (start->plane);
  start->decided |= blocked;
  if (blocked != 0)
    line_start_event (start, LINE_FINAL, 0, blocked);
  const struct line_view view = line_view (lines, tables, &pieces, side);
  const struct position others = line_view_position (&view.pieces);
  uint32_t is_runner[LINE_GROUPS]
      = { 0 }; /* all bits or none: what was written in part a moment ago is slow to copy as a whole */
  is_runner[view.runner] = ~(uint32_t) 0;
  const uint64_t own = view.runner / 2 == 0 ? ~(uint64_t) 0 : 0,
                 king = view.runner % 2 == UP_KINGS ? ~(uint64_t) 0 : 0;
  for (uint32_t left = capturing | promoting; left != 0; left &= left - 1) {
    const uint32_t bit = left & -left, square = side == 0 ? bit : line_turn (lines->board, bit);
    const int number = __builtin_ctz (square);
    const uint64_t runner = (uint64_t) 1 << (2 * number + (number >> 2 & 1));
    struct pieces now;
    for (int g = 0; g < LINE_GROUPS; g++)
      now.group[g] = view.pieces.group[g] | (is_runner[g] & square);
    const struct position position = { .own = others.own | (runner & own),
                                       .opponent = others.opponent | (runner & ~own),
                                       .kings = others.kings | (runner & king) };
    if ((bit & capturing) != 0) {
      const struct line_outcomes outside = line_view_capture (&view, &now, &position);
      if (outside.quickest >= 0)
        line_start_event (start, LINE_FINAL, outside.quickest + 1, bit);
      else if (!outside.drawn)
        line_start_event (start, LINE_FINAL, outside.slowest + 1, bit);
      continue;
    }
    const struct line_outcomes outside = line_view_promote (&view, &now, &position);
    line_planes_add (start->plane, bit);
    if (outside.quickest >= 0)
      line_start_event (start, LINE_WIN, outside.quickest + 1, bit);
    else if (!outside.drawn)
      line_start_event (start, LINE_RELEASE, outside.slowest, bit);
  }
}

/** Enter a solved pair for both its slices. */
static inline void
line_table_set (struct line_table *tables, const struct lines *lines, const uint8_t *value)
{
  const struct slice twin = slice_twin (&lines->slice);
  tables[slice_number (&twin)] = (struct line_table){ lines, value, true };
  tables[slice_number (&lines->slice)] = (struct line_table){ lines, value, false };
}

/** The code of a position with pieces on both sides; -1 if its slice is not there. */
static inline int
line_table_code (const struct line_table *tables, const struct position *position)
{
  const struct slice slice = slice_of (position);
  if (slice_pieces (&slice) > 2 * SLICE_SIDE_MAX || slice.men[0] + slice.kings[0] > SLICE_SIDE_MAX
      || slice.men[1] + slice.kings[1] > SLICE_SIDE_MAX)
    return -1;
  const struct line_table *table = &tables[slice_number (&slice)];
  if (table->lines == NULL)
    return -1;
  const struct pieces pieces = pieces_of (table->lines->board, position, table->turned);
  return table->value[line_value_place (lines_place (table->lines, &pieces), table->turned)];
}

/** The position of the lowest bit, turned so that White is to move. */
static inline struct position
line_position (const struct lines *lines, struct line_set set, int side)
{
  struct pieces pieces = line_pieces (lines, set.line);
  pieces.group[lines->runner] |= set.bits & -set.bits;
  return pieces_position (lines->board, &pieces, side);
}

#endif
