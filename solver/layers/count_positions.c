#include "layers/count_positions.h"

#include "base/threads.h"
#include "layers/layer_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct enumeration {
  const struct game *game;
  const struct ranks *ranks;
  const struct count_options *options;
  const struct count_calls *calls;
  bool cycles;
  struct lister *listing;
  struct key_set *layer; /* by partition; if play can cycle, the sets of the listing, which hold all plies */
  size_t *begin, *end;   /* the part of each set that is the layer */
  int ply;
};

/* ---- the layer as a source of keys ---- */

static size_t layer_count (void *context, int partition) {
  const struct enumeration *enumeration = context;
  assert (enumeration->begin[partition] <= enumeration->end[partition]);
  return enumeration->end[partition] - enumeration->begin[partition];
}

static bool layer_read (void *context, int partition, size_t first, size_t count, uint8_t *keys,
                        struct failure *failure) {
  (void) failure;
  const struct enumeration *enumeration = context;
  assert (first <= layer_count (context, partition) && count <= layer_count (context, partition) - first);
  memcpy (keys, key_set_key (&enumeration->layer[partition], enumeration->begin[partition] + first),
          count * (size_t) enumeration->game->key_bytes);
  return true;
}

static uint64_t layer_memory (const struct enumeration *enumeration) {
  uint64_t sum = 0;
  for (int p = 0; !enumeration->cycles && p < PARTITIONS; p++)
    sum += key_set_bytes (&enumeration->layer[p]);
  return sum;
}

/* Make the positions found the new layer. */
static uint64_t next_layer (struct enumeration *enumeration) {
  uint64_t count = 0;
  if (enumeration->cycles)
    memcpy (enumeration->begin, enumeration->end, PARTITIONS * sizeof *enumeration->begin);
  else {
    struct key_set *found = listing_sets (enumeration->listing);
    for (int p = 0; p < PARTITIONS; p++)
      key_set_free (&enumeration->layer[p]);
    listing_replace_sets (enumeration->listing, enumeration->layer);
    enumeration->layer = found;
  }
  for (int p = 0; p < PARTITIONS; p++) {
    enumeration->end[p] = enumeration->layer[p].count;
    assert (enumeration->end[p] == 0 || partition_home (enumeration->ranks, p) == enumeration->ranks->rank);
    count += enumeration->end[p] - enumeration->begin[p];
  }
  return count;
}

/* ---- counting ---- */

static bool must_stop (void *context) {
  const struct enumeration *enumeration = context;
  return enumeration->calls->stop (enumeration->calls->context);
}

static void show_progress (void *context, uint64_t found) {
  const struct enumeration *enumeration = context;
  if (enumeration->calls->progress != NULL)
    enumeration->calls->progress (enumeration->calls->context, enumeration->ply + 1, found);
}

static bool count_layers (struct enumeration *enumeration, struct failure *failure) {
  listing_start (enumeration->listing);
  for (enumeration->ply = 0;; enumeration->ply++) {
    uint64_t count = next_layer (enumeration);
    ranks_sum (enumeration->ranks, &count, 1);
    if (count == 0)
      return true;
    enumeration->calls->ply (enumeration->calls->context, enumeration->ply, count);
    if (enumeration->ply == enumeration->options->plies)
      return true;
    const struct key_source source = { enumeration, layer_memory (enumeration), layer_count, layer_read };
    if (listing_expand (enumeration->listing, &source, failure) != LISTING_DONE)
      return false;
  }
}

bool count_positions (const struct game *game, const struct ranks *ranks, const struct count_options *options,
                      const struct count_calls *calls, struct failure *failure) {
  assert (ranks_are_consistent (ranks) && options->threads > 0 && options->plies >= -1);
  assert (calls->ply != NULL && calls->stop != NULL);
  if (game->key_bytes == 0)
    return fail (failure, EXIT_BAD_DATA, "%s: board too large for a count of positions: at most 256 cells",
                 game->title);
  struct enumeration enumeration = { .game = game, .ranks = ranks, .options = options, .calls = calls };
  const struct listing_calls listing_calls = { &enumeration, must_stop, show_progress };
  const struct listing_options listing = { .game = game,
                                           .ranks = ranks,
                                           .team = team_create (options->threads),
                                           .threads = options->threads,
                                           .canonical = options->canonical,
                                           .memory = options->memory,
                                           .calls = &listing_calls };
  enumeration.cycles = game->plies_max == 0;
  enumeration.listing = listing_create (&listing);
  enumeration.layer = listing_sets (enumeration.listing);
  if (!enumeration.cycles) {
    enumeration.layer = allocate (PARTITIONS, sizeof *enumeration.layer);
    for (int p = 0; p < PARTITIONS; p++)
      enumeration.layer[p].key_bytes = game->key_bytes;
  }
  enumeration.begin = allocate (PARTITIONS, sizeof *enumeration.begin);
  enumeration.end = allocate (PARTITIONS, sizeof *enumeration.end);
  const bool done = count_layers (&enumeration, failure);
  if (!enumeration.cycles) {
    for (int p = 0; p < PARTITIONS; p++)
      key_set_free (&enumeration.layer[p]);
    free (enumeration.layer);
  }
  listing_destroy (enumeration.listing);
  team_destroy (listing.team);
  free (enumeration.begin);
  free (enumeration.end);
  return done;
}
