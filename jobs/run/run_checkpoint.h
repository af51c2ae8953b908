/* The checkpoint of a run (--checkpoint): what is kept, when it is written, and how a run goes on from it.
 *
 * Four things are kept: answers to questions (proof/answer_cache.h), so that none is asked twice; what
 * searches found at a cost (proof/bound_log.h), so that a search that was cut off begins where it was, as far
 * as its table would have helped; the top of a proof (proof/graph_snapshot.h); and what the ranks did, so
 * that statistics are those of all runs together. Written every
 * --checkpoint-interval, and at the end of the run whatever ended it. A checkpoint that cannot be written is
 * tried again at the next interval, and fails the run (EXIT_IO) only if the last one failed.
 *
 * On rank 0 only, but keeper_open(). */
#ifndef ZERMELO_RUN_RUN_CHECKPOINT_H
#define ZERMELO_RUN_RUN_CHECKPOINT_H

#include "run/run.h"
#include "proof/graph.h"

#include <stdbool.h>

enum { CHECKPOINT_INTERVAL = 300 }; /* seconds */

struct keeper;

/** Go on from the checkpoint of the run, if there is one. `job`: what this run is asked, beside the game and
 *  the options of searching; another text is another job. Does nothing without --checkpoint. Collective.
 *  EXIT_CANNOT_CREATE, EXIT_BAD_DATA. */
bool keeper_open (struct run *, const char *job, struct failure *);

/** Is a question answered? NULL has no answers. */
bool keeper_find (const struct keeper *, const struct work *, struct result *);

/** A question came back. Adds to the result what earlier runs have spent on it; keeps the answer if it is
 *  `final`, else what it cost. NULL is allowed. */
void keeper_note (struct keeper *, const struct work *, struct result *, bool final);

/** Something was done for a question before it is asked: its answer is going to say that it cost so much
 *  more. Not without a keeper. */
void keeper_spend (struct keeper *, const struct work *, uint64_t nodes, double seconds);

/** A board is done with: what was found out about it is not needed any more. NULL is allowed. */
void keeper_forget (struct keeper *, const struct work *);

/** A proof begins: graph_create(), as far as the checkpoint had come. It is kept (borrowed) until
 *  keeper_graph_ends(). Without a keeper (NULL) it is just created. */
struct graph *keeper_graph (struct keeper *, const struct game *, const struct position *root,
                            const struct graph_options *);
void keeper_graph_ends (struct keeper *);

/** Add to a result what was spent on its question in earlier runs, and by keeper_spend(). NULL is allowed. */
void keeper_add_cost (const struct keeper *, const struct work *, struct result *);

/** Seconds of the runs before this one. NULL: 0. */
double keeper_seconds (const struct keeper *);

/** Was the job finished before this run, which has found nothing more to do? NULL: no. */
bool keeper_had_finished (const struct keeper *);

/** What the searches find goes here. NULL for NULL. */
struct ledger *keeper_ledger (struct keeper *);

/** Write if the time has come. NULL is allowed. */
void keeper_tick (struct keeper *);

/** Free without writing. NULL is allowed. */
void keeper_free (struct keeper *);

/** The run ends: write, free. `finished`: nothing is left to do. NULL is allowed. EXIT_IO. */
bool keeper_close (struct keeper *, bool finished, struct failure *);

#endif
