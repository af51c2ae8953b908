/* The Connect Four board as bits: the places of the cells, and the test for a line of four.
 *
 * A column takes one bit more than it has rows. The spare bit on top holds no stone, so a line that leaves a
 * column at its top or bottom meets an empty bit and ends: shifts need no masks against wrap-around. The bits
 * of 7x6:
 *
 *     spare    6  13  20  27  34  41  48
 *     row 6    5  12  19  26  33  40  47
 *     row 5    4  11  18  25  32  39  46
 *     row 4    3  10  17  24  31  38  45
 *     row 3    2   9  16  23  30  37  44
 *     row 2    1   8  15  22  29  36  43
 *     row 1    0   7  14  21  28  35  42
 *     column   1   2   3   4   5   6   7
 *
 * From a cell, the next cell is 1 bit away upwards, rows + 1 to the right, rows + 2 rising and rows falling;
 * if possible, lanes.h handles all four directions together. Columns and rows are known only at run time; one
 * compiled variant serves all boards that fit GAME_BITS. */
#ifndef ZERMELO_CONNECT4_BITBOARD_H
#define ZERMELO_CONNECT4_BITBOARD_H

#include "games/connect4/lanes.h"

#include <assert.h>

enum { COLUMNS_MAX = 35, BITS_MAX = 128 };

struct board {
  int columns, rows, cells;
  int symmetries;                 /* 2; 1: there is only one column, or mirror images count as different
                                     positions */
  int column_bits;                /* rows + 1: bits of a column, step to the right */
  steps step[DIRECTIONS / LANES]; /* the steps of lines: upwards, right, rising, falling; all are upwards if
                                     rows are too short for four */
  int lines_whole;                /* before this number of plies both sides can still complete a line */
  bitboard all;                   /* every cell */
  bitboard bottoms;               /* row 1 */
  bitboard spares;                /* the bits above the columns */
  bitboard uppers;                /* the top row and every second row below it */
  bitboard bottom[COLUMNS_MAX];   /* row 1 of a column */
  bitboard column[COLUMNS_MAX];   /* the cells of a column */
  uint8_t outwards[COLUMNS_MAX];  /* the columns from the centre to the edges */
  uint8_t column_of[GAME_BITS];   /* the column that a bit belongs to */
};

/** The first cells of the lines of `stones`. */
static inline lanes four_along (lanes stones, steps step) {
  lanes pairs = stones & backwards (stones, step);
  return pairs & backwards (backwards (pairs, step), step);
}

/** The number of the lowest bit that is set. */
static inline int lowest_bit (bitboard bits) {
  assert (bits != 0);
#if GAME_BITS == 128
  if ((uint64_t) bits == 0)
    return 64 + __builtin_ctzll ((uint64_t) (bits >> 64));
#endif
  return __builtin_ctzll ((uint64_t) bits);
}

/* Population count without a processor instruction, which a portable build does not have: first within groups
 * of four bits, where counts may be added up (to at most 15), then over all groups. */
static inline lanes count_in_fours (lanes bits) {
  const lanes ones = spread ((bitboard) -1 / 3), pairs = spread ((bitboard) -1 / 5);
  bits -= bits >> 1 & ones;
  return (bits & pairs) + (bits >> 2 & pairs);
}

static inline int count_all (bitboard fours) {
  const uint64_t low_fours = UINT64_C (0x0f0f0f0f0f0f0f0f), bytes = UINT64_C (0x0101010101010101);
  uint64_t sum = ((uint64_t) fours & low_fours) + ((uint64_t) fours >> 4 & low_fours);
#if GAME_BITS == 128
  uint64_t high = (uint64_t) (fours >> 64);
  sum += (high & low_fours) + (high >> 4 & low_fours);
#endif
  return (int) (sum * bytes >> 56);
}

static inline int count_bits (bitboard bits) {
#if GAME_BITS == 64 && defined __POPCNT__
  return __builtin_popcountll (bits);
#else
  return count_all (count_in_fours (bits));
#endif
}

/** Is there a line of four (or more) among `stones`? */
static inline bool has_four (const struct board *board, bitboard stones) {
  lanes found = spread (0);
  for (int i = 0; i < DIRECTIONS / LANES; i++)
    found |= four_along (spread (stones), board->step[i]);
  return any (found);
}

/** The first cells of the lines of `stones`, for the i-th group of directions, without lines upwards. */
static inline lanes four_across (const struct board *board, bitboard stones, int i) {
#if LANES > 1
  const lanes across = { 0, -UINT64_C (1), -UINT64_C (1), -UINT64_C (1) };
  return across & four_along (spread (stones), board->step[i]);
#else
  return i == 0 ? 0 : four_along (stones, board->step[i]);
#endif
}

static inline bool has_four_across (const struct board *board, bitboard stones) {
  lanes found = spread (0);
  for (int i = 0; i < DIRECTIONS / LANES; i++)
    found |= four_across (board, stones, i);
  return any (found);
}

/** The cells of a line across of `stones`; 0: there is none. */
static inline bitboard line_across (const struct board *board, bitboard stones) {
  bitboard cells = 0;
  for (int i = 0; i < DIRECTIONS / LANES && cells == 0; i++)
    cells = one_line (four_across (board, stones, i), board->step[i]);
  return cells;
}

/** The first cells of the lines upwards of `stones`. */
static inline bitboard four_upwards (bitboard stones) {
  const bitboard pairs = stones & stones >> 1;
  return pairs & pairs >> 2;
}

/** The cells, empty or not, that complete a line of `stones` in this direction: two stones before the cell,
 *  and a third before them or after the cell (xxx. xx.x); or the mirror image (.xxx x.xx). May include spare
 *  bits. */
static inline lanes completing_cells (lanes stones, steps step) {
  lanes before = forwards (stones, step), before2 = forwards (before, step);
  lanes after = backwards (stones, step), after2 = backwards (after, step);
  return (before & before2 & (forwards (before2, step) | after))
         | (after & after2 & (backwards (after2, step) | before));
}

/** The empty cells where a side with these stones completes a line. The result may include taken cells. */
static inline bitboard winning_cells (const struct board *board, bitboard stones) {
  /* upwards, only the cell on top of three can be empty */
  const bool all_at_once = LANES == DIRECTIONS;
  bitboard cells = all_at_once ? 0 : stones << 1 & stones << 2 & stones << 3;
  for (int i = all_at_once ? 0 : 1; i < DIRECTIONS / LANES; i++)
    cells |= gather (completing_cells (spread (stones), board->step[i]));
  return cells & board->all;
}

/** The cells with the columns mirrored. */
static inline bitboard mirror_image (const struct board *board, bitboard cells) {
  int step = 2 * board->column_bits, distance = (board->columns - 1) * board->column_bits;
  bitboard column = board->column[0], image = 0;
  for (; distance > 0; distance -= step, column <<= board->column_bits)
    image |= (cells & column) << distance | (cells >> distance & column);
  if (distance == 0)
    image |= cells & column;
  return image;
}

/** Prepare the masks of a board that fits GAME_BITS. */
static inline void board_prepare (struct board *board, int columns, int rows) {
  assert (columns >= 1 && columns <= COLUMNS_MAX && rows >= 1 && columns * (rows + 1) <= GAME_BITS);
  bool wide = columns >= 4, high = rows >= 4;
  *board = (struct board){ .columns = columns, .rows = rows, .cells = columns * rows };
  board->column_bits = rows + 1;
  board->symmetries = columns > 1 ? 2 : 1;
  /* Without lines along rows and diagonals their steps could exceed the word: take upwards again. */
  const int distance[DIRECTIONS] = { 1, wide ? rows + 1 : 1, wide ? rows + 2 : 1, wide ? rows : 1 };
  steps_set (board->step, distance);
  for (int c = 0; c < columns; c++) {
    board->bottom[c] = (bitboard) 1 << c * board->column_bits;
    /* all rows set: the spare bit minus row 1 */
    board->column[c] = (board->bottom[c] << rows) - board->bottom[c];
    board->bottoms |= board->bottom[c];
    board->spares |= board->bottom[c] << rows;
    for (int row = rows - 1; row >= 0; row -= 2)
      board->uppers |= board->bottom[c] << row;
    board->all |= board->column[c];
    for (int row = 0; row <= rows; row++)
      board->column_of[c * board->column_bits + row] = (uint8_t) c;
    int from_centre = c / 2 + (c % 2 != 0);
    board->outwards[c] = (uint8_t) ((columns - 1) / 2 + (c % 2 != 0 ? from_centre : -from_centre));
  }
  /* To block all lines of a side takes a stone in every column with four rows or more and in every row with
   * four columns or more; the other side has made as many moves, or one fewer. */
  int blockers_high = high ? columns : 0, blockers_wide = wide ? rows : 0;
  int blockers = blockers_high > blockers_wide ? blockers_high : blockers_wide;
  board->lines_whole = blockers > 0 ? 2 * blockers - 1 : 0;
  assert (count_bits (board->all) == board->cells && (board->all & board->spares) == 0);
}

#endif
