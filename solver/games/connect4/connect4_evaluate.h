/* The evaluations of Connect Four from the report of Davino and De Martino (Napoli 2010), for the side to
 * move; they treat both sides alike. A cell is playable if the next stone of its column lies there; the empty
 * cells above it are remote.
 *
 *   present   lines of four cells without a stone of the other side, by what they hold beside the stones of
 *             one side; ten times the weights of the report, which then add up as in its formula:
 *                 three stones and a playable cell 40, and a remote cell 20
 *                 two stones and two playable cells 30, one playable and one remote 15, two remote 10
 *   future    fours that could still be made from stones of one side and playable cells: a run of `count`
 *             such cells counts count - 3 for every playable cell in it and each of the four directions
 *
 * The sum of both is the evaluation of the report: ten times the present and the future. Where neither side
 * can complete a line any more it is 0, a draw. A stone changes the playable cell of its column and with it
 * every line through two cells, on both sides. So nothing is kept from move to move: the lines of a direction
 * are counted all at once, with the number of stones and of playable cells in each as two binary digits. */
#ifndef ZERMELO_CONNECT4_CONNECT4_EVALUATE_H
#define ZERMELO_CONNECT4_CONNECT4_EVALUATE_H

#include "games/connect4/connect4_rules.h"

#include <assert.h>

#define GAME_EVALUATE 1
#define GAME_EVALUATIONS 1
#define GAME_STALE 1

enum { PRESENT_THREE = 20, PRESENT_TWO = 10, PRESENT_ONE_PLAYABLE = 5, PRESENT_BOTH_PLAYABLE = 20 };

/** The first is the default. */
static const char *const game_evaluations[] = { "present+future", "present", "future", "zero", NULL };

/** The distances between neighbours in a line. On boards with fewer than four columns only the first,
 * upwards, leads to lines. */
static inline int line_steps (const struct board *board, int step[DIRECTIONS]) {
  step[0] = 1;
  step[1] = board->rows + 1;
  step[2] = board->rows + 2;
  step[3] = board->rows;
  return board->columns < 4 ? 1 : DIRECTIONS;
}

/** The first cells of the lines that lie in `cells`. */
static inline bitboard lines_within (bitboard cells, int step) {
  const bitboard pairs = cells & cells >> step;
  return pairs & pairs >> 2 * step;
}

/** By the first cell of a line: how many of its cells are among `cells`, as binary digits of 1 and 2. Four
 * look like none. */
static inline void count_in_lines (bitboard cells, int step, bitboard *ones, bitboard *twos) {
  const bitboard second = cells >> step, odd = cells ^ second, both = cells & second;
  *ones = odd ^ odd >> 2 * step;
  *twos = both ^ both >> 2 * step ^ (odd & odd >> 2 * step);
}

static inline int evaluate_present (const struct board *board, bitboard own, bitboard other,
                                    bitboard playable) {
  int step[DIRECTIONS], value = 0;
  const int directions = line_steps (board, step);
  for (int i = 0; i < directions; i++) {
    const bitboard open = lines_within (board->all & ~other, step[i]);
    bitboard ones, twos, playable_ones, playable_twos;
    count_in_lines (own, step[i], &ones, &twos);
    count_in_lines (playable, step[i], &playable_ones, &playable_twos);
    const bitboard three = open & ones & twos, two = open & ~ones & twos;
    value += PRESENT_THREE * (count_bits (three) + count_bits (three & playable_ones))
             + PRESENT_TWO * count_bits (two) + PRESENT_ONE_PLAYABLE * count_bits (two & playable_ones)
             + PRESENT_BOTH_PLAYABLE * count_bits (two & playable_twos);
  }
  return value;
}

static inline int evaluate_future (const struct board *board, bitboard own, bitboard playable) {
  int step[DIRECTIONS], value = 0;
  const int directions = line_steps (board, step);
  const bitboard cells = own | playable;
  for (int i = 0; i < directions; i++)
    for (bitboard fours = lines_within (cells, step[i]); fours != 0;) {
      bitboard run = fours & -fours, longer = run;
      do {
        run = longer;
        longer |= run << step[i] & cells;
      } while (longer != run);
      value += (count_bits (run) - 3) * count_bits (run & playable);
      fours &= ~run;
    }
  return value;
}

static inline int game_evaluate (const struct board *board, const struct position *position, int which) {
  enum { BOTH, PRESENT, FUTURE, ZERO };
  assert (which >= BOTH && which <= ZERO);
  const bitboard own = position->own, other = position->own ^ position->mask;
  const bitboard playable = next_cells (board, position);
  int value = 0;
  if (which == BOTH || which == PRESENT)
    value = evaluate_present (board, own, other, playable) - evaluate_present (board, other, own, playable);
  if (which == BOTH || which == FUTURE)
    value += evaluate_future (board, own, playable) - evaluate_future (board, other, playable);
  return value >= EVALUATION_MAX ? EVALUATION_MAX - 1 : value <= -EVALUATION_MAX ? 1 - EVALUATION_MAX : value;
}

/** Can neither side complete a line any more? */
static inline bool game_stale (const struct board *board, const struct position *position) {
  const bitboard other = position->own ^ position->mask;
  return !has_four (board, board->all & ~position->own) && !has_four (board, board->all & ~other);
}

#endif
