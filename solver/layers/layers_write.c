/* Merges the private files of all layers into one HDF5 file: rank 0 merges the sorted partitions of each
 * ply. */
#include "base/key_sort.h"
#include "layers/layer_code.h"
#include "layers/layers_private.h"
#include "layers/layers_layout.h"
#include "layers/key_exchange.h"
#include "store/file_game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STREAM_KEYS = 4096, BLOCK_ROWS = 1 << 16 };

/* The keys of a partition in order, with their codes. */
struct stream {
  int partition;
  size_t first, count, next; /* of the rows in memory: the first one's number in the partition; their number;
                                the next one to use */
  uint8_t *keys, *codes;
  uint64_t head; /* the first bytes of the next key, which mostly suffice to compare; UINT64_MAX at the end */
  bool ended;
};

struct merge {
  const struct layer_in *keys, *codes;
  size_t key_bytes;
  struct stream *streams;
  int *loser; /* loser[0]: the stream with the smallest key; the others: a tree of losers (Knuth, TAOCP 3) */
  struct failure *failure;
};

/* ---- streams ---- */

/* Read the next rows if all rows in memory have been used. */
static void fill_stream (struct merge *merge, struct stream *stream) {
  assert (stream->next <= stream->count && !stream->ended);
  if (stream->next == stream->count) {
    const size_t first = stream->first + stream->count,
                 left = layer_in_count (merge->keys, stream->partition) - first;
    stream->first = first;
    stream->count = left < STREAM_KEYS ? left : STREAM_KEYS;
    stream->next = 0;
    if (stream->count == 0
        || !layer_in_read (merge->keys, stream->partition, first, stream->count, stream->keys, merge->failure)
        || !layer_in_read (merge->codes, stream->partition, first, stream->count, stream->codes,
                           merge->failure)) {
      stream->ended = true;
      stream->head = UINT64_MAX;
      return;
    }
  }
  stream->head = key_head (stream->keys + stream->next * merge->key_bytes, merge->key_bytes);
}

static bool is_before (const struct merge *merge, int a, int b) {
  const struct stream *one = &merge->streams[a], *other = &merge->streams[b];
  if (one->head != other->head || one->ended || other->ended)
    return one->head != other->head ? one->head < other->head : other->ended;
  return memcmp (one->keys + one->next * merge->key_bytes, other->keys + other->next * merge->key_bytes,
                 merge->key_bytes)
         < 0;
}

/* ---- the tree: stream s has place PARTITIONS + s; the winner of places 2 i and 2 i + 1 advances to place i
 * ---- */

static int play_off (struct merge *merge, int place) {
  if (place >= PARTITIONS)
    return place - PARTITIONS;
  const int left = play_off (merge, 2 * place), right = play_off (merge, 2 * place + 1);
  const bool left_wins = is_before (merge, left, right);
  merge->loser[place] = left_wins ? right : left;
  return left_wins ? left : right;
}

static void merge_begin (struct merge *merge) {
  merge->streams = allocate (PARTITIONS, sizeof *merge->streams);
  merge->loser = allocate (PARTITIONS, sizeof *merge->loser);
  for (int p = 0; p < PARTITIONS; p++) {
    struct stream *stream = &merge->streams[p];
    const size_t count = layer_in_count (merge->keys, p), room = count < STREAM_KEYS ? count : STREAM_KEYS;
    stream->partition = p;
    stream->keys = allocate (room, merge->key_bytes);
    stream->codes = allocate (room, 1);
    fill_stream (merge, stream);
  }
  merge->loser[0] = play_off (merge, 1);
}

static void merge_end (struct merge *merge) {
  for (int p = 0; p < PARTITIONS; p++) {
    free (merge->streams[p].keys);
    free (merge->streams[p].codes);
  }
  free (merge->streams);
  free (merge->loser);
}

/* Get the next key in order and its code. */
static void merge_next (struct merge *merge, uint8_t *key, uint8_t *code) {
  int winner = merge->loser[0];
  struct stream *stream = &merge->streams[winner];
  if (stream->ended) /* happens only after a failure */
    return;
  memcpy (key, stream->keys + stream->next * merge->key_bytes, merge->key_bytes);
  *code = stream->codes[stream->next++];
  fill_stream (merge, stream);
  for (int place = (PARTITIONS + winner) / 2; place > 0; place /= 2)
    if (is_before (merge, merge->loser[place], winner)) {
      const int loser = winner;
      winner = merge->loser[place];
      merge->loser[place] = loser;
    }
  assert (0 <= winner && winner < PARTITIONS);
  merge->loser[0] = winner;
}

/* ---- a ply ---- */

struct layers_writer {
  const struct layers_options *options;
  const struct layers_calls *calls;
  struct file_out *file;
  char encoding[KEY_ENCODING]; /* the encoding of keys */
  int ply;
  size_t rows;
  bool stopped;
};

static struct dataset dataset_of (const struct layers_writer *w, char path[LAYERS_PATH],
                                  enum layers_dataset which) {
  return layers_dataset (path, w->ply, which, w->options->game->key_bytes, w->encoding);
}

/* Write the keys, and keep the codes in order. False if stopped or failed: then the file will be
 * abandoned. */
static bool write_keys (struct layers_writer *w, struct merge *merge, uint8_t *codes) {
  char path[LAYERS_PATH];
  const struct dataset layout = dataset_of (w, path, LAYERS_KEY);
  uint8_t *keys = allocate (BLOCK_ROWS, merge->key_bytes);
  file_begin (w->file, &layout, w->rows);
  for (size_t first = 0; first < w->rows && !w->stopped && merge->failure->code == 0; first += BLOCK_ROWS) {
    const size_t left = w->rows - first, now = left < BLOCK_ROWS ? left : BLOCK_ROWS;
    for (size_t i = 0; i < now; i++) {
      merge_next (merge, keys + i * merge->key_bytes, codes + first + i);
      assert (merge->failure->code != 0 || i == 0
              || memcmp (keys + (i - 1) * merge->key_bytes, keys + i * merge->key_bytes, merge->key_bytes)
                     < 0);
    }
    file_append (w->file, keys, now);
    w->stopped = w->calls->stop (w->calls->context);
    if (w->calls->progress != NULL)
      w->calls->progress (w->calls->context, LAYERS_WRITING, w->ply, first + now);
  }
  free (keys);
  if (w->stopped || merge->failure->code != 0)
    return false;
  assert (merge->streams[merge->loser[0]].ended); /* all keys have been written */
  file_end (w->file);
  return true;
}

static uint8_t value_of (uint8_t code) { return (uint8_t) (int8_t) layer_outcome (code); }

static uint8_t distance_of (uint8_t code) {
  return code == LAYER_DRAW ? LAYERS_NO_DISTANCE : (uint8_t) layer_distance (code);
}

/* Write a dataset with one byte a position, computed from its code. */
static void write_bytes (struct layers_writer *w, enum layers_dataset which, const uint8_t *codes,
                         uint8_t (*byte_of) (uint8_t)) {
  char path[LAYERS_PATH];
  const struct dataset layout = dataset_of (w, path, which);
  uint8_t *bytes = allocate (BLOCK_ROWS, 1);
  file_begin (w->file, &layout, w->rows);
  for (size_t first = 0; first < w->rows; first += BLOCK_ROWS) {
    const size_t left = w->rows - first, now = left < BLOCK_ROWS ? left : BLOCK_ROWS;
    for (size_t i = 0; i < now; i++)
      bytes[i] = byte_of (codes[first + i]);
    file_append (w->file, bytes, now);
  }
  file_end (w->file);
  free (bytes);
}

static struct layer_summary summarize (const struct layer_tally *tally) {
  struct layer_summary summary = { .longest = -1 };
  for (int code = 1; code < 256; code++) {
    const enum outcome outcome = layer_outcome ((uint8_t) code);
    const int distance = layer_distance ((uint8_t) code);
    summary.positions += tally->all[code];
    summary.canonical += tally->canonical[code];
    *(outcome == WON ? &summary.won : outcome == LOST ? &summary.lost : &summary.drawn) += tally->all[code];
    if (outcome != DRAWN && tally->canonical[code] > 0 && distance > summary.longest)
      summary.longest = distance;
  }
  assert (summary.won + summary.drawn + summary.lost == summary.positions);
  assert (summary.canonical <= summary.positions && summary.longest <= LAYER_DISTANCE_MAX);
  return summary;
}

static void write_numbers (struct layers_writer *w, const struct layer_summary *summary,
                           const struct layer_tally *tally) {
  char path[LAYERS_PATH], group[LAYERS_PATH];
  uint64_t numbers[LAYER_DISTANCE_MAX + 1][2];
  snprintf (group, sizeof group, "/ply%02d", w->ply);
  file_put_integer (w->file, group, "positions", (int64_t) summary->positions);
  file_put_integer (w->file, group, "canonical", (int64_t) summary->canonical);
  file_put_integer (w->file, group, "win", (int64_t) summary->won);
  file_put_integer (w->file, group, "draw", (int64_t) summary->drawn);
  file_put_integer (w->file, group, "loss", (int64_t) summary->lost);
  for (int d = 0; d <= summary->longest; d++) {
    numbers[d][0] = tally->all[layer_code (WON, d)];
    numbers[d][1] = tally->all[layer_code (LOST, d)];
  }
  const struct dataset layout = dataset_of (w, path, LAYERS_DISTANCES);
  file_write (w->file, &layout, numbers, (size_t) summary->longest + 1);
}

static bool write_layer (struct layers_writer *w, const struct layer_in *keys, const struct layer_in *codes,
                         struct layer_summary *summary, struct failure *failure) {
  assert (0 <= w->ply && w->ply <= w->options->game->plies_max);
  char group[LAYERS_PATH];
  struct layer_tally tally;
  struct merge merge = { .keys = keys, .codes = codes, .key_bytes = (size_t) w->options->game->key_bytes };
  merge.failure = failure;
  layer_in_tally (codes, &tally);
  *summary = summarize (&tally);
  w->rows = summary->canonical;
  snprintf (group, sizeof group, "/ply%02d", w->ply);
  file_group (w->file, group, "The positions after that many moves, one row a canonical position");
  uint8_t *in_order = allocate (w->rows, 1);
  merge_begin (&merge);
  const bool good = write_keys (w, &merge, in_order);
  merge_end (&merge);
  if (good) {
    write_bytes (w, LAYERS_VALUE, in_order, value_of);
    write_bytes (w, LAYERS_DISTANCE, in_order, distance_of);
    write_numbers (w, summary, &tally);
  }
  free (in_order);
  return good;
}

/* ---- the file ---- */

static struct file_identity identify (const struct game *game) {
  struct file_identity identity = {
    .kind = LAYERS_KIND,
    .format = LAYERS_FORMAT,
    .description
    = "Zermelo layers: every position by ply up to symmetry, with its value and its distance from the end. "
      "The checksum is a sum of XXH3 over rows and attributes (solver/store/checksum.h).",
  };
  file_name_game (&identity, game);
  return identity;
}

/* Write all layers. Only opening the layers is collective. */
static bool write_layers (struct layers_writer *w, const struct layer_store *store,
                          struct layer_summary *plies, int count, struct failure *failure) {
  uint64_t positions = 0, canonical = 0;
  bool good = true;
  for (w->ply = 0; w->ply < count; w->ply++) {
    struct layer_in *keys = layer_in_open (store, LAYER_KEYS, w->ply, false, true);
    struct layer_in *codes = layer_in_open (store, LAYER_CODES, w->ply, false, true);
    if (keys == NULL || codes == NULL)
      good = fail (failure, EXIT_IO, "%.300s: the layer of ply %d is not there for all ranks",
                   w->options->directory, w->ply);
    good = good && write_layer (w, keys, codes, &plies[w->ply], failure);
    layer_in_close (keys);
    layer_in_close (codes);
    if (!good)
      return false;
    positions += plies[w->ply].positions;
    canonical += plies[w->ply].canonical;
  }
  file_put_integer (w->file, "/", "plies", count - 1);
  file_put_integer (w->file, "/", "positions", (int64_t) positions);
  file_put_integer (w->file, "/", "canonical", (int64_t) canonical);
  return true;
}

static bool write_file (struct layers_writer *w, const struct layer_store *store, struct layer_summary *plies,
                        int count, struct failure *failure) {
  const struct file_identity identity = identify (w->options->game);
  file_key_encoding (w->options->game, w->encoding);
  w->file = file_create (w->options->path, &identity, failure);
  if (w->file == NULL)
    return false;
  if (write_layers (w, store, plies, count, failure))
    return file_commit (w->file);
  file_abandon (w->file);
  return false;
}

bool layers_write (const struct layers_options *options, const struct layer_store *store,
                   const struct layers_calls *calls, struct layer_summary *plies, int count,
                   struct failure *failure) {
  assert (count > 0);
  struct layers_writer w = { .options = options, .calls = calls };
  const struct layer_store by_one = { store->game, &ranks_alone, store->directory };
  uint64_t stopped = 0;
  if (options->ranks->rank == 0) {
    write_file (&w, &by_one, plies, count, failure);
    stopped = w.stopped && failure->code == 0;
  }
  ranks_sum (options->ranks, &stopped, 1);
  return ranks_agree (options->ranks, failure) && stopped == 0;
}
