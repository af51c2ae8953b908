/* The evaluations of Connect Four, for the side to move; they treat both sides alike. A cell is playable if
 * the next stone of its column falls there; the empty cells above it are remote.
 *
 * The evaluations of the report of Davino and De Martino (Napoli 2010) are
 *
 *   present   ten times the sum of the values of a side's runs: two or three adjacent stones, in any
 *             direction. From each end of a run the report looks at the next cells of the line: at two
 *             cells for two stones, at one cell for three. It stops at the edge, at a stone of the other
 *             side, and at the last stone of an earlier run of two or more on the line (from left to
 *             right). The value of an end:
 *                 three stones and an empty cell           4 if the cell is playable, else 2
 *                 two, an empty cell and another stone     4 if the cell is playable, else 2
 *                 two stones and two empty cells           3 if both are playable, 1.5 if one is, else 1
 *             The value of a run is the larger of those of its ends; 1.5 at both ends makes 3.
 *   future    fours that could be made at once. Across and on the diagonals, every playable cell counts the
 *             fours of own stones and playable cells to which it belongs. Upwards it counts 1 if the own
 *             stones right below it and the empty cells of its column together are four or more
 *   present+future   their sum, the evaluation of the report
 *
 * If the future of both sides is 0, the report assumes a stalemate: the search looks no further, and all
 * three evaluations are 200 for the side to move, against the side that made the last move. The game goes on
 * all the same: lines through remote cells are not counted, and may still decide it.
 *
 * Our own evaluations are
 *
 *   lines     lines of four cells without a stone of the other side, weighted by their stones and cells:
 *                 three stones and a playable cell 40, and a remote cell 20
 *                 two stones and two playable cells 30, one playable and one remote 15, two remote 10
 *   lines+future   the sum of lines and future
 *
 * A stone changes the playable cell of its column and with it every line through two cells, for both sides.
 * So no part is updated from move to move: all lines of a direction are counted at once. */
#ifndef ZERMELO_CONNECT4_CONNECT4_EVALUATE_H
#define ZERMELO_CONNECT4_CONNECT4_EVALUATE_H

#include "games/connect4/connect4_rules.h"

#include <assert.h>

#define GAME_EVALUATE 1
#define GAME_EVALUATIONS 1
#define GAME_EVALUATION_ENDS 1
#define GAME_STALE 1

#define GAME_EVALUATION_OF_PLAY EVALUATE_LINES_AND_FUTURE

enum {
  EVALUATE_BOTH,
  EVALUATE_PRESENT,
  EVALUATE_FUTURE,
  EVALUATE_LINES_AND_FUTURE,
  EVALUATE_LINES,
  EVALUATE_ZERO
};

/** The first is the default. */
static const char *const game_evaluations[]
    = { "present+future", "present", "future", "lines+future", "lines", "zero", NULL };

enum { STALEMATE_VALUE = 200 };

/** The distances between neighbours in a line. On boards with fewer than four columns only the first,
 * upwards, leads to lines. */
static inline int line_steps (const struct board *board, int step[DIRECTIONS]) {
  step[0] = 1;
  step[1] = board->rows + 1;
  step[2] = board->rows + 2;
  step[3] = board->rows;
  return board->columns < 4 ? 1 : DIRECTIONS;
}

/* ---- present ---- */

/** The runs with an end of a certain value, by their first stones. */
struct run_ends {
  bitboard four, three, two, one_and_half, one;
};

/** The value of an end of two stones, by the next two cells: each may be playable or remote, and the second
 * may be an own stone. */
static inline struct run_ends ends_of_two (bitboard playable, bitboard remote, bitboard playable2,
                                           bitboard remote2, bitboard own2) {
  return (struct run_ends){ .four = playable & own2,
                            .three = playable & playable2,
                            .two = remote & own2,
                            .one_and_half = (playable & remote2) | (remote & playable2),
                            .one = remote & remote2 };
}

/** Ten times the sum of the values of the runs in one direction. */
static inline int evaluate_runs (bitboard own, bitboard playable, bitboard remote, int step) {
  const bitboard second = own >> step, third = second >> step;
  const bitboard triples = own & second & third, pairs = own & second & ~third & ~(own << step);
  const struct run_ends after = ends_of_two (playable >> 2 * step, remote >> 2 * step, playable >> 3 * step,
                                             remote >> 3 * step, own >> 3 * step);
  /* stones that are not the last of a run */
  const bitboard alone = own & ~(own << step);
  const struct run_ends before = ends_of_two (playable << step, remote << step, playable << 2 * step,
                                              remote << 2 * step, alone << 2 * step);
  const bitboard four
      = (triples & (playable >> 3 * step | playable << step)) | (pairs & (after.four | before.four));
  const bitboard three
      = pairs & ~four & (after.three | before.three | (after.one_and_half & before.one_and_half));
  const bitboard two
      = ((triples & (remote >> 3 * step | remote << step)) | (pairs & (after.two | before.two))) & ~four
        & ~three;
  const bitboard one_and_half = pairs & ~four & ~three & ~two & (after.one_and_half | before.one_and_half);
  const bitboard one = pairs & ~four & ~three & ~two & ~one_and_half & (after.one | before.one);
  return 40 * count_bits (four) + 30 * count_bits (three) + 20 * count_bits (two)
         + 15 * count_bits (one_and_half) + 10 * count_bits (one);
}

static inline int evaluate_present (const struct board *board, bitboard own, bitboard other,
                                    bitboard playable) {
  int step[DIRECTIONS], value = 0;
  const int directions = line_steps (board, step);
  const bitboard remote = board->all & ~own & ~other & ~playable;
  for (int i = 0; i < directions; i++)
    value += evaluate_runs (own, playable, remote, step[i]);
  return value;
}

/* ---- future ---- */

/** The first cells of the lines of four within `cells`. */
static inline bitboard lines_within (bitboard cells, int step) {
  const bitboard pairs = cells & cells >> step;
  return pairs & pairs >> 2 * step;
}

/** The top cells of the columns that are not full and in which a side can still make four upwards. */
static inline bitboard columns_open (const struct board *board, bitboard own, bitboard other) {
  const bitboard free = board->all & ~other, tops = board->spares >> 1 & free & ~own;
  return tops & free << 1 & free << 2 & free << 3;
}

static inline int evaluate_future (const struct board *board, bitboard own, bitboard other,
                                   bitboard playable) {
  int step[DIRECTIONS], value = count_bits (columns_open (board, own, other));
  const int directions = line_steps (board, step);
  for (int i = 1; i < directions; i++) {
    const bitboard lines = lines_within (own | playable, step[i]);
    for (int cell = 0; cell < 4; cell++)
      value += count_bits (lines & playable >> cell * step[i]);
  }
  return value;
}

/** Is the future of both sides 0? */
static inline bool is_stalemate (const struct board *board, bitboard own, bitboard other, bitboard playable) {
  return columns_open (board, own, other) == 0 && columns_open (board, other, own) == 0
         && !has_four_across (board, own | playable) && !has_four_across (board, other | playable);
}

/* ---- lines ---- */

enum { LINE_OF_THREE = 20, LINE_OF_TWO = 10, ONE_PLAYABLE = 5, BOTH_PLAYABLE = 20 };

/** For each line, by its first cell: the number of its cells among `cells`, as the binary digits of value 1
 * and 2. So four and none cannot be distinguished. */
static inline void count_in_lines (bitboard cells, int step, bitboard *ones, bitboard *twos) {
  const bitboard second = cells >> step, odd = cells ^ second, both = cells & second;
  *ones = odd ^ odd >> 2 * step;
  *twos = both ^ both >> 2 * step ^ (odd & odd >> 2 * step);
}

static inline int evaluate_lines (const struct board *board, bitboard own, bitboard other,
                                  bitboard playable) {
  int step[DIRECTIONS], value = 0;
  const int directions = line_steps (board, step);
  for (int i = 0; i < directions; i++) {
    const bitboard open = lines_within (board->all & ~other, step[i]);
    bitboard ones, twos, playable_ones, playable_twos;
    count_in_lines (own, step[i], &ones, &twos);
    count_in_lines (playable, step[i], &playable_ones, &playable_twos);
    const bitboard three = open & ones & twos, two = open & ~ones & twos;
    value += LINE_OF_THREE * (count_bits (three) + count_bits (three & playable_ones))
             + LINE_OF_TWO * count_bits (two) + ONE_PLAYABLE * count_bits (two & playable_ones)
             + BOTH_PLAYABLE * count_bits (two & playable_twos);
  }
  return value;
}

/* ---- totals ---- */

/** The evaluation of one side. */
static inline int evaluate_side (const struct board *board, bitboard own, bitboard other, bitboard playable,
                                 int which) {
  int value = 0;
  if (which == EVALUATE_BOTH || which == EVALUATE_PRESENT)
    value += evaluate_present (board, own, other, playable);
  if (which == EVALUATE_LINES || which == EVALUATE_LINES_AND_FUTURE)
    value += evaluate_lines (board, own, other, playable);
  if (which == EVALUATE_BOTH || which == EVALUATE_FUTURE || which == EVALUATE_LINES_AND_FUTURE)
    value += evaluate_future (board, own, other, playable);
  return value;
}

/** Is the position a stalemate in the sense of the report, and is this one of the report's evaluations? */
static inline bool game_evaluation_ends (const struct board *board, const struct position *position,
                                         int which) {
  const bitboard own = position->own, other = position->own ^ position->mask;
  return which <= EVALUATE_FUTURE && is_stalemate (board, own, other, next_cells (board, position));
}

static inline int game_evaluate (const struct board *board, const struct position *position, int which) {
  assert (which >= EVALUATE_BOTH && which <= EVALUATE_ZERO);
  const bitboard own = position->own, other = position->own ^ position->mask;
  const bitboard playable = next_cells (board, position);
  if (game_evaluation_ends (board, position, which))
    return STALEMATE_VALUE;
  const int value = evaluate_side (board, own, other, playable, which)
                    - evaluate_side (board, other, own, playable, which);
  return value >= EVALUATION_MAX ? EVALUATION_MAX - 1 : value <= -EVALUATION_MAX ? 1 - EVALUATION_MAX : value;
}

/** Can neither side complete a line any more? */
static inline bool game_stale (const struct board *board, const struct position *position) {
  const bitboard other = position->own ^ position->mask;
  return !has_four (board, board->all & ~position->own) && !has_four (board, board->all & ~other);
}

#endif
