#include "run/all_moves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct asking {
  struct run *run;
  struct query_queue *queue;
  struct solution *solution;
  void (*done) (void *);
  void *context;
  int next; /* next reply to ask about */
  int open; /* queries in flight, plus 1 while they are being made */
};

struct inquiry {
  struct asking *asking;
  int reply;
};

static void reply_done (void *context, const struct result *);

static void
ask_one (struct asking *asking, int reply, struct query *query)
{
  assert (0 <= reply && reply < asking->next && query->window.lower < query->window.upper);
  query->start = false;
  query->shared = query->node_limit == 0;
  memcpy (query->key, asking->solution->replies[reply].key, sizeof query->key);
  struct inquiry *inquiry = allocate (1, sizeof *inquiry);
  *inquiry = (struct inquiry){ asking, reply };
  asking->open++;
  query_queue_add (asking->queue, query, reply_done, inquiry);
}

/* Ask about all replies; with a node limit, about the next one. */
static void
ask_next (struct asking *asking)
{
  assert (asking->open > 0); /* it does not end meanwhile */
  const struct solution *solution = asking->solution;
  const uint64_t limit = asking->run->options.node_limit;
  while (asking->next < solution->reply_count && (limit == 0 || solution->result.cost.nodes < limit)) {
    const int reply = asking->next++;
    struct query query = solution->query;
    if (!solution_asks (solution, reply, &query.window))
      continue;
    if (limit > 0)
      query.node_limit = limit - solution->result.cost.nodes;
    ask_one (asking, reply, &query);
    if (limit > 0)
      return;
  }
}

static void
finish_one (struct asking *asking)
{
  assert (asking->open > 0);
  if (--asking->open > 0)
    return;
  if (asking->done != NULL)
    asking->done (asking->context);
  free (asking);
}

static void
reply_done (void *context, const struct result *result)
{
  struct inquiry *inquiry = context;
  struct asking *asking = inquiry->asking;
  struct solution *solution = asking->solution;
  solution_take_reply (solution, inquiry->reply, result->bounds);
  cost_add (&solution->result.cost, &result->cost);
  solution->result.stopped |= result->stopped;
  free (inquiry);
  ask_next (asking);
  finish_one (asking);
}

void
all_moves_ask (struct run *run, struct query_queue *queue, struct solution *solution, void (*done) (void *),
               void *context)
{
  assert (queue != NULL && run->ranks.rank == 0);
  struct asking *asking = allocate (1, sizeof *asking);
  *asking = (struct asking){
    .run = run, .queue = queue, .solution = solution, .done = done, .context = context, .open = 1
  };
  ask_next (asking);
  finish_one (asking);
}
