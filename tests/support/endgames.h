/* What the tests of endgame tables share: solving them, adding up what came out, picking positions. A failure
 * fails the test. */
#ifndef ZERMELO_TESTS_ENDGAMES_H
#define ZERMELO_TESTS_ENDGAMES_H

#include "support/support.h"

#include "tablebase/slices.h"

/** All tables of 2 to `pieces` pieces, by this process alone; endgames_destroy() frees them. */
struct endgames *endgames_up_to (const struct game *, int pieces, int threads);

/** What came out for all slices of a number of pieces. */
struct endgames_sum {
  uint64_t positions, won, drawn, lost;
  int longest; /* plies; begin with -1 */
};

/** For endgames_solve() to call after each slice, with a struct endgames_sum. */
void endgames_sum_add (const struct slice_summary *, void *sum);

/** The first of every `step`-th position of a slice whose code does not follow by the rules from the codes
 *  after its moves, as an index; UINT64_MAX: all follow. So wins and losses are right by induction on the
 *  distance, and in a draw neither side can force more. */
uint64_t endgames_first_wrong (const struct game *, const struct row_table *, const struct slice *,
                               uint64_t size, uint64_t step);

/** Does every `step`-th position of all slices of `pieces` pieces follow? */
bool endgames_follow (const struct game *, const struct endgames *, int pieces, uint64_t step);

/** A position with exactly `pieces` pieces: of a random pair of slices, either of the two. */
void random_endgame (const struct game *, int pieces, uint64_t *random, struct position *);

#endif
