#include "layers/layer_list.h"

#include "layers/key_spill.h"

#include <assert.h>
#include <stdlib.h>

struct lister {
  struct listing_options options;
  struct key_exchange *key_exchange;
  struct key_set *sets; /* by partition */
  struct spill *spill;  /* NULL until it is needed */
  struct pass pass;     /* the pass over the current layer */
};

struct lister *listing_create (const struct listing_options *options) {
  assert (options->threads > 0 && options->game->key_bytes > 0);
  assert (ranks_are_consistent (options->ranks));
  struct lister *listing = allocate (1, sizeof *listing);
  listing->options = *options;
  listing->key_exchange = key_exchange_create (options->ranks, options->threads, options->game->key_bytes);
  listing->sets = allocate (PARTITIONS, sizeof *listing->sets);
  for (int p = 0; p < PARTITIONS; p++)
    listing->sets[p].key_bytes = options->game->key_bytes;
  return listing;
}

void listing_destroy (struct lister *listing) {
  for (int p = 0; p < PARTITIONS; p++)
    key_set_free (&listing->sets[p]);
  free (listing->sets);
  key_exchange_destroy (listing->key_exchange);
  spill_destroy (listing->spill);
  free (listing);
}

struct key_set *listing_sets (struct lister *listing) {
  return listing->sets;
}

void listing_replace_sets (struct lister *listing, struct key_set *sets) {
  assert (sets[0].key_bytes == listing->options.game->key_bytes);
  listing->sets = sets;
}

void listing_start (struct lister *listing) {
  const struct game *game = listing->options.game;
  struct position *start = position_allocate (game);
  uint8_t key[PACKED_MAX] = { 0 };
  game->engine->start (game, start);
  if (listing->options.canonical)
    game->engine->pack_canonical (game, start, key);
  else
    game->engine->pack (game, start, key);
  const uint64_t hash = key_hash (key, game->key_bytes);
  assert (listing->sets[partition_of (hash)].count == 0); /* the sets are empty */
  if (partition_home (listing->options.ranks, partition_of (hash)) == listing->options.ranks->rank)
    key_set_add (&listing->sets[partition_of (hash)], key, hash);
  free (start);
}

/* ---- the two halves of a step, in threads ---- */

static void expand_slice (void *context, int thread) {
  struct lister *listing = context;
  const struct game *game = listing->options.game;
  const size_t key_bytes = (size_t) game->key_bytes;
  uint8_t *children = allocate ((size_t) game->moves_max, key_bytes);
  struct terminal_status terminal_status;
  size_t begin, end;
  while (pass_take (&listing->pass, &begin, &end))
    for (size_t i = begin; i < end; i++) {
      const int count = game->engine->children (game, listing->pass.keys + i * key_bytes,
                                                listing->options.canonical, children, &terminal_status);
      assert (0 <= count && count <= game->moves_max);
      assert (terminal_status.outcome == GOING_ON || count == 0); /* finished positions have no children */
      for (int j = 0; j < count; j++) {
        const uint8_t *child = children + (size_t) j * key_bytes;
        key_exchange_add (listing->key_exchange, thread, partition_of (key_hash (child, game->key_bytes)),
                          child);
      }
    }
  free (children);
}

static void fill_sets (void *context, int thread) {
  (void) thread;
  struct lister *listing = context;
  const int key_bytes = listing->options.game->key_bytes;
  int partition;
  while (pass_take_partition (&listing->pass, &partition))
    for (int r = 0; r < listing->options.ranks->size; r++) {
      const uint8_t *keys;
      uint8_t *answers;
      const size_t count = key_exchange_arrived (listing->key_exchange, r, partition, &keys, &answers);
      assert (count == 0 || partition_of (key_hash (keys, key_bytes)) == partition);
      for (size_t i = 0; i < count; i++, keys += key_bytes)
        key_set_add (&listing->sets[partition], keys, key_hash (keys, key_bytes));
    }
}

/* ---- memory ---- */

static uint64_t bytes_held (const struct lister *listing, const struct key_source *source) {
  uint64_t sum = source->memory;
  for (int p = 0; p < PARTITIONS; p++)
    sum += key_set_bytes (&listing->sets[p]);
  return sum;
}

/* Move all sets to the file. */
static bool spill_sets (struct lister *listing, struct failure *failure) {
  if (listing->spill == NULL)
    listing->spill = spill_create (listing->options.directory, listing->options.ranks->rank, failure);
  if (listing->spill == NULL)
    return false;
  for (int p = 0; p < PARTITIONS; p++) {
    assert (listing->sets[p].count == 0
            || partition_home (listing->options.ranks, p) == listing->options.ranks->rank);
    if (listing->sets[p].count > 0 && !spill_add (listing->spill, p, &listing->sets[p], failure))
      return false;
    key_set_free (&listing->sets[p]);
  }
  return true;
}

static bool fit_memory (struct lister *listing, const struct key_source *source, struct failure *failure) {
  const struct listing_options *options = &listing->options;
  if (options->memory == 0 || bytes_held (listing, source) <= options->memory)
    return true;
  if (options->directory != NULL)
    return spill_sets (listing, failure);
  return fail_memory (failure, "the positions of the next ply", bytes_held (listing, source));
}

static uint64_t found_so_far (const struct lister *listing) {
  uint64_t sum = listing->spill == NULL ? 0 : spill_count (listing->spill);
  for (int p = 0; p < PARTITIONS; p++)
    sum += listing->sets[p].count;
  return sum;
}

bool listing_gather (struct lister *listing, int partition, struct failure *failure) {
  assert (partition >= 0 && partition < PARTITIONS);
  assert (partition_home (listing->options.ranks, partition) == listing->options.ranks->rank);
  return listing->spill == NULL
         || spill_bring (listing->spill, partition, &listing->sets[partition], failure);
}

void listing_forget_spill (struct lister *listing) {
  if (listing->spill != NULL)
    spill_empty (listing->spill);
}

/* ---- one ply ---- */

enum { VOTE_MORE, VOTE_STOP, VOTE_FAILURE, VOTES };

enum listing_state listing_vote (const struct listing_options *options, bool *more, struct failure *failure) {
  const struct ranks *ranks = options->ranks;
  uint64_t votes[VOTES] = { [VOTE_MORE] = *more,
                            [VOTE_STOP] = options->calls->stop (options->calls->context),
                            [VOTE_FAILURE] = failure->code != 0 };
  ranks_sum (ranks, votes, VOTES);
  assert (votes[VOTE_MORE] <= (uint64_t) ranks->size && votes[VOTE_FAILURE] <= (uint64_t) ranks->size);
  *more = votes[VOTE_MORE] > 0;
  if (votes[VOTE_FAILURE] > 0) {
    ranks_agree (ranks, failure);
    return LISTING_FAILED;
  }
  return votes[VOTE_STOP] > 0 ? LISTING_STOPPED : LISTING_DONE;
}

static enum listing_state expand_all (struct lister *listing, struct failure *failure) {
  const struct listing_calls *calls = listing->options.calls;
  struct pass *pass = &listing->pass;
  for (;;) {
    pass_next (pass, failure);
    bool more = pass->count > 0;
    const enum listing_state state = listing_vote (&listing->options, &more, failure);
    if (state != LISTING_DONE || !more)
      return state;
    pass_in_threads (&listing->pass, listing->options.team, pass->count, expand_slice, listing);
    key_exchange_deliver (listing->key_exchange);
    key_exchange_clear (listing->key_exchange);
    pass_in_threads (&listing->pass, listing->options.team, pass->count, fill_sets, listing);
    fit_memory (listing, pass->source, failure);
    if (calls->progress != NULL)
      calls->progress (calls->context, found_so_far (listing));
  }
}

enum listing_state listing_expand (struct lister *listing, const struct key_source *source,
                                   struct failure *failure) {
  pass_begin (&listing->pass, source, listing->options.game, listing->options.ranks);
  const enum listing_state state = expand_all (listing, failure);
  pass_end (&listing->pass);
  return state;
}
