#include "certificate/shrink_attempts.h"

#include <stdlib.h>

enum { IMAGES_MOST = 2 };

/* The stones on a board of at most 64 cells, as sets of cells. */
struct stones {
  uint64_t of[2];
};

struct attempt {
  int effort;
  size_t freed, arrivals; /* arrivals: how many there were at that time */
};

struct arrival {
  struct stones image[IMAGES_MOST];
  int images;
};

void shrink_attempts_begin (struct shrink_attempts *s, const struct array_game *game) {
  *s = (struct shrink_attempts){ .game = game,
                                 .tried = { .key_bytes = game->key_bytes },
                                 .arrived = { .key_bytes = game->key_bytes } };
}

void shrink_attempts_end (struct shrink_attempts *s) {
  key_set_free (&s->tried);
  key_set_free (&s->arrived);
  free (s->attempt);
  free (s->arrival);
}

static bool stones_of_key (const struct array_game *game, const uint8_t *key, struct stones *stones) {
  struct array_position position;
  if (!game->rules->unpack (game, key, &position))
    return false;
  *stones = (struct stones){ { 0, 0 } };
  for (int cell = 0; cell < game->cells; cell++)
    if (position.cell[cell] != 0)
      stones->of[position.cell[cell] - 1] |= (uint64_t) 1 << cell;
  return true;
}

static void add_arrival (struct shrink_attempts *s, const uint8_t *key) {
  struct array_position position;
  uint8_t image[KEY_MOST];
  if (!key_set_add (&s->arrived, key, key_hash (key, s->game->key_bytes)))
    return;
  if (s->arrived.count > s->arrival_capacity) {
    s->arrival_capacity = 2 * s->arrived.count;
    s->arrival = reallocate (s->arrival, s->arrival_capacity, sizeof *s->arrival);
  }
  struct arrival *const arrival = &s->arrival[s->arrived.count - 1];
  arrival->images = 0;
  if (s->game->rules->unpack (s->game, key, &position))
    while (arrival->images < IMAGES_MOST && s->game->rules->pack (s->game, &position, arrival->images, image)
           && stones_of_key (s->game, image, &arrival->image[arrival->images]))
      arrival->images++;
}

void shrink_attempts_look (struct shrink_attempts *s, const struct rows_in_use *rows) {
  for (size_t row = 0; row < rows->known; row++)
    if (rows->used[row] > 0)
      add_arrival (s, key_set_key (&rows->strategy->positions, row));
}

/* Can the second position follow from the first? */
static bool can_follow (const struct stones *first, const struct stones *second) {
  return (first->of[0] & ~second->of[0]) == 0 && (first->of[1] & ~second->of[1]) == 0;
}

static bool has_arrivals_after (const struct shrink_attempts *s, const uint8_t *key, size_t known) {
  struct stones stones;
  if (!stones_of_key (s->game, key, &stones))
    return false;
  for (size_t i = known; i < s->arrived.count; i++)
    for (int j = 0; j < s->arrival[i].images; j++)
      if (can_follow (&stones, &s->arrival[i].image[j]))
        return true;
  return false;
}

bool shrink_attempts_begin_one (struct shrink_attempts *s, const uint8_t *key, int effort, size_t freed) {
  size_t at = key_set_find (&s->tried, key);
  if (at != SIZE_MAX && s->attempt[at].effort >= effort && s->attempt[at].freed >= freed
      && !has_arrivals_after (s, key, s->attempt[at].arrivals))
    return false;
  if (at == SIZE_MAX) {
    key_set_add (&s->tried, key, key_hash (key, s->game->key_bytes));
    at = s->tried.count - 1;
    if (s->tried.count > s->attempt_capacity) {
      s->attempt_capacity = 2 * s->tried.count;
      s->attempt = reallocate (s->attempt, s->attempt_capacity, sizeof *s->attempt);
    }
  }
  s->attempt[at] = (struct attempt){ effort, freed, s->arrived.count };
  return true;
}
