/* A list of questions as a source of work: each with a function that takes its answer.
 *
 * Batch, verify, book and moves all are lists of questions, some of which arise from answers. A
 * feeder is asked for more when the list is empty, so that long lists are never held whole.
 * Rank 0 only, except query_queue_run(). */
#ifndef ZERMELO_RUN_QUERY_QUEUE_H
#define ZERMELO_RUN_QUERY_QUEUE_H

#include "run/run.h"
#include "parallel/manager.h"

#include <stdbool.h>

struct query_queue;

enum feeding {
  FEEDING_MORE,  /* something was added */
  FEEDING_LATER, /* nothing at present: ask again */
  FEEDING_OVER   /* nothing will come any more */
};

struct query_queue *query_queue_create (void);
void query_queue_destroy (struct query_queue *);

/** Ask for more by feed (context) whenever nothing is left to hand out. */
void query_queue_feed_by (struct query_queue *, enum feeding (*feed) (void *context), void *context);

/** A question whose budget is used up is answered for good: another run does not ask it again. */
void query_queue_budgets_are_final (struct query_queue *);

/** Add a question (copied; its number is set here); done (context, result) gets the answer, and may
 *  add more. Every question gets an answer; if the run ends before, it says `stopped`. */
void query_queue_add (struct query_queue *, const struct query *,
                      void (*done) (void *context, const struct result *), void *context);

/** Do them all with all ranks, but for those that the checkpoint of the run answers (run_checkpoint.h).
 * Collective: rank 0 brings the works, the others NULL. Adds to the account of the run. Returns on all ranks
 * whether everything was answered. */
bool query_queue_run (struct run *, struct query_queue *);

/** manage() with the account and the progress of this run. Collective; `source` is NULL but on rank 0. */
bool run_producer (struct run *, struct producer *producer);

/** A question about a position (NULL: the start) of a game with the options of the run: method, scale of
 *  --score, node limit, the whole window. */
struct query query_about (const struct run *, const struct game *, const struct position *);

#endif
