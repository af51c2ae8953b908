/* A list of queries as a producer (proof/producer.h): each with a function that takes its result.
 *
 * Batch, verify, book and moves all are lists of queries, some of which arise from results. When the list is
 * empty, more are produced, so that long lists are never held whole.
 * Rank 0 only, except query_queue_run(). */
#ifndef ZERMELO_RUN_QUERY_QUEUE_H
#define ZERMELO_RUN_QUERY_QUEUE_H

#include "run/run.h"
#include "parallel/manager.h"

#include <stdbool.h>

struct query_queue;

enum production {
  PRODUCTION_MORE,  /* something was added */
  PRODUCTION_LATER, /* nothing at present: ask again */
  PRODUCTION_OVER   /* nothing will come any more */
};

struct query_queue *query_queue_create (void);
void query_queue_destroy (struct query_queue *);

/** Ask for more by produce (context) whenever nothing is left to hand out. */
void query_queue_produce_by (struct query_queue *, enum production (*produce) (void *context), void *context);

/** A query whose budget is used up is answered for good: another run does not ask it again. */
void query_queue_budgets_are_final (struct query_queue *);

/** Add a query (copied; its number is set here); done (context, result) gets the result, and may add more.
 *  Every query gets a result; if the run ends before, it says `stopped`. */
void query_queue_add (struct query_queue *, const struct query *,
                      void (*done) (void *context, const struct result *), void *context);

/** Do them all with all ranks, but for those that the checkpoint of the run answers (run_checkpoint.h).
 * Collective: rank 0 brings the queue, the others NULL. Adds to the account of the run. Returns on all ranks
 * whether everything was answered. */
bool query_queue_run (struct run *, struct query_queue *);

/** manage() with the account and the progress of this run. Collective; `producer` is NULL but on rank 0. */
bool run_producer (struct run *, struct producer *producer);

/** A query about a position (NULL, or a game without keys: the start) with the options of the run: method,
 * scale of --score, node limit, the whole window. */
struct query query_about (const struct run *, const struct game *, const struct position *);

#endif
