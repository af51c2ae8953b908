#include "run/compared_method.h"

#include "base/quantity.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 250 };

static bool set_method (const char *name, struct compared_method *method, struct failure *failure) {
  method->method = method_by_name (name);
  if (method->method != METHODS && method->method != METHOD_AUTO)
    return true;
  char known[200] = "";
  for (int i = METHOD_AUTO + 1; i < METHODS; i++)
    text_append_item (known, sizeof known, ", ", method_descriptions[i].name);
  return fail (failure, EXIT_BAD_DATA, "unknown method '%.40s': one of %s", name, known);
}

static bool is_yes_or_no (const char *value) {
  return strcmp (value, "yes") == 0 || strcmp (value, "no") == 0;
}

static bool set_key (const char *key, const char *value, struct compared_method *method,
                     struct failure *failure) {
  struct failure why = { 0 };
  if (strcmp (key, "table") == 0) {
    enum { LEAST = 4096 };
    method->table_given = true;
    if (strcmp (value, "none") == 0)
      method->table_bytes = 0;
    else if (!quantity_size (value, 0, &method->table_bytes, &why))
      return fail (failure, EXIT_BAD_DATA, "table: %.200s, or none", why.text);
    else if (method->table_bytes < LEAST)
      return fail (failure, EXIT_BAD_DATA, "table=%.40s: at least 4K, or none", value);
  } else if (strcmp (key, "replacement") == 0) {
    method->replacement = replacement_by_name (value);
    if (method->replacement == REPLACEMENTS)
      return fail (failure, EXIT_BAD_DATA, "unknown replacement '%.40s'", value);
  } else if (strcmp (key, "evaluation") == 0)
    snprintf (method->evaluation, sizeof method->evaluation, "%s", value);
  else if (strcmp (key, "symmetry") == 0 && is_yes_or_no (value))
    method->symmetry = *value == 'y';
  else if (strcmp (key, "threats") == 0 && is_yes_or_no (value))
    method->threats = *value == 'y';
  else if (strcmp (key, "most") == 0) {
    uint64_t most;
    if (!quantity_count (value, 1, DEPTH_MOST, &most, &why))
      return fail (failure, EXIT_BAD_DATA, "most: %.200s", why.text);
    method->most = (int) most;
  } else
    return fail (
        failure, EXIT_BAD_DATA,
        "'%.20s=%.40s': keys are table, replacement, evaluation, most, and symmetry and threats (yes or no)",
        key, value);
  return true;
}

bool compared_method_read (const char *text, struct compared_method *method, struct failure *failure) {
  char copy[COMPARED_TEXT];
  if (strlen (text) >= sizeof copy)
    return fail (failure, EXIT_BAD_DATA, "'%.40s...' is too long: at most %zu characters", text,
                 sizeof copy - 1);
  *method = (struct compared_method){
    .symmetry = true, .threats = true, .replacement = REPLACE_TWOBIG1, .most = DEPTH_MOST
  };
  strcpy (method->text, text);
  strcpy (copy, text);
  char *keys = strchr (copy, ':');
  if (keys != NULL)
    *keys++ = 0;
  bool good = set_method (copy, method, failure);
  for (char *key; good && keys != NULL && (key = strsep (&keys, ",")) != NULL;) {
    char *value = strchr (key, '=');
    if (value == NULL)
      return fail (failure, EXIT_BAD_DATA, "'%.60s': expected key=value behind the colon", key);
    *value++ = 0;
    good = set_key (key, value, method, failure);
  }
  return good;
}

bool compared_method_fits (const struct compared_method *method, const struct game *game, int depth,
                           int *evaluation, struct failure *failure) {
  const struct method_description *description = &method_descriptions[method->method];
  struct failure why = { 0 };
  *evaluation = 0;
  if (depth > 0 && !description->takes_depth)
    return fail (failure, EXIT_BAD_DATA, "%s looks to the end of the game: no depths", description->name);
  if (!method->symmetry && game->engine->forget_symmetry == NULL)
    return fail (failure, EXIT_BAD_DATA, "%s has no searches without symmetry", game->title);
  if (!method->threats && game->engine->forget_threats == NULL)
    return fail (failure, EXIT_BAD_DATA, "%s has no searches without threats", game->title);
  if (method->evaluation[0] != 0 && !engine_evaluation (game, method->evaluation, evaluation, &why))
    return fail (failure, EXIT_BAD_DATA, "%s", why.text);
  return game->key_bytes > 0
         || fail (failure, EXIT_BAD_DATA, "%s: board too large for a comparison: at most 256 cells",
                  game->title);
}

void compared_method_forget (const struct compared_method *method, struct game *game) {
  if (!method->symmetry)
    game->engine->forget_symmetry (game);
  if (!method->threats)
    game->engine->forget_threats (game);
}

bool depths_read (const char *text, int *first, int *last, struct failure *failure) {
  int end = 0;
  if (sscanf (text, "%d%n", first, &end) != 1 || end == 0)
    end = 0;
  *last = *first;
  if (end > 0 && text[end] == '-') {
    int more = 0;
    end = sscanf (text + end + 1, "%d%n", last, &more) == 1 ? end + 1 + more : 0;
  }
  return (end > 0 && text[end] == 0 && 1 <= *first && *first <= *last && *last <= DEPTH_MOST)
         || fail (failure, EXIT_BAD_DATA,
                  "'%.40s': expected a depth such as 4, or depths such as 2-9, from 1 to %d", text,
                  DEPTH_MOST);
}
