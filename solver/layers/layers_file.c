#include "layers/layers_file.h"

#include "layers/layer_code.h"
#include "layers/layers_layout.h"
#include "store/blocks.h"
#include "store/file_game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ply {
  size_t rows;
  int key, value, distance; /* numbers of the datasets in the cache */
};

struct layers_file {
  struct game *game;
  struct file_in *file;
  struct blocks *blocks;
  struct failure failure;
  struct ply *plies;
  int count;
};

/* ---- opening ---- */

/* Add a dataset of a ply with the number of rows of its keys. Returns its number, -1 on failure. */
static int open_dataset (struct layers_file *layers, int ply, enum layers_dataset which, size_t *rows) {
  char path[LAYERS_PATH];
  const struct dataset layout = layers_dataset (path, ply, which, layers->game->key_bytes, "");
  size_t found;
  int width;
  if (!file_shape (layers->file, path, &found, &width))
    return -1;
  if (which == LAYERS_KEY)
    *rows = found;
  if (found != *rows || width != 0) {
    fail (&layers->failure, EXIT_BAD_DATA, "%s has another size than it should have", path);
    return -1;
  }
  return blocks_add (layers->blocks, &layout, found);
}

static bool open_plies (struct layers_file *layers, int64_t last) {
  layers->count = (int) last + 1;
  layers->plies = allocate ((size_t) layers->count, sizeof *layers->plies);
  for (int i = 0; i < layers->count; i++) {
    struct ply *ply = &layers->plies[i];
    ply->key = open_dataset (layers, i, LAYERS_KEY, &ply->rows);
    ply->value = ply->key < 0 ? -1 : open_dataset (layers, i, LAYERS_VALUE, &ply->rows);
    ply->distance = ply->value < 0 ? -1 : open_dataset (layers, i, LAYERS_DISTANCE, &ply->rows);
    if (ply->distance < 0)
      return false;
  }
  return true;
}

static bool open_content (struct layers_file *layers, struct game *game) {
  int64_t last;
  if (!file_get_integer (layers->file, "/", "plies", 0, LAYER_DISTANCE_MAX, &last)
      || !file_open_game (file_identify (layers->file), game, &layers->failure))
    return false;
  layers->game = game;
  return open_plies (layers, last);
}

struct layers_file *layers_file_open (const char *path, uint64_t memory, struct game *game,
                                      struct failure *failure) {
  struct layers_file *layers = allocate (1, sizeof *layers);
  file_lock ();
  layers->file = file_open_for_parts (path, LAYERS_KIND, LAYERS_FORMAT, &layers->failure);
  if (layers->file != NULL)
    layers->blocks = blocks_create (layers->file, memory, &layers->failure);
  const bool done = layers->file != NULL && open_content (layers, game);
  file_unlock ();
  if (done)
    return layers;
  if (layers->file != NULL)
    fail_in (&layers->failure, path);
  *failure = layers->failure;
  layers_file_close (layers);
  return NULL;
}

void layers_file_close (struct layers_file *layers) {
  if (layers == NULL)
    return;
  blocks_destroy (layers->blocks);
  file_lock ();
  file_close (layers->file);
  file_unlock ();
  if (layers->game != NULL)
    engine_close (layers->game);
  free (layers->plies);
  free (layers);
}

const struct file_identity *layers_file_identify (const struct layers_file *layers) {
  return file_identify (layers->file);
}

struct file_in *layers_file_content (const struct layers_file *layers) {
  return layers->file;
}

const struct failure *layers_file_failure (const struct layers_file *layers) { return &layers->failure; }

int layers_file_plies (const struct layers_file *layers) { return layers->count; }

size_t layers_file_rows (const struct layers_file *layers, int ply) {
  assert (0 <= ply && ply < layers->count);
  return layers->plies[ply].rows;
}

/* ---- probing ---- */

static bool read_value (struct layers_file *layers, const struct ply *ply, size_t row, enum outcome *outcome,
                        int *distance) {
  const uint8_t *value = blocks_row (layers->blocks, ply->value, row);
  if (value == NULL)
    return false;
  *outcome = (enum outcome) (int8_t) *value;
  const uint8_t *plies = blocks_row (layers->blocks, ply->distance, row);
  if (plies == NULL)
    return false;
  *distance = *outcome == DRAWN ? 0 : *plies;
  return (*outcome >= LOST && *outcome <= WON)
         || fail (&layers->failure, EXIT_BAD_DATA, "a value is none of loss, draw and win");
}

bool layers_file_row (struct layers_file *layers, int ply, size_t row, uint8_t *key, enum outcome *outcome,
                      int *distance) {
  assert (row < layers_file_rows (layers, ply));
  const uint8_t *found = blocks_row (layers->blocks, layers->plies[ply].key, row);
  if (found == NULL)
    return false;
  memcpy (key, found, (size_t) layers->game->key_bytes);
  return read_value (layers, &layers->plies[ply], row, outcome, distance);
}

/* The row of a key in a ply: LAYERS_FOUND, LAYERS_ABSENT or LAYERS_FAILED. */
static enum layers_answer find_key (struct layers_file *layers, const struct ply *ply, const uint8_t *key,
                                    size_t *row) {
  size_t begin = 0, end = ply->rows;
  while (begin < end) {
    *row = begin + (end - begin) / 2;
    assert (*row < end && end <= ply->rows);
    const uint8_t *found = blocks_row (layers->blocks, ply->key, *row);
    if (found == NULL)
      return LAYERS_FAILED;
    const int order = memcmp (key, found, (size_t) layers->game->key_bytes);
    if (order == 0)
      return LAYERS_FOUND;
    *(order < 0 ? &end : &begin) = order < 0 ? *row : *row + 1;
  }
  return LAYERS_ABSENT;
}

/* Look a position up in the plies in which it can be. The position determines the largest number of moves
 * that can have been made. If one move can have the effect of several, fewer moves may have led to it. */
enum layers_answer layers_file_probe (struct layers_file *layers, const struct position *position,
                                      enum outcome *outcome, int *distance) {
  const struct engine *engine = layers->game->engine;
  uint8_t key[PACKED_MAX] = { 0 };
  engine->pack_canonical (layers->game, position, key);
  int ply = engine->plies (layers->game, position);
  assert (ply >= 0 && layers->count > 0);
  for (ply = ply < layers->count ? ply : layers->count - 1; ply >= 0; ply--) {
    size_t row;
    const enum layers_answer answer = find_key (layers, &layers->plies[ply], key, &row);
    if (answer == LAYERS_FOUND)
      return read_value (layers, &layers->plies[ply], row, outcome, distance) ? LAYERS_FOUND : LAYERS_FAILED;
    if (answer == LAYERS_FAILED)
      return answer;
  }
  return LAYERS_ABSENT;
}
