/* The value of one position by all ranks, in one of three ways.
 *
 * Mostly it is the root of a proof that all ranks work on (ranks/graph.h); with one rank the root is the only
 * leaf. An opinion is one search by one rank. A board without keys is left to theory. */
#include "solve.h"

#include "base/clock.h"
#include "keeper.h"
#include "ranks/graph.h"
#include "search_tables.h"
#include "works.h"

#include <stdlib.h>
#include <string.h>

enum { PLAIN_BUDGET = 1000000 }; /* nodes, before endgame tables are made for a search */

static void
take_root (void *context, const struct result *result)
{
  solution_take (context, result);
}

/* One search by one rank. */
static void
solve_as_work (struct run *run, struct solution *solution)
{
  struct works *works = NULL;
  if (run->ranks.rank == 0) {
    const struct work work = work_about (run, solution->game, solution->position);
    works = works_create ();
    works_add (works, &work, take_root, solution);
  }
  works_run (run, works);
  works_destroy (works);
}

static void
take_graph (struct run *run, const struct graph *graph, struct solution *solution, double wall_seconds)
{
  const struct result *root = graph_root_result (graph);
  struct statistics sum;
  memset (&sum, 0, sizeof sum);
  graph_statistics (graph, &sum);
  if (root != NULL)
    solution_take (solution, root);
  else {
    solution->bounds = graph_bounds (graph);
    solution->method = run->method;
    solution->seconds = wall_seconds + keeper_seconds (run->keeper);
    for (int i = 0; i < solution->reply_count; i++) {
      struct bounds bounds;
      if (graph_lookup (graph, solution->replies[i].key, &bounds))
        solution_take_reply (solution, i, bounds);
    }
  }
  solution->nodes = sum.count[COUNT_nodes];
  solution->looks = sum.count[COUNT_looks];
  struct statistics own = { { 0 }, { 0 } };
  own.count[COUNT_expansions] = sum.count[COUNT_expansions];
  own.count[COUNT_joined] = sum.count[COUNT_joined];
  own.count[COUNT_cancelled] = sum.count[COUNT_cancelled];
  account_statistics (&run->account, &own);
}

struct proof {
  struct run *run;
  const struct graph *graph;
  const struct solution *solution;
};

/* What is proven so far, for the progress line. */
static void
describe_proof (void *context)
{
  const struct proof *proof = context;
  char least[24], most[24], text[80] = "";
  int number;
  const struct game *game = proof->solution->game;
  const struct bounds bounds = graph_bounds (proof->graph), range = search_range (proof->solution->strong);
  const struct bounds lower = { bounds.lower, bounds.lower }, upper = { bounds.upper, bounds.upper };
  snprintf (least, sizeof least, "%s", value_name (lower));
  snprintf (most, sizeof most, "%s", value_name (upper));
  if (proof->solution->strong && bounds.lower > range.lower)
    score_text (game, proof->solution->position, lower, least, &number);
  if (proof->solution->strong && bounds.upper < range.upper)
    score_text (game, proof->solution->position, upper, most, &number);
  if (bounds.lower > range.lower || bounds.upper < range.upper)
    snprintf (text, sizeof text, " (%s to %s)", least, most);
  struct progress *progress = &proof->run->progress;
  snprintf (progress->doing, sizeof progress->doing, "solve %.90s%s", game->title, text);
}

/* A leaf that is not done when half the time to the next checkpoint is over is split, so that its answers get
 * there: what it found by then is kept in any case. Not sooner than after ten seconds: many small leaves cost
 * a multiple (7x6 by two ranks, when one took 12 million nodes: 12 million, and 34 with leaves of half a
 * million nodes instead of three). */
static double
leaf_seconds (const struct run *run)
{
  const double least = 10, half = run->options.checkpoint_interval / 2;
  if (run->keeper == NULL || run->ranks.size == 1 || half == 0)
    return 0;
  return half > least ? half : least;
}

/* A proof by all ranks. */
static void
solve_as_graph (struct run *run, struct solution *solution, uint64_t node_limit)
{
  if (run->ranks.rank != 0) {
    run_source (run, NULL);
    return;
  }
  struct graph_options options = { .method = run->options.method,
                                   .strong = solution->strong,
                                   .window = search_range (solution->strong),
                                   .leaf_seconds = leaf_seconds (run),
                                   .node_limit = node_limit };
  graph_split (&options, run->ranks.size, run->ranks_at_once);
  struct graph *graph = keeper_graph (run->keeper, solution->game, solution->position, &options);
  struct source source = graph_source (graph);
  struct proof proof = { run, graph, solution };
  run->describe = describe_proof;
  run->describe_context = &proof;
  const double begun = clock_seconds ();
  run_source (run, &source);
  run->describe = NULL;
  take_graph (run, graph, solution, clock_seconds () - begun);
  keeper_graph_ends (run->keeper);
  graph_destroy (graph);
}

/* A game with slices: search first, and if that does not come to an end soon, make endgame tables and search
 * again. */
static void
solve_with_tables (struct run *run, struct solution *solution)
{
  struct failure failure = { 0 };
  uint64_t positions, looks = 0;
  double seconds;
  solve_as_graph (run, solution, PLAIN_BUDGET);
  bool again = run->ranks.rank == 0 && !solution_decided (solution) && !run_must_stop (run);
  ranks_broadcast (&run->ranks, &again, sizeof again);
  if (!again || !search_tables_make (run, solution->game->title, &failure)) {
    if (again && failure.code == 0)
      solve_as_graph (run, solution, 0);
    return;
  }
  search_tables_effort (run, solution->game->title, &positions, &seconds);
  if (run->keeper == NULL) { /* else the proof goes on and has counted that */
    positions += solution->nodes;
    seconds += solution->seconds;
    looks = solution->looks;
  }
  solve_as_graph (run, solution, 0);
  solution->nodes += positions;
  solution->looks += looks;
  solution->seconds += seconds;
}

static void
take_here (struct solution *solution, const struct answer *answer)
{
  solution->bounds = answer->bounds;
  solution->has_evaluation = answer->has_evaluation;
  solution->evaluation = answer->evaluation;
  for (int i = 0; i < solution->reply_count; i++)
    if (solution->replies[i].successor.move == answer->best)
      solution->best_index = i;
  solution->method = answer->method;
  solution->nodes = answer->statistics.count[COUNT_nodes];
  solution->looks = answer->statistics.count[COUNT_looks];
  if (answer->argument != NULL)
    snprintf (solution->argument, sizeof solution->argument, "%s", answer->argument);
}

struct here {
  struct run *run;
  struct search search;
};

static void
watch_here (void *context, const struct search *search)
{
  struct here *here = context;
  (void) search;
  if (run_must_stop (here->run))
    atomic_store (&here->search.stop, true);
}

/* Boards without keys are settled by theory or not at all, but there can be an opinion: by rank 0 in one
 * thread. */
static void
solve_here (struct run *run, struct solution *solution)
{
  const struct options *options = &run->options;
  const struct resources *resources = &run->resources;
  struct here *here = allocate (1, sizeof *here);
  struct search *search = &here->search;
  here->run = run;
  search->game = solution->game;
  search->question = (struct question){ .position = solution->position,
                                        .method = options->method,
                                        .strong = solution->strong,
                                        .window = search_range (solution->strong),
                                        .depth = options->depth,
                                        .evaluation = run->evaluation,
                                        .seed = options->seed,
                                        .node_limit = options->node_limit,
                                        .deadline = resources->deadline };
  search->threads = 1;
  if (gives_opinion (options->method, options->depth))
    search->table = table_create (resources->table_bytes, solution->game->key_words, resources->replacement,
                                  &run->work_failure);
  if (run->work_failure.code == 0) {
    const double begun = clock_seconds ();
    search_run (search, watch_here, here);
    solution->seconds = clock_seconds () - begun;
    take_here (solution, &search->answer);
    account_statistics (&run->account, &search->answer.statistics);
  }
  table_destroy (search->table);
  free (here);
}

void
solution_find (struct run *run, struct solution *solution)
{
  if (solution->game->key_bytes == 0) {
    if (run->ranks.rank == 0)
      solve_here (run, solution);
  } else if (gives_opinion (run->options.method, run->options.depth))
    solve_as_work (run, solution);
  else if (solution->game->engine->slices != NULL && run->options.method == METHOD_AUTO
           && run->options.node_limit == 0 && run->search_tables == NULL)
    solve_with_tables (run, solution);
  else
    solve_as_graph (run, solution, run->options.node_limit);
}
