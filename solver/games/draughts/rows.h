/* Rows: the layout of the positions of a slice and its side-swapped slice in retrograde analysis.
 *
 * A row (a bitboard row, not a row of the board) is the set of the 32 (8x8) positions of a slice that differ
 * only in the square of one piece, the runner. A word of 32 bits is a set of positions of a row; the bit is
 * the square of the runner. Moves of the other pieces lead from one row to other rows with the same bits;
 * moves of the runner are shifts. So a few instructions move a whole set of positions.
 *
 * Squares here are 4 * row + column / 2 of the 8x8 board (half the bit of draughts_board.h), as White sees
 * them, whichever side is to move: one layout serves both sides to move, and a quiet move changes the rank of
 * only one group.
 *
 *   row = sum over the groups (White's men, White's kings, Black's men, Black's kings) of stride * rank
 *
 * where the stride of a group is the product of the sizes of the groups before it. The rank of a group is
 * colexicographic among the squares on which such a piece may stand, whether they are free or not, and does
 * not count the runner. So some rows, and some bits of each row, are no positions: row_valid(). The runner is
 * a piece of the smallest group, a king if possible. If that group has c pieces, each position is found in c
 * rows (c > 1 only if no group has a single piece), which the moves keep equal by themselves.
 *
 * On 8x8 with 5 pieces there are 1.5 places for each position of a slice and its side-swapped slice. The
 * dense numbers are in draughts_slice.h. */
#ifndef ZERMELO_DRAUGHTS_ROWS_H
#define ZERMELO_DRAUGHTS_ROWS_H

#include "base/failure.h"
#include "games/draughts/draughts_slice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { UP_MEN, UP_KINGS, DOWN_MEN, DOWN_KINGS, ROW_GROUPS }; /* side = group / 2 */

/** The squares of all pieces: a set for each group. */
struct pieces {
  uint32_t group[ROW_GROUPS];
};

struct row_group {
  int count;                           /* number of pieces without the runner */
  uint32_t allowed;                    /* squares on which these pieces may stand */
  uint32_t size;                       /* number of ranks */
  uint32_t *sets;                      /* the set of each rank */
  uint32_t weight[SLICE_SIDE_MAX][32]; /* stride times the part of the i-th piece in the rank, by its
                                          square */
};

struct rows {
  const struct board *board;
  struct slice slice;
  int runner;       /* the group of the runner */
  int copies;       /* the number of rows in which each position is found */
  uint32_t squares; /* the squares of the board */
  uint32_t count;   /* the number of rows */
  struct row_group group[ROW_GROUPS];
};

#define ROW_EVEN 0x0f0f0f0fu /* rows of the board that begin with a dark square */
#define ROW_LEFT 0x01010101u /* squares at the left edge */
#define ROW_RIGHT 0x80808080u

/** Step from all squares of a set; on a smaller board the caller masks off other squares. */
static inline uint32_t row_up_left (uint32_t set) {
  return (set & ~ROW_EVEN) >> 4 | (set & ROW_EVEN & ~ROW_LEFT) >> 5;
}

static inline uint32_t row_up_right (uint32_t set) {
  return (set & ROW_EVEN) >> 4 | (set & ~ROW_EVEN & ~ROW_RIGHT) >> 3;
}

static inline uint32_t row_down_left (uint32_t set) {
  return (set & ~ROW_EVEN) << 4 | (set & ROW_EVEN & ~ROW_LEFT) << 3;
}

static inline uint32_t row_down_right (uint32_t set) {
  return (set & ROW_EVEN) << 4 | (set & ~ROW_EVEN & ~ROW_RIGHT) << 5;
}

enum { ROW_UP_LEFT, ROW_UP_RIGHT, ROW_DOWN_LEFT, ROW_DOWN_RIGHT }; /* direction ^ 3: the opposite one */

static inline uint32_t row_step (uint32_t set, int direction) {
  switch (direction) {
  case ROW_UP_LEFT: return row_up_left (set);
  case ROW_UP_RIGHT: return row_up_right (set);
  case ROW_DOWN_LEFT: return row_down_left (set);
  default: return row_down_right (set);
  }
}

/** Convert between the sets of squares of this file and the bits of draughts_board.h. */
static inline uint64_t row_to_bits (uint32_t set) {
  uint64_t x = set;
  x = (x | x << 16) & 0x0000ffff0000ffffu;
  x = (x | x << 8) & 0x00ff00ff00ff00ffu;
  x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fu;
  x = (x | x << 2) & 0x3333333333333333u;
  x = (x | x << 1) & 0x5555555555555555u;
  return (x & 0x00ff00ff00ff00ffu) | (x & 0xff00ff00ff00ff00u) << 1;
}

static inline uint32_t row_from_bits (uint64_t x) {
  x = (x & 0x00ff00ff00ff00ffu) | (x & 0xff00ff00ff00ff00u) >> 1;
  x = (x | x >> 1) & 0x3333333333333333u;
  x = (x | x >> 2) & 0x0f0f0f0f0f0f0f0fu;
  x = (x | x >> 4) & 0x00ff00ff00ff00ffu;
  x = (x | x >> 8) & 0x0000ffff0000ffffu;
  return (uint32_t) (x | x >> 16);
}

/** The squares on the board turned by 180 degrees. */
static inline uint32_t row_turn (const struct board *board, uint32_t x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32 (x) >> board->turn / 2;
}

/** The pieces of a position; `turned`: as the other side sees them. With position->black it gives White's
 * view. */
static inline struct pieces pieces_of (const struct board *board, const struct position *position,
                                       bool turned) {
  const uint64_t men[2] = { position->own & ~position->kings, position->opponent & ~position->kings };
  const uint64_t kings[2] = { position->own & position->kings, position->opponent & position->kings };
  struct pieces pieces;
  for (int side = 0; side < 2; side++) {
    pieces.group[2 * side + UP_MEN] = row_from_bits (men[side]);
    pieces.group[2 * side + UP_KINGS] = row_from_bits (kings[side]);
  }
  if (turned)
    return (struct pieces){
      { row_turn (board, pieces.group[DOWN_MEN]), row_turn (board, pieces.group[DOWN_KINGS]),
        row_turn (board, pieces.group[UP_MEN]), row_turn (board, pieces.group[UP_KINGS]) }
    };
  return pieces;
}

/** The position with White (side 0) or Black (1) to move, in normal form: White to move. */
static inline struct position pieces_position (const struct board *board, const struct pieces *pieces,
                                               int side) {
  assert (side == 0 || side == 1);
  const uint64_t up = row_to_bits (pieces->group[UP_MEN] | pieces->group[UP_KINGS]);
  const uint64_t down = row_to_bits (pieces->group[DOWN_MEN] | pieces->group[DOWN_KINGS]);
  const uint64_t kings = row_to_bits (pieces->group[UP_KINGS] | pieces->group[DOWN_KINGS]);
  struct position position = position_make (board, up, down, kings, side == 1);
  position.black = false;
  return position;
}

static inline uint32_t row_part (const struct row_group *group, uint32_t set) {
  uint32_t part = 0;
  for (int i = 0; set != 0; set &= set - 1, i++)
    part += group->weight[i][__builtin_ctz (set)];
  return part;
}

/** List the sets of k of the `squares` in order of rank. */
static inline void row_list_sets (uint32_t *sets, uint32_t size, int k, uint32_t squares) {
  uint32_t set = (uint32_t) slice_first_set (k, squares);
  for (uint32_t rank = 0; rank < size; rank++) {
    sets[rank] = set;
    set = (uint32_t) slice_next_set (set, squares);
  }
  assert (set == 0); /* the sets are exhausted */
}

/** Find the groups of a leading slice: their numbers of pieces and allowed squares, and the group of the
 * runner. Returns the number of rows. */
static inline uint64_t rows_plan (const struct board *board, const struct slice *slice, struct rows *rows) {
  const int counts[ROW_GROUPS] = { slice->men[0], slice->kings[0], slice->men[1], slice->kings[1] };
  memset (rows, 0, sizeof *rows);
  rows->board = board;
  rows->slice = *slice;
  rows->squares = row_from_bits (board->squares);
  rows->runner = -1;
  for (int g = 0; g < ROW_GROUPS; g++) {
    const int order = 2 * counts[g] - g % 2,
              best = rows->runner < 0 ? 0 : 2 * rows->copies - rows->runner % 2;
    if (counts[g] > 0 && (rows->runner < 0 || order <= best)) {
      rows->runner = g;
      rows->copies = counts[g];
    }
  }
  const uint32_t allowed[ROW_GROUPS] = { row_from_bits (board->squares & ~(uint64_t) 0xff), rows->squares,
                                         row_from_bits (board->squares & ~board->last), rows->squares };
  uint64_t count = 1;
  for (int g = 0; g < ROW_GROUPS; g++) {
    struct row_group *group = &rows->group[g];
    group->count = counts[g] - (g == rows->runner);
    group->allowed = allowed[g];
    group->size = binomials[bits_count (allowed[g])][group->count];
    count *= group->size;
  }
  return count;
}

/** Make the layout of a leading slice with at most ENDGAME_ROWS_MAX rows; rows_close() frees it. */
static inline void rows_open (const struct board *board, const struct slice *slice, struct rows *rows) {
  const uint64_t planned = rows_plan (board, slice, rows);
  assert (planned > 0 && planned <= INT32_MAX); /* ENDGAME_ROWS_MAX */
  rows->count = (uint32_t) planned;
  uint32_t stride = 1;
  for (int g = 0; g < ROW_GROUPS; g++) {
    struct row_group *group = &rows->group[g];
    group->sets = allocate (group->size, sizeof *group->sets);
    row_list_sets (group->sets, group->size, group->count, group->allowed);
    for (uint32_t squares = group->allowed; squares != 0; squares &= squares - 1) {
      const int square = __builtin_ctz (squares);
      for (int i = 0; i < group->count; i++)
        group->weight[i][square]
            = stride * binomials[bits_count (group->allowed & (((uint32_t) 1 << square) - 1))][i + 1];
    }
    stride *= group->size;
  }
  assert (stride == rows->count && rows->runner >= 0 && rows->copies > 0);
}

static inline void rows_close (struct rows *rows) {
  for (int g = 0; g < ROW_GROUPS; g++)
    free (rows->group[g].sets);
}

/** The squares of all pieces of a row except the runner. */
static inline struct pieces row_pieces (const struct rows *rows, uint32_t row) {
  assert (row < rows->count);
  struct pieces pieces = { { 0 } };
  for (int g = 0; g < ROW_GROUPS; g++) {
    const struct row_group *group = &rows->group[g];
    if (group->count == 0)
      continue;
    pieces.group[g] = group->sets[row % group->size];
    row /= group->size;
  }
  return pieces;
}

/** The squares that these pieces leave free; 0 if two of them stand on one square: then the row has no
 * positions. */
static inline uint32_t row_free (const struct rows *rows, const struct pieces *pieces) {
  uint32_t taken = 0, twice = 0;
  for (int g = 0; g < ROW_GROUPS; g++) {
    twice |= taken & pieces->group[g];
    taken |= pieces->group[g];
  }
  return twice != 0 ? 0 : rows->squares & ~taken;
}

/** The bits of a row that are positions. */
static inline uint32_t row_valid (const struct rows *rows, const struct pieces *pieces) {
  return row_free (rows, pieces) & rows->group[rows->runner].allowed;
}

/** Does the row hold these pieces, if the lowest piece of the runner's group is the runner? Checks
 * rows_place(). */
static inline bool row_has (const struct rows *rows, uint32_t row, const struct pieces *pieces) {
  const struct pieces found = row_pieces (rows, row);
  for (int g = 0; g < ROW_GROUPS; g++) {
    const uint32_t set = pieces->group[g];
    if (found.group[g] != (g == rows->runner ? set & (set - 1) : set))
      return false;
  }
  return true;
}

/** The row and bit of a position of the leading slice, as White sees it: 32 * row + bit. */
static inline uint64_t rows_place (const struct rows *rows, const struct pieces *pieces) {
  const uint32_t runners = pieces->group[rows->runner];
  uint32_t row = 0;
  for (int g = 0; g < ROW_GROUPS; g++)
    row += row_part (&rows->group[g], g == rows->runner ? runners & (runners - 1) : pieces->group[g]);
  assert (runners != 0 && row_has (rows, row, pieces));
  return (uint64_t) row * 32 + (unsigned) __builtin_ctz (runners);
}

#endif
