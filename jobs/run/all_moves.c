#include "run/follow_up.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct move_queries {
  const struct session *session;
  struct query_queue *queue;
  struct solution *solution;
  void (*done) (void *);
  void *context;
  int next; /* next reply to ask about */
  int open; /* queries in flight, plus 1 while they are being made */
};

struct reply_query {
  struct move_queries *queries;
  int reply;
};

static void reply_done (void *context, const struct result *);

static void ask_one (struct move_queries *queries, int reply, struct query *query) {
  assert (0 <= reply && reply < queries->next && query->window.lower < query->window.upper);
  query->start = false;
  query->shared = query->node_limit == 0;
  memcpy (query->key, queries->solution->answer.moves[reply].key, sizeof query->key);
  struct reply_query *reply_query = allocate (1, sizeof *reply_query);
  *reply_query = (struct reply_query){ queries, reply };
  queries->open++;
  query_queue_add (queries->queue, query, reply_done, reply_query);
}

/* Ask about all replies; with a node limit, about the next one. */
static void ask_next (struct move_queries *queries) {
  assert (queries->open > 0); /* the queue cannot end meanwhile */
  const struct solution *solution = queries->solution;
  const uint64_t limit = queries->session->options.node_limit;
  while (queries->next < solution->answer.count && (limit == 0 || solution->cost.nodes < limit)) {
    const int reply = queries->next++;
    struct query query = solution->query;
    if (!answer_asks (&solution->answer, reply, GOAL_KEEPERS, query.exact_score, &query.window))
      continue;
    if (limit > 0)
      query.node_limit = limit - solution->cost.nodes;
    ask_one (queries, reply, &query);
    if (limit > 0)
      return;
  }
}

static void finish_one (struct move_queries *queries) {
  assert (queries->open > 0);
  if (--queries->open > 0)
    return;
  if (queries->done != NULL)
    queries->done (queries->context);
  free (queries);
}

static void reply_done (void *context, const struct result *result) {
  struct reply_query *reply_query = context;
  struct move_queries *queries = reply_query->queries;
  struct solution *solution = queries->solution;
  answer_take_bounds (&solution->answer, reply_query->reply, result->bounds, solution->query.exact_score);
  cost_add (&solution->cost, &result->cost);
  free (reply_query);
  ask_next (queries);
  finish_one (queries);
}

void all_moves_ask (const struct session *session, struct query_queue *queue, struct solution *solution,
                    void (*done) (void *), void *context) {
  assert (queue != NULL && session->ranks.rank == 0);
  struct move_queries *queries = allocate (1, sizeof *queries);
  *queries = (struct move_queries){
    .session = session, .queue = queue, .solution = solution, .done = done, .context = context, .open = 1
  };
  ask_next (queries);
  finish_one (queries);
}
