/* Solving one position with all ranks, in one of three ways.
 *
 * Usually the position is the root of a proof on which all ranks work (proof/graph.h); with one rank the root
 * is the only leaf. A heuristic method is one search by one rank. A board without keys is left to theory. */
#include "run/solution.h"

#include "base/clock.h"
#include "parallel/hosts.h"
#include "run/follow_up.h"
#include "run/run_checkpoint.h"
#include "proof/graph.h"
#include "run/search_tables.h"
#include "run/query_queue.h"
#include "search/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_BUDGET = 1000000 }; /* nodes to spend before endgame tables are made for a search */

struct root_query {
  struct run *run;
  struct query_queue *queue;
  struct solution *solution;
};

static void take_root (void *context, const struct result *result) {
  const struct root_query *root = context;
  solution_take (root->solution, result);
  follow_up_ask (root->run, root->queue, root->solution, NULL, NULL);
}

/* One search by one rank. */
static void solve_as_query (struct run *run, struct solution *solution) {
  struct query_queue *queue = NULL;
  struct root_query root;
  if (run->session.ranks.rank == 0) {
    queue = query_queue_create ();
    root = (struct root_query){ run, queue, solution };
    query_queue_add (queue, &solution->query, take_root, &root);
  }
  query_queue_run (run, queue);
  query_queue_destroy (queue);
}

/* The cost, in all runs, of the endgame tables that were made for this search. */
static struct cost cost_of_tables (const struct journal *journal, const struct solution *solution) {
  struct result nothing = result_unknown (&solution->query);
  run_checkpoint_add_cost (journal->run_checkpoint, &solution->query, &nothing);
  return nothing.cost;
}

static void take_graph (struct run *run, const struct graph *graph, struct solution *solution,
                        double wall_seconds) {
  assert (run->session.ranks.rank == 0 && wall_seconds >= 0);
  const struct result *root = graph_root_result (graph);
  struct statistics sum;
  memset (&sum, 0, sizeof sum);
  graph_statistics (graph, &sum);
  const struct cost tables = cost_of_tables (&run->journal, solution);
  if (root != NULL) {
    solution->cost.seconds = tables.seconds;
    solution_take (solution, root);
  } else {
    solution_take_bounds (solution, graph_bounds (graph));
    solution->method = run->journal.method;
    solution->cost.seconds = wall_seconds;
    if (run->journal.run_checkpoint != NULL)
      solution->cost.seconds
          = clock_seconds () - run->session.begun + run_checkpoint_seconds (run->journal.run_checkpoint);
    for (int i = 0; i < solution->answer.count; i++) {
      struct bounds bounds;
      if (graph_lookup (graph, solution->answer.moves[i].key, &bounds))
        answer_take_bounds (&solution->answer, i, bounds, solution->query.exact_score);
    }
  }
  solution->cost.nodes = sum.count[COUNT_nodes] + tables.nodes;
  solution->cost.looks = sum.count[COUNT_looks];
  struct statistics own = { { 0 }, { 0 } };
  own.count[COUNT_expansions] = sum.count[COUNT_expansions];
  own.count[COUNT_joined] = sum.count[COUNT_joined];
  own.count[COUNT_cancelled] = sum.count[COUNT_cancelled];
  account_statistics (&run->journal.account, &own);
}

struct proof {
  struct run *run;
  const struct graph *graph;
  const struct solution *solution;
  uint8_t root[PACKED_MAX]; /* canonical */
};

/* For the progress line: the bounds proven so far, by the graph and by the search of its root. */
static void describe_proof (void *context, const struct under_way *way) {
  const struct proof *proof = context;
  const struct solution *solution = proof->solution;
  struct progress *progress = &proof->run->display.progress;
  struct bounds bounds = graph_bounds (proof->graph);
  if (way->query != NULL && memcmp (way->query->key, proof->root, sizeof proof->root) == 0)
    bounds_narrow (&bounds, way->proven);
  assert (bounds.lower <= bounds.upper);
  bounds_describe (solution->answer.game, solution->query.exact_score ? solution->answer.position : NULL,
                   bounds, progress->proven, sizeof progress->proven);
  if (progress->proven[0] == 0)
    snprintf (progress->proven, sizeof progress->proven, "nothing proven yet");
}

/* The proof, and what follows from it; on rank 0. */
static void prove_on_rank_0 (struct run *run, struct solution *solution, uint64_t node_limit) {
  struct graph_options options = { .query = solution->query, .counts_all_runs = run->session.counts_nodes };
  options.query.node_limit = node_limit;
  graph_split (&options, 1, 0); /* all ranks join the search of the root */
  struct graph *graph = run_checkpoint_graph (run->journal.run_checkpoint, solution->answer.game,
                                              solution->answer.position, &options);
  struct proof proof = { .run = run, .graph = graph, .solution = solution };
  struct producer producer = graph_producer (graph);
  const double begun = clock_seconds ();
  solution->found_earlier = producer.finished (producer.context);
  solution->answer.game->engine->pack_canonical (solution->answer.game, solution->answer.position,
                                                 proof.root);
  run->display.describe = describe_proof;
  run->display.describe_context = &proof;
  run_producer (run, &producer);
  take_graph (run, graph, solution, clock_seconds () - begun);
  follow_up_run (run, solution);
  run->display.describe = NULL;
  run_checkpoint_graph_ends (run->journal.run_checkpoint);
  graph_destroy (graph);
}

/* A proof by all ranks. The tables are kept until what follows from it has been asked. */
static void solve_as_graph (struct run *run, struct solution *solution, uint64_t node_limit) {
  struct resources *resources = &run->session.resources;
  struct kept_table kept = { .table = NULL };
  const bool is_kept_longer = resources->kept_table != NULL;
  if (!is_kept_longer)
    resources->kept_table = &kept;
  if (run->session.ranks.rank == 0)
    prove_on_rank_0 (run, solution, node_limit);
  else {
    run_producer (run, NULL);
    follow_up_run (run, NULL);
  }
  if (is_kept_longer)
    return;
  resources->kept_table = NULL;
  kept_table_free (&kept);
}

/* For a game with slices: search first; if that does not end soon, make endgame tables and search again. */
static void solve_with_tables (struct run *run, struct solution *solution) {
  assert (solution->answer.game->engine->slices != NULL && run->session.search_tables == NULL);
  struct failure failure = { 0 };
  char task[sizeof run->display.progress.task];
  memcpy (task, run->display.progress.task, sizeof task);
  solve_as_graph (run, solution, PLAIN_BUDGET);
  bool again = run->session.ranks.rank == 0 && !solution_decided (solution) && !run_must_stop (&run->session);
  ranks_broadcast (&run->session.ranks, &again, sizeof again);
  if (!again || !search_tables_make (run, solution->answer.game->title, &failure)) {
    if (again && failure.code == 0)
      solve_as_graph (run, solution, 0);
    return;
  }
  const struct cost before = solution->cost,
                    tables = search_tables_cost (&run->session, solution->answer.game->title);
  progress_task (&run->display.progress, "nodes", "%s", task); /* of the search, not of the tables */
  if (run->journal.run_checkpoint != NULL) { /* the proof goes on and includes these costs */
    run_checkpoint_spend (run->journal.run_checkpoint, &solution->query, &tables);
    solve_as_graph (run, solution, 0);
    return;
  }
  solve_as_graph (run, solution, 0);
  cost_add (&solution->cost, &before);
  cost_add (&solution->cost, &tables);
}

struct here {
  const struct session *session;
  struct search search;
};

static void watch_here (void *context, const struct search *search) {
  struct here *here = context;
  (void) search;
  if (run_must_stop (here->session))
    atomic_store (&here->search.stop, true);
}

/* A board without keys is settled by theory or not at all, but it may have a heuristic result. Both are found
 * by rank 0 in one thread. */
static void solve_here (struct run *run, struct solution *solution) {
  const struct options *options = &run->session.options;
  const struct resources *resources = &run->session.resources;
  struct here *here = allocate (1, sizeof *here);
  struct search *search = &here->search;
  here->session = &run->session;
  struct search_means means = { .deadline = resources->deadline, .threads = 1 };
  if (is_heuristic (options->method, options->depth))
    means.table = table_create (resources->table_bytes, solution->answer.game->key_words,
                                resources->replacement, &run->session.query_failure);
  search_fill (search, solution->answer.game, solution->answer.position, &solution->query, &means);
  if (run->session.query_failure.code == 0) {
    const double begun = clock_seconds ();
    search_run (search, watch_here, here);
    const double seconds = clock_seconds () - begun;
    solution_take (solution, &search->result);
    solution->cost.seconds = seconds;
    account_statistics (&run->journal.account, &search->statistics);
    follow_up_here (search, solution);
  }
  table_destroy (means.table);
  free (here);
}

void solution_find (struct run *run, struct solution *solution) {
  assert (run->session.ranks.rank > 0 || query_is_consistent (&solution->query));
  if (solution->answer.game->key_bytes == 0) {
    if (run->session.ranks.rank == 0)
      solve_here (run, solution);
  } else if (is_heuristic (run->session.options.method, run->session.options.depth))
    solve_as_query (run, solution);
  else if (solution->answer.game->engine->slices != NULL && run->session.options.method == METHOD_AUTO
           && run->session.options.node_limit == 0 && run->session.search_tables == NULL)
    solve_with_tables (run, solution);
  else
    solve_as_graph (run, solution, run->session.options.node_limit);
}
