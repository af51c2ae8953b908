#include "layers/count_positions.h"

#include "base/threads.h"
#include "layers/layer_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct counting {
  const struct game *game;
  const struct ranks *ranks;
  const struct count_options *options;
  const struct count_calls *calls;
  bool cycles;
  struct listing *listing;
  struct key_set *layer; /* by partition; if play can cycle, the listing's sets, which hold all plies */
  size_t *begin, *end;   /* where the layer is in each set */
  int ply;
};

/* ---- the layer as a source of keys ---- */

static size_t layer_count (void *context, int partition) {
  const struct counting *counting = context;
  assert (counting->begin[partition] <= counting->end[partition]);
  return counting->end[partition] - counting->begin[partition];
}

static bool layer_read (void *context, int partition, size_t first, size_t count, uint8_t *keys,
                        struct failure *failure) {
  (void) failure;
  const struct counting *counting = context;
  assert (first <= layer_count (context, partition) && count <= layer_count (context, partition) - first);
  memcpy (keys, key_set_key (&counting->layer[partition], counting->begin[partition] + first),
          count * (size_t) counting->game->key_bytes);
  return true;
}

static uint64_t layer_memory (const struct counting *counting) {
  uint64_t sum = 0;
  for (int p = 0; !counting->cycles && p < PARTITIONS; p++)
    sum += key_set_bytes (&counting->layer[p]);
  return sum;
}

/* The positions found become the layer. */
static uint64_t next_layer (struct counting *counting) {
  uint64_t count = 0;
  if (counting->cycles)
    memcpy (counting->begin, counting->end, PARTITIONS * sizeof *counting->begin);
  else {
    struct key_set *found = listing_sets (counting->listing);
    for (int p = 0; p < PARTITIONS; p++)
      key_set_free (&counting->layer[p]);
    listing_replace_sets (counting->listing, counting->layer);
    counting->layer = found;
  }
  for (int p = 0; p < PARTITIONS; p++) {
    counting->end[p] = counting->layer[p].count;
    assert (counting->end[p] == 0 || partition_home (counting->ranks, p) == counting->ranks->rank);
    count += counting->end[p] - counting->begin[p];
  }
  return count;
}

/* ---- the whole ---- */

static bool must_stop (void *context) {
  const struct counting *counting = context;
  return counting->calls->stop (counting->calls->context);
}

static void show_progress (void *context, uint64_t found) {
  const struct counting *counting = context;
  if (counting->calls->progress != NULL)
    counting->calls->progress (counting->calls->context, counting->ply + 1, found);
}

static bool count_layers (struct counting *counting, struct failure *failure) {
  listing_start (counting->listing);
  for (counting->ply = 0;; counting->ply++) {
    uint64_t count = next_layer (counting);
    ranks_sum (counting->ranks, &count, 1);
    if (count == 0)
      return true;
    counting->calls->ply (counting->calls->context, counting->ply, count);
    if (counting->ply == counting->options->plies)
      return true;
    const struct key_source source = { counting, layer_memory (counting), layer_count, layer_read };
    if (listing_expand (counting->listing, &source, failure) != LISTING_DONE)
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
  struct counting counting = { .game = game, .ranks = ranks, .options = options, .calls = calls };
  const struct listing_calls listing_calls = { &counting, must_stop, show_progress };
  const struct listing_options listing = { .game = game,
                                           .ranks = ranks,
                                           .team = team_create (options->threads),
                                           .threads = options->threads,
                                           .canonical = options->canonical,
                                           .memory = options->memory,
                                           .calls = &listing_calls };
  counting.cycles = game->plies_max == 0;
  counting.listing = listing_create (&listing);
  counting.layer = listing_sets (counting.listing);
  if (!counting.cycles) {
    counting.layer = allocate (PARTITIONS, sizeof *counting.layer);
    for (int p = 0; p < PARTITIONS; p++)
      counting.layer[p].key_bytes = game->key_bytes;
  }
  counting.begin = allocate (PARTITIONS, sizeof *counting.begin);
  counting.end = allocate (PARTITIONS, sizeof *counting.end);
  const bool done = count_layers (&counting, failure);
  if (!counting.cycles) {
    for (int p = 0; p < PARTITIONS; p++)
      key_set_free (&counting.layer[p]);
    free (counting.layer);
  }
  listing_destroy (counting.listing);
  team_destroy (listing.team);
  free (counting.begin);
  free (counting.end);
  return done;
}
