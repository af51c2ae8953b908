#include "run/solution.h"

#include "base/version.h"
#include "run/answer_json.h"
#include "run/search_tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const struct column solve_columns[SOLVE_COLUMNS] = { { "position", -24 }, { "value", -7 },  { "score", 5 },
                                                     { "nodes", 8 },      { "seconds", 9 }, { "moves", -1 } };

/* ---- bounds and their names ---- */

/* The plies to the end that a score means; -1 if it tells nothing. */
static int plies_to_end (const struct game *game, const struct position *position, int score) {
  const struct bounds range = search_range (true);
  return score == range.lower || score == range.upper ? -1 : game->engine->distance (game, position, score);
}

void bounds_describe (const struct game *game, const struct position *position, struct bounds b, char *text,
                      size_t size) {
  const struct bounds value = value_of_score (b);
  text[0] = 0;
  if (value.lower != value.upper) {
    if (value.lower == 0 || value.upper == 0)
      snprintf (text, size, "%s", value.lower == 0 ? "draw or win" : "loss or draw");
    return;
  }
  const char *name = value_name (b);
  if (position == NULL || value.lower == 0) {
    snprintf (text, size, "%s", name);
    return;
  }
  /* A higher score means a sooner win or a later loss. */
  const int lower = plies_to_end (game, position, b.lower), upper = plies_to_end (game, position, b.upper);
  const int soon = value.lower > 0 ? upper : lower, late = value.lower > 0 ? lower : upper;
  if (soon >= 0 && late >= 0)
    snprintf (text, size, "%s in %d to %d plies", name, soon, late);
  else if (late >= 0)
    snprintf (text, size, "%s in at most %d plies", name, late);
  else if (soon >= 0)
    snprintf (text, size, "%s in at least %d plies", name, soon);
  else
    snprintf (text, size, "%s", name);
}

/* ---- what is known ---- */

void solution_begin (struct solution *s, const struct answer *answer, const struct query *query) {
  assert (query_is_consistent (query));
  *s = (struct solution){ .answer = *answer, .query = *query, .method = query->method, .best = -1 };
  s->source = answer->known.source;
  if (answer->outcome == GOING_ON)
    s->answer.known = known_nothing ();
}

void solution_end (struct solution *s) {
  answer_end (&s->answer);
  free (s->pv);
  s->pv = NULL;
}

/* The first of the moves that the result names, or -1. */
static int named_move (const struct answer *answer, const struct result *result) {
  const size_t size = (size_t) answer->game->key_bytes;
  for (int i = 0; i < answer->count; i++)
    if (size > 0 ? result->has_best && memcmp (answer->moves[i].key, result->best, size) == 0
                 : answer->moves[i].successor.move == result->move)
      return i;
  return -1;
}

void solution_take_bounds (struct solution *s, struct bounds bounds) {
  const zermelo_knowledge found
      = known_by_search (s->answer.game, s->answer.position, bounds, s->query.exact_score);
  known_narrow (&s->answer.known, &found);
}

void solution_take_best (struct solution *s, int i) {
  assert (0 <= i && i < s->answer.count);
  s->best = s->answer.moves[i].twin;
  if (solution_decided (s))
    answer_take_keeper (&s->answer, i);
}

void solution_note (void *solution, int move, const struct result *result) {
  struct solution *s = solution;
  assert (result_is_consistent (result));
  cost_add (&s->cost, &result->cost);
  if (move >= 0)
    return;
  memcpy (s->answer.known.argument, result->argument, sizeof s->answer.known.argument);
  s->method = result->method;
  s->best = -1;
  const int named = named_move (&s->answer, result);
  if (named >= 0 && (!solution_decided (s) || result->bounds.lower == solution_bounds (s).lower))
    solution_take_best (s, named);
}

void solution_take (struct solution *s, const struct result *result) {
  const struct answer_searches of_this_program = { .on_trust = false };
  answer_take_result (&s->answer, -1, result, s->query.exact_score, &of_this_program);
  solution_note (s, -1, result);
}

struct bounds solution_bounds (const struct solution *s) {
  return known_bounds (&s->answer.known, s->query.exact_score);
}

int solution_distance (const struct solution *s) {
  return s->query.exact_score ? s->answer.known.distance : -1;
}

bool solution_decided (const struct solution *s) {
  const struct bounds bounds = solution_bounds (s);
  return bounds.lower == bounds.upper;
}

bool solution_keeps (const struct solution *s, int i) {
  assert (0 <= i && i < s->answer.count);
  if (!solution_decided (s))
    return s->answer.known.evaluation != ZERMELO_NO_EVALUATION && s->answer.moves[i].twin == s->best;
  return answer_keeps (&s->answer, i, s->query.exact_score);
}

void solution_begin_pv (struct solution *s) {
  int i = 0;
  while (i < s->answer.count && !solution_keeps (s, i))
    i++;
  if (i == s->answer.count || s->pv != NULL)
    return;
  s->pv = allocate (1, sizeof *s->pv);
  memcpy (s->pv[0], s->answer.moves[i].successor.text, sizeof *s->pv);
  s->pv_count = 1;
  s->pv_proven = solution_decided (s);
}

bool solution_is_complete (const struct solution *s) {
  struct bounds window;
  for (int i = 0; i < s->answer.count; i++)
    if (answer_asks (&s->answer, i, GOAL_KEEPERS, s->query.exact_score, &window))
      return false;
  return true;
}

/* ---- printing ---- */

/* Are some moves undecided although all were asked for? Then no list of moves is printed. */
static bool is_part_of_list (const struct session *session, const struct solution *s) {
  return session->options.all_moves && solution_decided (s) && !solution_is_complete (s);
}

static void print_moves (struct output *output, const struct solution *s, bool whole) {
  const int most = whole && s->answer.count > 0 ? s->answer.count : 0;
  const char **moves = allocate ((size_t) most, sizeof *moves);
  size_t count = 0;
  for (int i = 0; i < most; i++)
    if (solution_keeps (s, i))
      moves[count++] = s->answer.moves[i].successor.text;
  output_list (output, moves, count);
  free (moves);
}

/* The argument that settled the value without search, or the file of endgame tables on which it rests; "" if
 * there is neither. Returns whether the value is proven: decided, and not resting on an unchecked file. */
static bool solution_argument (const struct session *session, const struct solution *s,
                               char text[SOLUTION_ARGUMENT]) {
  char tables[SOLUTION_ARGUMENT];
  const bool by_rules = s->answer.outcome != GOING_ON;
  const bool checked = search_tables_argument (session, s->answer.game->title, tables, sizeof tables);
  const bool rests = !by_rules && solution_decided (s) && tables[0] != 0;
  snprintf (text, SOLUTION_ARGUMENT, "%s", rests ? tables : s->answer.known.argument);
  return solution_decided (s) && (by_rules || checked);
}

static void print_json_only (struct run *run, const struct solution *s, bool scored, int score,
                             int distance) {
  struct output *output = &run->display.output;
  const zermelo_knowledge *known = &s->answer.known;
  output_extra_text (output, "game", s->answer.game->name);
  output_extra_text (output, "board", s->answer.game->board_text);
  output_extra_text (output, "rules", s->answer.game->rules);
  output_extra (output, "score", scored ? json_integer (score) : NULL);
  output_extra (output, "distance", distance >= 0 ? json_integer (distance) : NULL);
  output_extra (output, "solved", json_boolean (solution_decided (s)));
  output_extra_text (output, "method", method_descriptions[s->method].name);
  output_extra (output, "depth", s->query.depth > 0 ? json_integer (s->query.depth) : NULL);
  output_extra (output, "evaluation",
                known->evaluation != ZERMELO_NO_EVALUATION ? json_integer (known->evaluation) : NULL);
  const char *const *evaluations = s->answer.game->engine->evaluations;
  if (known->evaluation != ZERMELO_NO_EVALUATION && evaluations != NULL)
    output_extra_text (output, "evaluation_name", evaluations[run->session.evaluation]);
  char argument[SOLUTION_ARGUMENT];
  const bool proven = solution_argument (&run->session, s, argument);
  output_extra_text (output, "argument", argument[0] != 0 ? argument : NULL);
  output_extra (output, "proven", json_boolean (proven));
  if (run->session.options.all_moves)
    output_extra (output, "all_moves", json_boolean (solution_decided (s) && solution_is_complete (s)));
  json_t *pv = json_array ();
  for (int i = 0; i < s->pv_count; i++)
    json_array_append_new (pv, json_string (s->pv[i]));
  output_extra (output, "pv", pv);
  output_extra_number (output, "pv_proven", (uint64_t) s->pv_proven);
  output_extra_number (output, "pv_nodes", s->pv_nodes);
  output_extra_number (output, "looks", s->cost.looks);
  output_extra_number (output, "threads", (uint64_t) run->session.resources.threads);
  output_extra_number (output, "ranks", (uint64_t) run->session.ranks.size);
  output_extra_number (output, "table_bytes", run->session.resources.table_bytes);
  output_extra_text (output, "version", version_text);
}

/* The subject of a row of statistics: the position, the depth and the evaluation. */
static void name_subject (const struct session *session, const struct solution *s, const char *text,
                          char *subject, size_t size) {
  const char *const *evaluations = s->answer.game->engine->evaluations;
  const bool evaluated = s->answer.known.evaluation != ZERMELO_NO_EVALUATION && evaluations != NULL;
  char depth[24] = "";
  if (s->query.depth > 0)
    snprintf (depth, sizeof depth, ", depth %d", s->query.depth);
  snprintf (subject, size, "%.*s%s%s%s", s->query.depth > 0 ? 72 : (int) size - 1, text, depth,
            evaluated ? ", " : "", evaluated ? evaluations[session->evaluation] : "");
}

/* List the moves that keep the value, as far as they fit. */
static void name_moves (const struct solution *s, char *text, size_t size) {
  size_t used = 0;
  for (int i = 0; i < s->answer.count; i++) {
    if (!solution_keeps (s, i))
      continue;
    const char *move = s->answer.moves[i].successor.text;
    const bool fits = used + strlen (move) + 1 + sizeof "..." < size;
    used += (size_t) snprintf (text + used, size - used, "%s%s", used == 0 ? "" : " ", fits ? move : "...");
    if (!fits)
      return;
  }
}

void solution_print_position (struct run *run, struct solution *s) {
  struct answer *answer = &s->answer;
  char argument[SOLUTION_ARGUMENT] = "", tables[SOLUTION_ARGUMENT];
  if (run->session.options.json != JSON_POSITION || !run->display.output.active)
    return;
  const struct bounds nothing = search_range (false);
  const zermelo_knowledge by_search = answer->known;
  const bool decided = solution_decided (s);
  const bool checked = search_tables_argument (&run->session, answer->game->title, tables, sizeof tables);
  if (decided)
    answer->known.proven = solution_argument (&run->session, s, argument);
  for (int i = 0; i < answer->count; i++) {
    zermelo_knowledge *after = &answer->moves[i].after;
    if (answer->moves[i].outcome == GOING_ON
        && (after->lower > nothing.lower || after->upper < nothing.upper))
      after->proven = checked;
    if (decided && solution_keeps (s, i))
      answer_take_keeper (answer, i);
  }
  answer_settle (answer);
  if (*s->source != 0)
    answer->known.source = s->source;
  const bool searched
      = known_is_settled (&answer->known, false) && strcmp (answer->known.source, "search") == 0;
  answer->argument = decided ? argument : searched ? tables : "";
  answer->seconds = s->cost.seconds;
  output_instead (&run->display.output, answer_json (answer, s->query.exact_score));
  answer->argument = NULL;
  answer->known = by_search;
}

/* Add a row to the account, if something reads it: the statistics file, or the status of the run. */
static void note_row (struct run *run, const struct solution *s, const char *text, const char *score,
                      int distance) {
  const zermelo_knowledge *known = &s->answer.known;
  if (run->journal.statistics == NULL && run->journal.status == NULL)
    return;
  struct record_row row = { .nodes = s->cost.nodes, .looks = s->cost.looks, .seconds = s->cost.seconds };
  name_subject (&run->session, s, *text == 0 ? "start" : text, row.subject, sizeof row.subject);
  snprintf (row.found, sizeof row.found, "%s%s%s", known_value_name (known), *score != 0 ? " " : "", score);
  snprintf (row.method, sizeof row.method, "%s", method_descriptions[s->method].name);
  snprintf (row.argument, sizeof row.argument, "%s", known->argument);
  name_moves (s, row.moves, sizeof row.moves);
  if (distance > 0)
    row.plies = distance;
  account_row (&run->journal.account, &row);
}

void solution_print (struct run *run, struct solution *s, const char *text) {
  struct output *output = &run->display.output;
  const zermelo_knowledge *known = &s->answer.known;
  const int distance = solution_distance (s);
  char score[24] = "-";
  int number = 0;
  const bool scored
      = s->query.exact_score
        && score_text (s->answer.game, s->answer.position, known_bounds (known, true), score, &number);
  output_text (output, text);
  output_text (output, known_value_name (known));
  output_field (output, score, NULL);
  output_number (output, s->cost.nodes);
  output_seconds (output, s->cost.seconds);
  print_moves (output, s, !is_part_of_list (&run->session, s));
  if (output->json)
    print_json_only (run, s, scored, number, distance);
  note_row (run, s, text, scored ? score : "", distance);
  solution_print_position (run, s);
}
