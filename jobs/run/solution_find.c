/* Solving one position with all ranks, in one of three ways.
 *
 * Usually all ranks join the proof of the position (proof/root_proof.h). A heuristic method is one search by
 * one rank. A board without keys is left to theory. */
#include "run/solution.h"

#include "base/clock.h"
#include "parallel/hosts.h"
#include "run/follow_up.h"
#include "run/run_checkpoint.h"
#include "proof/root_proof.h"
#include "run/search_tables.h"
#include "run/query_queue.h"
#include "search/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_BUDGET = 1000000 }; /* nodes to spend before endgame tables are made for a search */

/* ---- queries to all ranks ---- */

static void ask (struct query_queue *queue, struct solution *solution, struct answer_question *question) {
  const struct answer_searches ranks = query_queue_searches (queue, &solution->query);
  question->answer = &solution->answer;
  question->exact_score = solution->query.exact_score;
  question->taken = solution_note;
  question->taken_context = solution;
  answer_ask (&ranks, question);
}

void solution_ask_position (struct query_queue *queue, struct solution *solution, void (*done) (void *),
                            void *context) {
  struct answer_question question = { .position = true, .done = done, .done_context = context };
  ask (queue, solution, &question);
}

void solution_ask_moves (const struct session *session, struct query_queue *queue, struct solution *solution,
                         void (*done) (void *), void *context) {
  const uint64_t limit = session->options.node_limit, spent = solution->cost.nodes;
  const bool asks = limit == 0 || spent < limit;
  struct answer_question question = { .moves = asks ? GOAL_KEEPERS : GOAL_NOTHING,
                                      .node_limit = asks && limit > 0 ? limit - spent : 0,
                                      .done = done,
                                      .done_context = context };
  ask (queue, solution, &question);
}

/* ---- one position ---- */

struct root_query {
  struct run *run;
  struct query_queue *queue;
  struct solution *solution;
};

static void follow_up (void *context) {
  const struct root_query *root = context;
  follow_up_ask (root->run, root->queue, root->solution, NULL, NULL);
}

/* One search by one rank. */
static void solve_as_query (struct run *run, struct solution *solution) {
  struct query_queue *queue = NULL;
  struct root_query root;
  if (run->session.ranks.rank == 0) {
    queue = query_queue_create ();
    root = (struct root_query){ run, queue, solution };
    solution_ask_position (queue, solution, follow_up, &root);
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

static void take_proof (struct run *run, const struct root_proof *proof, struct solution *solution,
                        double wall_seconds) {
  assert (run->session.ranks.rank == 0 && wall_seconds >= 0);
  const struct result *root = root_proof_result (proof);
  const struct cost tables = cost_of_tables (&run->journal, solution);
  if (root != NULL) {
    solution->cost.seconds = tables.seconds;
    solution_take (solution, root);
  } else {
    solution_take_bounds (solution, proof->state.bounds);
    solution->method = run->journal.method;
    solution->cost.seconds = wall_seconds;
    if (run->journal.run_checkpoint != NULL)
      solution->cost.seconds = clock_seconds () - run->session.begun + run->journal.earlier_seconds;
  }
  solution->cost.nodes = proof->state.nodes + tables.nodes;
  solution->cost.looks = proof->state.looks;
}

struct shown_proof {
  struct run *run;
  const struct root_proof *proof;
  const struct solution *solution;
};

/* For the progress line: the bounds proven so far, also by the search under way. */
static void describe_proof (void *context, const struct under_way *way) {
  const struct shown_proof *shown = context;
  const struct solution *solution = shown->solution;
  struct progress *progress = &shown->run->display.progress;
  const uint8_t *key = shown->proof->query.key;
  struct bounds bounds = shown->proof->state.bounds;
  if (way->query != NULL && memcmp (way->query->key, key, sizeof way->query->key) == 0)
    bounds_narrow (&bounds, way->proven);
  assert (bounds.lower <= bounds.upper);
  bounds_describe (solution->answer.game, solution->query.exact_score ? solution->answer.position : NULL,
                   bounds, progress->proven, sizeof progress->proven);
  if (progress->proven[0] == 0)
    snprintf (progress->proven, sizeof progress->proven, "nothing proven yet");
}

/* The proof, and what follows from it; on rank 0. */
static void prove_on_rank_0 (struct run *run, struct solution *solution, uint64_t node_limit) {
  struct query query = solution->query;
  query.node_limit = node_limit;
  struct root_proof proof = root_proof_begin (solution->answer.game, solution->answer.position, &query);
  run_checkpoint_proof (run->journal.run_checkpoint, &proof);
  struct shown_proof shown = { .run = run, .proof = &proof, .solution = solution };
  struct producer producer = root_proof_producer (&proof);
  const double begun = clock_seconds ();
  solution->found_earlier = producer.finished (producer.context);
  run->display.describe = describe_proof;
  run->display.describe_context = &shown;
  run_producer (run, &producer);
  take_proof (run, &proof, solution, clock_seconds () - begun);
  follow_up_run (run, solution);
  run->display.describe = NULL;
  run_checkpoint_proof_ends (run->journal.run_checkpoint);
}

/* A proof by all ranks. The tables are kept until what follows from it has been asked. */
static void solve_as_proof (struct run *run, struct solution *solution, uint64_t node_limit) {
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
  solve_as_proof (run, solution, PLAIN_BUDGET);
  bool again = run->session.ranks.rank == 0 && !solution_decided (solution) && !run_must_stop (&run->session);
  ranks_broadcast (&run->session.ranks, &again, sizeof again);
  if (!again || !search_tables_make (run, solution->answer.game->title, &failure)) {
    if (again && failure.code == 0)
      solve_as_proof (run, solution, 0);
    return;
  }
  const struct cost before = solution->cost,
                    tables = search_tables_cost (&run->session, solution->answer.game->title);
  progress_task (&run->display.progress, "nodes", "%s", task); /* of the search, not of the tables */
  if (run->journal.run_checkpoint != NULL) { /* the proof goes on and includes these costs */
    run_checkpoint_spend (run->journal.run_checkpoint, &solution->query, &tables);
    solve_as_proof (run, solution, 0);
    return;
  }
  solve_as_proof (run, solution, 0);
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
    solve_as_proof (run, solution, run->session.options.node_limit);
}
