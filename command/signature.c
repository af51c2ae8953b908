/* The signature of the searches: exact node counts of small runs, for every method and game. It shows
 * unintended changes of a search: a test compares the counts with data/signature.csv.
 *
 * Each run uses a worker of one thread and a table of fixed size, so nothing depends on the machine, on time
 * or on how answers are printed. A run that does not settle what it was asked is an error. */
#include "command/bench.h"

#include "parallel/worker.h"
#include "tablebase/slices.h"
#include "run/query_queue.h"
#include "run/solution.h"
#include "settings/example_list.h"

#include <stdlib.h>
#include <string.h>

enum { KIB = 1024, MIB = 1024 * KIB, USUAL_TABLE = 4 * MIB };

static const struct column signature_columns[] = { { "workload", -36 }, { "nodes", 12 } };

/* ---- one run ---- */

static struct query query_of (const struct signed_run *signed_run, const struct game *game,
                              const struct position *position) {
  struct query query = query_begin (game->title, signed_run->method, signed_run->exact_score);
  query_set_position (&query, game, position);
  query.depth = signed_run->depth;
  query.evaluation = signed_run->evaluation;
  query.node_limit = signed_run->node_limit;
  return query;
}

/* A worker as a source of answers. */
struct signature_worker {
  struct worker *worker;
  struct solution *solution;
  bool limited, good;
};

static void ask (void *context, const struct answer_query *asked) {
  const struct signature_worker *signer = context;
  struct query query = asked->query;
  struct result result;
  struct failure failure;
  query_set_position (&query, asked->game, asked->position);
  worker_start (signer->worker, &query);
  worker_collect (signer->worker, &result, &failure);
  asked->take (asked->taker, &result);
}

static bool is_over (void *context) { return !((const struct signature_worker *) context)->good; }

static void take (void *context, int move, const struct result *result) {
  struct signature_worker *signer = context;
  solution_note (signer->solution, move, result);
  signer->good
      = !result->failed && (result->solved || (move < 0 && (result->has_evaluation || signer->limited)));
}

static bool search_one (const struct signed_run *signed_run, const struct game *game,
                        const struct position *position, const struct resources *resources,
                        struct statistics *sum) {
  const struct ranks alone = { .size = 1 };
  const struct query query = query_of (signed_run, game, position);
  struct failure failure;
  struct answer answer;
  struct solution solution;
  struct signature_worker signer = { .worker = worker_create (resources, &alone),
                                     .solution = &solution,
                                     .limited = signed_run->node_limit > 0,
                                     .good = true };
  if (!answer_begin (&answer, game, signed_run->position, &failure))
    internal_error (__FILE__, __LINE__, "what was a position is none: %s", failure.text);
  solution_begin (&solution, &answer, &query);
  /* as --all-moves asks all ranks */
  const struct answer_searches searches
      = { .query = query, .ask = ask, .is_over = is_over, .context = &signer, .side_by_side = true };
  const struct answer_question question = { .answer = &solution.answer,
                                            .position = true,
                                            .moves = signed_run->all_moves ? GOAL_KEEPERS : GOAL_NOTHING,
                                            .exact_score = query.exact_score,
                                            .taken = take,
                                            .taken_context = &signer };
  answer_ask (&searches, &question);
  statistics_add (sum, &worker_effort (signer.worker)->statistics);
  solution_end (&solution);
  worker_destroy (signer.worker);
  return signer.good;
}

static uint64_t table_bytes (const struct signed_run *signed_run) {
  const int kib = signed_run->table_kib;
  return kib < 0 ? 0 : kib == 0 ? USUAL_TABLE : KIB * (uint64_t) kib;
}

static struct endgames *make_tables (const struct game *game, int pieces, struct failure *failure) {
  struct endgames *endgames = endgames_create (game, &(struct endgames_options){ .threads = 1 });
  for (int n = 2; n <= pieces && failure->code == 0; n++)
    endgames_solve (endgames, n, NULL, NULL, failure);
  return endgames;
}

static bool sign_in_game (const struct signed_run *signed_run, const struct game *game,
                          struct statistics *sum, struct failure *failure) {
  struct position *position = position_allocate (game);
  struct endgames *endgames = NULL;
  struct resources resources = { .threads = 1,
                                 .table_bytes = table_bytes (signed_run),
                                 .replacement = signed_run->replacement,
                                 .memory = 256 * MIB };
  bool good = position_parse (game, signed_run->position, position, failure);
  if (good && signed_run->pieces > 0) {
    endgames = make_tables (game, signed_run->pieces, failure);
    good = failure->code == 0;
  }
  const struct known_endgames known = { game->title, good && endgames ? endgames_tables (endgames) : NULL };
  resources.endgames = &known;
  resources.endgames_count = endgames != NULL;
  if (good)
    good = search_one (signed_run, game, position, &resources, sum);
  if (endgames != NULL)
    endgames_destroy (endgames);
  free (position);
  return good;
}

static bool sign (const struct signed_run *signed_run, struct statistics *sum, struct failure *failure) {
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

static bool signature_check (const struct session *session, struct failure *failure) {
  const struct options *options = &session->options;
  if (session->ranks.launched)
    return fail (failure, EXIT_USAGE, "bench --signature is one thread: start it by itself");
  if (options->argument_count > 0 || options->scaling)
    return fail (failure, EXIT_USAGE, "bench --signature has workloads of its own, all of them");
  if (options->threads > 1 || options_given (options, "table-memory")
      || options->replacement != REPLACE_TWOBIG1)
    return fail (failure, EXIT_USAGE,
                 "bench --signature is always the same: no --threads, --table-memory, --replacement");
  return true;
}

static void print_line (struct display *display, const char *name, uint64_t nodes) {
  output_text (&display->output, name);
  output_number (&display->output, nodes);
  output_line (&display->output);
}

bool signature_print (struct run *run, struct failure *failure) {
  if (!signature_check (&run->session, failure))
    return false;
  uint64_t total = 0;
  output_columns (&run->display.output, signature_columns, 2);
  const struct signed_run *signed_run;
  for (int i = 0; (signed_run = signed_run_at (i)) != NULL; i++) {
    struct statistics sum = { { 0 }, { 0 } };
    if (run_must_stop (&run->session)) {
      run_unfinished (&run->session, signed_run->name, failure);
      return false;
    }
    if (!sign (signed_run, &sum, failure))
      return false;
    const uint64_t nodes = sum.count[COUNT_nodes];
    print_line (&run->display, signed_run->name, nodes);
    account_statistics (&run->journal.account, &sum);
    struct record_row row = { .nodes = nodes };
    snprintf (row.subject, sizeof row.subject, "%s", signed_run->name);
    account_row (&run->journal.account, &row);
    total += nodes;
  }
  print_line (&run->display, "total", total);
  return true;
}
