/* A list of questions as a source of work: each with a function that takes its answer.
 *
 * Batch, verify, book and moves all are lists of questions, some of which arise from answers. A
 * feeder is asked for more when the list is empty, so that long lists are never held whole.
 * Rank 0 only, except works_run(). */
#ifndef ZERMELO_RUN_QUERY_QUEUE_H
#define ZERMELO_RUN_QUERY_QUEUE_H

#include "run/run.h"
#include "parallel/manager.h"

#include <stdbool.h>

struct works;

enum feeding {
  FEEDING_MORE,  /* something was added */
  FEEDING_LATER, /* nothing at present: ask again */
  FEEDING_OVER   /* nothing will come any more */
};

struct works *works_create (void);
void works_destroy (struct works *);

/** Ask for more by feed (context) whenever nothing is left to hand out. */
void works_feed_by (struct works *, enum feeding (*feed) (void *context), void *context);

/** A question whose budget is used up is answered for good: another run does not ask it again. */
void works_budgets_are_final (struct works *);

/** Add a question (copied; its number is set here); done (context, result) gets the answer, and may
 *  add more. Every question gets an answer; if the run ends before, it says `stopped`. */
void works_add (struct works *, const struct work *, void (*done) (void *context, const struct result *),
                void *context);

/** Do them all with all ranks, but for those that the checkpoint of the run answers (run_checkpoint.h).
 * Collective: rank 0 brings the works, the others NULL. Adds to the account of the run. Returns on all ranks
 * whether everything was answered. */
bool works_run (struct run *, struct works *);

/** manage() with the account and the progress of this run. Collective; `source` is NULL but on rank 0. */
bool run_source (struct run *, struct source *source);

/** A question about a position (NULL: the start) of a game with the options of the run: method, scale of
 *  --score, node limit, the whole window. */
struct work work_about (const struct run *, const struct game *, const struct position *);

#endif
