/* Endgame tables from memory to a file: all threads of all ranks put units of positions in order of the index and make chunks of them;
 * rank 0 writes them, so that each is written once and in order.
 *
 * A batch is as many units as keep everybody busy for a while, of one slice or of many, since most slices have few units. Ranks get
 * shares of it with about as many positions, threads one unit after the other; while a batch is made, rank 0 writes the one before. */
#include "base/threads.h"
#include "ranks/exchange.h"
#include "retro/endgames.h"
#include "retro/tables_layout.h"
#include "store/file.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
  UNIT = 4 * FILE_CHUNK_ROWS, /* positions: one chunk of values, four of distances */
  UNIT_CHUNKS = 1 + UNIT / FILE_CHUNK_ROWS,
  UNITS_A_THREAD = 16, /* in a batch, about */
  UNITS_MOST = 1024    /* in a batch: less than 2^31 bytes */
};

/* Some positions of a slice, and their chunks: the values, then the distances. */
struct unit {
  const struct endgame_pair *pair;
  int side;
  uint64_t first, count;
  int rank; /* that makes it */
  struct file_chunk chunk[UNIT_CHUNKS];
};

struct batch {
  const struct endgames *endgames;
  bool distances;
  struct unit *unit; /* filled for this rank; on rank 0 at last for all */
  size_t count;
  atomic_size_t next; /* unit to be made by a thread of this rank */
};

/* The first position that is in no batch yet. */
struct cursor {
  int pair, side;
  uint64_t first;
};

/* ---- making ---- */

static const struct slice_summary *
unit_summary (const struct unit *unit)
{
  return &unit->pair->summary[unit->side];
}

static uint64_t
unit_positions (const struct unit *unit)
{
  return unit_summary (unit)->slice.positions;
}

/* Chunks of distances in a unit. */
static int
distance_chunks (const struct batch *batch, const struct unit *unit)
{
  return batch->distances ? (int) ((unit->count + FILE_CHUNK_ROWS - 1) / FILE_CHUNK_ROWS) : 0;
}

static bool
next_unit (const struct endgames *endgames, struct cursor *cursor, struct unit *unit)
{
  if (cursor->pair == endgames->pairs)
    return false;
  *unit
      = (struct unit){ .pair = &endgames->pair[cursor->pair], .side = cursor->side, .first = cursor->first };
  const uint64_t left = unit_positions (unit) - unit->first;
  unit->count = left < UNIT ? left : UNIT;
  cursor->first += unit->count;
  if (unit->count < left)
    return true;
  cursor->first = 0;
  if (++cursor->side == unit->pair->sides) {
    cursor->side = 0;
    cursor->pair++;
  }
  return true;
}

/* Plan the next batch: its units and who makes them. It is empty at the end. */
static struct batch *
plan_batch (const struct endgames *endgames, bool distances, struct cursor *cursor)
{
  const struct endgames_options *options = &endgames->options;
  const size_t usual = (size_t) UNITS_A_THREAD * (size_t) options->ranks->size * (size_t) options->threads;
  const size_t most = usual < UNITS_MOST ? usual : UNITS_MOST;
  struct batch *batch = allocate (1, sizeof *batch);
  uint64_t positions = 0, before = 0;
  batch->endgames = endgames;
  batch->distances = distances;
  batch->unit = allocate (most, sizeof *batch->unit);
  while (batch->count < most && next_unit (endgames, cursor, &batch->unit[batch->count]))
    positions += batch->unit[batch->count++].count;
  for (size_t i = 0; i < batch->count; i++) {
    batch->unit[i].rank
        = positions == 0 ? 0 : (int) (before * (uint64_t) options->ranks->size / (positions + 1));
    before += batch->unit[i].count;
  }
  return batch;
}

static void
free_batch (struct batch *batch)
{
  free (batch->unit);
  free (batch);
}

static struct file_chunk
make_values (const struct unit *unit, const uint8_t *code)
{
  static const uint8_t bits[] = { [DRAWN + 1] = 0, [WON + 1] = 1, [LOST + 1] = 2 };
  char path[TABLES_PATH];
  const struct dataset layout = tables_value (path, unit_summary (unit)->slice.name);
  const uint64_t rows = (unit->count + 3) / 4;
  if (rows == 0) /* material that has no room on the board */
    return (struct file_chunk){ 0 };
  uint8_t *packed = allocate (rows, 1);
  for (uint64_t i = 0; i < unit->count; i++)
    packed[i / 4] |= (uint8_t) (bits[endgame_outcome (code[i]) + 1] << 2 * (i % 4));
  const struct file_chunk chunk
      = file_chunk_make (&layout, (unit_positions (unit) + 3) / 4, unit->first / 4, packed, rows);
  free (packed);
  return chunk;
}

/* A code is one more than the distance, and 0 for a draw: so one less. */
static void
make_distances (const struct batch *batch, struct unit *unit, uint8_t *code)
{
  char path[TABLES_PATH];
  const struct dataset layout = tables_distance (path, unit_summary (unit)->slice.name);
  for (uint64_t i = 0; i < unit->count; i++)
    code[i]--;
  for (int i = 0; i < distance_chunks (batch, unit); i++) {
    const uint64_t first = (uint64_t) i * FILE_CHUNK_ROWS, left = unit->count - first;
    unit->chunk[1 + i] = file_chunk_make (&layout, unit_positions (unit), unit->first + first, code + first,
                                          left < FILE_CHUNK_ROWS ? left : FILE_CHUNK_ROWS);
  }
}

/* In a thread: unit by unit, those of this rank. */
static void
make_units (void *context, int thread)
{
  struct batch *batch = context;
  uint8_t *code = allocate (UNIT, 1);
  (void) thread;
  for (size_t i; (i = atomic_fetch_add (&batch->next, 1)) < batch->count;) {
    struct unit *unit = &batch->unit[i];
    if (unit->rank != batch->endgames->options.ranks->rank)
      continue;
    batch->endgames->engine->codes (unit->pair->lines, unit->pair->value, unit->side, unit->first,
                                    unit->count, code);
    unit->chunk[0] = make_values (unit, code);
    make_distances (batch, unit, code);
  }
  free (code);
}

/* ---- sending ---- */

/* For each chunk of this rank: its size and sum, then its bytes. */
static uint8_t *
write_letter (const struct batch *batch, size_t *bytes)
{
  const int rank = batch->endgames->options.ranks->rank;
  *bytes = 0;
  for (size_t i = 0; i < batch->count; i++)
    for (int k = 0; k < UNIT_CHUNKS && batch->unit[i].rank == rank; k++)
      *bytes += 2 * sizeof (uint64_t) + batch->unit[i].chunk[k].size;
  uint8_t *letter = allocate (*bytes, 1), *end = letter;
  for (size_t i = 0; i < batch->count; i++)
    for (int k = 0; k < UNIT_CHUNKS && batch->unit[i].rank == rank; k++) {
      struct file_chunk *chunk = &batch->unit[i].chunk[k];
      const uint64_t head[2] = { chunk->size, chunk->sum };
      memcpy (end, head, sizeof head);
      if (chunk->size > 0)
        memcpy (end + sizeof head, chunk->bytes, chunk->size);
      end += sizeof head + chunk->size;
      free (chunk->bytes);
    }
  return letter;
}

/* Letters stand in the order of ranks, as units do. */
static void
read_letters (struct batch *batch, const uint8_t *in)
{
  for (size_t i = 0; i < batch->count; i++)
    for (int k = 0; k < UNIT_CHUNKS && batch->unit[i].rank != 0; k++) {
      uint64_t head[2];
      memcpy (head, in, sizeof head);
      in += sizeof head;
      batch->unit[i].chunk[k] = (struct file_chunk){ NULL, head[0], head[1] };
      if (head[0] == 0)
        continue;
      batch->unit[i].chunk[k].bytes = allocate (head[0], 1);
      memcpy (batch->unit[i].chunk[k].bytes, in, head[0]);
      in += head[0];
    }
}

/* Rank 0 gets the units of all. */
static void
collect (struct batch *batch)
{
  const struct ranks *ranks = batch->endgames->options.ranks;
  if (ranks->size == 1)
    return;
  const uint8_t **out = allocate ((size_t) ranks->size, sizeof *out);
  size_t *bytes = allocate ((size_t) ranks->size, sizeof *bytes);
  uint8_t *letter = NULL, *in;
  if (ranks->rank != 0)
    out[0] = letter = write_letter (batch, &bytes[0]);
  ranks_exchange (ranks, out, bytes, &in);
  if (ranks->rank == 0)
    read_letters (batch, in);
  free (in);
  free (letter);
  free (out);
  free (bytes);
}

/* ---- writing, on rank 0 ---- */

struct writer {
  struct file_out *file;
  char path[TABLES_PATH];      /* of the values of the slice that is being written */
  struct file_chunk *distance; /* of the slice, kept until its values are written */
  size_t distances, capacity;
};

static void
put_chunk (struct file_out *file, struct file_chunk *chunk, uint64_t rows)
{
  file_put_chunk (file, chunk, rows);
  free (chunk->bytes);
}

static void
keep_distance (struct writer *writer, const struct file_chunk *chunk)
{
  if (writer->distances == writer->capacity) {
    writer->capacity = 2 * writer->capacity + UNIT_CHUNKS;
    writer->distance = reallocate (writer->distance, writer->capacity, sizeof *writer->distance);
  }
  writer->distance[writer->distances++] = *chunk;
}

static void
put_summary (struct file_out *file, const char *group, const struct game *game,
             const struct slice_summary *summary)
{
  char text[ENDGAME_TEXT] = "";
  if (summary->longest >= 0) {
    struct position *position = position_allocate (game);
    game->engine->unpack (game, summary->example, position);
    game->engine->slices->text (game, position, text);
    free (position);
  }
  file_put_integer (file, group, "positions", (int64_t) summary->slice.positions);
  file_put_integer (file, group, "won", (int64_t) summary->won);
  file_put_integer (file, group, "drawn", (int64_t) summary->drawn);
  file_put_integer (file, group, "lost", (int64_t) summary->lost);
  file_put_integer (file, group, "longest", summary->longest);
  file_put_text (file, group, "example", text);
}

static void
begin_slice (struct writer *writer, const struct batch *batch, const struct unit *unit)
{
  const struct slice_summary *summary = unit_summary (unit);
  const uint64_t positions = unit_positions (unit);
  char group[TABLES_PATH];
  snprintf (group, sizeof group, "/%s", summary->slice.name);
  file_group (writer->file, group,
              "All positions with this material (men.kings of White, men.kings of Black), White to move");
  put_summary (writer->file, group, batch->endgames->game, summary);
  const struct dataset layout = tables_value (writer->path, summary->slice.name);
  file_begin (writer->file, &layout, (positions + 3) / 4);
}

static void
end_slice (struct writer *writer, const struct unit *unit)
{
  char path[TABLES_PATH];
  const uint64_t positions = unit_positions (unit);
  file_end (writer->file);
  if (writer->distances > 0) {
    const struct dataset layout = tables_distance (path, unit_summary (unit)->slice.name);
    file_begin (writer->file, &layout, positions);
    for (size_t i = 0; i < writer->distances; i++) {
      const uint64_t left = positions - i * FILE_CHUNK_ROWS;
      put_chunk (writer->file, &writer->distance[i], left < FILE_CHUNK_ROWS ? left : FILE_CHUNK_ROWS);
    }
    file_end (writer->file);
  }
  writer->distances = 0;
}

static void
write_batch (struct writer *writer, struct batch *batch)
{
  for (size_t i = 0; i < batch->count; i++) {
    struct unit *unit = &batch->unit[i];
    if (unit->first == 0)
      begin_slice (writer, batch, unit);
    if (unit->count > 0)
      put_chunk (writer->file, &unit->chunk[0], (unit->count + 3) / 4);
    for (int k = 0; k < distance_chunks (batch, unit); k++)
      keep_distance (writer, &unit->chunk[1 + k]);
    if (unit->first + unit->count == unit_positions (unit))
      end_slice (writer, unit);
  }
}

/* `writer` is NULL but on rank 0. */
static void
write_slices (struct writer *writer, const struct endgames *endgames, bool distances)
{
  struct cursor cursor = { 0 };
  struct batch *made = NULL;
  for (bool more = true; more;) {
    struct batch *batch = plan_batch (endgames, distances, &cursor);
    more = batch->count > 0;
    team_start (endgames->team, make_units, batch);
    if (made != NULL && writer != NULL)
      write_batch (writer, made);
    if (made != NULL)
      free_batch (made);
    while (!team_wait (endgames->team, 60))
      ;
    if (more)
      collect (batch);
    made = batch;
  }
  free_batch (made);
}

static char *
list_names (const struct endgames *endgames)
{
  char *names = allocate ((size_t) endgames->pairs * 2 * 16 + 1, 1), *end = names;
  for (int i = 0; i < endgames->pairs; i++)
    for (int side = 0; side < endgames->pair[i].sides; side++)
      end += sprintf (end, "%s%s", end == names ? "" : " ", endgames->pair[i].summary[side].slice.name);
  return names;
}

/* The file with all that comes before the slices; NULL and a failure. Rank 0. */
static struct file_out *
begin_file (const struct endgames *endgames, const char *path, bool distances, struct failure *failure)
{
  const struct game *game = endgames->game;
  struct file_identity identity = {
    .kind = TABLES_KIND,
    .format = TABLES_FORMAT,
    .description
    = "Zermelo endgame tables: the value of every position with few pieces, one group a slice of "
      "material. The checksum is a sum of XXH3 over rows and attributes (solver/store/checksum.h).",
  };
  snprintf (identity.game, sizeof identity.game, "%s", game->name);
  snprintf (identity.board, sizeof identity.board, "%s", game->board_text);
  snprintf (identity.rules, sizeof identity.rules, "%s", game->rules);
  snprintf (identity.options, sizeof identity.options, "--pieces %d%s", endgames->pieces,
            distances ? " --distances" : "");
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

bool
endgames_write (const struct endgames *endgames, const char *path, bool distances, struct failure *failure)
{
  const struct ranks *ranks = endgames->options.ranks;
  struct writer writer
      = { .file = ranks->rank == 0 ? begin_file (endgames, path, distances, failure) : NULL };
  if (!ranks_agree (ranks, failure)) {
    file_abandon (writer.file);
    return false;
  }
  write_slices (writer.file != NULL ? &writer : NULL, endgames, distances);
  free (writer.distance);
  if (writer.file != NULL)
    file_commit (writer.file);
  return ranks_agree (ranks, failure);
}
