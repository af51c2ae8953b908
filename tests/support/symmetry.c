#include "support/support.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES = 40 };

struct seen {
  char *text;              /* the smallest text of the plain images */
  uint8_t key[PACKED_MAX]; /* the engine's canonical key */
};

static int compare_texts (const void *a, const void *b) {
  return strcmp (((const struct seen *) a)->text, ((const struct seen *) b)->text);
}

static int compare_keys (const void *a, const void *b) {
  return memcmp (((const struct seen *) a)->key, ((const struct seen *) b)->key, PACKED_MAX);
}

static char *smallest_image (const struct plain_rules *rules, const struct plain *plain) {
  struct plain images[8];
  char best[PLAIN_POSITION_TEXT] = "", text[PLAIN_POSITION_TEXT];
  const int count = rules->images (plain, images);
  for (int i = 0; i < count; i++) {
    rules->print (&images[i], text);
    if (i == 0 || strcmp (text, best) < 0)
      strcpy (best, text);
  }
  char *copy = allocate (strlen (best) + 1, 1);
  return strcpy (copy, best);
}

/** One random game by both sets of rules; every position is added to `seen`. Returns how many. */
static size_t see_game (const struct game *game, const struct plain_rules *rules, uint64_t *random,
                        struct seen *seen) {
  struct plain plain;
  assert_true (rules->start (strchr (game->title, ':') + 1, &plain));
  struct position *position = position_allocate (game), *child = position_allocate (game);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct plain_move *moves = allocate (PLAIN_MOVES_MAX, sizeof *moves);
  game->engine->start (game, position);
  size_t count = 0;
  while (count < PLIES) {
    seen[count].text = smallest_image (rules, &plain);
    game->engine->pack_canonical (game, position, seen[count++].key);
    const int listed = game->engine->successors (game, position, list);
    if (listed == 0)
      break;
    assert_int_equal (rules->moves (&plain, moves), listed);
    const struct successor *chosen = &list[random_below (random, listed)];
    int i = 0;
    while (strcmp (moves[i].text, chosen->text) != 0)
      i++;
    plain = moves[i].after;
    game->engine->child (game, position, chosen->move, child);
    memcpy (position, child, game->position_bytes);
  }
  free (position);
  free (child);
  free (list);
  free (moves);
  return count;
}

int symmetry_differences (const struct game *game, int games, uint64_t seed) {
  const struct plain_rules *rules = plain_rules_of (game->name);
  struct seen *seen = allocate ((size_t) games * PLIES, sizeof *seen);
  size_t count = 0;
  uint64_t random = seed;
  for (int g = 0; g < games; g++)
    count += see_game (game, rules, &random, seen + count);

  int differences = 0, shared = 0;
  qsort (seen, count, sizeof *seen, compare_texts);
  for (size_t i = 1; i < count; i++)
    if (strcmp (seen[i - 1].text, seen[i].text) == 0) {
      shared++;
      differences += compare_keys (&seen[i - 1], &seen[i]) != 0;
    }
  assert_true (shared > 0);
  qsort (seen, count, sizeof *seen, compare_keys);
  for (size_t i = 1; i < count; i++)
    differences += compare_keys (&seen[i - 1], &seen[i]) == 0 && strcmp (seen[i - 1].text, seen[i].text) != 0;
  for (size_t i = 0; i < count; i++)
    free (seen[i].text);
  free (seen);
  return differences;
}
