#include "engine.h"

#include "base/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "gomoku,exact" -> "mnk:15,15,5,exact": an alias stands for the text up to the first comma. */
static void
replace_alias (const char *text, char *out, size_t size)
{
  size_t length = strcspn (text, ",");
  for (const struct engine *const *e = engines; *e != NULL; e++)
    for (const char *const(*alias)[2] = (*e)->aliases; (*alias)[0] != NULL; alias++)
      if (strlen ((*alias)[0]) == length && strncmp ((*alias)[0], text, length) == 0) {
        snprintf (out, size, "%s%s", (*alias)[1], text + length);
        return;
      }
  snprintf (out, size, "%s", text);
}

/* The game or alias that was probably meant, or NULL. */
static const char *
nearest_name (const char *name)
{
  enum { NAMES = 64 };
  const char *names[NAMES] = { NULL };
  size_t count = 0;
  for (const struct engine *const *e = engines; *e != NULL; e++) {
    if (count < NAMES)
      names[count++] = (*e)->name;
    for (const char *const(*alias)[2] = (*e)->aliases; (*alias)[0] != NULL && count < NAMES; alias++)
      names[count++] = (*alias)[0];
  }
  return suggest (name, names, count);
}

bool
engine_begins_game (const struct engine *const *engine)
{
  return engine == engines || strcmp (engine[0]->name, engine[-1]->name) != 0;
}

bool
engine_has_tables (const struct engine *engine)
{
  return engine->slices != NULL;
}

bool
engine_has_certificates (const struct engine *engine)
{
  return engine->certify != NULL;
}

const char *
games_with (bool (*has) (const struct engine *), char *text, size_t size)
{
  int left = 0, all;
  for (const struct engine *const *e = engines; *e != NULL; e++)
    left += engine_begins_game (e) && has (*e);
  all = left;
  snprintf (text, size, "%s", all == 0 ? "no game" : "");
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if (engine_begins_game (e) && has (*e)) {
      const size_t used = strlen (text);
      snprintf (text + used, size - used, "%s%s", left == all ? "" : left > 1 ? ", " : " and ", (*e)->name);
      left--;
    }
  const size_t used = strlen (text);
  snprintf (text + used, size - used, all > 1 ? " have" : " has");
  return text;
}

static bool
unknown_game (const char *name, struct failure *failure)
{
  char known[200] = "";
  const char *meant = nearest_name (name);
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if (engine_begins_game (e)) {
      size_t used = strlen (known);
      snprintf (known + used, sizeof known - used, "%s%s", used ? ", " : "", (*e)->name);
    }
  if (meant != NULL && strcmp (meant, name) != 0)
    return fail (failure, EXIT_BAD_DATA, "unknown game '%.40s'; did you mean '%s'?", name, meant);
  return fail (failure, EXIT_BAD_DATA, "unknown game '%.40s': one of %s, then a colon and the board", name,
               known);
}

bool
engine_open (struct game *game, const char *text, struct failure *failure)
{
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
    case OPENING_DONE: return true;
    case OPENING_FAILED: return false;
    case OPENING_TOO_LARGE: break;
    }
  }
  return known ? fail (failure, EXIT_BAD_DATA, "%s: board %.40s is too large", full, colon + 1)
               : unknown_game (full, failure);
}

void
engine_close (struct game *game)
{
  if (game->engine != NULL)
    game->engine->close (game);
  game->engine = NULL;
}

struct position *
position_allocate (const struct game *game)
{
  return allocate (1, game->position_bytes);
}
