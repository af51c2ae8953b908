/* The evaluations of Italian draughts, for the side to move: the two of the report of Miraglia (Pisa 2012) to
 * the letter, and one of our own.
 *
 * In all of them a king counts 200; on the first or last row it loses 10, on the first or last column another
 * 10. A man counts 100 and a term that depends on the number of rows by which it has advanced, 0 to 7 (on
 * smaller boards 7 is the number of rows less 1). The report takes Black as positive; here the side to move
 * is positive, since all evaluations treat the sides alike. Where the report's printed formula and its
 * program differ (the sign of the edge terms), its prose and its program hold.
 *
 *   balanced ("valuteBalanced")   a man gets advanced^2
 *   defence  ("valuteDefense")    a man gets (7 - advanced)^2 and the cover of its square, see
 *                                 cover_of_squares()
 *   cover                         as `defence`, but with the cover by pieces, see cover_of_pieces() */
#ifndef ZERMELO_DRAUGHTS_DRAUGHTS_EVALUATE_H
#define ZERMELO_DRAUGHTS_DRAUGHTS_EVALUATE_H

#include "games/draughts/draughts_board.h"

#include <assert.h>

enum { MAN_VALUE = 100, KING_VALUE = 200, EDGE_COST = 10, LINK_VALUE = 2 };

static inline int evaluate_kings (const struct board *board, uint64_t kings) {
  uint64_t columns = (0x0101010101010101u | 0x0101010101010101u << (board->size - 1)) & board->squares;
  uint64_t rows = (0xffu | board->last) & board->squares;
  return KING_VALUE * bits_count (kings)
         - EDGE_COST * (bits_count (kings & rows) + bits_count (kings & columns));
}

/** The value of the men of one side; `up`: the side whose men move up. */
static inline int evaluate_men (const struct board *board, uint64_t men, bool up, bool balanced) {
  int value = 0;
  for (; men != 0; men &= men - 1) {
    int row = __builtin_ctzll (men) / 8;
    int term = up == balanced ? board->size - 1 - row : row; /* rows advanced, or rows still to go */
    value += MAN_VALUE + term * term;
  }
  return value;
}

/** The cover of the squares of the men of the side that moves up, as the report's program computes it. The
 * cover of a square is the sum, over the two squares behind it, occupied or not, of 2 and the cover of that
 * square. On the base row it is 4, since the squares behind count 0. A square beyond the side edge adds
 * nothing, and neither does a square that is not covered: one with two squares behind it and no man on them.
 * A man on such a square loses 1. */
static inline int cover_of_squares (const struct board *board, uint64_t men) {
  enum { NOT_COVERED = -1, ON_BASE_ROW = 2 * LINK_VALUE };
  /* Squares with a square behind them on the left, on the right. */
  const uint64_t left = squares_step (board->squares, UP_RIGHT) & board->squares,
                 right = squares_step (board->squares, UP_LEFT) & board->squares;
  const uint64_t behind_man = squares_step (men, UP_RIGHT) | squares_step (men, UP_LEFT);
  const uint64_t not_covered = left & right & ~behind_man;
  int cover[64], value = 0;
  if (men == 0)
    return 0;
  for (int bit = 8 * board->size - 1; bit >= __builtin_ctzll (men); bit--) {
    const uint64_t square = (uint64_t) 1 << bit;
    if ((square & board->squares) == 0)
      continue;
    cover[bit] = (square & board->last) != 0 ? ON_BASE_ROW : (square & not_covered) != 0 ? NOT_COVERED : 0;
    if ((square & left & ~not_covered) != 0 && cover[bit + DOWN_LEFT] != NOT_COVERED)
      cover[bit] += LINK_VALUE + cover[bit + DOWN_LEFT];
    if ((square & right & ~not_covered) != 0 && cover[bit + DOWN_RIGHT] != NOT_COVERED)
      cover[bit] += LINK_VALUE + cover[bit + DOWN_RIGHT];
    if ((square & men) != 0)
      value += cover[bit];
  }
  return value;
}

/** The cover of the men among `pieces` of the side that moves up: for each piece on the two squares behind a
 * man, 2 and the cover of that piece. From the base row on, each piece passes its own cover on to the two
 * squares in front of it. */
static inline int cover_of_pieces (const struct board *board, uint64_t pieces, uint64_t men) {
  assert ((men & ~pieces) == 0);
  int cover[64 + DOWN_RIGHT] = { 0 }, value = 0;
  for (int bit = 8 * board->size - 1; bit >= 0; bit--) {
    uint64_t piece = (uint64_t) 1 << bit;
    if ((pieces & piece) == 0)
      continue;
    if ((squares_step (piece, DOWN_LEFT) & pieces) != 0)
      cover[bit] += LINK_VALUE + cover[bit + DOWN_LEFT];
    if ((squares_step (piece, DOWN_RIGHT) & pieces) != 0)
      cover[bit] += LINK_VALUE + cover[bit + DOWN_RIGHT];
    if ((men & piece) != 0)
      value += cover[bit];
  }
  return value;
}

/** The kings, and the men by rows; `balanced`: by the rows that they have advanced, else by the rows still to
 * go. */
static inline int evaluate_rows (const struct board *board, const struct position *position, bool balanced) {
  const uint64_t own = position->own, opponent = position->opponent, kings = position->kings;
  return evaluate_kings (board, own & kings) - evaluate_kings (board, opponent & kings)
         + evaluate_men (board, own & ~kings, true, balanced)
         - evaluate_men (board, opponent & ~kings, false, balanced);
}

static inline int evaluate_balanced (const struct board *board, const struct position *position) {
  return evaluate_rows (board, position, true);
}

static inline int evaluate_defence (const struct board *board, const struct position *position) {
  const struct position turned = position_turned (board, position);
  return evaluate_rows (board, position, false) + cover_of_squares (board, position->own & ~position->kings)
         - cover_of_squares (board, turned.own & ~turned.kings);
}

static inline int evaluate_cover (const struct board *board, const struct position *position) {
  const struct position turned = position_turned (board, position);
  return evaluate_rows (board, position, false)
         + cover_of_pieces (board, position->own, position->own & ~position->kings)
         - cover_of_pieces (board, turned.own, turned.own & ~turned.kings);
}

#endif
