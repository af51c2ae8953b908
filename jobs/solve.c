/* `zermelo solve`: what a position is worth, and which moves keep that.
 *
 * One position is the root of a proof that all ranks work on (ranks/graph.h); with one rank the root is the
 * only leaf. Many positions are a batch. With --all-moves the moves that the proof says nothing about are
 * asked one by one, each with the narrowest window that tells. */
#include "solve.h"

#include "base/clock.h"
#include "keeper.h"
#include "ranks/graph.h"
#include "search_tables.h"
#include "works.h"

#include <stdlib.h>
#include <string.h>

enum { PLAIN_BUDGET = 1000000 }; /* nodes, before endgame tables are made for a search */

bool
method_check (const struct options *options, struct failure *failure)
{
  if (options->evaluation != NULL && !gives_opinion (options->method, options->depth))
    return fail (failure, EXIT_USAGE, "--evaluation: only searches with --depth, bns and immediate evaluate");
  if (options->depth == 0 || method_descriptions[options->method].takes_depth)
    return true;
  return fail (failure, EXIT_USAGE, "--depth: method %s has no depth; minimax, alpha-beta and bns have",
               method_descriptions[options->method].name);
}

bool
evaluation_choose (struct run *run, const char *name, struct failure *failure)
{
  const char *const *names = run->game.engine->evaluations;
  char known[100] = "";
  if (name == NULL)
    return true;
  if (names == NULL)
    return fail (failure, EXIT_USAGE, "%s has no evaluations to choose from", run->game.title);
  for (int i = 0; names[i] != NULL; i++) {
    if (strcmp (names[i], name) == 0) {
      run->evaluation = i;
      return true;
    }
    const size_t used = strlen (known);
    snprintf (known + used, sizeof known - used, "%s%s", i == 0 ? "" : " or ", names[i]);
  }
  return fail (failure, EXIT_USAGE, "unknown evaluation '%.40s': %s", name, known);
}

/* ---- the three ways to ask about one position ---- */

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

/* A leaf that is not done when half the time to the next checkpoint is over is split, so that its answers get there: what it
 * found by then is kept in any case. Not sooner than after ten seconds: many small leaves cost a multiple (7x6 by two ranks:
 * 12 million nodes, 34 with a sixth of the budget). */
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
  graph_split (&options, run->ranks.size);
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

/* A game with slices: search first, and if that does not come to an end soon, make endgame tables and search again. */
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

/* Boards without keys are settled by theory or not at all, but there can be an opinion: by rank 0 in one thread. */
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

/* ---- all moves ---- */

struct inquiry {
  struct solution *solution;
  int reply;
};

static void
take_reply (void *context, const struct result *result)
{
  struct inquiry *inquiry = context;
  solution_take_reply (inquiry->solution, inquiry->reply, result->bounds);
  inquiry->solution->nodes += result->nodes;
  inquiry->solution->looks += result->looks;
  inquiry->solution->seconds += result->seconds;
}

static void
ask_all_moves (struct run *run, struct solution *solution)
{
  struct works *works = NULL;
  struct inquiry *inquiries = allocate ((size_t) solution->reply_count, sizeof *inquiries);
  const double begun = clock_seconds (), before = solution->seconds;
  if (run->ranks.rank == 0) {
    works = works_create ();
    for (int i = 0; i < solution->reply_count; i++) {
      struct work work = work_about (run, solution->game, NULL);
      if (!solution_asks (solution, i, &work.window))
        continue;
      work.start = false;
      work.shared = work.node_limit == 0;
      memcpy (work.key, solution->replies[i].key, sizeof work.key);
      inquiries[i] = (struct inquiry){ solution, i };
      works_add (works, &work, take_reply, &inquiries[i]);
    }
  }
  works_run (run, works);
  works_destroy (works);
  free (inquiries);
  if (run->ranks.size > 1)
    solution->seconds = before + clock_seconds () - begun;
}

/* ---- one position ---- */

static int
verdict (const struct run *run, const struct solution *solution, struct failure *failure)
{
  const struct game *game = solution->game;
  if (!solution_decided (solution)) {
    if (solution->has_evaluation && !*run->stop)
      return EXIT_HOLDS;
    if (game->key_bytes == 0) {
      fail (failure, EXIT_BAD_DATA,
            "%s: board too large to be searched, and no argument settles the position", game->title);
      return EXIT_BAD_DATA;
    }
    return run_unfinished (run,
                           solution->strong && strcmp (value_name (solution->bounds), "unknown") != 0
                               ? "the score is unknown"
                               : "the value is unknown",
                           failure);
  }
  struct bounds window;
  if (run->options.all_moves)
    for (int i = 0; i < solution->reply_count; i++)
      if (solution_asks (solution, i, &window))
        return run_unfinished (run, "some moves are undecided", failure);
  return EXIT_HOLDS;
}

static int
solve_parsed (struct run *run, struct position *position, const char *normal, struct failure *failure)
{
  const struct game *game = &run->game;
  struct solution solution;
  solution_begin (&solution, game, position, run->options.score);
  solution.depth = run->options.depth;
  snprintf (run->progress.doing, sizeof run->progress.doing, "solve %.90s", game->title);
  if (solution.outcome == GOING_ON) {
    solution_find (run, &solution);
    if (run->options.all_moves && game->key_bytes > 0)
      ask_all_moves (run, &solution);
  }
  int code = EXIT_HOLDS;
  if (run->ranks.rank == 0) {
    code = verdict (run, &solution, failure);
    if (code != EXIT_BAD_DATA) {
      struct statistics sum;
      account_sum (&run->account, &sum);
      output_columns (&run->output, solve_columns, SOLVE_COLUMNS);
      solution_print (run, &solution, normal);
      output_extra (&run->output, "statistics", statistics_json (&sum));
      output_line (&run->output);
    }
  }
  solution_end (&solution);
  return code;
}

int
solve_position (struct run *run, const char *text, struct failure *failure)
{
  const struct game *game = &run->game;
  struct position *position = position_allocate (game);
  char *normal = allocate (2 * strlen (text) + 512, 1), *job = NULL;
  int code = EXIT_BAD_DATA;
  if (game->engine->parse (game, text, position, normal, failure)) {
    if (asprintf (&job, "solve%s%s", *normal != 0 ? " " : "", normal) < 0)
      internal_error (__FILE__, __LINE__, "no memory");
    code = keeper_open (run, job, failure) ? solve_parsed (run, position, normal, failure) : failure->code;
  }
  free (job);
  free (normal);
  free (position);
  return code;
}

int
command_solve (struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  if (options->positions != NULL && options->argument_count > 1)
    fail (failure, EXIT_USAGE, "solve: a position and --positions exclude each other");
  if (failure->code != 0 || !method_check (options, failure)
      || !run_open_game (run, options->arguments[0], failure)
      || !evaluation_choose (run, options->evaluation, failure)
      || (options->tables != NULL && !search_tables_read (run, options->tables, failure)))
    return failure->code;
  if (options->positions == NULL)
    return solve_position (run, options->argument_count > 1 ? options->arguments[1] : "", failure);
  const struct positions positions = { options->positions, NULL, 0 };
  return batch_solve (run, &positions, failure);
}
