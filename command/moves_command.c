/* `zermelo moves`: the legal moves of a position, sorted; with --values, the value of each for the side that
 * makes it. Each distinct position after a move is searched once, with the whole window.
 *
 * A line is printed as soon as it and all lines before it are known. For people, moves are sorted and
 * searched in natural order (9-13 before 10-13); for programs, by their bytes. */
#include "run/search_tables.h"

#include "command/command.h"
#include "run/solution.h"
#include "run/query_queue.h"

#include <stdlib.h>
#include <string.h>

static const struct column move_columns[] = { { "move", -12 }, { "value", -7 }, { "score", 5 } };

/* The replies of a position, in the order of their lines. */
struct reply_list {
  struct run *run;
  struct solution *solution;
  int *order;     /* reply of each line */
  bool *answered; /* by reply: its result has come */
  int printed, unknown;
};

/* Print what the value of a move rests on. */
static void print_ground (struct run *run, bool known, bool by_rules) {
  char tables[SOLUTION_ARGUMENT];
  const bool checked = search_tables_argument (&run->session, run->session.game.title, tables, sizeof tables);
  output_extra_text (&run->display.output, "argument",
                     by_rules                  ? "finished"
                     : known && tables[0] != 0 ? tables
                                               : NULL);
  output_extra (&run->display.output, "proven", json_boolean (known && (by_rules || checked)));
}

static void print_line (struct reply_list *l, int i) {
  struct output *output = &l->run->display.output;
  const struct options *options = &l->run->session.options;
  const struct answer *answer = &l->solution->answer;
  const struct game *game = answer->game;
  output_text (output, answer->moves[i].successor.text);
  if (options->values) {
    const zermelo_knowledge known = answer_of_move (answer, i);
    const struct bounds bounds = known_bounds (&known, options->score);
    l->unknown += bounds.lower != bounds.upper;
    output_text (output, known_value_name (&known));
    print_ground (l->run, bounds.lower == bounds.upper, answer->moves[i].outcome != GOING_ON);
    char text[24] = "-";
    int score = 0;
    if (options->score) {
      const bool scored = score_text (game, answer->position, bounds, text, &score);
      output_field (output, text, scored ? json_integer (score) : NULL);
      const int distance
          = scored && bounds.lower != 0 ? game->engine->distance (game, answer->position, bounds.lower) : -1;
      output_extra (output, "distance", distance >= 0 ? json_integer (distance) : NULL);
    }
  }
  output_line (output);
}

/* Print the lines that are known, up to the first that is not; at the end, print all. */
static void print_ready (struct reply_list *l, bool all) {
  if (l->run->session.options.json == JSON_POSITION) {
    if (all) {
      solution_print_position (l->run, l->solution);
      output_line (&l->run->display.output);
    }
    return;
  }
  for (; l->printed < l->solution->answer.count; l->printed++) {
    const struct answer_move *move = &l->solution->answer.moves[l->order[l->printed]];
    if (!all && move->outcome == GOING_ON && !l->answered[move->twin])
      return;
    print_line (l, l->order[l->printed]);
  }
}

static void take_reply (void *context, int reply, const struct result *result) {
  struct reply_list *l = context;
  l->solution->cost.seconds += result->cost.seconds;
  l->answered[reply] = true;
  l->run->display.progress.done++;
  if (!result->failed)
    print_ready (l, false);
}

static void ask_values (struct reply_list *l) {
  const struct solution *solution = l->solution;
  const struct query query = query_about (&l->run->session, solution->answer.game, NULL);
  struct query_queue *queue = query_queue_create ();
  const struct answer_searches ranks = query_queue_searches (queue, &query);
  const struct answer_question question = { .answer = &l->solution->answer,
                                            .moves = GOAL_VALUES,
                                            .exact_score = query.exact_score,
                                            .order = l->order,
                                            .taken = take_reply,
                                            .taken_context = l };
  progress_task (&l->run->display.progress, "nodes", "moves %.90s", solution->answer.game->title);
  l->run->display.progress.things = "moves";
  answer_ask (&ranks, &question);
  l->run->display.progress.total += query_queue_open (queue);
  print_ready (l, false);
  query_queue_side_by_side (queue);
  query_queue_run (l->run, queue);
  query_queue_destroy (queue);
}

static int compare_as_counted (const void *a, const void *b, void *context) {
  const struct answer_move *moves = context;
  return strverscmp (moves[*(const int *) a].successor.text, moves[*(const int *) b].successor.text);
}

static void listing_begin (struct reply_list *l, struct run *run, struct solution *solution) {
  const size_t count = (size_t) solution->answer.count;
  *l = (struct reply_list){ .run = run, .solution = solution };
  l->order = allocate (count, sizeof *l->order);
  l->answered = allocate (count, sizeof *l->answered);
  for (size_t i = 0; i < count; i++)
    l->order[i] = (int) i;
  if (run->display.output.pretty)
    qsort_r (l->order, count, sizeof *l->order, compare_as_counted, solution->answer.moves);
}

static void list_moves (struct run *run, struct solution *solution, struct failure *failure) {
  const struct options *options = &run->session.options;
  struct reply_list l;
  listing_begin (&l, run, solution);
  output_columns (&run->display.output, move_columns, options->score ? 3 : options->values ? 2 : 1);
  if (options->values)
    ask_values (&l);
  if (run->session.query_failure.code == 0) {
    print_ready (&l, true);
    if (options->values)
      search_tables_explain (run);
  }
  if (run->session.query_failure.code != 0 || l.unknown > 0)
    run_unfinished (&run->session, "some values are unknown", failure);
  free (l.order);
  free (l.answered);
}

int command_moves (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  const struct game *game = &run->session.game;
  if (options->score && !options->values)
    fail (failure, EXIT_USAGE, "moves: --score needs --values");
  if (failure->code != 0 || !run_open_game (&run->session, options->arguments[0], failure)
      || !search_tables_read (run, options->tables, failure))
    return failure->code;
  const char *text = options->argument_count > 1 ? options->arguments[1] : "";
  struct answer answer;
  if (options->values && game->key_bytes == 0)
    fail (failure, EXIT_BAD_DATA, "%s: board too large for values: at most 256 cells", game->title);
  else if (answer_begin (&answer, game, text, failure)) {
    struct solution solution;
    const struct query query = query_about (&run->session, game, answer.position);
    solution_begin (&solution, &answer, &query);
    list_moves (run, &solution, failure);
    solution_end (&solution);
  }
  return failure->code;
}
