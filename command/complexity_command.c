/* `zermelo complexity`: how large a game is. What can be counted is counted (layers/path_count.h), what
 * cannot is sampled, with an interval of 95 % (play/game_sample.h), and beside both stand the
 * formulas. */
#include "play/game_sample.h"
#include "command/command.h"
#include "layers/count_positions.h"
#include "layers/path_count.h"

#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct column complexity_columns[] = {
  { "quantity", -44 }, { "value", 10 }, { "lower", 10 }, { "upper", 10 }, { "how", -7 },
};

enum { COMPLEXITY_COLUMNS = sizeof complexity_columns / sizeof *complexity_columns };
enum { NUMBER_TEXT = 64, PLAYED_GAMES = 20 };

static const char player[] = "alpha-beta:depth=2,time=1";

/* ---- numbers ---- */

/* All digits up to 2^53, else six of them: "1.23457e+45", also where no floating-point type goes. */
static void print_logarithm (double logarithm, char text[NUMBER_TEXT]) {
  const double number = exp (logarithm);
  if (!(logarithm > -(double) INFINITY)) {
    snprintf (text, NUMBER_TEXT, "0");
  } else if (number < 0x1p53)
    snprintf (text, NUMBER_TEXT, "%.0f", number);
  else {
    const double tens = logarithm / log (10), exponent = floor (tens);
    snprintf (text, NUMBER_TEXT, "%.5fe+%.0f", pow (10, tens - exponent), exponent);
  }
}

static void print_exactly (path_number number, char text[NUMBER_TEXT]) {
  char digits[NUMBER_TEXT];
  int count = 0;
  do
    digits[count++] = (char) ('0' + (int) (number % 10));
  while ((number /= 10) > 0);
  for (int i = 0; i < count; i++)
    text[i] = digits[count - 1 - i];
  text[count] = 0;
}

/* In JSON a number if a double holds it; else null, and the text says it. */
static json_t *number_of (const char *text) {
  const double number = strtod (text, NULL);
  return !isfinite (number) ? json_null ()
         : number < 0x1p53 && floor (number) == number && strchr (text, '.') == NULL
             ? json_integer ((json_int_t) number)
             : json_real (number);
}

/* ---- lines ---- */

static void print_line (struct display *display, const char *quantity, const char *const text[3],
                        const char *how) {
  struct output *output = &display->output;
  output_text (output, quantity);
  for (int i = 0; i < 3; i++)
    output_field (output, text[i], number_of (text[i]));
  output_text (output, how);
  output_extra_text (output, "value_text", text[0]);
  output_line (output);
}

static void print_counted (struct display *display, const char *quantity, path_number number) {
  char text[NUMBER_TEXT];
  print_exactly (number, text);
  print_line (display, quantity, (const char *const[]){ text, text, text }, "counted");
}

static void print_logarithms (struct display *display, const char *quantity, const struct sample_mean *mean,
                              const char *how) {
  char value[NUMBER_TEXT], lower[NUMBER_TEXT], upper[NUMBER_TEXT];
  print_logarithm (mean->value, value);
  print_logarithm (mean->lower, lower);
  print_logarithm (mean->upper, upper);
  print_line (display, quantity, (const char *const[]){ value, lower, upper }, how);
}

static void print_mean (struct display *display, const char *quantity, const struct sample_mean *mean,
                        const char *how) {
  char text[3][NUMBER_TEXT];
  const double number[3] = { mean->value, mean->lower, mean->upper };
  for (int i = 0; i < 3; i++)
    snprintf (text[i], NUMBER_TEXT, "%.4f", number[i]);
  print_line (display, quantity, (const char *const[]){ text[0], text[1], text[2] }, how);
}

/* ---- what is counted ---- */

struct position_budget {
  struct run *run;
  uint64_t positions, limit;
};

static bool must_stop (void *context) {
  const struct position_budget *budget = context;
  return run_must_stop (&budget->run->session) || budget->positions > budget->limit;
}

static void add_ply (void *context, int ply, uint64_t positions) {
  struct position_budget *budget = context;
  (void) ply;
  budget->positions += positions;
}

static void note_found (void *context, int ply, uint64_t found) {
  struct position_budget *budget = context;
  (void) ply;
  budget->run->display.progress.count = budget->positions + found;
  if (found > budget->limit)
    budget->positions = found;
  progress_show (&budget->run->display.progress);
}

static uint64_t count_limit (const struct session *session) {
  enum { USUAL = 3000000 };
  return session->options.node_limit > 0 ? session->options.node_limit : USUAL;
}

/* Where play can cycle, the tree has no end: positions only. False: there are too many. */
static bool count_reachable (struct run *run) {
  struct position_budget budget = { .run = run, .limit = count_limit (&run->session) };
  struct failure ignored = { 0 };
  const struct count_options options = {
    .plies = -1, .threads = 1, .memory = run->session.resources.memory + run->session.resources.table_bytes
  };
  const struct count_calls calls = { &budget, add_ply, must_stop, note_found };
  if (!count_positions (&run->session.game, &ranks_alone, &options, &calls, &ignored))
    return false;
  print_counted (&run->display, "state space: positions", budget.positions);
  return true;
}

/* False: the game is too large for that. */
static bool count_all (struct run *run) {
  struct path_counts counts;
  const struct game *game = &run->session.game;
  if (game->key_bytes == 0)
    return false;
  progress_task (&run->display.progress, "positions", "complexity %.90s: counting", game->title);
  if (game->plies_max == 0)
    return count_reachable (run);
  if (!path_count (game, count_limit (&run->session), run_stops, &run->session, &counts))
    return false;
  const double branching = counts.unfinished > 0 ? (double) counts.moves / (double) counts.unfinished : 0;
  const double plies = counts.games > 0 ? (double) (counts.plies / (long double) counts.games) : 0;
  print_counted (&run->display, "state space: positions", counts.positions);
  print_counted (&run->display, "game tree: nodes", counts.nodes);
  print_counted (&run->display, "game tree: games", counts.games);
  print_mean (&run->display, "branching: moves of a position",
              &(struct sample_mean){ branching, branching, branching }, "counted");
  print_mean (&run->display, "length: plies of a game", &(struct sample_mean){ plies, plies, plies },
              "counted");
  return true;
}

/* ---- what is sampled ---- */

/* Allis's measure: the average branching to the power of the average length. */
static void print_power (struct display *display, const char *quantity, const struct game_sample *sample) {
  const struct sample_mean *b = &sample->branching, *d = &sample->length;
  print_logarithms (display, quantity,
                    &(struct sample_mean){ d->value * log (b->value), d->lower * log (fmax (1, b->lower)),
                                           d->upper * log (b->upper) },
                    "sampled");
}

static void print_sample (struct display *display, const char *whose, const struct game_sample *sample) {
  char text[80];
  if (sample->length.value == 0) /* random players do not begin, since neither side can win */
    return;
  snprintf (text, sizeof text, "branching: %.40s", whose);
  print_mean (display, text, &sample->branching, "sampled");
  snprintf (text, sizeof text, "length: %.40s", whose);
  print_mean (display, text, &sample->length, "sampled");
  snprintf (text, sizeof text, "branching ^ length: %.40s", whose);
  print_power (display, text, sample);
}

static void print_samples (struct run *run, bool counted) {
  enum { LONGEST_PLAYED = 400 };
  const struct game *game = &run->session.game;
  const uint64_t seed = run->session.options.seed;
  const struct sample_calls calls = { run_stops, &run->session };
  struct sample_mean positions;
  struct game_sample sample;
  progress_task (&run->display.progress, "games", "complexity %.90s: sampling", game->title);
  if (!counted && game->plies_max > 0 && game->key_bytes > 0
      && sample_positions (game, seed, &calls, &positions))
    print_logarithms (&run->display, "state space: positions", &positions, "sampled");
  if (run_must_stop (&run->session) || !sample_random_games (game, seed, &calls, &sample))
    return;
  if (!counted && game->plies_max > 0)
    print_logarithms (&run->display, "game tree: nodes", &sample.tree, "sampled");
  print_sample (&run->display, "random games", &sample);
  if (game->plies_max <= LONGEST_PLAYED && !run_must_stop (&run->session)
      && sample_played_games (game, player, PLAYED_GAMES, seed, &calls, &sample))
    print_sample (&run->display, "games to depth 2", &sample);
}

/* ---- formulas ---- */

static void print_formula (struct display *display, const char *quantity,
                           const struct size_formula *formula) {
  char text[NUMBER_TEXT];
  if (formula->exact > 0)
    snprintf (text, sizeof text, "%.0f", formula->exact);
  else
    print_logarithm (formula->logarithm, text);
  print_line (display, quantity, (const char *const[]){ text, text, text }, "formula");
}

/* The nodes at each depth that is asked for, as far as there are any. */
static void print_depths (struct run *run) {
  const struct game *game = &run->session.game;
  for (int depth = 0; depth <= run->session.options.plies && depth <= game->plies_max; depth++) {
    char quantity[80];
    const struct size_formula nodes = game->engine->tree_nodes (game, depth);
    snprintf (quantity, sizeof quantity, "game tree: nodes at depth %d", depth);
    print_formula (&run->display, quantity, &nodes);
  }
}

static void print_formulas (struct run *run) {
  struct size_formula formulas[SIZE_FORMULAS];
  const int count = run->session.game.engine->formulas (&run->session.game, formulas);
  for (int i = 0; i < count; i++)
    print_formula (&run->display, formulas[i].quantity, &formulas[i]);
  print_depths (run);
}

/* ---- the command ---- */

int command_complexity (struct run *run, struct failure *failure) {
  if (!run_open_game (&run->session, run->session.options.arguments[0], failure))
    return failure->code;
  if (run->session.options.plies >= 0 && run->session.game.engine->tree_nodes == NULL) {
    fail (failure, EXIT_USAGE, "--plies: no formula says how many nodes %s has at a depth",
          run->session.game.title);
    return failure->code;
  }
  output_columns (&run->display.output, complexity_columns, COMPLEXITY_COLUMNS);
  const bool counted = count_all (run);
  if (!run_must_stop (&run->session))
    print_samples (run, counted);
  print_formulas (run);
  if (run_must_stop (&run->session))
    run_unfinished (&run->session, "some lines are missing", failure);
  return failure->code;
}
