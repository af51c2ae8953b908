#include "run/simulated.h"

#include "parallel/worker.h"

/* One of the simulated ranks. */
struct simulated {
  struct worker *worker;
  bool busy;
  uint64_t until; /* simulated time at which its answer comes */
  struct result result;
  struct failure failure;
};

/* Hand queries to the idle ranks, in the order of ranks. */
static void hand_out (struct simulated *all, int count, const struct producer *producer, uint64_t now) {
  struct query query;
  for (int i = 0; i < count; i++) {
    struct simulated *one = &all[i];
    if (one->busy || !producer->next (producer->context, &query))
      continue;
    worker_start (one->worker, &query);
    worker_collect (one->worker, &one->result, &one->failure);
    one->busy = true;
    one->until = now + one->result.cost.nodes;
  }
}

/* The busy rank whose answer comes first, or NULL. */
static struct simulated *first_to_answer (struct simulated *all, int count) {
  struct simulated *first = NULL;
  for (int i = 0; i < count; i++)
    if (all[i].busy && (first == NULL || all[i].until < first->until))
      first = &all[i];
  return first;
}

bool simulated_proof (struct graph *graph, int count, const struct resources *resources,
                      struct statistics *sum) {
  const struct ranks alone = { .size = 1 };
  const struct producer producer = graph_producer (graph);
  struct simulated all[SIMULATED_MOST] = { { 0 } };
  uint64_t now = 0;
  for (int i = 0; i < count; i++)
    all[i].worker = worker_create (resources, &alone);
  while (!producer.finished (producer.context)) {
    hand_out (all, count, &producer, now);
    struct simulated *one = first_to_answer (all, count);
    if (one == NULL) /* no query can be handed out */
      break;
    now = one->until;
    one->busy = false;
    producer.done (producer.context, &one->result);
  }
  for (int i = 0; i < count; i++) {
    statistics_add (sum, &worker_effort (all[i].worker)->statistics);
    worker_destroy (all[i].worker);
  }
  return producer.finished (producer.context);
}
