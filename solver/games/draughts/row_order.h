/* Copies values of a slice from rows (rows.h) to the order of its dense index (draughts_slice.h), and back.
 *
 * The place of a position among the values of a pair is a sum over its pieces of a part for the i-th piece of
 * its group on its square. The group that changes fastest with the index runs through all sets of the squares
 * that the other groups leave free, in colexicographic order: nested loops over its pieces, the highest
 * outermost, with one addition and one copy for each position. That is much faster than stepping from
 * position to position (../../analysis/notes/draughts-tables.md). */
#ifndef ZERMELO_DRAUGHTS_ROW_ORDER_H
#define ZERMELO_DRAUGHTS_ROW_ORDER_H

#include "games/draughts/row_start.h"

#include <assert.h>

struct row_order {
  const struct board *board;
  uint64_t part[ROW_GROUPS][SLICE_SIDE_MAX][64]; /* the part of the i-th piece of a group on a bit of
                                                    draughts_board.h, as the side to move sees both */
  uint64_t first;                                /* the place of an empty board */
  int inner, pieces; /* the group that changes fastest with the index, and its number of pieces */
};

/** Prepare for a slice of the pair: the leading one (side 0) or the side-swapped one. */
static inline void row_order_open (struct row_order *order, const struct rows *rows, int side) {
  static const int slowest_first[ROW_GROUPS] = { UP_MEN, DOWN_MEN, UP_KINGS, DOWN_KINGS };
  memset (order, 0, sizeof *order);
  order->board = rows->board;
  order->first = row_value_place (0, side);
  for (int k = 0; k < ROW_GROUPS; k++) {
    const int g = slowest_first[k];
    const int seen = side == 0 ? g : g ^ 2; /* the group as White sees it */
    const struct row_group *group = &rows->group[seen];
    const int count = group->count + (seen == rows->runner);
    if (count > 0) {
      order->inner = g;
      order->pieces = count;
    }
    for (uint64_t left = rows->board->squares; left != 0; left &= left - 1) {
      const uint32_t bit = row_from_bits (left & -left),
                     square = side == 0 ? bit : row_turn (rows->board, bit);
      for (int i = 0; i < count && (square & group->allowed) != 0; i++) {
        /* after turning the board the last piece is the first */
        const int rank = side == 0 ? i : count - 1 - i;
        uint64_t *part = &order->part[g][i][__builtin_ctzll (left)];
        if (seen != rows->runner)
          *part = row_value_place (32 * (uint64_t) group->weight[rank][__builtin_ctz (square)], 0);
        else if (rank > 0)
          *part = row_value_place (32 * (uint64_t) group->weight[rank - 1][__builtin_ctz (square)], 0);
        else
          *part = (uint64_t) __builtin_ctz (square);
      }
    }
  }
}

/** The groups of a position, as the side to move sees them. */
static inline void row_order_groups (const struct position *position, uint64_t group[ROW_GROUPS]) {
  group[UP_MEN] = position->own & ~position->kings;
  group[UP_KINGS] = position->own & position->kings;
  group[DOWN_MEN] = position->opponent & ~position->kings;
  group[DOWN_KINGS] = position->opponent & position->kings;
}

static inline uint64_t row_order_part (const struct row_order *order, int group, uint64_t set) {
  uint64_t part = 0;
  for (int i = 0; set != 0; set &= set - 1, i++)
    part += order->part[group][i][__builtin_ctzll (set)];
  return part;
}

/** Copy the codes of all sets of `pieces` squares among the first `squares` ones; add[i][k] is the part of
 * the i-th piece on the k-th square. Returns the end of the codes. */
static inline uint8_t *row_order_loops (const uint64_t (*add)[32], int pieces, int squares, uint8_t *value,
                                        uint8_t *code, bool fill) {
  assert (pieces >= 1 && pieces <= squares);
  if (pieces > 1) {
    for (int highest = pieces - 1; highest < squares; highest++)
      code = row_order_loops (add, pieces - 1, highest, value + add[pieces - 1][highest], code, fill);
    return code;
  }
  if (fill)
    for (int k = 0; k < squares; k++)
      value[add[0][k]] = code[k];
  else
    for (int k = 0; k < squares; k++)
      code[k] = value[add[0][k]];
  return code + squares;
}

/** Positions whose groups other than the inner one stand as in one position. */
struct row_order_run {
  uint64_t set;  /* the inner group of that position */
  uint64_t left; /* the squares on which the inner group may stand */
  int squares;   /* how many these are */
  uint64_t positions;
  bool whole; /* the position is the first of them, and no more are asked for */
};

static inline struct row_order_run row_order_find (const struct row_order *order,
                                                   const struct position *position, uint64_t most) {
  const struct board *board = order->board;
  uint64_t group[ROW_GROUPS];
  row_order_groups (position, group);
  const uint64_t set = group[order->inner], others = (position->own | position->opponent) & ~set;
  const uint64_t left = board->squares & ~others & (order->inner == DOWN_MEN ? ~board->last : ~(uint64_t) 0);
  const int squares = bits_count (left);
  const uint64_t positions = binomials[squares][order->pieces];
  return (struct row_order_run){ set, left, squares, positions,
                                 positions <= most && set == slice_first_set (order->pieces, left) };
}

/** Make the position the last one of a whole run. */
static inline void row_order_pass (const struct row_order *order, const struct row_order_run *run,
                                   struct position *position) {
  uint64_t last = run->left;
  for (; bits_count (last) > order->pieces; last &= last - 1)
    ;
  uint64_t *const side = order->inner / 2 == 0 ? &position->own : &position->opponent;
  assert (bits_count (run->set) == order->pieces && bits_count (last) == order->pieces);
  *side ^= run->set ^ last;
  if (order->inner % 2 == UP_KINGS)
    position->kings ^= run->set ^ last;
}

/** Copy the codes of several positions whose other groups stand as in this position: of all these positions,
 * if it is the first of them and they are at most `most`; else of this position. Returns their number; the
 * position becomes the last of them. */
static inline uint64_t row_order_some (const struct row_order *order, struct position *position,
                                       uint64_t most, uint8_t *value, uint8_t *code, bool fill) {
  const struct row_order_run run = row_order_find (order, position, most);
  uint64_t group[ROW_GROUPS], add[SLICE_SIDE_MAX][32];
  row_order_groups (position, group);
  value += order->first;
  for (int g = 0; g < ROW_GROUPS; g++)
    value += g == order->inner ? 0 : row_order_part (order, g, group[g]);
  if (!run.whole) {
    uint8_t *place = value + row_order_part (order, order->inner, run.set);
    if (fill)
      *place = *code;
    else
      *code = *place;
    return 1;
  }
  uint64_t left = run.left;
  for (int k = 0; k < run.squares; k++, left &= left - 1)
    for (int i = 0; i < order->pieces; i++)
      add[i][k] = order->part[order->inner][i][__builtin_ctzll (left)];
  row_order_loops ((const uint64_t (*)[32]) add, order->pieces, run.squares, value, code, fill);
  row_order_pass (order, &run, position);
  return run.positions;
}

/** Copy the values of a pair to the codes of positions of a slice; with `fill`, the other way round. */
static inline void row_order_copy (const struct rows *rows, const struct slice_range *range, uint8_t *value,
                                   uint8_t *code, bool fill) {
  const struct slice slice = range->side == 0 ? rows->slice : slice_side_swapped (&rows->slice);
  assert (range->first <= slice_size (rows->board, &slice)
          && range->count <= slice_size (rows->board, &slice) - range->first);
  struct position position = slice_position (rows->board, &slice, range->first);
  struct row_order order;
  row_order_open (&order, rows, range->side);
  for (uint64_t done = 0; done < range->count;) {
    done += row_order_some (&order, &position, range->count - done, value, code + done, fill);
    slice_next (rows->board, &slice, &position);
  }
}

/* ---- codes that files leave out ---- */

/** The positions of a whole run as rows, as the side to move sees the board; the runner is the lowest piece
 * of the inner group. */
struct row_order_removal {
  struct rows rows;     /* only what row_captures() needs */
  struct pieces pieces; /* without those of the inner group that are yet to be placed */
  uint8_t before;       /* the code before the next one */
};

/** As row_order_loops(): replace the codes of all sets of `pieces` of these squares. Returns the end of the
 * codes. */
static inline uint8_t *row_order_leave_loops (struct row_order_removal *leaving, int pieces, uint32_t squares,
                                              uint8_t *code) {
  const int count = bits_count (squares);
  assert (pieces >= 1 && pieces <= count);
  if (pieces > 1) {
    uint32_t *const inner = &leaving->pieces.group[leaving->rows.runner], left = squares;
    for (int i = 1; i < pieces; i++)
      left &= left - 1;
    for (; left != 0; left &= left - 1) {
      const uint32_t highest = left & -left;
      *inner ^= highest;
      code = row_order_leave_loops (leaving, pieces - 1, squares & (highest - 1), code);
      *inner ^= highest;
    }
    return code;
  }
  uint32_t capturing = row_captures (&leaving->rows, &leaving->pieces, 0) & squares;
  for (; capturing != 0; capturing &= capturing - 1) {
    const int k = bits_count (squares & ((capturing & -capturing) - 1));
    code[k] = k == 0 ? leaving->before : code[k - 1];
  }
  leaving->before = code[count - 1];
  return code + count;
}

/** As row_order_some(): replace the codes of several positions. */
static inline uint64_t row_order_leave_some (const struct row_order *order, struct row_order_removal *leaving,
                                             struct position *position, uint64_t most, uint8_t *code) {
  const struct row_order_run run = row_order_find (order, position, most);
  if (!run.whole) {
    if (slice_leaves_out (order->board, position))
      *code = leaving->before;
    leaving->before = *code;
    return 1;
  }
  leaving->pieces = pieces_of (order->board, position, false);
  leaving->pieces.group[order->inner] = 0;
  row_order_leave_loops (leaving, order->pieces, row_from_bits (run.left), code);
  row_order_pass (order, &run, position);
  return run.positions;
}

/** Replace the codes of positions that must capture by the code before them, by a draw at the beginning. */
static inline void row_order_leave_out (const struct rows *rows, const struct slice_range *range,
                                        uint8_t *code) {
  const struct slice slice = range->side == 0 ? rows->slice : slice_side_swapped (&rows->slice);
  struct position position = slice_position (rows->board, &slice, range->first);
  struct row_order order;
  row_order_open (&order, rows, range->side);
  struct row_order_removal leaving
      = { .rows = { .board = rows->board, .runner = order.inner, .squares = rows->squares },
          .before = ENDGAME_DRAWN };
  for (int g = 0; g < ROW_GROUPS; g++)
    leaving.rows.group[g].allowed = rows->group[g].allowed;
  for (uint64_t done = 0; done < range->count;) {
    done += row_order_leave_some (&order, &leaving, &position, range->count - done, code + done);
    slice_next (rows->board, &slice, &position);
  }
}

#endif
