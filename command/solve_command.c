/* `zermelo solve`: the value of a position, and the moves that keep it. A single position is solved by
 * solution_find(), many positions by batch_solve(). */
#include "command/task.h"

#include "parallel/hosts.h"
#include "base/clock.h"
#include "run/run_checkpoint.h"
#include "run/certificates.h"
#include "run/search_tables.h"
#include "run/query_queue.h"
#include "base/text.h"

#include <stdlib.h>

static bool method_check (const struct options *options, struct failure *failure) {
  if (options->evaluation != NULL && !is_heuristic (options->method, options->depth))
    return fail (failure, EXIT_USAGE,
                 "--evaluation: only searches with --depth, bns, mtdf, pvs and immediate evaluate");
  if (options->depth == 0 || method_descriptions[options->method].takes_depth)
    return true;
  return fail (failure, EXIT_USAGE,
               "--depth: method %s has no depth; minimax, alpha-beta, bns, mtdf and pvs have",
               method_descriptions[options->method].name);
}

bool evaluation_choose (struct session *session, const char *name, struct failure *failure) {
  return name == NULL || engine_evaluation (&session->game, name, &session->evaluation, failure);
}

bool search_open (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  return method_check (options, failure) && run_open_game (&run->session, options->arguments[0], failure)
         && evaluation_choose (&run->session, options->evaluation, failure)
         && (options->certificate == NULL || proofs_begin (run, options->certificate, failure))
         && search_tables_read (run, options->tables, failure);
}

/* ---- all moves ---- */

static void ask_all_moves (struct run *run, struct solution *solution) {
  struct query_queue *queue = NULL;
  const double begun = clock_seconds (), before = solution->cost.seconds;
  if (run->session.ranks.rank == 0) {
    queue = query_queue_create ();
    query_queue_side_by_side (queue);
    solution_ask_moves (&run->session, queue, solution, NULL, NULL);
  }
  query_queue_run (run, queue);
  query_queue_destroy (queue);
  if (hosts_count (&run->session.ranks) > 1)
    solution->cost.seconds = before + clock_seconds () - begun;
}

/* ---- one position ---- */

static int verdict (const struct session *session, const struct solution *solution, struct failure *failure) {
  const struct game *game = solution->answer.game;
  if (session->query_failure.code != 0)
    return run_unfinished (session, "", failure);
  if (!solution_decided (solution)) {
    if (solution->answer.known.evaluation != ZERMELO_NO_EVALUATION && !*session->stop)
      return EXIT_HOLDS;
    if (game->key_bytes == 0) {
      fail (failure, EXIT_BAD_DATA,
            "%s: board too large to be searched, and no argument settles the position", game->title);
      return EXIT_BAD_DATA;
    }
    return run_unfinished (session,
                           known_is_settled (&solution->answer.known, false) ? "the score is unknown"
                                                                             : "the value is unknown",
                           failure);
  }
  if (session->options.all_moves && !solution_is_complete (solution))
    return run_unfinished (session, "some moves are undecided", failure);
  return EXIT_HOLDS;
}

/* The solution takes over the answer. */
static int solve_begun (struct run *run, const struct answer *answer, struct failure *failure) {
  const struct game *game = answer->game;
  struct solution solution;
  const struct query query = query_about (&run->session, game, answer->position);
  solution_begin (&solution, answer, &query);
  progress_task (&run->display.progress, "nodes", "%s %.90s", run->session.task, game->title);
  solution.wants_move = true;
  solution.wants_pv = run->display.output.json || run->display.output.pretty;
  if (solution.answer.outcome == GOING_ON) {
    solution_find (run, &solution);
    if (run->session.options.all_moves && game->key_bytes > 0)
      ask_all_moves (run, &solution);
  }
  int code = EXIT_HOLDS;
  if (run->session.ranks.rank == 0) {
    solution_begin_pv (&solution);
    code = verdict (&run->session, &solution, failure);
    if (code != EXIT_BAD_DATA && run->session.query_failure.code == 0) {
      struct statistics sum;
      account_sum (&run->journal.account, &sum);
      solution_tell (run, &solution, run->session.options.all_moves && code == EXIT_HOLDS);
      output_columns (&run->display.output, solve_columns, SOLVE_COLUMNS);
      solution_print (run, &solution, answer->normal.text);
      proofs_note (&run->journal, &solution);
      output_extra (&run->display.output, "statistics", statistics_json (&sum));
      output_line (&run->display.output);
      if (solution_decided (&solution) && solution.answer.outcome == GOING_ON)
        search_tables_explain (run);
    }
  }
  solution_end (&solution);
  return code;
}

static char *name_solution (const char *normal) {
  return text_format ("solve%s%s", *normal != 0 ? " " : "", normal);
}

char *solve_name (const struct game *game, const char *text, struct failure *failure) {
  struct position *position = position_allocate (game);
  struct normal_form normal = normal_form_allocate (text);
  char *name
      = game->engine->parse (game, text, position, &normal, failure) ? name_solution (normal.text) : NULL;
  free (normal.text);
  free (position);
  return name;
}

int solve_position (struct run *run, const char *text, struct failure *failure) {
  struct answer answer;
  if (!answer_begin (&answer, &run->session.game, text, failure))
    return EXIT_BAD_DATA;
  char *job = name_solution (answer.normal.text);
  int code;
  if (run_checkpoint_open (run, job, failure))
    code = solve_begun (run, &answer, failure);
  else {
    code = failure->code;
    answer_end (&answer);
  }
  if (!proofs_write (run, code == EXIT_HOLDS, failure))
    code = failure->code;
  free (job);
  return code;
}

int command_solve (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  if (options->positions != NULL && options->argument_count > 1)
    fail (failure, EXIT_USAGE, "solve: a position and --positions exclude each other");
  if (failure->code != 0 || !search_open (run, failure))
    return failure->code;
  if (options->positions == NULL)
    return solve_position (run, options->argument_count > 1 ? options->arguments[1] : "", failure);
  const struct positions positions = { options->positions, NULL, 0 };
  return batch_solve (run, &positions, failure);
}
