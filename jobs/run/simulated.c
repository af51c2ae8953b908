#include "run/simulated.h"

#include "parallel/worker.h"

/* One of the simulated ranks. */
struct simulated {
  struct worker *worker;
  bool busy;
  uint64_t until; /* simulated time at which its answer comes */
  struct result result;
};

static bool
next_work (const struct source *source, struct work *work)
{
  return source->next (source->context, work)
         || (source->help != NULL && source->help (source->context, work));
}

/* Whoever is idle takes work, the first one first. */
static void
hand_out (struct simulated *all, int count, const struct source *source, uint64_t now)
{
  struct work work;
  for (int i = 0; i < count; i++) {
    struct simulated *one = &all[i];
    if (one->busy || !next_work (source, &work))
      continue;
    worker_start (one->worker, &work);
    worker_collect (one->worker, &one->result);
    one->busy = true;
    one->until = now + one->result.nodes;
  }
}

/* The busy one whose answer comes first, or NULL. */
static struct simulated *
first_to_answer (struct simulated *all, int count)
{
  struct simulated *first = NULL;
  for (int i = 0; i < count; i++)
    if (all[i].busy && (first == NULL || all[i].until < first->until))
      first = &all[i];
  return first;
}

bool
simulated_proof (struct graph *graph, int count, const struct resources *resources, struct statistics *sum)
{
  const struct ranks alone = { .size = 1 };
  const struct source source = graph_source (graph);
  struct simulated all[SIMULATED_MOST] = { { 0 } };
  uint64_t now = 0;
  for (int i = 0; i < count; i++)
    all[i].worker = worker_create (resources, &alone);
  while (!source.finished (source.context)) {
    hand_out (all, count, &source, now);
    struct simulated *one = first_to_answer (all, count);
    if (one == NULL) /* nothing can be handed out */
      break;
    now = one->until;
    one->busy = false;
    source.done (source.context, &one->result);
  }
  for (int i = 0; i < count; i++) {
    statistics_add (sum, &worker_effort (all[i].worker)->statistics);
    worker_destroy (all[i].worker);
  }
  return source.finished (source.context);
}
