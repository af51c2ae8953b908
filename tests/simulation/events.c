/* events GAME WORKERS NODE_MICROSECONDS ANSWER_MICROSECONDS WAY_MICROSECONDS TABLE_MEBIBYTES [SCALE]
 *
 * A plain event simulation of a manager with many workers, beyond what SMPI can hold: the graph of the proof
 * is the real one, every leaf is really searched, and only time is made up. A worker takes NODE_MICROSECONDS
 * a node; the manager takes ANSWER_MICROSECONDS for an answer and the query that follows it, one after the
 * other; a message is WAY_MICROSECONDS on the way. All workers share one table (virtual_workers.h): so what
 * is predicted is where the manager saturates and what the order of the leaves costs, not what is lost for
 * want of sharing (simulation.py shows that).
 *
 * SCALE (default 1): the same tree as a job so many times larger: a node takes SCALE times as long, and
 * leaves are split so many times finer in nodes, so that a leaf takes the time it always takes.
 *
 * Prints one JSON object. real_answer_us is what an answer and the choice of the next query really took here,
 * for ANSWER_MICROSECONDS. Where the time of all workers went, in the whole and for each tenth of the run:
 *   proof      searches of positions that the final proof holds, or that were split on its way
 *   aside      searches that ended, of positions that the final proof does without
 *   called_off searches that were called off
 *   and idle, which is the rest. */
#include "virtual_workers.h"

#include "engine.h"
#include "proof/graph_window.h"
#include "parallel/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TENTHS = 10 };

/* How the time of a worker was spent. */
enum use { PROOF, ASIDE, CALLED_OFF, USES };
static const char *const use_names[USES] = { "proof", "aside", "called_off" };

struct stretch {
  double begun, ended;
  uint32_t node;
  bool called_off;
};

struct run {
  struct game game;
  struct virtual_workers *virtual_workers;
  struct graph *graph;
  struct producer producer;
  int workers;
  double node_seconds, answer_seconds, way_seconds;
  double manager_free, manager_busy, own_seconds;
  double load_since, load_busy; /* when the producer was last told, and manager_busy then */
  uint64_t nodes, queries;
  struct stretch *stretches;
  size_t stretch_count, stretch_capacity;
};

/* ---- where the time went ---- */

static void account (struct run *run, const struct virtual_worker *worker, double ended, bool called_off) {
  if (run->stretch_count == run->stretch_capacity) {
    run->stretch_capacity = 2 * run->stretch_capacity + 1024;
    run->stretches = reallocate (run->stretches, run->stretch_capacity, sizeof *run->stretches);
  }
  if (ended < worker->begun)
    ended = worker->begun;
  run->stretches[run->stretch_count++]
      = (struct stretch){ worker->begun, ended, (uint32_t) worker->query.number, called_off };
  run->nodes += worker->result.cost.nodes;
}

/* Mark the nodes of a proof of what is known about a node: whether a test on it holds. */
static void mark_proof (struct graph *graph, uint32_t n, int test) {
  struct node *node = &graph->nodes[n];
  const bool holds = node->bounds.lower >= test;
  if (node->counted == graph->mark)
    return;
  node->counted = graph->mark;
  for (uint32_t i = 0; i < node->edges; i++) {
    const uint32_t child = graph->edges[node->first_edge + i];
    const int child_test = graph_child_test (graph, test);
    if (holds && graph->nodes[child].bounds.upper >= child_test)
      continue;
    if (graph->nodes[child].bounds.upper < child_test || graph->nodes[child].bounds.lower >= child_test)
      mark_proof (graph, child, child_test);
    if (holds)
      return;
  }
}

static void sum_up (struct run *run, double seconds, double uses[TENTHS + 1][USES]) {
  struct graph *graph = run->graph;
  const struct bounds proven = graph_bounds (graph);
  graph->mark++;
  mark_proof (graph, ROOT_NODE, proven.lower);
  mark_proof (graph, ROOT_NODE, proven.upper + 1);
  for (size_t i = 0; i < run->stretch_count; i++) {
    const struct stretch *s = &run->stretches[i];
    const enum use use = s->called_off                                  ? CALLED_OFF
                         : graph->nodes[s->node].counted == graph->mark ? PROOF
                                                                        : ASIDE;
    for (int tenth = 0; tenth < TENTHS; tenth++) {
      const double from = seconds * tenth / TENTHS, to = seconds * (tenth + 1) / TENTHS;
      const double first = s->begun > from ? s->begun : from, last = s->ended < to ? s->ended : to;
      if (last <= first)
        continue;
      uses[tenth][use] += (last - first) / (seconds / TENTHS * run->workers);
      uses[TENTHS][use] += (last - first) / (seconds * run->workers);
    }
  }
}

/* ---- the manager ---- */

/* Of this thread. */
static double own_seconds (void) {
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static void call_off_what_does_not_matter (struct run *run) {
  for (int i = 0; i < run->workers; i++) {
    struct virtual_worker *worker = virtual_workers_get (run->virtual_workers, i);
    if (worker->state != SEARCHING || run->producer.matters (run->producer.context, worker->query.number))
      continue;
    virtual_worker_call_off (run->virtual_workers, worker);
    account (run, worker, run->manager_free + run->way_seconds, true);
    worker->time = run->manager_free + 2 * run->way_seconds;
  }
}

static void hand_out (struct run *run) {
  struct query query;
  for (int i = 0; i < run->workers; i++) {
    struct virtual_worker *worker = virtual_workers_get (run->virtual_workers, i);
    if (worker->state != IDLE)
      continue;
    if (!run->producer.next (run->producer.context, &query))
      return;
    virtual_worker_start (run->virtual_workers, worker, &query, run->manager_free + run->way_seconds);
    run->queries++;
  }
}

/* As solver/parallel/manager.c does. */
static void tell_load (struct run *run) {
  static const double INTERVAL = 0.1;
  const double passed = run->manager_free - run->load_since;
  if (passed < INTERVAL)
    return;
  run->producer.load (run->producer.context, (run->manager_busy - run->load_busy) / passed);
  run->load_since = run->manager_free;
  run->load_busy = run->manager_busy;
}

static void take_answer (struct run *run, struct virtual_worker *worker) {
  const double begin = worker->time > run->manager_free ? worker->time : run->manager_free;
  const double begun = own_seconds ();
  run->manager_free = begin + run->answer_seconds;
  run->manager_busy += run->answer_seconds;
  worker->state = IDLE;
  run->producer.done (run->producer.context, &worker->result);
  if (run->producer.finished (run->producer.context))
    return;
  tell_load (run);
  call_off_what_does_not_matter (run);
  hand_out (run);
  run->own_seconds += own_seconds () - begun;
}

/* ---- the run ---- */

static struct virtual_worker *first_to_go_on (struct run *run) {
  struct virtual_worker *first = NULL;
  for (int i = 0; i < run->workers; i++) {
    struct virtual_worker *worker = virtual_workers_get (run->virtual_workers, i);
    if (worker->state != IDLE && (first == NULL || worker->time < first->time))
      first = worker;
  }
  return first;
}

static void query_through (struct run *run) {
  struct virtual_worker *worker;
  hand_out (run);
  while (!run->producer.finished (run->producer.context) && (worker = first_to_go_on (run)) != NULL) {
    if (worker->state == ANSWERING) {
      take_answer (run, worker);
      continue;
    }
    virtual_worker_go_on (run->virtual_workers, worker);
    if (worker->state == ANSWERING) {
      account (run, worker, worker->ended, false);
      worker->time += run->way_seconds;
    }
  }
  for (int i = 0; i < run->workers; i++) {
    worker = virtual_workers_get (run->virtual_workers, i);
    if (worker->state != SEARCHING)
      continue;
    virtual_worker_call_off (run->virtual_workers, worker);
    account (run, worker, run->manager_free, true);
  }
}

static void found (struct run *run, const char *text, uint64_t table_bytes, uint64_t scale) {
  struct failure failure = { 0 };
  if (!virtual_workers_open_game (&run->game, text, &failure)) {
    fprintf (stderr, "%s\n", failure.text);
    exit (failure.code);
  }
  run->virtual_workers = virtual_workers_create (&run->game, run->workers, run->node_seconds, table_bytes,
                                                 run->workers > 1 ? 1 + SHARE_COSTLY / scale : UINT64_MAX);
  struct position *start = position_allocate (&run->game);
  run->game.engine->start (&run->game, start);
  struct graph_options options = { .query.method = METHOD_AUTO, .query.window = search_range (false) };
  graph_split (&options, run->workers, run->workers);
  options.leaf_budget /= scale;
  options.root_budget /= scale;
  options.leaf_least = 10000 / scale;
  run->graph = graph_create (&run->game, start, &options);
  free (start);
  run->producer = graph_producer (run->graph);
}

static void print (struct run *run) {
  const struct bounds bounds = graph_bounds (run->graph);
  const double seconds = run->manager_free;
  double uses[TENTHS + 1][USES] = { 0 };
  sum_up (run, seconds, uses);
  struct statistics counts = { 0 };
  graph_statistics (run->graph, &counts);
  printf (
      "{\"game\": \"%s\", \"workers\": %d, \"lower\": %d, \"upper\": %d, \"seconds\": %.9f, \"nodes\": %llu, "
      "\"works\": %llu, \"cancelled\": %llu, \"graph\": %u, \"manager\": %.4f, \"real_answer_us\": %.1f",
      run->game.title, run->workers, bounds.lower, bounds.upper, seconds, (unsigned long long) run->nodes,
      (unsigned long long) run->queries, (unsigned long long) counts.count[COUNT_cancelled],
      run->graph->count, run->manager_busy / seconds, 1e6 * run->own_seconds / (double) run->queries);
  for (int use = 0; use < USES; use++)
    printf (", \"%s\": %.4f", use_names[use], uses[TENTHS][use]);
  for (int use = 0; use < USES; use++) {
    printf (", \"%s_by_time\": [", use_names[use]);
    for (int tenth = 0; tenth < TENTHS; tenth++)
      printf ("%s%.2f", tenth > 0 ? ", " : "", uses[tenth][use]);
    printf ("]");
  }
  printf ("}\n");
}

int main (int argc, char **argv) {
  if (argc != 7 && argc != 8) {
    fprintf (stderr, "usage: events GAME WORKERS NODE_US ANSWER_US WAY_US TABLE_MIB [SCALE]\n");
    return EXIT_USAGE;
  }
  const uint64_t scale = argc == 8 ? strtoull (argv[7], NULL, 10) : 1;
  struct run run = { .workers = atoi (argv[2]),
                     .node_seconds = 1e-6 * atof (argv[3]) * (double) scale,
                     .answer_seconds = 1e-6 * atof (argv[4]),
                     .way_seconds = 1e-6 * atof (argv[5]) };
  found (&run, argv[1], (uint64_t) atoll (argv[6]) << 20, scale);
  query_through (&run);
  print (&run);
  virtual_workers_destroy (run.virtual_workers);
  graph_destroy (run.graph);
  free (run.stretches);
  engine_close (&run.game);
  return 0;
}
