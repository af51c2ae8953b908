#include "engine.h"

#include "base/suggest.h"
#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "gomoku,exact" -> "mnk:15,15,5,exact": an alias stands for the text up to the first comma. */
static void replace_alias (const char *text, char *out, size_t size) {
  size_t length = strcspn (text, ",");
  for (const struct engine *const *e = engines; *e != NULL; e++)
    for (const char *const(*alias)[2] = (*e)->aliases; (*alias)[0] != NULL; alias++)
      if (strlen ((*alias)[0]) == length && strncmp ((*alias)[0], text, length) == 0) {
        assert (strlen ((*alias)[1]) + strlen (text + length) < size);
        snprintf (out, size, "%s%s", (*alias)[1], text + length);
        return;
      }
  assert (strlen (text) < size); /* a name that is cut off could be that of another game */
  snprintf (out, size, "%s", text);
}

/* Is everything that the other rooms size their arrays by within its limits? */
__attribute__ ((unused)) static bool is_open (const struct game *game, const struct engine *engine) {
  const size_t name = strlen (game->name);
  return game->engine == engine && game->position_bytes > 0 && game->key_bytes >= 0
         && game->key_bytes <= PACKED_MAX
         && (game->key_words == 1 || game->key_words == 2 || game->key_words == 4) && game->symmetries >= 1
         && game->plies_max >= 0 && game->moves_max >= 1 && strcmp (game->name, engine->name) == 0
         && strncmp (game->title, game->name, name) == 0 && game->title[name] == ':'
         && game->board_text[0] != 0 && game->rules[0] != 0;
}

/* The game or alias that was probably meant, or NULL. */
static const char *nearest_name (const char *name) {
  enum { NAMES = 64 };
  const char *names[NAMES] = { NULL };
  size_t count = 0;
  for (const struct engine *const *e = engines; *e != NULL; e++) {
    if (count < NAMES)
      names[count++] = (*e)->name;
    for (const char *const(*alias)[2] = (*e)->aliases; (*alias)[0] != NULL && count < NAMES; alias++)
      names[count++] = (*alias)[0];
  }
  assert (count < NAMES); /* there was room for all */
  return suggest (name, names, count);
}

bool engine_begins_game (const struct engine *const *engine) {
  return engine == engines || strcmp (engine[0]->name, engine[-1]->name) != 0;
}

bool engine_has_tables (const struct engine *engine) { return engine->slices != NULL; }

bool engine_has_certificates (const struct engine *engine) { return engine->certify != NULL; }

bool engine_has_evaluations (const struct engine *engine) { return engine->evaluations != NULL; }

bool engine_has_maker_breaker (const struct engine *engine) { return engine->maker_breaker; }

const struct engine *engine_by_name (const char *name) {
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if (strcmp ((*e)->name, name) == 0)
      return *e;
  return NULL;
}

/* How many games have it. */
static int count_games (bool (*has) (const struct engine *)) {
  int count = 0;
  for (const struct engine *const *e = engines; *e != NULL; e++)
    count += engine_begins_game (e) && has (*e);
  return count;
}

const char *games_list (bool (*has) (const struct engine *), const char *last, char *text, size_t size) {
  int left = count_games (has);
  *text = 0;
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if (engine_begins_game (e) && has (*e))
      text_append_item (text, size, left-- > 1 ? ", " : last, (*e)->name);
  assert (left == 0);
  return text;
}

const char *games_with (bool (*has) (const struct engine *), char *text, size_t size) {
  const int all = count_games (has);
  games_list (has, " and ", text, size);
  assert (strlen (text) + strlen ("no game has") < size);
  text_append (text, size, all == 0 ? "no game has" : all > 1 ? " have" : " has");
  return text;
}

static bool unknown_game (const char *name, struct failure *failure) {
  assert (strchr (name, ':') == NULL);
  char known[200] = "";
  const char *meant = nearest_name (name);
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if (engine_begins_game (e))
      text_append_item (known, sizeof known, ", ", (*e)->name);
  if (meant != NULL && strcmp (meant, name) != 0)
    return fail (failure, EXIT_BAD_DATA, "unknown game '%.40s'; did you mean '%s'?", name, meant);
  return fail (failure, EXIT_BAD_DATA, "unknown game '%.40s': one of %s, then a colon and the board", name,
               known);
}

bool engine_open (struct game *game, const char *text, struct failure *failure) {
  char full[200];
  if (strlen (text) > 100)
    return fail (failure, EXIT_BAD_DATA, "game '%.40s...' is too long", text);
  replace_alias (text, full, sizeof full);
  char *colon = strchr (full, ':');
  if (colon == NULL)
    return unknown_game (full, failure);
  *colon = 0;
  bool known = false;
  for (const struct engine *const *e = engines; *e != NULL; e++) {
    if (strcmp ((*e)->name, full) != 0 || ((*e)->runs_here != NULL && !(*e)->runs_here ()))
      continue;
    known = true;
    switch ((*e)->open (game, colon + 1, failure)) {
    case OPENING_DONE: assert (is_open (game, *e)); return true;
    case OPENING_FAILED: assert (failure->code != 0); return false;
    case OPENING_TOO_LARGE: break;
    }
  }
  return known ? fail (failure, EXIT_BAD_DATA, "%s: board %.40s is too large", full, colon + 1)
               : unknown_game (full, failure);
}

void engine_close (struct game *game) {
  assert (game->engine == NULL || game->board != NULL);
  if (game->engine != NULL)
    game->engine->close (game);
  game->engine = NULL;
}

bool engine_evaluation (const struct game *game, const char *name, int *which, struct failure *failure) {
  const char *const *names = game->engine->evaluations;
  char known[100] = "";
  if (names == NULL)
    return fail (failure, EXIT_USAGE, "%s has no evaluations to choose from", game->title);
  for (int i = 0; names[i] != NULL; i++) {
    if (strcmp (names[i], name) == 0) {
      *which = i;
      return true;
    }
    text_append_item (known, sizeof known, " or ", names[i]);
  }
  return fail (failure, EXIT_USAGE, "unknown evaluation '%.40s': %s has %s", name, game->name, known);
}

struct position *position_allocate (const struct game *game) {
  assert (game->engine != NULL && game->position_bytes > 0); /* the game is open */
  return allocate (1, game->position_bytes);
}

struct normal_form normal_form_allocate (const char *text) {
  const size_t size = normal_form_size (text);
  return (struct normal_form){ .text = allocate (size, 1), .size = size };
}

bool position_parse (const struct game *game, const char *text, struct position *position,
                     struct failure *failure) {
  struct normal_form normal = normal_form_allocate (text);
  const bool good = game->engine->parse (game, text, position, &normal, failure);
  free (normal.text);
  return good;
}

int engine_move_to (const struct game *game, const struct position *position, const uint8_t *key,
                    struct successor *move) {
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  uint8_t after[PACKED_MAX] = { 0 };
  const int count = game->engine->successors (game, position, list);
  int found = -1;
  for (int i = 0; i < count && found < 0; i++) {
    game->engine->child (game, position, list[i].move, child);
    game->engine->pack_canonical (game, child, after);
    if (memcmp (after, key, (size_t) game->key_bytes) == 0)
      found = i;
  }
  if (found >= 0)
    *move = list[found];
  free (child);
  free (list);
  return found;
}

struct bounds value_of_score (struct bounds b) {
  assert (b.lower <= b.upper);
  return (struct bounds){ (b.lower > 0) - (b.lower < 0), (b.upper > 0) - (b.upper < 0) };
}

const char *const side_names[2] = { "first", "second" };

const char *value_name (struct bounds b) {
  static const char *const names[] = { "loss", "draw", "win" };
  const struct bounds value = value_of_score (b);
  return value.lower == value.upper ? names[value.lower + 1] : "unknown";
}

bool score_text (const struct game *game, const struct position *position, struct bounds b,
                 char text[SCORE_TEXT], int *number) {
  strcpy (text, "-");
  if (b.lower != b.upper)
    return false;
  game->engine->print_score (game, position, b.lower, text, SCORE_TEXT);
  *number = atoi (text);
  return true;
}
