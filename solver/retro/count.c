#include "retro/count.h"

#include "base/threads.h"
#include "ranks/exchange.h"
#include "retro/key_set.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
  PARTITIONS = 256,      /* small enough to stay in a cache while it is filled */
  SLICE_BYTES = 1 << 26, /* children of one step, at most, on a rank */
};

/* Keys in no order, to be sent or sorted into sets. */
struct bin {
  uint8_t *bytes;
  size_t size, capacity;
};

/* What one thread found in a step. */
struct finds {
  struct bin *own;    /* by partition */
  struct bin *others; /* by rank */
};

struct counting {
  const struct game *game;
  const struct ranks *ranks;
  const struct count_options *options;
  const struct count_calls *calls;
  struct team *team;
  struct key_set *layer, *next; /* by partition; the same ones where play can cycle */
  size_t *begin, *end;          /* the layer, in each set */
  struct finds *finds;          /* by thread */
  /* The step at hand: expand keys `first` to `last` of a partition, or distribute received keys. */
  atomic_size_t cursor;
  int partition;
  size_t first, last;
  const uint8_t *received;
  size_t received_count;
};

static void
bin_add (struct bin *bin, const uint8_t *key, size_t key_bytes)
{
  if (bin->size + key_bytes > bin->capacity) {
    bin->capacity = 2 * bin->capacity + 64 * key_bytes;
    bin->bytes = reallocate (bin->bytes, bin->capacity, 1);
  }
  memcpy (bin->bytes + bin->size, key, key_bytes);
  bin->size += key_bytes;
}

/* Whose a key is. The low bits of the hash choose the slot in a set. */
static int
owner (const struct counting *counting, uint64_t hash)
{
  return (int) ((hash >> 40) % (uint64_t) counting->ranks->size);
}

static int
partition_of (uint64_t hash)
{
  return (int) (hash >> 32 & (PARTITIONS - 1));
}

/* ---- the three phases of a step, one thread each ---- */

static void
keep_find (const struct counting *counting, struct finds *finds, const uint8_t *key)
{
  const int key_bytes = counting->game->key_bytes;
  const uint64_t hash = key_hash (key, key_bytes);
  const int rank = owner (counting, hash);
  struct bin *bin = rank == counting->ranks->rank ? &finds->own[partition_of (hash)] : &finds->others[rank];
  bin_add (bin, key, (size_t) key_bytes);
}

enum { GRAIN = 1024 };

static void
expand_slice (void *context, int thread)
{
  struct counting *counting = context;
  const struct game *game = counting->game;
  const struct key_set *set = &counting->layer[counting->partition];
  uint8_t *children = allocate ((size_t) game->moves_max, (size_t) game->key_bytes);
  for (;;) {
    const size_t begin = counting->first + GRAIN * atomic_fetch_add (&counting->cursor, 1);
    if (begin >= counting->last)
      break;
    const size_t end = begin + GRAIN < counting->last ? begin + GRAIN : counting->last;
    for (size_t i = begin; i < end; i++) {
      const int count
          = game->engine->expand (game, key_set_key (set, i), counting->options->canonical, children);
      for (int j = 0; j < count; j++)
        keep_find (counting, &counting->finds[thread], children + j * game->key_bytes);
    }
  }
  free (children);
}

static void
distribute_received (void *context, int thread)
{
  struct counting *counting = context;
  const size_t key_bytes = (size_t) counting->game->key_bytes;
  for (;;) {
    const size_t begin = GRAIN * atomic_fetch_add (&counting->cursor, 1);
    if (begin >= counting->received_count)
      return;
    for (size_t i = begin; i < begin + GRAIN && i < counting->received_count; i++)
      keep_find (counting, &counting->finds[thread], counting->received + i * key_bytes);
  }
}

static void
fill_sets (void *context, int thread)
{
  (void) thread;
  struct counting *counting = context;
  const int key_bytes = counting->game->key_bytes;
  for (;;) {
    const size_t partition = atomic_fetch_add (&counting->cursor, 1);
    if (partition >= PARTITIONS)
      return;
    for (int t = 0; t < counting->options->threads; t++) {
      struct bin *bin = &counting->finds[t].own[partition];
      for (size_t at = 0; at < bin->size; at += (size_t) key_bytes)
        key_set_add (&counting->next[partition], bin->bytes + at, key_hash (bin->bytes + at, key_bytes));
      bin->size = 0;
    }
  }
}

static void
in_threads (struct counting *counting, void (*function) (void *, int))
{
  atomic_store (&counting->cursor, 0);
  team_start (counting->team, function, counting);
  while (!team_wait (counting->team, 0.5))
    continue;
}

/* A slice that is not worth waking the threads for is done here. */
static void
expand (struct counting *counting)
{
  if (counting->last - counting->first > GRAIN)
    in_threads (counting, expand_slice);
  else {
    atomic_store (&counting->cursor, 0);
    expand_slice (counting, 0);
  }
}

/* ---- one ply ---- */

static void
exchange_finds (struct counting *counting)
{
  const int ranks = counting->ranks->size, threads = counting->options->threads;
  if (ranks == 1)
    return;
  struct bin *out = allocate ((size_t) ranks, sizeof *out);
  const uint8_t **bytes = allocate ((size_t) ranks, sizeof *bytes);
  size_t *sizes = allocate ((size_t) ranks, sizeof *sizes);
  for (int r = 0; r < ranks; r++) {
    for (int t = 0; t < threads; t++) {
      struct bin *part = &counting->finds[t].others[r];
      if (part->size > 0)
        bin_add (&out[r], part->bytes, part->size);
      part->size = 0;
    }
    bytes[r] = out[r].bytes;
    sizes[r] = out[r].size;
  }
  uint8_t *in;
  counting->received_count
      = ranks_exchange (counting->ranks, bytes, sizes, &in) / (size_t) counting->game->key_bytes;
  counting->received = in;
  in_threads (counting, distribute_received);
  free (in);
  for (int r = 0; r < ranks; r++)
    free (out[r].bytes);
  free (out);
  free (bytes);
  free (sizes);
}

static uint64_t
bytes_held (const struct counting *counting)
{
  uint64_t sum = 0;
  for (int p = 0; p < PARTITIONS; p++) {
    sum += key_set_bytes (&counting->layer[p]);
    if (counting->next != counting->layer)
      sum += key_set_bytes (&counting->next[p]);
  }
  return sum;
}

static uint64_t
found_so_far (const struct counting *counting)
{
  uint64_t sum = 0;
  for (int p = 0; p < PARTITIONS; p++)
    sum += counting->next[p].count;
  return sum;
}

enum state { DONE, STEPPING, STOPPED, NO_MEMORY };

/* May the next step be made, and is there anything left for it on any rank? Collective. */
static enum state
state_of (const struct counting *counting, bool more)
{
  const uint64_t memory = counting->options->memory;
  uint64_t votes[3] = { more, counting->calls->stop (counting->calls->context),
                        memory > 0 && bytes_held (counting) > memory };
  ranks_sum (counting->ranks, votes, 3);
  return votes[1] > 0 ? STOPPED : votes[2] > 0 ? NO_MEMORY : votes[0] > 0 ? STEPPING : DONE;
}

/* Cut the next slice off the layer. Returns false if none is left here. */
static bool
next_slice (struct counting *counting)
{
  const struct game *game = counting->game;
  const size_t most = SLICE_BYTES / ((size_t) game->moves_max * (size_t) game->key_bytes) + 1;
  while (counting->partition < PARTITIONS && counting->last == counting->end[counting->partition]) {
    counting->partition++;
    if (counting->partition < PARTITIONS)
      counting->last = counting->begin[counting->partition];
  }
  counting->first = counting->last;
  if (counting->partition == PARTITIONS)
    return false;
  const size_t left = counting->end[counting->partition] - counting->first;
  counting->last = counting->first + (left < most ? left : most);
  return true;
}

/* All children of the layer into the sets of the next one. */
static enum state
expand_layer (struct counting *counting, int ply)
{
  const struct count_calls *calls = counting->calls;
  size_t pending = 0; /* positions expanded since the sets were filled last */
  counting->partition = 0;
  counting->last = counting->begin[0];
  bool more = next_slice (counting);
  for (;;) {
    const enum state state = state_of (counting, more);
    if (state != STEPPING)
      return state;
    /* Many small partitions make one step. */
    const size_t enough
        = SLICE_BYTES / ((size_t) counting->game->moves_max * (size_t) counting->game->key_bytes) + 1;
    for (pending = 0; more && pending < enough; more = next_slice (counting)) {
      pending += counting->last - counting->first;
      expand (counting);
    }
    exchange_finds (counting);
    in_threads (counting, fill_sets);
    if (calls->progress != NULL)
      calls->progress (calls->context, ply + 1, found_so_far (counting));
  }
}

/* What was found becomes the layer. */
static uint64_t
next_layer (struct counting *counting, bool cycles)
{
  uint64_t count = 0;
  for (int p = 0; p < PARTITIONS; p++) {
    if (cycles)
      counting->begin[p] = counting->end[p];
    else
      key_set_free (&counting->layer[p]);
  }
  struct key_set *layer = counting->next;
  counting->next = counting->layer;
  counting->layer = layer;
  for (int p = 0; p < PARTITIONS; p++) {
    counting->end[p] = layer[p].count;
    count += counting->end[p] - counting->begin[p];
  }
  return count;
}

/* ---- the whole ---- */

static void
add_start (struct counting *counting)
{
  const struct game *game = counting->game;
  struct position *start = position_allocate (game);
  uint8_t key[PACKED_MAX] = { 0 };
  game->engine->start (game, start);
  if (counting->options->canonical)
    game->engine->pack_canonical (game, start, key);
  else
    game->engine->pack (game, start, key);
  const uint64_t hash = key_hash (key, game->key_bytes);
  if (owner (counting, hash) == counting->ranks->rank)
    key_set_add (&counting->next[partition_of (hash)], key, hash);
  free (start);
}

static enum state
count_layers (struct counting *counting)
{
  const bool cycles = counting->game->plies_max == 0;
  add_start (counting);
  for (int ply = 0;; ply++) {
    uint64_t count = next_layer (counting, cycles);
    ranks_sum (counting->ranks, &count, 1);
    if (count == 0)
      return DONE;
    counting->calls->ply (counting->calls->context, ply, count);
    if (ply == counting->options->plies)
      return DONE;
    const enum state state = expand_layer (counting, ply);
    if (state != DONE)
      return state;
  }
}

static void
free_finds (struct counting *counting)
{
  for (int t = 0; t < counting->options->threads; t++) {
    for (int p = 0; p < PARTITIONS; p++)
      free (counting->finds[t].own[p].bytes);
    for (int r = 0; r < counting->ranks->size; r++)
      free (counting->finds[t].others[r].bytes);
    free (counting->finds[t].own);
    free (counting->finds[t].others);
  }
  free (counting->finds);
}

bool
count_positions (const struct game *game, const struct ranks *ranks, const struct count_options *options,
                 const struct count_calls *calls, struct failure *failure)
{
  if (game->key_bytes == 0)
    return fail (failure, EXIT_BAD_DATA, "%s: board too large for a count of positions: at most 256 cells",
                 game->title);
  struct counting counting = { .game = game, .ranks = ranks, .options = options, .calls = calls };
  const bool cycles = game->plies_max == 0;
  counting.layer = allocate (PARTITIONS, sizeof *counting.layer);
  counting.next = cycles ? counting.layer : allocate (PARTITIONS, sizeof *counting.next);
  counting.begin = allocate (PARTITIONS, sizeof *counting.begin);
  counting.end = allocate (PARTITIONS, sizeof *counting.end);
  for (int p = 0; p < PARTITIONS; p++)
    counting.layer[p].key_bytes = counting.next[p].key_bytes = game->key_bytes;
  counting.finds = allocate ((size_t) options->threads, sizeof *counting.finds);
  for (int t = 0; t < options->threads; t++) {
    counting.finds[t].own = allocate (PARTITIONS, sizeof (struct bin));
    counting.finds[t].others = allocate ((size_t) ranks->size, sizeof (struct bin));
  }
  counting.team = team_create (options->threads);
  const enum state state = count_layers (&counting);
  team_destroy (counting.team);
  free_finds (&counting);
  for (int p = 0; p < PARTITIONS; p++) {
    key_set_free (&counting.layer[p]);
    if (!cycles)
      key_set_free (&counting.next[p]);
  }
  free (counting.layer);
  if (!cycles)
    free (counting.next);
  free (counting.begin);
  free (counting.end);
  if (state == NO_MEMORY)
    fail (failure, EXIT_IO, "%s: memory does not suffice for the next ply", game->title);
  return state == DONE;
}
