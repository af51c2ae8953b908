/* events GAME WORKERS NODE_MICROSECONDS ANSWER_MICROSECONDS WAY_MICROSECONDS TABLE_MEBIBYTES [SCALE]
 *
 * A plain event simulation of a manager with many workers, beyond what SMPI can hold: the graph of the proof is the
 * real one, every leaf is really searched, and only time is made up. A worker takes NODE_MICROSECONDS a node; the
 * manager takes ANSWER_MICROSECONDS for an answer and the work that follows it, one after the other; a message is
 * WAY_MICROSECONDS on the way. All workers share one table, as if every result reached every rank at once: so what
 * is predicted is where the manager saturates and what the order of the leaves costs, not what is lost for
 * want of sharing (simulation.py shows that).
 *
 * SCALE (default 1): the same tree as a job so many times larger: a node takes SCALE times as long, and leaves are split so
 * many times finer in nodes, so that a leaf takes the time it always takes.
 * Prints one JSON object; real_answer_us is what an answer and the choice of the next work really took here, for
 * ANSWER_MICROSECONDS. A work that is called off ends its worker's search at once; its nodes are counted up to then. */
#include "engine.h"
#include "ranks/graph.h"
#include "ranks/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct assistant {
  bool busy;
  struct work work;
  struct result result;
  double begun, done; /* simulated seconds; done: the answer is with the manager */
};

struct firm {
  struct game game;
  struct worker *worker; /* does what all assistants are asked */
  struct graph *graph;
  struct source source;
  struct assistant *assistants;
  int workers;
  double node_seconds, answer_seconds, way_seconds;
  double manager_free, manager_busy, busy, now;
  uint64_t nodes, works;
};

static void
search_leaf (struct firm *firm, const struct work *work, struct result *result)
{
  worker_start (firm->worker, work);
  while (!worker_wait (firm->worker, 1))
    continue;
  worker_collect (firm->worker, result);
  result->seconds = (double) result->nodes * firm->node_seconds;
}

/* ---- the manager ---- */

/* Returns when the manager is done with it. */
static double
served (struct firm *firm, double arrived)
{
  const double begin = arrived > firm->manager_free ? arrived : firm->manager_free;
  firm->manager_free = begin + firm->answer_seconds;
  firm->manager_busy += firm->answer_seconds;
  return firm->manager_free;
}

static bool
hand_out (struct firm *firm, struct assistant *assistant)
{
  if (!firm->source.next (firm->source.context, &assistant->work))
    return false;
  search_leaf (firm, &assistant->work, &assistant->result);
  assistant->busy = true;
  assistant->begun = firm->manager_free + firm->way_seconds;
  assistant->done = assistant->begun + assistant->result.seconds + firm->way_seconds;
  firm->works++;
  return true;
}

static void
account (struct firm *firm, struct assistant *assistant, double end)
{
  const double took = end > assistant->begun ? end - assistant->begun : 0;
  assistant->busy = false;
  firm->busy += took;
  firm->nodes += (uint64_t) (took / firm->node_seconds);
}

static void
call_off_what_does_not_matter (struct firm *firm)
{
  for (int i = 0; i < firm->workers; i++) {
    struct assistant *assistant = &firm->assistants[i];
    if (!assistant->busy || firm->source.matters (firm->source.context, assistant->work.number))
      continue;
    account (firm, assistant, firm->now + firm->way_seconds);
    const struct result nothing
        = { .number = assistant->work.number, .bounds = search_range (assistant->work.strong), .stopped = true };
    firm->source.done (firm->source.context, &nothing);
  }
}

static struct assistant *
first_done (struct firm *firm)
{
  struct assistant *first = NULL;
  for (int i = 0; i < firm->workers; i++)
    if (firm->assistants[i].busy && (first == NULL || firm->assistants[i].done < first->done))
      first = &firm->assistants[i];
  return first;
}

static void
work_through (struct firm *firm)
{
  do {
    for (int i = 0; i < firm->workers; i++)
      if (!firm->assistants[i].busy && !hand_out (firm, &firm->assistants[i]))
        break;
    struct assistant *assistant = first_done (firm);
    if (assistant == NULL)
      return;
    firm->now = served (firm, assistant->done);
    account (firm, assistant, assistant->done - firm->way_seconds);
    firm->source.done (firm->source.context, &assistant->result);
    call_off_what_does_not_matter (firm);
  } while (!firm->source.finished (firm->source.context));
  for (int i = 0; i < firm->workers; i++)
    if (firm->assistants[i].busy)
      account (firm, &firm->assistants[i], firm->now);
}

/* Of the thread that keeps the graph; the searches run in another. */
static double
own_seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/* ---- the run ---- */

static void
found (struct firm *firm, const char *text, uint64_t scale)
{
  struct failure failure = { 0 };
  if (!engine_open (&firm->game, text, &failure)) {
    fprintf (stderr, "%s\n", failure.text);
    exit (failure.code);
  }
  struct position *start = position_allocate (&firm->game);
  firm->game.engine->start (&firm->game, start);
  struct graph_options options = { .method = METHOD_AUTO, .window = search_range (false) };
  graph_split (&options, firm->workers);
  options.leaf_budget /= scale;
  options.root_budget /= scale;
  options.leaf_least = 10000 / scale;
  firm->graph = graph_create (&firm->game, start, &options);
  free (start);
  firm->source = graph_source (firm->graph);
  firm->assistants = allocate ((size_t) firm->workers, sizeof *firm->assistants);
}

int
main (int argc, char **argv)
{
  if (argc != 7 && argc != 8) {
    fprintf (stderr, "usage: events GAME WORKERS NODE_US ANSWER_US WAY_US TABLE_MIB [SCALE]\n");
    return EXIT_USAGE;
  }
  const uint64_t scale = argc == 8 ? strtoull (argv[7], NULL, 10) : 1;
  struct firm firm = { .workers = atoi (argv[2]),
                       .node_seconds = 1e-6 * atof (argv[3]) * (double) scale,
                       .answer_seconds = 1e-6 * atof (argv[4]),
                       .way_seconds = 1e-6 * atof (argv[5]) };
  const struct resources resources
      = { .threads = 1, .table_bytes = (uint64_t) atoll (argv[6]) << 20, .replacement = REPLACE_TWOBIG1 };
  const struct ranks alone = { .size = 1 }; /* the workers share one table: nothing is to be told */
  firm.worker = worker_create (&resources, &alone);
  found (&firm, argv[1], scale);
  work_through (&firm);
  const struct bounds bounds = graph_bounds (firm.graph);
  printf ("{\"game\": \"%s\", \"workers\": %d, \"lower\": %d, \"upper\": %d, \"seconds\": %.9f, \"nodes\": %llu, "
          "\"works\": %llu, \"busy\": %.4f, \"manager\": %.4f, \"real_answer_us\": %.1f}\n",
          firm.game.title, firm.workers, bounds.lower, bounds.upper, firm.now, (unsigned long long) firm.nodes,
          (unsigned long long) firm.works, firm.busy / (firm.now * firm.workers), firm.manager_busy / firm.now, 1e6 * own_seconds () / (double) firm.works);
  worker_destroy (firm.worker);
  graph_destroy (firm.graph);
  free (firm.assistants);
  engine_close (&firm.game);
  return 0;
}
