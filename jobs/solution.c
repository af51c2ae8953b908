#include "solution.h"

#include "base/version.h"

#include <stdlib.h>
#include <string.h>

const struct column solve_columns[SOLVE_COLUMNS]
    = { { "position", -24 }, { "value", -7 },   { "score", 5 },
        { "nodes", 14 },     { "seconds", 16 }, { "moves", -1 } };

/* ---- bounds and their names ---- */

struct bounds
value_of_score (struct bounds b)
{
  return (struct bounds){ (b.lower > 0) - (b.lower < 0), (b.upper > 0) - (b.upper < 0) };
}

const char *
value_name (struct bounds b)
{
  static const char *const names[] = { "loss", "draw", "win" };
  const struct bounds value = value_of_score (b);
  return value.lower == value.upper ? names[value.lower + 1] : "unknown";
}

bool
score_text (const struct game *game, const struct position *position, struct bounds b, char *text,
            int *number)
{
  strcpy (text, "-");
  if (b.lower != b.upper)
    return false;
  game->engine->print_score (game, position, b.lower, text);
  *number = atoi (text);
  return true;
}

/* ---- what is known ---- */

/* The bounds of a finished position. */
static struct bounds
final_bounds (const struct game *game, const struct position *position, enum outcome outcome, bool strong)
{
  const int value = strong ? game->engine->score (game, position, outcome, 0) : (int) outcome;
  return (struct bounds){ value, value };
}

/* The worst that a position can be worth for its side to move, seen from a child worth `score` at most. */
static int
from_child (const struct solution *s, int score)
{
  return s->strong ? s->game->engine->score_from_child (score) : -score;
}

void
solution_begin (struct solution *s, const struct game *game, struct position *position, bool strong)
{
  *s = (struct solution){ .game = game, .position = position, .strong = strong, .best_index = -1 };
  const struct engine *engine = game->engine;
  s->outcome = engine->outcome (game, position);
  s->bounds
      = s->outcome == GOING_ON ? search_range (strong) : final_bounds (game, position, s->outcome, strong);
  if (s->outcome != GOING_ON) {
    strcpy (s->argument, "finished");
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
    reply->bounds = reply->outcome == GOING_ON ? search_range (strong)
                                               : final_bounds (game, child, reply->outcome, strong);
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

void
solution_end (struct solution *s)
{
  free (s->replies);
  s->replies = NULL;
}

static void
narrow (struct bounds *bounds, struct bounds by)
{
  if (by.lower > bounds->lower)
    bounds->lower = by.lower;
  if (by.upper < bounds->upper)
    bounds->upper = by.upper;
}

void
solution_take (struct solution *s, const struct result *result)
{
  narrow (&s->bounds, result->bounds);
  s->stopped = s->stopped || result->stopped;
  s->has_evaluation = result->has_evaluation;
  s->evaluation = result->evaluation;
  s->has_best = result->has_best;
  memcpy (s->best, result->best, sizeof s->best);
  s->method = result->method;
  memcpy (s->argument, result->argument, sizeof s->argument);
  s->nodes += result->nodes;
  s->looks += result->looks;
  s->seconds += result->seconds;
}

void
solution_take_reply (struct solution *s, int i, struct bounds bounds)
{
  for (int j = i; j < s->reply_count; j++)
    if (s->replies[j].first == s->replies[i].first)
      narrow (&s->replies[j].bounds, bounds);
}

bool
solution_decided (const struct solution *s)
{
  return s->bounds.lower == s->bounds.upper;
}

bool
solution_keeps (const struct solution *s, int i)
{
  const struct reply *reply = &s->replies[i];
  const bool is_best = (s->has_best && s->game->key_bytes > 0
                        && memcmp (reply->key, s->best, (size_t) s->game->key_bytes) == 0)
                       || i == s->best_index;
  if (!solution_decided (s))
    return is_best && s->has_evaluation;
  return is_best || from_child (s, reply->bounds.upper) >= s->bounds.lower;
}

/* The largest score that a child may have for the move to be worth `score` or more. */
static int
most_of_child (const struct solution *s, int score)
{
  if (score == 0 || !s->strong)
    return -score;
  int most = -score + 2;
  while (from_child (s, most) < score)
    most--;
  return most;
}

bool
solution_asks (const struct solution *s, int i, struct bounds *window)
{
  const struct reply *reply = &s->replies[i];
  if (!solution_decided (s) || reply->first != i || solution_keeps (s, i))
    return false;
  const int most = most_of_child (s, s->bounds.lower);
  *window = (struct bounds){ most, most + 1 };
  return reply->bounds.lower <= most && reply->bounds.upper > most;
}

/* ---- the line ---- */

static void
print_moves (struct output *output, const struct solution *s)
{
  json_t *array = json_array ();
  size_t size = 1;
  for (int i = 0; i < s->reply_count; i++)
    size += strlen (s->replies[i].successor.text) + 1;
  char *text = allocate (size, 1), *end = text;
  for (int i = 0; i < s->reply_count; i++)
    if (solution_keeps (s, i)) {
      const char *move = s->replies[i].successor.text;
      end += sprintf (end, "%s%s", end == text ? "" : " ", move);
      json_array_append_new (array, json_string (move));
    }
  output_field (output, text, array);
  free (text);
}

static void
print_json_only (struct run *run, const struct solution *s, bool scored, int score)
{
  struct output *output = &run->output;
  const bool far = scored && s->bounds.lower != 0;
  const int distance = !far ? 0
                       : s->outcome != GOING_ON
                           ? 0
                           : s->game->engine->distance (s->game, s->position, s->bounds.lower);
  output_extra_text (output, "game", s->game->name);
  output_extra_text (output, "board", s->game->board_text);
  output_extra_text (output, "rules", s->game->rules);
  output_extra (output, "score", scored ? json_integer (score) : NULL);
  output_extra (output, "distance", far ? json_integer (distance) : NULL);
  output_extra (output, "solved", json_boolean (solution_decided (s)));
  output_extra_text (output, "method", method_descriptions[s->method].name);
  output_extra (output, "depth", s->depth > 0 ? json_integer (s->depth) : NULL);
  output_extra (output, "evaluation", s->has_evaluation ? json_integer (s->evaluation) : NULL);
  const char *const *evaluations = s->game->engine->evaluations;
  if (s->has_evaluation && evaluations != NULL)
    output_extra_text (output, "evaluation_name", evaluations[run->evaluation]);
  output_extra_text (output, "argument", s->argument[0] != 0 ? s->argument : NULL);
  output_extra_number (output, "looks", s->looks);
  output_extra_number (output, "threads", (uint64_t) run->resources.threads);
  output_extra_number (output, "ranks", (uint64_t) run->ranks.size);
  output_extra_number (output, "table_bytes", run->resources.table_bytes);
  output_extra_text (output, "version", zermelo_version);
}

/* In the statistics: the position, to what depth, judged by what. */
static void
name_subject (const struct run *run, const struct solution *s, const char *text, char *subject, size_t size)
{
  const char *const *evaluations = s->game->engine->evaluations;
  char depth[24] = "";
  if (s->depth > 0)
    snprintf (depth, sizeof depth, ", depth %d", s->depth);
  snprintf (subject, size, "%.*s%s%s%s", s->depth > 0 ? 72 : (int) size - 1, text, depth,
            s->has_evaluation && evaluations != NULL ? ", " : "",
            s->has_evaluation && evaluations != NULL ? evaluations[run->evaluation] : "");
}

void
solution_print (struct run *run, const struct solution *s, const char *text)
{
  struct output *output = &run->output;
  char score[24] = "-";
  int number = 0;
  const bool scored = s->strong && score_text (s->game, s->position, s->bounds, score, &number);
  output_field (output, text, json_text (text));
  output_text (output, value_name (s->bounds));
  output_field (output, score, NULL);
  output_number (output, s->nodes);
  output_seconds (output, s->seconds);
  print_moves (output, s);
  print_json_only (run, s, scored, number);
  struct record_row row = { .nodes = s->nodes, .looks = s->looks, .seconds = s->seconds };
  name_subject (run, s, *text == 0 ? "start" : text, row.subject, sizeof row.subject);
  snprintf (row.found, sizeof row.found, "%s%s%s", value_name (s->bounds), scored ? " " : "",
            scored ? score : "");
  snprintf (row.method, sizeof row.method, "%s", method_descriptions[s->method].name);
  account_row (&run->account, &row);
}
