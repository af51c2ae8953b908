#include "run/compared_method.h"

#include "base/quantity.h"
#include "base/text.h"

#include <stddef.h>
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

/* ---- settings ---- */

static bool set_table (struct compared_method *method, const char *value, struct failure *failure) {
  enum { LEAST = 4096 };
  struct failure why = { 0 };
  method->table_given = true;
  method->table_bytes = 0;
  if (strcmp (value, "none") == 0)
    return true;
  if (!quantity_size (value, 0, &method->table_bytes, &why))
    return fail (failure, EXIT_BAD_DATA, "table: %.200s, or none", why.text);
  return method->table_bytes >= LEAST
         || fail (failure, EXIT_BAD_DATA, "table=%.40s: at least 4K, or none", value);
}

static bool set_replacement (struct compared_method *method, const char *value, struct failure *failure) {
  method->replacement = replacement_by_name (value);
  if (method->replacement != REPLACEMENTS)
    return true;
  char known[200] = "";
  for (int i = 0; i < REPLACEMENTS; i++)
    text_append_item (known, sizeof known, ", ", replacement_names[i]);
  return fail (failure, EXIT_BAD_DATA, "unknown replacement '%.40s': one of %s", value, known);
}

static bool set_evaluation (struct compared_method *method, const char *value, struct failure *failure) {
  (void) failure; /* the game knows its names */
  snprintf (method->evaluation, sizeof method->evaluation, "%s", value);
  return true;
}

static bool set_order (struct compared_method *method, const char *value, struct failure *failure) {
  (void) failure; /* the game knows its orders */
  snprintf (method->order, sizeof method->order, "%s", value);
  return true;
}

static bool set_most (struct compared_method *method, const char *value, struct failure *failure) {
  struct failure why = { 0 };
  uint64_t most;
  if (!quantity_count (value, 1, DEPTH_MOST, &most, &why))
    return fail (failure, EXIT_BAD_DATA, "most: %.200s", why.text);
  method->most = (int) most;
  return true;
}

/* The keys that can be set. A key with a choice between two words has the place of its bool, which is true
 * for the second word; the other keys have a function. */
static const struct setting {
  const char *name;
  const char *words[2];
  size_t place;
  bool (*set) (struct compared_method *, const char *value, struct failure *);
} settings[] = {
#define CHOICE(name, no, yes, member)                                                                        \
  { name, { no, yes }, offsetof (struct compared_method, member), NULL }
  { .name = "table", .set = set_table },
  { .name = "replacement", .set = set_replacement },
  { .name = "evaluation", .set = set_evaluation },
  { .name = "order", .set = set_order },
  { .name = "most", .set = set_most },
  CHOICE ("symmetry", "no", "yes", symmetry),
  CHOICE ("threats", "no", "yes", threats),
  CHOICE ("root-alpha", "kept", "fresh", fresh_alpha),
  CHOICE ("relevant", "no", "yes", relevant),
  CHOICE ("window", "open", "known", known),
};

enum { SETTINGS = sizeof settings / sizeof *settings };

static bool set_choice (const struct setting *setting, const char *value, struct compared_method *method,
                        struct failure *failure) {
  const bool second = strcmp (value, setting->words[1]) == 0;
  if (!second && strcmp (value, setting->words[0]) != 0)
    return fail (failure, EXIT_BAD_DATA, "%s=%.40s: expected %s or %s", setting->name, value,
                 setting->words[0], setting->words[1]);
  memcpy ((char *) method + setting->place, &second, sizeof second);
  return true;
}

static bool set_key (const char *key, const char *value, struct compared_method *method,
                     struct failure *failure) {
  char known[200] = "";
  for (int i = 0; i < SETTINGS; i++) {
    if (strcmp (key, settings[i].name) == 0)
      return settings[i].set != NULL ? settings[i].set (method, value, failure)
                                     : set_choice (&settings[i], value, method, failure);
    text_append_item (known, sizeof known, i == SETTINGS - 1 ? " and " : ", ", settings[i].name);
  }
  return fail (failure, EXIT_BAD_DATA, "'%.20s=%.40s': keys are %s", key, value, known);
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

/* Does the method deepen by windows (search/deepening.h)? */
static bool deepens (const struct compared_method *method) {
  return method->relevant || method_descriptions[method->method].deepens;
}

static bool find_order (const struct compared_method *method, const struct game *game, int *order,
                        struct failure *failure) {
  const char *const *names = game->engine->orders;
  char known[200] = "";
  *order = 0;
  if (method->order[0] == 0)
    return true;
  for (int i = 0; names[i] != NULL && *order == 0; i++) {
    if (strcmp (names[i], method->order) == 0)
      *order = i + 1;
    text_append_item (known, sizeof known, " or ", names[i]);
  }
  if (names[0] == NULL)
    return fail (failure, EXIT_BAD_DATA, "%s has no orders to choose from", game->title);
  return *order > 0
         || fail (failure, EXIT_BAD_DATA, "unknown order '%.40s': %s has %s", method->order, game->name,
                  known);
}

bool compared_method_fits (const struct compared_method *method, const struct game *game, int depth,
                           struct query *query, struct failure *failure) {
  const struct method_description *description = &method_descriptions[method->method];
  struct failure why = { 0 };
  *query = (struct query){ .method = method->method,
                           .depth = depth,
                           .reuse = method->table_given && method->table_bytes > 0,
                           .relevant = method->relevant,
                           .fresh_alpha = method->fresh_alpha };
  if (depth > 0 && !description->takes_depth)
    return fail (failure, EXIT_BAD_DATA, "%s looks to the end of the game: no depths", description->name);
  if (method->relevant && (!description->may_deepen || depth == 0))
    return fail (failure, EXIT_BAD_DATA, "relevant=yes is for alpha-beta with depths");
  if ((method->order[0] != 0 || method->known) && !deepens (method))
    return fail (failure, EXIT_BAD_DATA, "%s is for bns, mtdf, pvs and alpha-beta with relevant=yes",
                 method->known ? "window=known" : "order");
  if (!method->symmetry && game->engine->forget_symmetry == NULL)
    return fail (failure, EXIT_BAD_DATA, "%s has no searches without symmetry", game->title);
  if (!method->threats && game->engine->forget_threats == NULL)
    return fail (failure, EXIT_BAD_DATA, "%s has no searches without threats", game->title);
  if (method->fresh_alpha && (!description->may_deepen || depth == 0 || method->relevant))
    return fail (failure, EXIT_BAD_DATA, "root-alpha=fresh goes with alpha-beta to a depth, not with %s",
                 description->may_deepen ? "searches to the end" : description->name);
  if (method->evaluation[0] != 0 && !engine_evaluation (game, method->evaluation, &query->evaluation, &why))
    return fail (failure, EXIT_BAD_DATA, "%s", why.text);
  return find_order (method, game, &query->order, failure)
         && (game->key_bytes > 0
             || fail (failure, EXIT_BAD_DATA, "%s: board too large for a comparison: at most 256 cells",
                      game->title));
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

int *depths_list (const char *const *texts, size_t text_count, int *count, struct failure *failure) {
  size_t capacity = 1;
  int *depths = allocate (capacity, sizeof *depths);
  *count = 0;
  for (size_t i = 0; i < text_count; i++) {
    int first, last;
    if (!depths_read (texts[i], &first, &last, failure)) {
      free (depths);
      return NULL;
    }
    for (int depth = first; depth <= last; depth++) {
      depths = grow_list (depths, (size_t) *count, &capacity, sizeof *depths);
      depths[(*count)++] = depth;
    }
  }
  return depths;
}
