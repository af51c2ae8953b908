/* The signature of the searches: exact node counts of small runs, for every method and game. Whoever changes
 * a search without meaning to sees it here: data/signature.csv holds what is expected, a test compares.
 *
 * Each run goes to the searches through a worker of one thread with a table of a fixed size, below all that
 * depends on the machine, on time or on what an answer is printed with. A run that ends without what it was
 * asked for is an error, not a number. */
#include "command/signature.h"

#include "parallel/worker.h"
#include "tablebase/slices.h"
#include "run/simulated.h"
#include "run/solution.h"

#include <stdlib.h>
#include <string.h>

enum { KIB = 1024, MIB = 1024 * KIB, USUAL_TABLE = 4 * MIB };

struct signed_run {
  const char *name, *game, *position;
  enum method method;
  bool exact_score, all_moves;
  int depth;      /* 0: to the end of the game */
  int evaluation; /* which one of the game's */
  int ranks;      /* simulated, that share a proof; 0: one search */
  int pieces;     /* endgame tables up to so many; 0: none */
  int table_kib;  /* 0: the usual; -1: no table */
  enum replacement replacement;
  uint64_t node_limit; /* 0: none; else the run need not settle anything */
};

static const struct signed_run signed_runs[] = {
  /* Connect Four: every method to the end, then scores, all moves, boards of each engine */
  { "connect4-4x4-minimax", "connect4:4x4", "", .method = METHOD_MINIMAX },
  { "connect4-4x4-retrograde", "connect4:4x4", "", .method = METHOD_RETROGRADE },
  { "connect4-5x5-alpha-beta", "connect4:5x5", "", .method = METHOD_ALPHA_BETA },
  { "connect4-6x5-null-window", "connect4:6x5", "", .method = METHOD_NULL_WINDOW },
  { "connect4-5x5-proof-number", "connect4:5x5", "", .method = METHOD_PROOF_NUMBER },
  { "connect4-5x5-score", "connect4:5x5", "", .exact_score = true },
  { "connect4-4x5-alpha-beta-score", "connect4:4x5", "", .method = METHOD_ALPHA_BETA, .exact_score = true },
  { "connect4-5x5-all-moves", "connect4:5x5", "", .all_moves = true },
  { "connect4-5x4-score-all-moves", "connect4:5x4", "", .exact_score = true, .all_moves = true },
  { "connect4-7x6-score", "connect4:7x6", "44444417", .exact_score = true },
  { "connect4-7x8-score", "connect4:7x8", "44444422222666661", .exact_score = true },
  { "connect4-9x7-score", "connect4:9x7", "55555554444444666666633333", .exact_score = true },
  { "connect4-7x6-node-limit", "connect4:7x6", "", .exact_score = true, .node_limit = 20000 },
  /* the transposition table: none, and little, by each scheme */
  { "connect4-5x4-no-table", "connect4:5x4", "", .table_kib = -1 },
  { "connect4-5x5-twobig1", "connect4:5x5", "", .exact_score = true, .table_kib = 64 },
  { "connect4-5x5-twodeep", "connect4:5x5", "", .exact_score = true, .table_kib = 64,
    .replacement = REPLACE_TWODEEP },
  { "connect4-5x5-big1", "connect4:5x5", "", .exact_score = true, .table_kib = 64,
    .replacement = REPLACE_BIG1 },
  { "connect4-5x5-deep", "connect4:5x5", "", .exact_score = true, .table_kib = 64,
    .replacement = REPLACE_DEEP },
  { "connect4-5x5-new", "connect4:5x5", "", .exact_score = true, .table_kib = 64,
    .replacement = REPLACE_NEW },
  /* opinions */
  { "connect4-7x6-minimax-depth-6", "connect4:7x6", "", .method = METHOD_MINIMAX, .depth = 6 },
  { "connect4-7x6-alpha-beta-depth-10", "connect4:7x6", "", .method = METHOD_ALPHA_BETA, .depth = 10 },
  { "connect4-7x6-bns-depth-10", "connect4:7x6", "", .method = METHOD_BNS, .depth = 10 },
  { "mnk-8,8,5-bns-depth-4", "mnk:8,8,5", "d4 e5", .method = METHOD_BNS, .depth = 4 },
  { "mnk-15,15,5-immediate", "mnk:15,15,5", "h8 h7 g7", .method = METHOD_IMMEDIATE },
  { "draughts-8x8-bns-depth-6", "draughts:8x8", "", .method = METHOD_BNS, .depth = 6 },
  { "draughts-8x8-defence-depth-6", "draughts:8x8", "", .method = METHOD_ALPHA_BETA, .depth = 6,
    .evaluation = 1 },
  /* m,n,k: both rules, boards of each engine, the Maker-Breaker version */
  { "mnk-3,3,3-minimax", "mnk:3,3,3", "", .method = METHOD_MINIMAX },
  { "mnk-4,3,3-retrograde-score", "mnk:4,3,3", "", .method = METHOD_RETROGRADE, .exact_score = true },
  { "mnk-5,5,4-alpha-beta-score", "mnk:5,5,4", "", .method = METHOD_ALPHA_BETA, .exact_score = true },
  { "mnk-5,5,4-null-window", "mnk:5,5,4", "", .method = METHOD_NULL_WINDOW },
  { "mnk-5,5,4-proof-number", "mnk:5,5,4", "", .method = METHOD_PROOF_NUMBER },
  { "mnk-5,5,4-all-moves", "mnk:5,5,4", "c3 b2", .all_moves = true },
  { "mnk-5,5,4-exact", "mnk:5,5,4,exact", "", .method = METHOD_NULL_WINDOW },
  { "mnk-6,5,4-exact", "mnk:6,5,4,exact", "", .method = METHOD_NULL_WINDOW },
  { "mnk-7,7,4-score", "mnk:7,7,4", "", .exact_score = true },
  { "mnk-7,6,5-proof-number", "mnk:7,6,5", "", .method = METHOD_PROOF_NUMBER },
  { "mnk-8,8,5-threats", "mnk:8,8,5", "e5 d4 e6 e7 f5 g4 c3 h1", .method = METHOD_AUTO },
  { "mnk-8,4,4-maker-breaker", "mnk:8,4,4,maker-breaker", "", .method = METHOD_AUTO },
  { "mnk-5,5,4-maker-breaker-proof-number", "mnk:5,5,4,maker-breaker", "", .method = METHOD_PROOF_NUMBER },
  /* draughts: each way to a draw and to a win, with endgame tables and without */
  { "draughts-4x4-alpha-beta", "draughts:4x4", "", .method = METHOD_ALPHA_BETA },
  { "draughts-4x4-null-window", "draughts:4x4", "", .method = METHOD_NULL_WINDOW },
  { "draughts-4x4-proof-number", "draughts:4x4", "W:WK3,6,K7:B2,K4,K8", .method = METHOD_PROOF_NUMBER },
  { "draughts-4x4-retrograde-score", "draughts:4x4", "", .method = METHOD_RETROGRADE, .exact_score = true },
  { "draughts-4x4-seed-rules", "draughts:4x4,rules=seed", "", .method = METHOD_AUTO },
  { "draughts-6x6-alpha-beta", "draughts:6x6", "W:W13,14:B5,6", .method = METHOD_ALPHA_BETA },
  { "draughts-8x8-null-window", "draughts:8x8", "B:W23:B2,K31", .method = METHOD_NULL_WINDOW },
  { "draughts-6x6-tables-score", "draughts:6x6", "W:WK14,15:BK1,3", .exact_score = true, .pieces = 3 },
  { "draughts-6x6-tables-proof-number", "draughts:6x6", "W:WK14,K15:BK1,3", .method = METHOD_PROOF_NUMBER,
    .pieces = 3 },
  { "draughts-8x8-tables-all-moves", "draughts:8x8", "W:WK14,K15,20:B5,9", .all_moves = true, .pieces = 3 },
  /* the top of a proof */
  { "proof-1-connect4-5x5-score", "connect4:5x5", "", .exact_score = true, .ranks = 1 },
  { "proof-2-connect4-6x5", "connect4:6x5", "", .ranks = 2 },
  { "proof-3-mnk-7,6,5-proof-number", "mnk:7,6,5", "", .method = METHOD_PROOF_NUMBER, .ranks = 3 },
  { "proof-3-draughts-6x6-tables", "draughts:6x6", "W:WK14,15:BK1,3", .pieces = 3, .ranks = 3 },
  { "proof-4-connect4-5x5-score", "connect4:5x5", "", .exact_score = true, .ranks = 4 },
  { "proof-8-mnk-6,5,4-exact", "mnk:6,5,4,exact", "", .ranks = 8 },
  { "proof-16-connect4-5x5-score", "connect4:5x5", "", .exact_score = true, .ranks = 16 },
  { "proof-32-connect4-6x5", "connect4:6x5", "", .ranks = 32 },
};

enum { SIGNED_RUNS = sizeof signed_runs / sizeof *signed_runs };

static const struct column signature_columns[] = { { "workload", -36 }, { "nodes", 12 } };

/* ---- one run ---- */

static struct query
query_of (const struct signed_run *signed_run, const struct game *game, const struct position *position)
{
  struct query query;
  memset (&query, 0, sizeof query);
  memcpy (query.game, game->title, sizeof query.game);
  if (game->key_bytes == 0)
    query.start = true;
  else
    game->engine->pack_canonical (game, position, query.key);
  query.method = signed_run->method;
  query.exact_score = signed_run->exact_score;
  query.window = search_range (query.exact_score);
  query.depth = signed_run->depth;
  query.evaluation = signed_run->evaluation;
  query.node_limit = signed_run->node_limit;
  return query;
}

/* The moves that keep the value, as --all-moves asks for them. */
static bool
ask_moves (struct worker *worker, struct query *query, struct solution *solution)
{
  bool good = true;
  struct result result;
  struct failure failure;
  for (int i = 0; good && i < solution->reply_count; i++) {
    if (!solution_asks (solution, i, &query->window))
      continue;
    memcpy (query->key, solution->replies[i].key, sizeof query->key);
    worker_start (worker, query);
    worker_collect (worker, &result, &failure);
    solution_take_reply (solution, i, result.bounds);
    good = result.solved;
  }
  return good;
}

static bool
search_one (const struct signed_run *signed_run, const struct game *game, struct position *position,
            const struct resources *resources, struct statistics *sum)
{
  const struct ranks alone = { .size = 1 };
  struct worker *worker = worker_create (resources, &alone);
  struct query query = query_of (signed_run, game, position);
  struct result result;
  struct failure failure;
  struct solution solution;
  solution_begin (&solution, game, position, &query);
  worker_start (worker, &query);
  worker_collect (worker, &result, &failure);
  solution_take (&solution, &result);
  bool good = result.solved || result.has_evaluation || signed_run->node_limit > 0;
  if (good && signed_run->all_moves)
    good = ask_moves (worker, &query, &solution);
  statistics_add (sum, &worker_effort (worker)->statistics);
  solution_end (&solution);
  worker_destroy (worker);
  return good && !result.failed;
}

static bool
prove_together (const struct signed_run *signed_run, const struct game *game, const struct position *position,
                const struct resources *resources, struct statistics *sum)
{
  struct graph_options options = { .query = query_of (signed_run, game, position) };
  graph_split (&options, signed_run->ranks, signed_run->ranks);
  /* So small a proof would otherwise be over before it is split. */
  options.root_budget = signed_run->ranks > 1 ? 200 : 0;
  options.leaf_budget = signed_run->ranks > 1 ? 2000 : 0;
  options.leaf_least = 100;
  struct graph *graph = graph_create (game, position, &options);
  const bool good = simulated_proof (graph, signed_run->ranks, resources, sum);
  graph_destroy (graph);
  return good;
}

static uint64_t
table_bytes (const struct signed_run *signed_run)
{
  const int kib = signed_run->table_kib;
  return kib < 0 ? 0 : kib == 0 ? USUAL_TABLE : KIB * (uint64_t) kib;
}

static struct endgames *
make_tables (const struct game *game, int pieces, struct failure *failure)
{
  struct endgames *endgames = endgames_create (game, &(struct endgames_options){ .threads = 1 });
  for (int n = 2; n <= pieces && failure->code == 0; n++)
    endgames_solve (endgames, n, NULL, NULL, failure);
  return endgames;
}

static bool
sign_in_game (const struct signed_run *signed_run, const struct game *game, struct statistics *sum,
              struct failure *failure)
{
  char normal[1024];
  struct position *position = position_allocate (game);
  struct endgames *endgames = NULL;
  struct resources resources = { .threads = 1,
                                 .table_bytes = table_bytes (signed_run),
                                 .replacement = signed_run->replacement,
                                 .memory = 256 * MIB };
  bool good = game->engine->parse (game, signed_run->position, position, normal, failure);
  if (good && signed_run->pieces > 0) {
    endgames = make_tables (game, signed_run->pieces, failure);
    good = failure->code == 0;
  }
  const struct known_endgames known = { game->title, good && endgames ? endgames_tables (endgames) : NULL };
  resources.endgames = &known;
  resources.endgames_count = endgames != NULL;
  if (good)
    good = signed_run->ranks > 0 ? prove_together (signed_run, game, position, &resources, sum)
                                 : search_one (signed_run, game, position, &resources, sum);
  if (endgames != NULL)
    endgames_destroy (endgames);
  free (position);
  return good;
}

static bool
sign (const struct signed_run *signed_run, struct statistics *sum, struct failure *failure)
{
  struct game game;
  if (!engine_open (&game, signed_run->game, failure))
    return false;
  const bool good = sign_in_game (signed_run, &game, sum, failure);
  engine_close (&game);
  if (!good && failure->code == 0)
    fail (failure, EXIT_INTERNAL, "bench --signature: %s was not decided", signed_run->name);
  return good;
}

/* ---- the lines ---- */

static bool
signature_check (const struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  if (run->ranks.launched)
    return fail (failure, EXIT_USAGE, "bench --signature is one thread: start it by itself");
  if (options->argument_count > 0 || options->scaling)
    return fail (failure, EXIT_USAGE, "bench --signature has workloads of its own, all of them");
  if (options->threads > 1 || options_given (options, "table-memory")
      || options->replacement != REPLACE_TWOBIG1)
    return fail (failure, EXIT_USAGE,
                 "bench --signature is always the same: no --threads, --table-memory, --replacement");
  return true;
}

static void
print_line (struct run *run, const char *name, uint64_t nodes)
{
  output_text (&run->output, name);
  output_number (&run->output, nodes);
  output_line (&run->output);
}

bool
signature_print (struct run *run, struct failure *failure)
{
  if (!signature_check (run, failure))
    return false;
  uint64_t total = 0;
  output_columns (&run->output, signature_columns, 2);
  for (int i = 0; i < SIGNED_RUNS; i++) {
    struct statistics sum = { { 0 }, { 0 } };
    if (run_must_stop (run)) {
      run_unfinished (run, signed_runs[i].name, failure);
      return false;
    }
    if (!sign (&signed_runs[i], &sum, failure))
      return false;
    const uint64_t nodes = sum.count[COUNT_nodes];
    print_line (run, signed_runs[i].name, nodes);
    account_statistics (&run->account, &sum);
    struct record_row row = { .nodes = nodes };
    snprintf (row.subject, sizeof row.subject, "%s", signed_runs[i].name);
    account_row (&run->account, &row);
    total += nodes;
  }
  print_line (run, "total", total);
  return true;
}
