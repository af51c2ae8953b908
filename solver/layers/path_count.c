#include "layers/path_count.h"

#include "base/key_set.h"

#include <stdlib.h>

struct layer {
  struct key_set keys;
  path_number *paths; /* the number of paths to each position */
  size_t capacity;
};

static void empty_layer (struct layer *layer, int key_bytes) {
  *layer = (struct layer){ .keys = { .key_bytes = key_bytes }, .paths = allocate (1, sizeof *layer->paths) };
  layer->capacity = 1;
}

static void free_layer (struct layer *layer) {
  key_set_free (&layer->keys);
  free (layer->paths);
  layer->paths = NULL;
}

static void add_paths (struct layer *layer, const uint8_t *key, path_number paths) {
  if (key_set_add (&layer->keys, key, key_hash (key, layer->keys.key_bytes))) {
    layer->paths = grow_list (layer->paths, layer->keys.count - 1, &layer->capacity, sizeof *layer->paths);
    layer->paths[layer->keys.count - 1] = paths;
  } else
    layer->paths[key_set_find (&layer->keys, key)] += paths;
}

struct path_task {
  const struct game *game;
  struct layer *layer, *next;
  int ply;
  uint8_t *children; /* the children of one position */
  struct path_counts *counts;
};

/* Count position i of the layer, and add its children to the next layer. */
static void count_position (struct path_task *task, size_t i) {
  struct terminal_status status;
  const struct game *game = task->game;
  const struct layer *layer = task->layer;
  struct path_counts *counts = task->counts;
  const int count
      = game->engine->children (game, key_set_key (&layer->keys, i), true, task->children, &status);
  counts->positions += (uint64_t) status.orbit;
  counts->nodes += layer->paths[i];
  if (status.outcome != GOING_ON) {
    counts->games += layer->paths[i];
    counts->plies += (long double) layer->paths[i] * task->ply;
    return;
  }
  counts->unfinished += (uint64_t) status.orbit;
  counts->moves += (uint64_t) status.orbit * (uint64_t) count;
  for (int j = 0; j < count; j++)
    add_paths (task->next, task->children + j * game->key_bytes, layer->paths[i]);
}

static void add_start (struct path_task *task) {
  const struct game *game = task->game;
  uint8_t key[PACKED_MAX] = { 0 };
  struct position *start = position_allocate (game);
  game->engine->start (game, start);
  game->engine->pack_canonical (game, start, key);
  free (start);
  add_paths (task->layer, key, 1);
}

bool path_count (const struct game *game, uint64_t limit, bool (*stop) (void *), void *context,
                 struct path_counts *counts) {
  enum { OFTEN = 4096 };
  assert (game->key_bytes > 0 && game->plies_max > 0);
  const path_number most = ~(path_number) 0 >> 16; /* below this bound no sum over a ply overflows */
  struct layer layers[2];
  struct path_task task = { .game = game, .layer = &layers[0], .next = &layers[1], .counts = counts };
  uint64_t listed = 1;
  bool good = true;
  *counts = (struct path_counts){ 0 };
  task.children = allocate ((size_t) game->moves_max, (size_t) game->key_bytes);
  empty_layer (task.layer, game->key_bytes);
  for (add_start (&task); good && task.layer->keys.count > 0; task.ply++) {
    empty_layer (task.next, game->key_bytes);
    for (size_t i = 0; good && i < task.layer->keys.count; i++) {
      count_position (&task, i);
      good = listed + task.next->keys.count <= limit && counts->nodes <= most
             && (i % OFTEN != 0 || !stop (context));
    }
    listed += task.next->keys.count;
    struct layer *const done = task.layer;
    free_layer (done);
    task.layer = task.next;
    task.next = done;
  }
  free_layer (task.layer);
  free (task.children);
  return good;
}
