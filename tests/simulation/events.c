/* events GAME WORKERS NODE_MICROSECONDS ANSWER_MICROSECONDS WAY_MICROSECONDS TABLE_MEBIBYTES [SCALE]
 *
 * A plain event simulation of a manager with many workers, beyond what SMPI can hold: the graph of the proof
 * is the real one, every leaf is really searched, and only time is made up. A worker takes NODE_MICROSECONDS
 * a node; the manager takes ANSWER_MICROSECONDS for an answer and the work that follows it, one after the
 * other; a message is WAY_MICROSECONDS on the way. All workers share one table (crew.h): so what is predicted
 * is where the manager saturates and what the order of the leaves costs, not what is lost for want of sharing
 * (simulation.py shows that).
 *
 * SCALE (default 1): the same tree as a job so many times larger: a node takes SCALE times as long, and
 * leaves are split so many times finer in nodes, so that a leaf takes the time it always takes.
 *
 * Prints one JSON object. real_answer_us is what an answer and the choice of the next work really took here,
 * for ANSWER_MICROSECONDS. Where the time of all workers went, in the whole and for each tenth of the run:
 *   proof      searches of positions that the final proof holds, or that were split on its way
 *   aside      searches that ended, of positions that the final proof does without
 *   called_off searches that were called off
 *   and idle, which is the rest. */
#include "crew.h"

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

struct firm {
  struct game game;
  struct slots *slots;
  struct graph *graph;
  struct producer producer;
  int workers;
  double node_seconds, answer_seconds, way_seconds;
  double manager_free, manager_busy, own_seconds;
  double load_since, load_busy; /* when the source was last told, and manager_busy then */
  uint64_t nodes, queries;
  struct stretch *stretches;
  size_t stretch_count, stretch_capacity;
};

/* ---- where the time went ---- */

static void
account (struct firm *firm, const struct member *member, double ended, bool called_off)
{
  if (firm->stretch_count == firm->stretch_capacity) {
    firm->stretch_capacity = 2 * firm->stretch_capacity + 1024;
    firm->stretches = reallocate (firm->stretches, firm->stretch_capacity, sizeof *firm->stretches);
  }
  if (ended < member->begun)
    ended = member->begun;
  firm->stretches[firm->stretch_count++]
      = (struct stretch){ member->begun, ended, (uint32_t) member->query.number, called_off };
  firm->nodes += member->result.cost.nodes;
}

/* Mark the nodes of a proof of what is known about a node: whether a test on it holds. */
static void
mark_proof (struct graph *graph, uint32_t n, int test)
{
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

static void
sum_up (struct firm *firm, double seconds, double uses[TENTHS + 1][USES])
{
  struct graph *graph = firm->graph;
  const struct bounds proven = graph_bounds (graph);
  graph->mark++;
  mark_proof (graph, ROOT_NODE, proven.lower);
  mark_proof (graph, ROOT_NODE, proven.upper + 1);
  for (size_t i = 0; i < firm->stretch_count; i++) {
    const struct stretch *s = &firm->stretches[i];
    const enum use use = s->called_off                                  ? CALLED_OFF
                         : graph->nodes[s->node].counted == graph->mark ? PROOF
                                                                        : ASIDE;
    for (int tenth = 0; tenth < TENTHS; tenth++) {
      const double from = seconds * tenth / TENTHS, to = seconds * (tenth + 1) / TENTHS;
      const double first = s->begun > from ? s->begun : from, last = s->ended < to ? s->ended : to;
      if (last <= first)
        continue;
      uses[tenth][use] += (last - first) / (seconds / TENTHS * firm->workers);
      uses[TENTHS][use] += (last - first) / (seconds * firm->workers);
    }
  }
}

/* ---- the manager ---- */

/* Of this thread. */
static double
own_seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static void
call_off_what_does_not_matter (struct firm *firm)
{
  for (int i = 0; i < firm->workers; i++) {
    struct member *member = slots_member (firm->slots, i);
    if (member->state != SEARCHING || firm->producer.matters (firm->producer.context, member->query.number))
      continue;
    slots_call_off (firm->slots, member);
    account (firm, member, firm->manager_free + firm->way_seconds, true);
    member->time = firm->manager_free + 2 * firm->way_seconds;
  }
}

static void
hand_out (struct firm *firm)
{
  struct query query;
  for (int i = 0; i < firm->workers; i++) {
    struct member *member = slots_member (firm->slots, i);
    if (member->state != IDLE)
      continue;
    if (!firm->producer.next (firm->producer.context, &query))
      return;
    slots_start (firm->slots, member, &query, firm->manager_free + firm->way_seconds);
    firm->queries++;
  }
}

/* As solver/parallel/manager.c does. */
static void
tell_load (struct firm *firm)
{
  static const double INTERVAL = 0.1;
  const double passed = firm->manager_free - firm->load_since;
  if (passed < INTERVAL)
    return;
  firm->producer.load (firm->producer.context, (firm->manager_busy - firm->load_busy) / passed);
  firm->load_since = firm->manager_free;
  firm->load_busy = firm->manager_busy;
}

static void
take_answer (struct firm *firm, struct member *member)
{
  const double begin = member->time > firm->manager_free ? member->time : firm->manager_free;
  const double begun = own_seconds ();
  firm->manager_free = begin + firm->answer_seconds;
  firm->manager_busy += firm->answer_seconds;
  member->state = IDLE;
  firm->producer.done (firm->producer.context, &member->result);
  if (firm->producer.finished (firm->producer.context))
    return;
  tell_load (firm);
  call_off_what_does_not_matter (firm);
  hand_out (firm);
  firm->own_seconds += own_seconds () - begun;
}

/* ---- the run ---- */

static struct member *
first_to_go_on (struct firm *firm)
{
  struct member *first = NULL;
  for (int i = 0; i < firm->workers; i++) {
    struct member *member = slots_member (firm->slots, i);
    if (member->state != IDLE && (first == NULL || member->time < first->time))
      first = member;
  }
  return first;
}

static void
query_through (struct firm *firm)
{
  struct member *member;
  hand_out (firm);
  while (!firm->producer.finished (firm->producer.context) && (member = first_to_go_on (firm)) != NULL) {
    if (member->state == ANSWERING) {
      take_answer (firm, member);
      continue;
    }
    slots_go_on (firm->slots, member);
    if (member->state == ANSWERING) {
      account (firm, member, member->ended, false);
      member->time += firm->way_seconds;
    }
  }
  for (int i = 0; i < firm->workers; i++) {
    member = slots_member (firm->slots, i);
    if (member->state != SEARCHING)
      continue;
    slots_call_off (firm->slots, member);
    account (firm, member, firm->manager_free, true);
  }
}

static void
found (struct firm *firm, const char *text, uint64_t table_bytes, uint64_t scale)
{
  struct failure failure = { 0 };
  if (!slots_open_game (&firm->game, text, &failure)) {
    fprintf (stderr, "%s\n", failure.text);
    exit (failure.code);
  }
  firm->slots = slots_create (&firm->game, firm->workers, firm->node_seconds, table_bytes,
                              firm->workers > 1 ? 1 + SHARE_COSTLY / scale : UINT64_MAX);
  struct position *start = position_allocate (&firm->game);
  firm->game.engine->start (&firm->game, start);
  struct graph_options options = { .query.method = METHOD_AUTO, .query.window = search_range (false) };
  graph_split (&options, firm->workers, firm->workers);
  options.leaf_budget /= scale;
  options.root_budget /= scale;
  options.leaf_least = 10000 / scale;
  firm->graph = graph_create (&firm->game, start, &options);
  free (start);
  firm->producer = graph_producer (firm->graph);
}

static void
print (struct firm *firm)
{
  const struct bounds bounds = graph_bounds (firm->graph);
  const double seconds = firm->manager_free;
  double uses[TENTHS + 1][USES] = { 0 };
  sum_up (firm, seconds, uses);
  struct statistics counts = { 0 };
  graph_statistics (firm->graph, &counts);
  printf (
      "{\"game\": \"%s\", \"workers\": %d, \"lower\": %d, \"upper\": %d, \"seconds\": %.9f, \"nodes\": %llu, "
      "\"works\": %llu, \"cancelled\": %llu, \"graph\": %u, \"manager\": %.4f, \"real_answer_us\": %.1f",
      firm->game.title, firm->workers, bounds.lower, bounds.upper, seconds, (unsigned long long) firm->nodes,
      (unsigned long long) firm->queries, (unsigned long long) counts.count[COUNT_cancelled],
      firm->graph->count, firm->manager_busy / seconds, 1e6 * firm->own_seconds / (double) firm->queries);
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
  found (&firm, argv[1], (uint64_t) atoll (argv[6]) << 20, scale);
  query_through (&firm);
  print (&firm);
  slots_destroy (firm.slots);
  graph_destroy (firm.graph);
  free (firm.stretches);
  engine_close (&firm.game);
  return 0;
}
