/* The checkpoint of a run (--checkpoint): what is kept, when it is written, and how a run goes on from it.
 *
 * Four things are kept: results of queries (proof/answer_cache.h), so that none is asked twice; what
 * searches found at a cost (proof/bound_log.h), so that a search that was cut off begins where it was, as far
 * as its table would have helped; the top of a proof (proof/graph_snapshot.h); and what the ranks did, so
 * that statistics are those of all runs together. Written every
 * --checkpoint-interval, and at the end of the run whatever ended it. A checkpoint that cannot be written is
 * tried again at the next interval, and fails the run (EXIT_IO) only if the last one failed.
 *
 * On rank 0 only, but run_checkpoint_open(). */
#ifndef ZERMELO_RUN_RUN_CHECKPOINT_H
#define ZERMELO_RUN_RUN_CHECKPOINT_H

#include "run/run.h"
#include "proof/graph.h"

#include <stdbool.h>

struct run_checkpoint;

/** Go on from the checkpoint of the run, if there is one. `job`: what this run is asked, beside the game and
 *  the options of searching; another text is another job. Does nothing without --checkpoint. Collective.
 *  EXIT_CANNOT_CREATE, EXIT_BAD_DATA. */
bool run_checkpoint_open (struct run *, const char *job, struct failure *);

/** Is a query answered? NULL has no results. */
bool run_checkpoint_find (const struct run_checkpoint *, const struct query *, struct result *);

/** A query came back. Adds to the result what earlier runs have spent on it; keeps it if it is
 *  `final`, else what it cost. NULL is allowed. */
void run_checkpoint_note (struct run_checkpoint *, const struct query *, struct result *, bool final);

/** Something was done for a query before it is asked: its result is going to say that it cost so much more.
 *  Not for NULL. */
void run_checkpoint_spend (struct run_checkpoint *, const struct query *, const struct cost *);

/** A board is done with: what was found out about it is not needed any more. NULL is allowed. */
void run_checkpoint_forget (struct run_checkpoint *, const struct query *);

/** A proof begins: graph_create(), as far as the checkpoint had come. It is kept (borrowed) until
 *  run_checkpoint_graph_ends(). Without a checkpoint (NULL) it is just created. */
struct graph *run_checkpoint_graph (struct run_checkpoint *, const struct game *, const struct position *root,
                                    const struct graph_options *);
void run_checkpoint_graph_ends (struct run_checkpoint *);

/** Add to a result what was spent on its query in earlier runs, and by run_checkpoint_spend(). NULL is
 * allowed. */
void run_checkpoint_add_cost (const struct run_checkpoint *, const struct query *, struct result *);

/** Seconds of the runs before this one. NULL: 0. */
double run_checkpoint_seconds (const struct run_checkpoint *);

/** Was the job finished before this run, which has found nothing more to do? NULL: no. */
bool run_checkpoint_had_finished (const struct run_checkpoint *);

/** What the searches find goes here. NULL for NULL. */
struct bound_log *run_checkpoint_bound_log (struct run_checkpoint *);

/** Write if the time has come. NULL is allowed. */
void run_checkpoint_tick (struct run_checkpoint *);

/** Free without writing. NULL is allowed. */
void run_checkpoint_free (struct run_checkpoint *);

/** The run ends: write, free. `finished`: nothing is left to do. NULL is allowed. EXIT_IO. */
bool run_checkpoint_close (struct run_checkpoint *, bool finished, struct failure *);

#endif
