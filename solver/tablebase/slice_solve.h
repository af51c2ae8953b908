/* Solves one pair of slices with the threads of all ranks, level by level (slices_kernel.h).
 *
 * After each level every rank sends every other one message: how much it had to do, and the updates for the
 * other's owners. Every rank solves a pair with few rows alone. */
#ifndef ZERMELO_TABLEBASE_SLICE_SOLVE_H
#define ZERMELO_TABLEBASE_SLICE_SOLVE_H

#include "base/threads.h"
#include "parallel/ranks.h"
#include "tablebase/endgames.h"
#include "tablebase/slice_work.h"

enum { SLICE_ALONE_ROWS = 1 << 13 }; /* a pair with fewer takes a rank less time than messages would */

/** Cut the rows of a pair into blocks for the threads of these ranks: all of them, or this one alone. Borrows
 *  everything. The number of threads is the same on all ranks. */
void slice_work_open (struct slice_work *, const struct endgames *, const struct endgame_pair *,
                      const struct ranks *);
void slice_work_close (struct slice_work *);

/** Solve; afterwards all ranks have the whole `value`. Collective. The options' stop() is called at each
 *  level. */
enum slice_end {
  SLICE_DONE,
  SLICE_TOO_FAR, /* a win takes more plies than a table holds */
  SLICE_STOPPED  /* a rank was told to stop; there is no result */
};
enum slice_end slice_work_solve (struct slice_work *, const struct endgames *, const struct ranks *);

/** The result for a side to move, the same on all ranks. Collective. */
void slice_work_summarize (const struct slice_work *, const struct game *, const struct ranks *, int side,
                           struct slice_summary *);

#endif
