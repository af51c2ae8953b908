/* The size of draughts, by formulas. */
#ifndef ZERMELO_DRAUGHTS_DRAUGHTS_SIZE_H
#define ZERMELO_DRAUGHTS_DRAUGHTS_SIZE_H

#define GAME_FORMULAS 1

#include "base/combinations.h"
#include "games/draughts/draughts_rules.h"

/** The number of ways to place the men of both sides on a board of `squares` squares with `row` squares in a
 * row: no man stands on the row where it would be promoted. */
static inline double men_placements (int squares, int row, int white, int black) {
  double sum = -(double) INFINITY;
  for (int i = 0; i <= row && i <= white; i++)   /* white men on White's own row, where no black man stands */
    for (int j = 0; j <= row && j <= black; j++) /* black men on Black's own row, where no white man stands */
      sum = log_add (sum, log_choose (row, i) + log_choose (row, j)
                              + log_choose (squares - 2 * row, white - i)
                              + log_choose (squares - 2 * row - (white - i), black - j));
  return sum;
}

/** The number of placements with up to `most` pieces a side, at least one piece in all, with one side to
 * move. */
static inline double piece_placements (int squares, int row, int most) {
  double sum = -(double) INFINITY;
  for (int white = 0; white <= most; white++)
    for (int black = 0; black <= most; black++) {
      const double men = men_placements (squares, row, white, black);
      const int rest = squares - white - black;
      for (int kings = 0; kings <= most - white; kings++)
        for (int others = 0; others <= most - black; others++)
          if (white + black + kings + others > 0)
            sum = log_add (sum, men + log_choose (rest, kings) + log_choose (rest - kings, others));
    }
  return sum;
}

static inline int game_formulas (const struct board *board, struct size_formula *list) {
  const int row = board->size / 2, pieces = row * (row - 1);
  list[0] = (struct size_formula){ "state space: placements of pieces, either side to move",
                                   log (2) + piece_placements (board->count, row, pieces), 0 };
  return 1;
}

#endif
