#include "run/answer_json.h"

#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- in words ---- */

static void __attribute__ ((format (printf, 3, 4)))
append_clause (char *text, size_t size, const char *format, ...) {
  char clause[200];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (clause, sizeof clause, format, arguments);
  va_end (arguments);
  text_append (text, size, "%s%s", *text != 0 ? "; " : "", clause);
}

/* Where the value is from, as a sentence: "Found by search; proven; in 0.12 s." The caller frees it. */
static char *answer_origin (const struct answer *answer, bool distances) {
  enum { SIZE = 500 };
  static const double LEAST = 0.01; /* seconds */
  const zermelo_knowledge *known = &answer->known;
  const char *argument = answer->argument != NULL ? answer->argument : known->argument,
             *source = known->source;
  const bool searched = strcmp (source, "search") == 0;
  char *text = allocate (SIZE, 1);
  if (searched)
    append_clause (text, SIZE, "found by search");
  else if (*source != 0)
    append_clause (text, SIZE, "%s the %s", strcmp (source, "rules") == 0 ? "by" : "from", source);
  if (*argument != 0 && strcmp (argument, "theory") != 0)
    append_clause (text, SIZE, "argument: %s", argument);
  if (known->evaluation != ZERMELO_NO_EVALUATION)
    append_clause (text, SIZE, "heuristic value: %d for the side to move", known->evaluation);
  if (known_is_settled (known, false))
    append_clause (text, SIZE,
                   known->proven ? "proven" : "not proven: it rests on a file that was not checked");
  if (searched)
    append_clause (text, SIZE, "in %s%.2f s", answer->seconds < LEAST ? "less than " : "",
                   answer->seconds < LEAST ? LEAST : answer->seconds);
  if (!answer_is_complete (answer, distances))
    append_clause (text, SIZE, "not every move is decided yet");
  if (*text != 0)
    text_append (text, SIZE, ".");
  *text = (char) toupper ((unsigned char) *text);
  return text;
}

static char *sentence_of_end (const struct answer *answer, const char *mover, const char *other) {
  if (answer->outcome == DRAWN)
    return text_format ("the game is over: a draw.");
  return text_format ("the game is over: %s has won.", answer->outcome == WON ? mover : other);
}

/* The value of a position as a sentence: "White wins in 17 plies." The caller frees it. */
static char *answer_sentence (const struct answer *answer) {
  const struct game *game = answer->game;
  const int side = game->engine->mover (game, answer->position), distance = answer->known.distance;
  const char *mover = game->engine->players[side], *other = game->engine->players[1 - side];
  const struct bounds value = known_bounds (&answer->known, false);
  const char *winner = value.lower == WON ? mover : other, *plies = distance == 1 ? "ply" : "plies";
  char *text;
  if (answer->outcome != GOING_ON)
    text = sentence_of_end (answer, mover, other);
  else if (value.lower != value.upper)
    text = value.lower == DRAWN   ? text_format ("%s does not lose; more is not known.", mover)
           : value.upper == DRAWN ? text_format ("%s does not win; more is not known.", mover)
                                  : text_format ("the value is not known.");
  else if (value.lower == DRAWN)
    text = text_format ("neither side can force a win: a draw.");
  else if (distance >= 0)
    text = text_format ("%s wins in %d %s.", winner, distance, plies);
  else
    text = text_format ("%s wins.", winner);
  *text = (char) toupper ((unsigned char) *text);
  return text;
}

/* ---- in JSON ---- */

static json_t *text_or_null (const char *text) {
  return text != NULL && *text != 0 ? json_string (text) : json_null ();
}

static const char *name_of (int value) { return value_name ((struct bounds){ value, value }); }

static json_t *number_or_null (bool known, int number) {
  return known ? json_integer (number) : json_null ();
}

/* value, score, distance and source; bounds where the value is unknown. The score is one of `position`. */
static void put_known (json_t *object, const struct answer *answer, const zermelo_knowledge *known) {
  char text[SCORE_TEXT];
  int number = 0;
  const bool scored = known_score (known, answer->game, answer->position, text, &number);
  json_object_set_new (object, "value", json_string (known_value_name (known)));
  json_object_set_new (object, "score", number_or_null (scored, number));
  json_object_set_new (object, "distance", number_or_null (known->distance >= 0, known->distance));
  if (known->lower != known->upper)
    json_object_set_new (object, "bounds",
                         json_pack ("[s, s]", name_of (known->lower), name_of (known->upper)));
  json_object_set_new (object, "source", text_or_null (known->source));
}

static json_t *moves_json (const struct answer *answer) {
  json_t *moves = json_array ();
  int *order = answer_order (answer);
  for (int i = 0; i < answer->count; i++) {
    const struct successor *successor = &answer->moves[order[i]].successor;
    const zermelo_knowledge known = answer_of_move (answer, order[i]);
    char *text = answer_text_after (answer, successor);
    json_t *move = json_object ();
    json_object_set_new (move, "move", json_string (successor->text));
    json_object_set_new (move, "position", text_or_null (text));
    put_known (move, answer, &known);
    json_array_append_new (moves, move);
    free (text);
  }
  free (order);
  return moves;
}

json_t *answer_json (const struct answer *answer, bool distances) {
  const struct game *game = answer->game;
  const zermelo_knowledge *known = &answer->known;
  char *sentence = answer_sentence (answer), *origin = answer_origin (answer, distances);
  json_t *object = json_object ();
  json_object_set_new (object, "game", json_string (game->name));
  json_object_set_new (object, "board", json_string (game->board_text));
  json_object_set_new (object, "rules", json_string (game->rules));
  json_object_set_new (object, "position", json_string (answer->normal.text));
  json_object_set_new (object, "turn",
                       json_string (side_names[game->engine->mover (game, answer->position)]));
  json_object_set_new (object, "outcome",
                       text_or_null (answer->outcome == GOING_ON ? NULL : name_of ((int) answer->outcome)));
  put_known (object, answer, known);
  json_object_set_new (object, "proven", json_boolean (known->value != ZERMELO_UNKNOWN && known->proven));
  json_object_set_new (object, "argument",
                       text_or_null (answer->argument != NULL ? answer->argument : known->argument));
  json_object_set_new (object, "sentence", json_string (sentence));
  json_object_set_new (object, "origin", text_or_null (origin));
  json_object_set_new (object, "evaluation",
                       number_or_null (known->evaluation != ZERMELO_NO_EVALUATION, known->evaluation));
  json_object_set_new (object, "file", number_or_null (known->file >= 0, known->file));
  json_object_set_new (object, "seconds", json_real (answer->seconds));
  json_object_set_new (object, "complete", json_boolean (answer_is_complete (answer, distances)));
  json_object_set_new (object, "moves", moves_json (answer));
  free (origin);
  free (sentence);
  return object;
}
