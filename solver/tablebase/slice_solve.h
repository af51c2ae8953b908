/* One pair of slices solved by the threads of all ranks, level by level (slices_kernel.h).
 *
 * After each level every rank sends every other one message: how much it had to do, and the updates for its
 * owners. A pair of few lines is solved by every rank for itself. */
#ifndef ZERMELO_TABLEBASE_SLICE_SOLVE_H
#define ZERMELO_TABLEBASE_SLICE_SOLVE_H

#include "base/threads.h"
#include "parallel/ranks.h"
#include "tablebase/slice_work.h"
#include "tablebase/slices.h"

enum { SLICE_ALONE_ROWS = 1 << 13 }; /* a pair of fewer is solved by every rank sooner than messages travel */

/** Cut the lines of a pair into blocks; value[64 * lines]. Borrows everything. `threads` is the same on all
 *  ranks. */
void slice_work_open (struct slice_work *, const struct slices_engine *, const struct rows *,
                      const struct row_table *, uint8_t *value, const struct ranks *, int threads);
void slice_work_close (struct slice_work *);

/** Solve; afterwards all ranks have all of `value`. Collective. stop() (may be NULL) is asked at each level,
 *  with the name of the slice. */
enum slice_end {
  SLICE_DONE,
  SLICE_TOO_FAR, /* a win takes more plies than a table holds */
  SLICE_STOPPED  /* a rank was told to stop; nothing came out */
};
enum slice_end slice_work_solve (struct slice_work *, const struct slices_engine *, struct team *,
                                 const struct ranks *, bool (*stop) (void *context, const char *slice),
                                 void *stop_context);

/** What came out for a side to move, the same on all ranks. Collective. */
void slice_work_summarize (const struct slice_work *, const struct game *, const struct ranks *, int side,
                           struct slice_summary *);

#endif
