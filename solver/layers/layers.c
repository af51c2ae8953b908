#include "layers/layers.h"

#include "base/threads.h"
#include "base/key_sort.h"
#include "layers/layer_code.h"
#include "layers/layer_values.h"
#include "layers/layers_private.h"
#include "layers/layer_list.h"

#include <assert.h>
#include <stdlib.h>

struct layer_solver {
  const struct layers_options *options;
  const struct layers_calls *calls;
  struct layer_store store;
  struct listing_options listing_options;
  struct lister *listing;
  enum layers_phase phase;
  int ply;
  /* the partitions that are being sorted */
  atomic_int cursor;
  int first, last;
  struct failure *thread_failures;
};

bool layers_possible (const struct game *game, struct failure *failure) {
  if (game->key_bytes == 0)
    return fail (failure, EXIT_BAD_DATA, "%s: board too large for layers: at most 256 cells", game->title);
  if (game->plies_max == 0)
    return fail (failure, EXIT_BAD_DATA, "%s: play can cycle, so there are no layers%s", game->title,
                 engine_has_tables (game->engine) ? "; see tablebase" : "");
  if (game->plies_max > LAYER_DISTANCE_MAX)
    return fail (failure, EXIT_BAD_DATA, "%s: board too large for layers: games of at most %d plies",
                 game->title, LAYER_DISTANCE_MAX);
  return true;
}

static bool must_stop (void *context) {
  const struct layer_solver *solver = context;
  return solver->calls->stop (solver->calls->context);
}

static void show_progress (void *context, uint64_t done) {
  const struct layer_solver *solver = context;
  if (solver->calls->progress != NULL)
    solver->calls->progress (solver->calls->context, solver->phase, solver->ply, done);
}

/* ---- writing a listed layer to disk ---- */

#ifndef NDEBUG
/* In the order of memcmp, without duplicates, and in the partition of their hash. */
static bool is_sorted (const struct key_set *set, int partition) {
  const size_t bytes = (size_t) set->key_bytes;
  for (size_t i = 0; i < set->count; i++)
    if (partition_of (key_hash (set->keys + i * bytes, set->key_bytes)) != partition
        || (i > 0 && memcmp (set->keys + (i - 1) * bytes, set->keys + i * bytes, bytes) >= 0))
      return false;
  return true;
}
#endif

static void sort_partitions (void *context, int thread) {
  struct layer_solver *solver = context;
  const struct ranks *ranks = solver->options->ranks;
  for (;;) {
    const int partition = solver->first + ranks->size * atomic_fetch_add (&solver->cursor, 1);
    if (partition >= solver->last
        || !listing_gather (solver->listing, partition, &solver->thread_failures[thread]))
      return;
    assert (partition_home (ranks, partition) == ranks->rank);
    struct key_set *set = &listing_sets (solver->listing)[partition];
    uint8_t *spare = allocate (set->count, (size_t) set->key_bytes);
    key_sort (set->keys, spare, set->count, set->key_bytes);
    free (spare);
    assert (is_sorted (set, partition));
  }
}

/* Write the sets. A few partitions are sorted at a time, since partitions that were in the file need memory
 * again. */
static uint64_t write_sets (struct layer_solver *solver, struct layer_out *out) {
  const struct ranks *ranks = solver->options->ranks;
  struct key_set *sets = listing_sets (solver->listing);
  const int at_once = 4 * solver->options->threads * ranks->size;
  uint64_t count = 0;
  for (solver->first = ranks->rank; solver->first < PARTITIONS; solver->first += at_once) {
    solver->last = solver->first + at_once < PARTITIONS ? solver->first + at_once : PARTITIONS;
    atomic_store (&solver->cursor, 0);
    team_do (solver->listing_options.team, sort_partitions, solver);
    for (int p = solver->first; p < solver->last; p += ranks->size) {
      layer_out_add (out, p, sets[p].keys, sets[p].count);
      count += sets[p].count;
      key_set_free (&sets[p]);
    }
  }
  assert (solver->first >= PARTITIONS);
  listing_forget_spill (solver->listing);
  return count;
}

/* Write the keys of the ply. Returns the layer; NULL if it is empty, or with a failure. */
static struct layer_in *store_keys (struct layer_solver *solver, struct failure *failure) {
  const struct ranks *ranks = solver->options->ranks;
  struct layer_out *out = layer_out_create (&solver->store, LAYER_KEYS, solver->ply);
  uint64_t count = write_sets (solver, out);
  for (int t = 0; t < solver->options->threads; t++)
    if (solver->thread_failures[t].code != 0)
      *failure = solver->thread_failures[t];
  ranks_sum (ranks, &count, 1);
  layer_out_finish (out, NULL, count > 0 && failure->code == 0, failure);
  if (!ranks_agree (ranks, failure) || count == 0)
    return NULL;
  struct layer_in *layer = layer_in_open (&solver->store, LAYER_KEYS, solver->ply, false, false);
  if (layer == NULL)
    fail (failure, EXIT_IO, "%.300s: a file just written is not there: all ranks must see the same folder",
          solver->options->directory);
  return layer;
}

/* ---- forward ---- */

/* The keys of the ply: from an earlier run, or from the previous layer (NULL: the start). NULL if there are
 * none, with a failure, or if the run was stopped (`*stopped`). */
static struct layer_in *list_layer (struct layer_solver *solver, struct layer_in *before, bool *stopped,
                                    struct failure *failure) {
  assert ((before == NULL) == (solver->ply == 0));
  struct layer_in *layer = layer_in_open (&solver->store, LAYER_KEYS, solver->ply, true, false);
  if (layer != NULL)
    return layer;
  if (before == NULL)
    listing_start (solver->listing);
  else {
    const struct key_source source = layer_in_source (before);
    const enum listing_state state = listing_expand (solver->listing, &source, failure);
    *stopped = state == LISTING_STOPPED;
    if (state != LISTING_DONE)
      return NULL;
  }
  return store_keys (solver, failure);
}

/* List all layers. Returns the number of plies; 0 with a failure or if the run was stopped. */
static int list_layers (struct layer_solver *solver, struct failure *failure) {
  struct layer_in *before = NULL, *layer;
  bool stopped = false;
  solver->phase = LAYERS_LISTING;
  for (solver->ply = 0; solver->ply <= solver->options->game->plies_max; solver->ply++) {
    layer = list_layer (solver, before, &stopped, failure);
    layer_in_close (before);
    before = layer;
    if (layer == NULL)
      break;
  }
  layer_in_close (before);
  return failure->code != 0 || stopped ? 0 : solver->ply;
}

/* ---- backward ---- */

static size_t keys_here (const struct layer_solver *solver, const struct layer_in *keys) {
  size_t count = 0;
  for (int p = solver->options->ranks->rank; p < PARTITIONS; p += solver->options->ranks->size)
    count += layer_in_count (keys, p);
  return count;
}

static bool store_codes (struct layer_solver *solver, const struct layer_in *keys, const uint8_t *codes,
                         const struct layer_tally *tally, struct failure *failure) {
  const struct ranks *ranks = solver->options->ranks;
  struct layer_out *out = layer_out_create (&solver->store, LAYER_CODES, solver->ply);
  for (int p = ranks->rank; p < PARTITIONS; p += ranks->size) {
    layer_out_add (out, p, codes, layer_in_count (keys, p));
    codes += layer_in_count (keys, p);
  }
  layer_out_finish (out, tally, true, failure);
  return ranks_agree (ranks, failure);
}

static bool compute_codes (struct layer_solver *solver, struct layer_in *keys, const struct coded_layer *next,
                           struct failure *failure) {
  struct layer_tally tally;
  uint8_t *codes = allocate (keys_here (solver, keys), 1);
  const bool good = layer_value (&solver->listing_options, keys, next, codes, &tally, failure) == LISTING_DONE
                    && store_codes (solver, keys, codes, &tally, failure);
  free (codes);
  return good;
}

/* The codes of the ply: from an earlier run or from the next ply. */
static struct layer_in *value_layer (struct layer_solver *solver, struct layer_in *keys,
                                     const struct coded_layer *next, struct failure *failure) {
  assert ((next->keys == NULL) == (next->codes == NULL)); /* the last ply has no next one */
  struct layer_in *codes = layer_in_open (&solver->store, LAYER_CODES, solver->ply, true, false);
  if (codes == NULL && compute_codes (solver, keys, next, failure))
    codes = layer_in_open (&solver->store, LAYER_CODES, solver->ply, false, false);
  bool fitting = codes != NULL;
  for (int p = solver->options->ranks->rank; fitting && p < PARTITIONS; p += solver->options->ranks->size)
    fitting = layer_in_count (codes, p) == layer_in_count (keys, p);
  if (codes != NULL && !fitting)
    fail (failure, EXIT_IO, "%.300s: keys and codes of ply %d do not belong together; remove the folder",
          solver->options->directory, solver->ply);
  return codes;
}

static bool value_layers (struct layer_solver *solver, int plies, struct failure *failure) {
  assert (0 < plies && plies <= solver->options->game->plies_max + 1);
  struct coded_layer layer, next = { NULL, NULL };
  bool good = true;
  solver->phase = LAYERS_VALUING;
  for (solver->ply = plies - 1; good && solver->ply >= 0; solver->ply--) {
    layer.keys = layer_in_open (&solver->store, LAYER_KEYS, solver->ply, false, false);
    if (layer.keys == NULL)
      fail (failure, EXIT_IO, "%.300s: the keys of ply %d are gone", solver->options->directory, solver->ply);
    layer.codes = layer.keys == NULL ? NULL : value_layer (solver, layer.keys, &next, failure);
    good = ranks_agree (solver->options->ranks, failure) && layer.codes != NULL;
    layer_in_close (next.keys);
    layer_in_close (next.codes);
    next = layer;
  }
  layer_in_close (next.keys);
  layer_in_close (next.codes);
  return good;
}

/* ---- both halves ---- */

static bool solve (struct layer_solver *solver, struct layer_summary **plies, int *count,
                   struct failure *failure) {
  if (!layer_store_open (&solver->store, failure))
    return false;
  *count = list_layers (solver, failure);
  if (*count == 0 || !value_layers (solver, *count, failure))
    return false;
  *plies = allocate ((size_t) *count, sizeof **plies);
  if (!layers_write (solver->options, &solver->store, solver->calls, *plies, *count, failure))
    return false;
  if (solver->options->ranks->rank == 0)
    layer_store_remove (&solver->store);
  return true;
}

bool layers_solve (const struct layers_options *options, const struct layers_calls *calls,
                   struct layer_summary **plies, int *count, struct failure *failure) {
  assert (options->threads > 0 && ranks_are_consistent (options->ranks));
  assert (options->game->key_bytes > 0 && options->game->plies_max > 0); /* see layers_possible() */
  assert (options->game->plies_max <= LAYER_DISTANCE_MAX && calls->stop != NULL);
  struct layer_solver solver = { .options = options, .calls = calls };
  solver.store = (struct layer_store){ options->game, options->ranks, options->directory };
  solver.thread_failures = allocate ((size_t) options->threads, sizeof *solver.thread_failures);
  const struct listing_calls listing_calls = { &solver, must_stop, show_progress };
  solver.listing_options = (struct listing_options){ .game = options->game,
                                                     .ranks = options->ranks,
                                                     .team = team_create (options->threads),
                                                     .threads = options->threads,
                                                     .canonical = true,
                                                     .memory = options->memory,
                                                     .directory = options->directory,
                                                     .calls = &listing_calls };
  solver.listing = listing_create (&solver.listing_options);
  *plies = NULL;
  const bool good = solve (&solver, plies, count, failure);
  if (!good) {
    free (*plies);
    *plies = NULL;
  }
  listing_destroy (solver.listing);
  team_destroy (solver.listing_options.team);
  free (solver.thread_failures);
  return good;
}
