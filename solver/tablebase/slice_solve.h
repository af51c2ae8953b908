/* Solves one pair of slices with the threads of all ranks, level by level (slices_kernel.h).
 *
 * After each level every rank sends one message to every other rank: how much it had to do, and the updates
 * for the owners of that rank. A pair with few rows is solved by every rank for itself. */
#ifndef ZERMELO_TABLEBASE_SLICE_SOLVE_H
#define ZERMELO_TABLEBASE_SLICE_SOLVE_H

#include "base/threads.h"
#include "parallel/ranks.h"
#include "tablebase/endgames.h"
#include "tablebase/slice_work.h"

/* a rank solves a pair with fewer rows in less time than messages would take */
enum { SLICE_ALONE_ROWS = 1 << 13 };

/** Deal the rows of a pair to the threads of these ranks, which are all ranks or this one alone.
 * Borrows all arguments. All ranks have equal numbers of threads. */
void slice_work_open (struct slice_work *, const struct endgames *, const struct endgame_pair *,
                      const struct ranks *);
void slice_work_close (struct slice_work *);

/** Solve the pair; afterwards all ranks have the whole `value`. Collective. stop() of the options is called
 * at each level. */
enum slice_end {
  SLICE_DONE,
  SLICE_STOPPED, /* a rank was told to stop; there is no result */
  SLICE_FAILED   /* see slice_cache_make_room(); there is no result */
};
enum slice_end slice_work_solve (struct slice_work *, struct endgames *, const struct ranks *,
                                 struct failure *);

/** The result for a side to move, equal on all ranks. Collective. */
void slice_work_summarize (const struct slice_work *, const struct game *, const struct ranks *, int side,
                           struct slice_summary *);

#endif
