/* A queue of queries as a producer (proof/producer.h). Each query has a function that takes its result.
 *
 * Batch, verify, book and moves all work through queues of queries, some of which follow from results. When
 * the queue is empty, a callback adds more, so that a long list is never held in memory as a whole. Rank 0
 * only, except query_queue_run(). */
#ifndef ZERMELO_RUN_QUERY_QUEUE_H
#define ZERMELO_RUN_QUERY_QUEUE_H

#include "answer/answer.h"
#include "run/run.h"
#include "parallel/manager.h"

#include <stdbool.h>

struct query_queue;

enum production {
  PRODUCTION_MORE,  /* queries were added */
  PRODUCTION_LATER, /* there are no queries at present: call again later */
  PRODUCTION_OVER   /* there will be no more queries */
};

struct query_queue *query_queue_create (void);
void query_queue_destroy (struct query_queue *);

/** Call produce (context) for more whenever no query is left to hand out. */
void query_queue_produce_by (struct query_queue *, enum production (*produce) (void *context), void *context);

/** Treat a result that is out of budget as final, so that a later run does not ask again. */
void query_queue_budgets_are_final (struct query_queue *);

/** The threads of a host may answer several of the queries side by side (struct producer). */
void query_queue_side_by_side (struct query_queue *);

/** Add a query, which is copied and numbered here. done (context, result) gets the result and may add more
 * queries. Every query gets a result; if the run ends first, the result is `stopped`. */
void query_queue_add (struct query_queue *, const struct query *,
                      void (*done) (void *context, const struct result *), void *context);

/** The searches of all ranks as a source of answers: their queries are added to the queue. `query` is what
 * they have in common. */
struct answer_searches query_queue_searches (struct query_queue *, const struct query *query);

/** The queries that have been added and have no result yet. */
size_t query_queue_open (const struct query_queue *);

/** Call take (context, report, size) with the context of a query for the report beside its result, just
 * before its result. */
void query_queue_reports_to (struct query_queue *,
                             void (*take) (void *context, const uint8_t *report, size_t size));

/** Answer all queries with all ranks, except those that the run's checkpoint answers (run_checkpoint.h). Adds
 * to the account of the run. Collective: rank 0 passes the queue, the other ranks NULL. Returns on all ranks
 * whether everything was answered. */
bool query_queue_run (struct run *, struct query_queue *);

/** manage() with the account and the progress of this run. Collective; `producer` is NULL on all ranks but 0.
 */
bool run_producer (struct run *, struct producer *producer);

/** A query about the start of a game, by its title: its exact value or score, without limits. */
struct query query_begin (const char title[96], enum method, bool exact_score);

/** Ask about a position instead. A game without keys has no other than the start. */
void query_set_position (struct query *, const struct game *, const struct position *);

/** A query about a position (NULL: the start) with the options of the run: method, scale of --score, node
 * limit, the whole window. */
struct query query_about (const struct session *, const struct game *, const struct position *);

#endif
