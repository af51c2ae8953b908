/* Endgame tables from memory to a file: all threads of all ranks put units of positions in order of the index
 * and make chunks of them; rank 0 writes them, each once and in order.
 *
 * A batch has enough units to keep all threads busy for a while; they are units of one slice or of many,
 * since most slices have few units. Ranks get shares of nearly equal numbers of positions; threads take one
 * unit after the other; some units are precomputed (tables_precompute.h). While a batch is made, the chunks
 * of the previous one go to rank 0 and into the file. */
#include "base/threads.h"
#include "parallel/ranks.h"
#include "store/file_game.h"
#include "tablebase/slice_cache.h"
#include "tablebase/tables_precompute.h"
#include "tablebase/tables_layout.h"

#include <assert.h>
#include <stdlib.h>

enum { UNITS_A_THREAD = 16 }; /* about how many units of a thread are in a batch */

struct writer {
  struct file_out *file;
  char path[TABLES_PATH];      /* of the values of the slice that is being written */
  struct file_chunk *distance; /* distances of the same slice, kept until its values are written */
  size_t distances, capacity;
  uint64_t positions; /* written so far */
};

static void put_chunk (struct file_out *file, struct file_chunk *chunk, uint64_t rows) {
  file_put_chunk (file, chunk, rows);
  free (chunk->bytes);
}

static void keep_distance (struct writer *writer, const struct file_chunk *chunk) {
  writer->distance
      = grow_list (writer->distance, writer->distances, &writer->capacity, sizeof *writer->distance);
  writer->distance[writer->distances++] = *chunk;
}

static void put_summary (struct file_out *file, const char *group, const struct game *game,
                         const struct slice_summary *summary) {
  char text[ENDGAME_TEXT] = "";
  if (summary->longest >= 0) {
    struct position *position = position_allocate (game);
    game->engine->unpack (game, summary->example, position);
    game->engine->slices->text (game, position, text, sizeof text);
    free (position);
  }
  file_put_integer (file, group, "positions", (int64_t) summary->slice.positions);
  file_put_integer (file, group, "won", (int64_t) summary->won);
  file_put_integer (file, group, "drawn", (int64_t) summary->drawn);
  file_put_integer (file, group, "lost", (int64_t) summary->lost);
  file_put_integer (file, group, "longest", summary->longest);
  file_put_text (file, group, "example", text);
}

static struct dataset values_dataset (char path[TABLES_PATH], const char *slice, bool distances) {
  struct dataset layout = tables_dataset (path, slice, TABLES_VALUE);
  if (!distances)
    layout.encoding = TABLES_LEAVES_OUT_ENCODING;
  return layout;
}

static void begin_slice (struct writer *writer, const struct batch *batch, const struct unit *unit) {
  assert (writer->distances == 0); /* the distances of the previous slice are in the file */
  const struct slice_summary *summary = unit_summary (unit);
  const uint64_t positions = unit_positions (unit);
  char group[TABLES_PATH];
  snprintf (group, sizeof group, "/%s", summary->slice.name);
  file_group (writer->file, group, batch->endgames->game->engine->slices->name_text);
  put_summary (writer->file, group, batch->endgames->game, summary);
  const struct dataset layout = values_dataset (writer->path, summary->slice.name, batch->distances);
  file_begin (writer->file, &layout, (positions + 3) / 4);
}

static void end_slice (struct writer *writer, const struct unit *unit) {
  char path[TABLES_PATH];
  const uint64_t positions = unit_positions (unit);
  file_end (writer->file);
  if (writer->distances > 0) {
    const struct dataset layout = tables_dataset (path, unit_summary (unit)->slice.name, TABLES_DISTANCE);
    file_begin (writer->file, &layout, positions);
    for (size_t i = 0; i < writer->distances; i++) {
      assert (i * FILE_CHUNK_ROWS < positions);
      const uint64_t left = positions - i * FILE_CHUNK_ROWS;
      put_chunk (writer->file, &writer->distance[i], left < FILE_CHUNK_ROWS ? left : FILE_CHUNK_ROWS);
    }
    file_end (writer->file);
  }
  writer->distances = 0;
}

static void write_batch (struct writer *writer, struct batch *batch) {
  for (size_t i = 0; i < batch->count; i++) {
    struct unit *unit = &batch->unit[i];
    if (unit->range.first == 0)
      begin_slice (writer, batch, unit);
    /* the chunk was made here, or has come from its rank */
    assert (unit->range.count == 0 || unit->chunk[0].bytes != NULL);
    if (unit->range.count > 0)
      put_chunk (writer->file, &unit->chunk[0], (unit->range.count + 3) / 4);
    for (int k = 0; k < unit_distance_chunks (batch, unit); k++)
      keep_distance (writer, &unit->chunk[1 + k]);
    if (unit->range.first + unit->range.count == unit_positions (unit))
      end_slice (writer, unit);
    writer->positions += unit->range.count;
  }
  const struct endgames_options *options = &batch->endgames->options;
  if (options->written != NULL)
    options->written (options->context, writer->positions);
}

/* Send a finished batch to rank 0, and there write it to the file; `writer` is NULL on other ranks. */
static void hand_over (struct writer *writer, struct batch *batch) {
  batch_collect (batch);
  if (writer != NULL)
    write_batch (writer, batch);
  batch_free (batch);
}

/* Get the values of a batch into memory. */
static bool hold_batch (struct endgames *endgames, const struct batch *batch, struct failure *failure) {
  bool *needed = allocate ((size_t) endgames->pairs, sizeof *needed);
  for (size_t i = 0; i < batch->count; i++)
    needed[batch->unit[i].pair - endgames->pair] = true;
  const bool held = slice_cache_hold (endgames, endgames->pairs, needed, 0, failure);
  free (needed);
  return held;
}

/* If it fails, then on the only rank. */
static bool write_slices (struct writer *writer, struct endgames *endgames, bool distances,
                          struct failure *failure) {
  const struct ranks *ranks = endgames->options.ranks;
  uint64_t *precomputed = allocate ((size_t) ranks->size, sizeof *precomputed);
  struct batch_cursor cursor;
  precomputed[ranks->rank] = tables_precompute_count (endgames->precompute, distances);
  ranks_sum (ranks, precomputed, (size_t) ranks->size);
  batch_begin (&cursor, endgames, precomputed);
  struct batch *made = NULL;
  for (bool more = true; more;) {
    struct batch *batch = batch_plan (endgames, endgames->pairs, distances, UNITS_A_THREAD, &cursor);
    tables_precompute_give (endgames->precompute, batch);
    more = batch->count > 0 && hold_batch (endgames, batch, failure);
    if (!more)
      batch->count = 0;
    team_start (endgames->team, batch_make, batch);
    if (made != NULL)
      hand_over (writer, made);
    while (!team_wait (endgames->team, 60))
      ;
    made = batch;
  }
  batch_free (made);
  free (cursor.share);
  free (precomputed);
  return failure->code == 0;
}

static char *list_names (const struct endgames *endgames) {
  char *names = allocate ((size_t) endgames->pairs * 2 * 16 + 1, 1), *end = names;
  for (int i = 0; i < endgames->pairs; i++)
    for (int side = 0; side < endgames->pair[i].sides; side++)
      end += sprintf (end, "%s%s", end == names ? "" : " ", endgames->pair[i].summary[side].slice.name);
  return names;
}

/* Begin the file, with everything that comes before the slices; NULL and a failure. Rank 0. */
static struct file_out *begin_file (const struct endgames *endgames, const char *path, bool distances,
                                    struct failure *failure) {
  const struct game *game = endgames->game;
  struct file_identity identity = {
    .kind = TABLES_KIND,
    .format = distances ? TABLES_FORMAT_WHOLE : TABLES_FORMAT_LEAVES_OUT,
    .description
    = "Zermelo endgame tables: the value of every position with few pieces, one group a slice of "
      "material. The checksum is a sum of XXH3 over rows and attributes (solver/store/checksum.h).",
  };
  file_name_game (&identity, game);
  tables_options (identity.options, endgames->pieces, distances);
  struct file_out *file = file_create (path, &identity, failure);
  if (file == NULL)
    return NULL;
  char *names = list_names (endgames);
  file_put_integer (file, "/", "pieces", endgames->pieces);
  file_put_integer (file, "/", "distances", distances);
  file_put_text (file, "/", "index", game->engine->slices->index_text);
  file_put_text (file, "/", "slices", names);
  free (names);
  return file;
}

bool endgames_write (struct endgames *endgames, const char *path, bool distances, struct failure *failure) {
  const struct ranks *ranks = endgames->options.ranks;
  assert (!distances || endgames_have_distances (endgames));
  struct writer writer
      = { .file = ranks->rank == 0 ? begin_file (endgames, path, distances, failure) : NULL };
  if (!ranks_agree (ranks, failure)) {
    file_abandon (writer.file);
    return false;
  }
  const bool written = write_slices (writer.file != NULL ? &writer : NULL, endgames, distances, failure);
  free (writer.distance);
  if (writer.file != NULL && written)
    file_commit (writer.file);
  else
    file_abandon (writer.file);
  return ranks_agree (ranks, failure);
}
