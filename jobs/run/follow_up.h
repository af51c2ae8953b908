/* What is asked about a position whose value has been found: a move that keeps it, if the answer names none,
 * and a line of best play.
 *
 * The move costs at most a tenth of the nodes that the value has cost (and no more than --node-limit leaves),
 * and is part of what the answer says it cost. The line costs as much and a little more at most, is asked for
 * only where somebody is going to see it, and is counted apart (pv_nodes), so that an answer is the same
 * however it is printed. Both are asked by the same ranks as the value, whose tables still know much. Rank 0
 * only. */
#ifndef ZERMELO_RUN_FOLLOW_UP_H
#define ZERMELO_RUN_FOLLOW_UP_H

#include "run/solution.h"
#include "run/query_queue.h"

/** Ask about a solution as far as it wants; done (context) is called in the end, at once if there is nothing
 *  to ask. Everything is borrowed. */
void follow_up_ask (struct run *, struct query_queue *, struct solution *, void (*done) (void *context),
                    void *context);

/** Another producer with the queries that follow from it. */
struct follow_up {
  struct producer inner;
  struct run *run;
  struct solution *solution;
  void (*decided) (void *context); /* the inner producer is finished: the solution is to be filled */
  void *context;

  bool is_decided, pending, open; /* private: a query is to be handed out, or in flight */
  struct query query;
};

/** `follow_up` (borrowed) is filled but for its private part. */
struct producer follow_up_producer (struct follow_up *);

/** The same for a board without keys, here and now. The search (borrowed) has found the value, in one thread;
 *  it is used again. */
void follow_up_here (struct search *, struct solution *);

#endif
