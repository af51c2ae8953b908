/* The board of Italian draughts and the pieces on it.
 *
 * Bit 8 * row + column, row 0 at the top: all 64 squares of a chessboard have a bit, but only dark ones (row
 * + column even) are ever set. The light ones are the border: a step over the left or right edge lands on a
 * light square and disappears when masked with the squares of the board. So each of the four directions is
 * one shift without a mask of its own, on every size of board.
 *
 *   squares of 8x8 (art. 2.1-2.4)         their bits
 *    1  .  2  .  3  .  4  .               0  .  2  .  4  .  6  .
 *    .  5  .  6  .  7  .  8               .  9  . 11  . 13  . 15
 *    9  . 10  . 11  . 12  .              16  . 18  . 20  . 22  .
 *    . 13  . 14  . 15  . 16               . 25  . 27  . 29  . 31       >> 9   >> 7
 *   17  . 18  . 19  . 20  .              32  . 34  . 36  . 38  .           \ /
 *    . 21  . 22  . 23  . 24               . 41  . 43  . 45  . 47           / \
 *   25  . 26  . 27  . 28  .              48  . 50  . 52  . 54  .       << 7   << 9
 *    . 29  . 30  . 31  . 32               . 57  . 59  . 61  . 63
 *
 *   6x6                 bits              4x4           bits
 *    1  .  2  .  3  .    0  .  2  .  4  .   1  .  2  .    0  .  2  .
 *    .  4  .  5  .  6    .  9  . 11  . 13   .  3  .  4    .  9  . 11
 *    7  .  8  .  9  .   16  . 18  . 20  .   5  .  6  .   16  . 18  .
 *    . 10  . 11  . 12    . 25  . 27  . 29   .  7  .  8    . 25  . 27
 *   13  . 14  . 15  .   32  . 34  . 36  .
 *    . 16  . 17  . 18    . 41  . 43  . 45
 *
 * A position is seen from the side to move: its men move up. After a move the board is turned by 180 degrees
 * and the sides exchange names. So the one symmetry of the game, rotation with colours swapped, costs
 * nothing: two symmetric positions differ only in `black`. One byte swap turns both sides at once, since the
 * opponent is put on the light squares. */
#ifndef ZERMELO_DRAUGHTS_DRAUGHTS_BOARD_H
#define ZERMELO_DRAUGHTS_DRAUGHTS_BOARD_H

#include "base/bits.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { UP_LEFT = -9, UP_RIGHT = -7, DOWN_LEFT = 7, DOWN_RIGHT = 9 };

#define DARK_SQUARES 0xaa55aa55aa55aa55u

struct board {
  int size;         /* rows and columns: 4, 6 or 8 */
  int count;        /* squares: 8, 18 or 32 */
  int turn;         /* distance in bits from the bottom right corner to the bottom right corner of 8x8 */
  bool official;    /* the fourth priority of captures applies */
  uint64_t squares; /* the dark squares of the board */
  uint64_t last;    /* the squares of the bottom row (the top row is the low byte) */
};

struct position {
  uint64_t own, opponent; /* pieces of the side to move, which moves up, and of the other */
  uint64_t kings;         /* the kings of both sides */
  bool black;             /* Black is to move: squares are numbered from the other end. Only used for texts */
};

static inline uint64_t squares_step (uint64_t squares, int direction) {
  return direction < 0 ? squares >> -direction : squares << direction;
}

/** Two sets of dark squares in one word: the second is on the light squares, upside down. */
static inline uint64_t squares_join (uint64_t dark, uint64_t light) {
  assert (((dark | light) & ~DARK_SQUARES) == 0);
  return dark | __builtin_bswap64 (light);
}

/** The position, its pieces unchanged, with the other side to move. */
static inline struct position position_turned (const struct board *board, const struct position *position) {
  typedef uint64_t pair __attribute__ ((vector_size (16)));
  /* The columns are reversed in two words at once: the pieces of both sides, and the kings. */
  pair x = { squares_join (position->own, position->opponent), position->kings };
  x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
  x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
  return (struct position){
    .own = (x[0] & DARK_SQUARES) >> board->turn, /* the opponent's squares, which were on light squares */
    .opponent = __builtin_bswap64 (x[0] & ~DARK_SQUARES) >> board->turn,
    .kings = __builtin_bswap64 (x[1]) >> board->turn,
    .black = !position->black,
  };
}

/** Is a position consistent? No square holds two pieces, every king is a piece, and all pieces are on the
 * board. */
static inline bool position_is_right (const struct board *board, const struct position *position) {
  const uint64_t all = position->own | position->opponent;
  return (position->own & position->opponent) == 0 && (position->kings & ~all) == 0
         && (all & ~board->squares) == 0;
}

static inline uint64_t position_free (const struct board *board, const struct position *position) {
  return board->squares & ~(position->own | position->opponent);
}

/** A board of size 4, 6 or 8. */
static inline struct board board_make (int size, bool official) {
  assert (size == 4 || size == 6 || size == 8);
  uint64_t row = (1u << size) - 1, all = 0;
  for (int i = 0; i < size; i++)
    all |= row << 8 * i;
  return (struct board){
    .size = size,
    .count = size * size / 2,
    .turn = (8 - size) * DOWN_RIGHT,
    .official = official,
    .squares = all & DARK_SQUARES,
    .last = row << 8 * (size - 1) & DARK_SQUARES,
  };
}

/** The number, 1 to board->count, of the square at `bit` in this position. */
static inline int board_number (const struct board *board, bool black, int bit) {
  assert (bit >= 0 && bit < 64 && (board->squares >> bit & 1) != 0);
  int number = bit / 8 * (board->size / 2) + bit % 8 / 2 + 1;
  return black ? board->count + 1 - number : number;
}

/** The bit of the square with a number from 1 to board->count: the inverse of board_number(). */
static inline int board_bit (const struct board *board, bool black, int number) {
  int index = black ? board->count - number : number - 1, half = board->size / 2;
  int row = index / half;
  assert (number >= 1 && number <= board->count);
  return 8 * row + 2 * (index % half) + row % 2;
}

/** The position with pieces on these squares, as White sees them. */
static inline struct position position_make (const struct board *board, uint64_t white, uint64_t black,
                                             uint64_t kings, bool black_moves) {
  assert ((white & black) == 0 && (kings & ~(white | black)) == 0);
  struct position position = { .own = white, .opponent = black, .kings = kings, .black = false };
  return black_moves ? position_turned (board, &position) : position;
}

/** Is this a possible position: with pieces, and without a man on the row where it would be promoted? */
static inline bool position_exists (const struct board *board, const struct position *position) {
  uint64_t men_up = position->own & ~position->kings, men_down = position->opponent & ~position->kings;
  return (position->own | position->opponent) != 0 && (men_up & 0xff) == 0 && (men_down & board->last) == 0;
}

#endif
