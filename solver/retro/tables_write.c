/* Endgame tables from memory to a file: all threads of all ranks put a part of a slice in order of its index and make chunks of it;
 * rank 0 writes them, so that each is written once and in order. */
#include "base/threads.h"
#include "ranks/exchange.h"
#include "retro/endgames.h"
#include "retro/tables_layout.h"
#include "store/file.h"

#include <stdlib.h>
#include <string.h>

enum {
  UNIT = 4 * FILE_CHUNK_ROWS, /* positions: one chunk of values, four of distances */
  UNIT_CHUNKS = 1 + UNIT / FILE_CHUNK_ROWS,
  UNITS_MOST = 4              /* made by a thread before rank 0 gets them */
};

/* The chunks of a unit: its values, then its distances. */
struct unit {
  struct file_chunk chunk[UNIT_CHUNKS];
};

/* Some units of a slice, the same number for each thread of all ranks as far as they go. */
struct batch {
  const struct endgames *endgames;
  const struct endgame_pair *pair;
  int side;
  bool distances;
  uint64_t positions, first; /* of the slice; the first unit */
  uint64_t count, share;     /* units; of one thread */
  struct unit *unit;         /* [count], filled for this rank; on rank 0 at last for all */
};

/* ---- making ---- */

static uint64_t
unit_positions (const struct batch *batch, uint64_t unit)
{
  const uint64_t left = batch->positions - unit * UNIT;
  return left < UNIT ? left : UNIT;
}

/* Chunks of distances in a unit. */
static int
distance_chunks (const struct batch *batch, uint64_t unit)
{
  return batch->distances ? (int) ((unit_positions (batch, unit) + FILE_CHUNK_ROWS - 1) / FILE_CHUNK_ROWS) : 0;
}

static struct file_chunk
make_values (const struct batch *batch, const char *name, uint64_t unit, const uint8_t *code)
{
  static const uint8_t bits[] = { [DRAWN + 1] = 0, [WON + 1] = 1, [LOST + 1] = 2 };
  char path[TABLES_PATH];
  const struct dataset layout = tables_value (path, name);
  const uint64_t count = unit_positions (batch, unit), rows = (count + 3) / 4;
  uint8_t *packed = allocate (rows, 1);
  for (uint64_t i = 0; i < count; i++)
    packed[i / 4] |= (uint8_t) (bits[endgame_outcome (code[i]) + 1] << 2 * (i % 4));
  const struct file_chunk chunk
      = file_chunk_make (&layout, (batch->positions + 3) / 4, unit * FILE_CHUNK_ROWS, packed, rows);
  free (packed);
  return chunk;
}

/* A code is one more than the distance, and 0 for a draw: so one less. */
static void
make_distances (const struct batch *batch, const char *name, uint64_t unit, uint8_t *code, struct file_chunk *chunk)
{
  char path[TABLES_PATH];
  const struct dataset layout = tables_distance (path, name);
  const uint64_t count = unit_positions (batch, unit);
  for (uint64_t i = 0; i < count; i++)
    code[i]--;
  for (int i = 0; i < distance_chunks (batch, unit); i++) {
    const uint64_t first = (uint64_t) i * FILE_CHUNK_ROWS, left = count - first;
    chunk[i] = file_chunk_make (&layout, batch->positions, unit * UNIT + first, code + first,
                                left < FILE_CHUNK_ROWS ? left : FILE_CHUNK_ROWS);
  }
}

static void
make_units (void *context, int thread)
{
  const struct batch *batch = context;
  const struct endgames_options *options = &batch->endgames->options;
  const char *name = batch->pair->summary[batch->side].slice.name;
  const uint64_t owner = (uint64_t) options->ranks->rank * (uint64_t) options->threads + (uint64_t) thread;
  uint8_t *code = NULL;
  for (uint64_t i = owner * batch->share; i < (owner + 1) * batch->share && i < batch->count; i++) {
    const uint64_t unit = batch->first + i;
    if (code == NULL)
      code = allocate (UNIT, 1);
    batch->endgames->engine->codes (batch->pair->lines, batch->pair->value, batch->side, unit * UNIT,
                                    unit_positions (batch, unit), code);
    batch->unit[i].chunk[0] = make_values (batch, name, unit, code);
    make_distances (batch, name, unit, code, batch->unit[i].chunk + 1);
  }
  free (code);
}

/* ---- sending ---- */

/* The units of a rank in a batch. */
static void
units_of (const struct batch *batch, int rank, uint64_t *first, uint64_t *last)
{
  const uint64_t share = batch->share * (uint64_t) batch->endgames->options.threads;
  *first = share * (uint64_t) rank < batch->count ? share * (uint64_t) rank : batch->count;
  *last = share * (uint64_t) (rank + 1) < batch->count ? share * (uint64_t) (rank + 1) : batch->count;
}

/* For each chunk: its size and sum, then its bytes. */
static uint8_t *
write_letter (const struct batch *batch, size_t *bytes)
{
  uint64_t first, last;
  units_of (batch, batch->endgames->options.ranks->rank, &first, &last);
  *bytes = 0;
  for (uint64_t i = first; i < last; i++)
    for (int k = 0; k < UNIT_CHUNKS; k++)
      *bytes += 2 * sizeof (uint64_t) + batch->unit[i].chunk[k].size;
  uint8_t *letter = allocate (*bytes, 1), *end = letter;
  for (uint64_t i = first; i < last; i++)
    for (int k = 0; k < UNIT_CHUNKS; k++) {
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

static void
read_letters (struct batch *batch, const uint8_t *in)
{
  uint64_t first, last;
  for (int rank = 1; rank < batch->endgames->options.ranks->size; rank++) {
    units_of (batch, rank, &first, &last);
    for (uint64_t i = first; i < last; i++)
      for (int k = 0; k < UNIT_CHUNKS; k++) {
        uint64_t head[2];
        memcpy (head, in, sizeof head);
        in += sizeof head;
        batch->unit[i].chunk[k] = (struct file_chunk) { NULL, head[0], head[1] };
        if (head[0] == 0)
          continue;
        batch->unit[i].chunk[k].bytes = allocate (head[0], 1);
        memcpy (batch->unit[i].chunk[k].bytes, in, head[0]);
        in += head[0];
      }
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

/* ---- writing ---- */

static void
put_chunk (struct file_out *file, struct file_chunk *chunk, uint64_t rows)
{
  file_put_chunk (file, chunk, rows);
  free (chunk->bytes);
}

static void
put_summary (struct file_out *file, const char *group, const struct game *game, const struct slice_summary *summary)
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

/* The units of a slice; the values go to the file (rank 0), the chunks of distances are kept in `distance`. */
static void
write_values (struct file_out *file, struct batch *batch, struct file_chunk *distance)
{
  const struct endgames_options *options = &batch->endgames->options;
  const uint64_t units = (batch->positions + UNIT - 1) / UNIT;
  const uint64_t owners = (uint64_t) options->ranks->size * (uint64_t) options->threads;
  for (batch->first = 0; batch->first < units; batch->first += batch->count) {
    const uint64_t left = units - batch->first;
    batch->count = left < UNITS_MOST * owners ? left : UNITS_MOST * owners;
    batch->share = (batch->count + owners - 1) / owners;
    batch->unit = allocate (batch->count, sizeof *batch->unit);
    team_start (batch->endgames->team, make_units, batch);
    while (!team_wait (batch->endgames->team, 60))
      ;
    collect (batch);
    for (uint64_t i = 0; i < batch->count && file != NULL; i++) {
      const uint64_t unit = batch->first + i;
      put_chunk (file, &batch->unit[i].chunk[0], (unit_positions (batch, unit) + 3) / 4);
      for (int k = 0; k < distance_chunks (batch, unit); k++)
        distance[unit * (UNIT_CHUNKS - 1) + (uint64_t) k] = batch->unit[i].chunk[1 + k];
    }
    free (batch->unit);
  }
}

static void
write_distances (struct file_out *file, const char *name, uint64_t positions, struct file_chunk *distance)
{
  char path[TABLES_PATH];
  const struct dataset layout = tables_distance (path, name);
  file_begin (file, &layout, positions);
  for (uint64_t first = 0; first < positions; first += FILE_CHUNK_ROWS) {
    const uint64_t left = positions - first;
    put_chunk (file, distance++, left < FILE_CHUNK_ROWS ? left : FILE_CHUNK_ROWS);
  }
  file_end (file);
}

/* `file` is NULL but on rank 0. */
static void
write_slice (struct file_out *file, const struct endgames *endgames, const struct endgame_pair *pair, int side,
             bool distances)
{
  const struct slice_summary *summary = &pair->summary[side];
  const uint64_t positions = summary->slice.positions;
  char group[TABLES_PATH], path[TABLES_PATH];
  struct batch batch
      = { .endgames = endgames, .pair = pair, .side = side, .distances = distances, .positions = positions };
  if (file == NULL) {
    write_values (NULL, &batch, NULL);
    return;
  }
  snprintf (group, sizeof group, "/%s", summary->slice.name);
  file_group (file, group, "All positions with this material (men.kings of White, men.kings of Black), White to move");
  put_summary (file, group, endgames->game, summary);
  struct file_chunk *distance = allocate (positions / FILE_CHUNK_ROWS + UNIT_CHUNKS, sizeof *distance);
  const struct dataset layout = tables_value (path, summary->slice.name);
  file_begin (file, &layout, (positions + 3) / 4);
  write_values (file, &batch, distance);
  file_end (file);
  if (distances)
    write_distances (file, summary->slice.name, positions, distance);
  free (distance);
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
    .description = "Zermelo endgame tables: the value of every position with few pieces, one group a slice of "
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
  struct file_out *file = ranks->rank == 0 ? begin_file (endgames, path, distances, failure) : NULL;
  if (!ranks_agree (ranks, failure)) {
    file_abandon (file);
    return false;
  }
  for (int i = 0; i < endgames->pairs; i++)
    for (int side = 0; side < endgames->pair[i].sides; side++)
      write_slice (file, endgames, &endgames->pair[i], side, distances);
  if (file != NULL)
    file_commit (file);
  return ranks_agree (ranks, failure);
}
