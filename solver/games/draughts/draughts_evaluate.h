/* The two evaluations of Italian draughts from the report of Miraglia (Pisa 2012), for the side to move.
 *
 * In both, a king counts 200; on the first or last row it loses 10, on the first or last column another 10. A
 * man counts 100 and a term that depends on how many rows it has advanced, 0 to 7. The report takes Black as
 * positive; here it is the side to move, since both treat the sides alike. The signs of the edge terms are
 * those of its prose and program (its printed formula has them the other way round).
 *
 *   balanced ("valuteBalanced")   a man gets advanced^2
 *   defence  ("valuteDefense")    a man gets (7 - advanced)^2 and its cover: 2 for each piece of its side on
 *                                 the two squares behind it, and in turn the cover of that piece, back to the
 *                                 base row */
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
    int term = up == balanced ? board->size - 1 - row : row; /* rows advanced, or still to go */
    value += MAN_VALUE + term * term;
  }
  return value;
}

/** The cover of the men among `pieces` of the side that moves up. From the base row on, each piece passes its
 *  own cover on to the two in front of it. */
static inline int evaluate_cover (const struct board *board, uint64_t pieces, uint64_t men) {
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

static inline int evaluate_balanced (const struct board *board, const struct position *position) {
  uint64_t own = position->own, opponent = position->opponent, kings = position->kings;
  return evaluate_kings (board, own & kings) - evaluate_kings (board, opponent & kings)
         + evaluate_men (board, own & ~kings, true, true)
         - evaluate_men (board, opponent & ~kings, false, true);
}

static inline int evaluate_defence (const struct board *board, const struct position *position) {
  struct position turned = position_turned (board, position);
  uint64_t own = position->own, opponent = position->opponent, kings = position->kings;
  return evaluate_kings (board, own & kings) - evaluate_kings (board, opponent & kings)
         + evaluate_men (board, own & ~kings, true, false)
         - evaluate_men (board, opponent & ~kings, false, false) + evaluate_cover (board, own, own & ~kings)
         - evaluate_cover (board, turned.own, turned.own & ~turned.kings);
}

#endif
