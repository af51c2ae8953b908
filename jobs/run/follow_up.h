/* Queries about a position whose value has been found: for a move that keeps the value, if the result names
 * none, and for a line of best play.
 *
 * The move may cost at most a tenth of the nodes of the value, within --node-limit, and is included in the
 * cost of the answer. The line may cost a little more than that. It is searched only if it will be shown, and
 * its cost is counted separately (pv_nodes), so that an answer is the same however it is printed. Both
 * queries go to the ranks that found the value, since their tables still hold much of what is needed. Rank 0
 * only.
 *
 * If an earlier run found the value, both queries get few nodes, whatever the value cost: these searches
 * begin anew in each run, and a run that is killed while it searches for a line has not printed the value. */
#ifndef ZERMELO_RUN_FOLLOW_UP_H
#define ZERMELO_RUN_FOLLOW_UP_H

#include "run/solution.h"
#include "run/query_queue.h"

/** Make the queries that the solution wants. done (context), if not NULL, is called after the last result, or
 * at once if there is nothing to ask. All arguments are borrowed. */
void follow_up_ask (struct run *, struct query_queue *, struct solution *, void (*done) (void *context),
                    void *context);

/** A producer that adds these queries after those of an inner producer. */
struct follow_up {
  struct producer inner;
  struct run *run;
  struct solution *solution;
  void (*decided) (void *context); /* fills the solution when the inner producer is finished */
  void *context;

  bool has_searched, is_decided, pending, open; /* private */
  struct query query;
};

/** The caller has filled `follow_up` (borrowed), except for its private part. */
struct producer follow_up_producer (struct follow_up *);

/** Ask what follows on a board without keys, without a producer. `search` (borrowed) has found the value in
 * one thread and is used again. */
void follow_up_here (struct search *, struct solution *);

#endif
