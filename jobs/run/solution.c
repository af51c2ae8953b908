#include "run/solution.h"

#include "base/version.h"
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

int solution_distance (const struct solution *s) {
  const struct bounds bounds = s->result.bounds;
  if (!s->query.exact_score || bounds.lower != bounds.upper || bounds.lower == 0)
    return -1;
  return s->outcome != GOING_ON ? 0 : s->game->engine->distance (s->game, s->position, bounds.lower);
}

/* ---- bounds of the position ---- */

struct bounds bounds_of_end (const struct game *game, const struct position *position, enum outcome outcome,
                             bool exact_score) {
  assert (outcome != GOING_ON);
  const int value = exact_score ? game->engine->score (game, position, outcome, 0) : (int) outcome;
  return (struct bounds){ value, value };
}

int score_for_parent (const struct game *game, bool exact_score, int score) {
  return exact_score ? game->engine->score_from_child (score) : -score;
}

int score_most_of_child (const struct game *game, bool exact_score, int score) {
  if (score == 0 || !exact_score)
    return -score;
  int most = -score + 2;
  while (score_for_parent (game, exact_score, most) < score)
    most--;
  return most;
}

void solution_begin (struct solution *s, const struct game *game, struct position *position,
                     const struct query *query) {
  assert (query_is_consistent (query));
  *s = (struct solution){
    .game = game, .position = position, .query = *query, .result = result_unknown (query)
  };
  const bool exact_score = query->exact_score;
  const struct engine *engine = game->engine;
  s->outcome = engine->outcome (game, position);
  if (s->outcome != GOING_ON) {
    s->result.bounds = bounds_of_end (game, position, s->outcome, exact_score);
    strcpy (s->result.argument, "finished");
    return;
  }
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  s->reply_count = engine->successors (game, position, list);
  s->replies = allocate ((size_t) s->reply_count, sizeof *s->replies);
  for (int i = 0; i < s->reply_count; i++) {
    struct reply *reply = &s->replies[i];
    reply->successor = list[i];
    reply->first = i;
    engine->child (game, position, list[i].move, child);
    reply->outcome = engine->outcome (game, child);
    reply->bounds = reply->outcome == GOING_ON ? search_range (exact_score)
                                               : bounds_of_end (game, child, reply->outcome, exact_score);
    if (game->key_bytes == 0)
      continue;
    engine->pack_canonical (game, child, reply->key);
    for (int j = i - 1; j >= 0; j--)
      if (memcmp (s->replies[j].key, reply->key, (size_t) game->key_bytes) == 0)
        reply->first = s->replies[j].first;
  }
  free (child);
  free (list);
}

void solution_end (struct solution *s) {
  free (s->replies);
  free (s->pv);
  s->replies = NULL;
  s->pv = NULL;
}

void solution_take (struct solution *s, const struct result *result) {
  assert (result_is_consistent (result));
  const struct result before = s->result;
  s->result = *result;
  s->result.bounds = before.bounds;
  bounds_narrow (&s->result.bounds, result->bounds);
  s->result.stopped = before.stopped || result->stopped;
  cost_add (&s->result.cost, &before.cost);
}

void solution_take_reply (struct solution *s, int i, struct bounds bounds) {
  assert (0 <= i && i < s->reply_count && bounds.lower <= bounds.upper);
  for (int j = i; j < s->reply_count; j++)
    if (s->replies[j].first == s->replies[i].first)
      bounds_narrow (&s->replies[j].bounds, bounds);
}

bool solution_decided (const struct solution *s) { return s->result.bounds.lower == s->result.bounds.upper; }

bool solution_keeps (const struct solution *s, int i) {
  assert (0 <= i && i < s->reply_count);
  const struct reply *reply = &s->replies[i];
  const bool is_best
      = s->game->key_bytes > 0
            ? s->result.has_best && memcmp (reply->key, s->result.best, (size_t) s->game->key_bytes) == 0
            : reply->successor.move == s->result.move;
  if (!solution_decided (s))
    return is_best && s->result.has_evaluation;
  return is_best
         || score_for_parent (s->game, s->query.exact_score, reply->bounds.upper) >= s->result.bounds.lower;
}

void solution_begin_pv (struct solution *s) {
  int i = 0;
  while (i < s->reply_count && !solution_keeps (s, i))
    i++;
  if (i == s->reply_count || s->pv != NULL)
    return;
  s->pv = allocate (1, sizeof *s->pv);
  memcpy (s->pv[0], s->replies[i].successor.text, sizeof *s->pv);
  s->pv_count = 1;
  s->pv_proven = solution_decided (s);
}

bool solution_asks (const struct solution *s, int i, struct bounds *window) {
  assert (0 <= i && i < s->reply_count && s->replies[i].first <= i);
  const struct reply *reply = &s->replies[i];
  if (!solution_decided (s) || reply->first != i || solution_keeps (s, i))
    return false;
  const int most = score_most_of_child (s->game, s->query.exact_score, s->result.bounds.lower);
  *window = (struct bounds){ most, most + 1 };
  return reply->bounds.lower <= most && reply->bounds.upper > most;
}

bool solution_is_complete (const struct solution *s) {
  struct bounds window;
  for (int i = 0; i < s->reply_count; i++)
    if (solution_asks (s, i, &window))
      return false;
  return true;
}

/* ---- printing ---- */

/* Are some moves undecided although all were asked for? Then no list of moves is printed. */
static bool is_part_of_list (const struct session *session, const struct solution *s) {
  return session->options.all_moves && solution_decided (s) && !solution_is_complete (s);
}

static void print_moves (struct output *output, const struct solution *s, bool whole) {
  const char **moves = allocate ((size_t) s->reply_count, sizeof *moves);
  size_t count = 0;
  for (int i = 0; whole && i < s->reply_count; i++)
    if (solution_keeps (s, i))
      moves[count++] = s->replies[i].successor.text;
  output_list (output, moves, count);
  free (moves);
}

bool solution_argument (const struct session *session, const struct solution *s,
                        char text[SOLUTION_ARGUMENT]) {
  char tables[SOLUTION_ARGUMENT];
  const bool by_rules = s->outcome != GOING_ON;
  const bool checked = search_tables_argument (session, s->game->title, tables, sizeof tables);
  const bool rests = !by_rules && solution_decided (s) && tables[0] != 0;
  snprintf (text, SOLUTION_ARGUMENT, "%s", rests ? tables : s->result.argument);
  return solution_decided (s) && (by_rules || checked);
}

static void print_json_only (struct run *run, const struct solution *s, bool scored, int score) {
  struct output *output = &run->display.output;
  const int distance = solution_distance (s);
  output_extra_text (output, "game", s->game->name);
  output_extra_text (output, "board", s->game->board_text);
  output_extra_text (output, "rules", s->game->rules);
  output_extra (output, "score", scored ? json_integer (score) : NULL);
  output_extra (output, "distance", distance >= 0 ? json_integer (distance) : NULL);
  output_extra (output, "solved", json_boolean (solution_decided (s)));
  output_extra_text (output, "method", method_descriptions[s->result.method].name);
  output_extra (output, "depth", s->query.depth > 0 ? json_integer (s->query.depth) : NULL);
  output_extra (output, "evaluation", s->result.has_evaluation ? json_integer (s->result.evaluation) : NULL);
  const char *const *evaluations = s->game->engine->evaluations;
  if (s->result.has_evaluation && evaluations != NULL)
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
  output_extra_number (output, "looks", s->result.cost.looks);
  output_extra_number (output, "threads", (uint64_t) run->session.resources.threads);
  output_extra_number (output, "ranks", (uint64_t) run->session.ranks.size);
  output_extra_number (output, "table_bytes", run->session.resources.table_bytes);
  output_extra_text (output, "version", version_text);
}

/* The subject of a row of statistics: the position, the depth and the evaluation. */
static void name_subject (const struct session *session, const struct solution *s, const char *text,
                          char *subject, size_t size) {
  const char *const *evaluations = s->game->engine->evaluations;
  char depth[24] = "";
  if (s->query.depth > 0)
    snprintf (depth, sizeof depth, ", depth %d", s->query.depth);
  snprintf (subject, size, "%.*s%s%s%s", s->query.depth > 0 ? 72 : (int) size - 1, text, depth,
            s->result.has_evaluation && evaluations != NULL ? ", " : "",
            s->result.has_evaluation && evaluations != NULL ? evaluations[session->evaluation] : "");
}

/* List as many of the moves that keep the value as fit. */
static void name_moves (const struct solution *s, char *text, size_t size) {
  size_t used = 0;
  for (int i = 0; i < s->reply_count; i++) {
    if (!solution_keeps (s, i))
      continue;
    const char *move = s->replies[i].successor.text;
    const bool fits = used + strlen (move) + 1 + sizeof "..." < size;
    used += (size_t) snprintf (text + used, size - used, "%s%s", used == 0 ? "" : " ", fits ? move : "...");
    if (!fits)
      return;
  }
}

void solution_print (struct run *run, const struct solution *s, const char *text) {
  struct output *output = &run->display.output;
  char score[24] = "-";
  int number = 0;
  const bool scored
      = s->query.exact_score && score_text (s->game, s->position, s->result.bounds, score, &number);
  output_field (output, text, json_text (text));
  output_text (output, value_name (s->result.bounds));
  output_field (output, score, NULL);
  output_number (output, s->result.cost.nodes);
  output_seconds (output, s->result.cost.seconds);
  print_moves (output, s, !is_part_of_list (&run->session, s));
  print_json_only (run, s, scored, number);
  solution_print_position (run, s, text);
  const struct cost *cost = &s->result.cost;
  struct record_row row = { .nodes = cost->nodes, .looks = cost->looks, .seconds = cost->seconds };
  name_subject (&run->session, s, *text == 0 ? "start" : text, row.subject, sizeof row.subject);
  snprintf (row.found, sizeof row.found, "%s%s%s", value_name (s->result.bounds), scored ? " " : "",
            scored ? score : "");
  snprintf (row.method, sizeof row.method, "%s", method_descriptions[s->result.method].name);
  snprintf (row.argument, sizeof row.argument, "%s", s->result.argument);
  name_moves (s, row.moves, sizeof row.moves);
  if (solution_distance (s) > 0)
    row.plies = solution_distance (s);
  account_row (&run->journal.account, &row);
}
