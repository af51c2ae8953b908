#include "tablebase/tables_batch.h"

#include "parallel/all_to_all.h"
#include "tablebase/tables_layout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS_MOST = 1024 }; /* the most units in a batch, so that it has less than 2^31 bytes */

/* ---- balancing ---- */

void batch_begin (struct batch_cursor *cursor, const struct endgames *endgames, const uint64_t *precomputed) {
  const int ranks = endgames->options.ranks->size;
  *cursor = (struct batch_cursor){ .share = allocate ((size_t) ranks, sizeof *cursor->share) };
  for (int rank = 0; rank < ranks; rank++)
    cursor->share[rank].precomputed = precomputed == NULL ? UINT64_MAX : precomputed[rank];
}

/* When ranks have equal loads, as after every pair of slices, the choice begins with a different rank each
 * time, because the units of one side may take longer. */
static void balance_unit (const struct batch_cursor *cursor, int ranks, struct unit *unit) {
  struct batch_share *share = cursor->share;
  const int begin = (int) (((uint32_t) cursor->pair * 2654435769u >> 16) % (unsigned) ranks);
  int fewest = begin, least_left = begin;
  for (int i = 1; i < ranks; i++) {
    const int rank = (begin + i) % ranks;
    if (share[rank].positions < share[fewest].positions)
      fewest = rank;
    if (share[rank].left < share[least_left].left)
      least_left = rank;
  }
  unit->precomputed = share[fewest].units++ < share[fewest].precomputed;
  unit->rank = unit->precomputed ? fewest : least_left;
  share[fewest].positions += unit->range.count;
  if (!unit->precomputed)
    share[least_left].left += unit->range.count;
}

static bool next_unit (const struct endgames *endgames, int pairs, struct batch_cursor *cursor,
                       struct unit *unit) {
  if (cursor->pair == pairs)
    return false;
  assert (cursor->pair < pairs && cursor->first % UNIT == 0); /* a unit begins with a chunk */
  *unit = (struct unit){ .pair = &endgames->pair[cursor->pair],
                         .range = { .side = cursor->side, .first = cursor->first } };
  const uint64_t left = unit_positions (unit) - unit->range.first;
  unit->range.count = left < UNIT ? left : UNIT;
  balance_unit (cursor, endgames->options.ranks->size, unit);
  assert (0 <= unit->rank && unit->rank < endgames->options.ranks->size);
  cursor->first += unit->range.count;
  if (unit->range.count < left)
    return true;
  cursor->first = 0;
  if (++cursor->side == unit->pair->sides) {
    cursor->side = 0;
    cursor->pair++;
  }
  return true;
}

struct batch *batch_plan (const struct endgames *endgames, int pairs, bool distances, size_t each,
                          struct batch_cursor *cursor) {
  assert (0 <= pairs && pairs <= endgames->pairs && cursor->pair <= pairs);
  assert (each > 0);
  const struct endgames_options *options = &endgames->options;
  const size_t usual = each * (size_t) options->ranks->size * (size_t) options->threads;
  const size_t most = usual < UNITS_MOST ? usual : UNITS_MOST;
  struct batch *batch = allocate (1, sizeof *batch);
  batch->endgames = endgames;
  batch->distances = distances;
  batch->unit = allocate (most, sizeof *batch->unit);
  while (batch->count < most && next_unit (endgames, pairs, cursor, &batch->unit[batch->count]))
    batch->count++;
  return batch;
}

void batch_free (struct batch *batch) {
  free (batch->unit);
  free (batch);
}

/* ---- making ---- */

/* The two bits of a value; tables_outcome() is the inverse. */
static unsigned value_bits (uint8_t code) {
  const enum outcome outcome = endgame_outcome (code);
  return outcome == DRAWN ? 0 : outcome == WON ? 1 : 2;
}

/* `code` has room for a whole number of bytes of the file. */
static struct file_chunk make_values (const struct unit *unit, uint8_t *code) {
  char path[TABLES_PATH];
  const struct dataset layout = tables_dataset (path, unit_summary (unit)->slice.name, TABLES_VALUE);
  const uint64_t rows = (unit->range.count + 3) / 4;
  if (rows == 0) /* no position: the material does not fit on the board */
    return (struct file_chunk){ 0 };
  uint8_t *packed = allocate (rows, 1);
  assert (unit->range.first % 4 == 0 && rows <= FILE_CHUNK_ROWS);
  memset (code + unit->range.count, ENDGAME_DRAWN, 4 * rows - unit->range.count);
  for (uint64_t i = 0; i < rows; i++)
    packed[i] = (uint8_t) (value_bits (code[4 * i]) | value_bits (code[4 * i + 1]) << 2
                           | value_bits (code[4 * i + 2]) << 4 | value_bits (code[4 * i + 3]) << 6);
  const struct file_chunk chunk
      = file_chunk_make (&layout, (unit_positions (unit) + 3) / 4, unit->range.first / 4, packed, rows);
  free (packed);
  return chunk;
}

/* A code is one more than the distance, and 0 for a draw, so one is subtracted. */
static void make_distances (const struct batch *batch, struct unit *unit, uint8_t *code) {
  char path[TABLES_PATH];
  const struct dataset layout = tables_dataset (path, unit_summary (unit)->slice.name, TABLES_DISTANCE);
  for (uint64_t i = 0; i < unit->range.count; i++)
    code[i]--;
  assert (unit_distance_chunks (batch, unit) < UNIT_CHUNKS);
  for (int i = 0; i < unit_distance_chunks (batch, unit); i++) {
    const uint64_t first = (uint64_t) i * FILE_CHUNK_ROWS, left = unit->range.count - first;
    unit->chunk[1 + i] = file_chunk_make (&layout, unit_positions (unit), unit->range.first + first,
                                          code + first, left < FILE_CHUNK_ROWS ? left : FILE_CHUNK_ROWS);
  }
}

void batch_make (void *context, int thread) {
  struct batch *batch = context;
  uint8_t *code = allocate (UNIT, 1);
  (void) thread;
  for (size_t i; (i = atomic_fetch_add (&batch->next, 1)) < batch->count;) {
    struct unit *unit = &batch->unit[i];
    if (unit->rank != batch->endgames->options.ranks->rank || unit->chunk[0].bytes != NULL)
      continue;
    batch->endgames->engine->copy (unit->pair->rows, &unit->range, unit->pair->value, code, false);
    if (!batch->distances)
      batch->endgames->engine->leave_out (unit->pair->rows, &unit->range, code);
    unit->chunk[0] = make_values (unit, code);
    make_distances (batch, unit, code);
  }
  free (code);
}

/* ---- sending ---- */

/* The message has, for each chunk of this rank, the size and checksum, then the bytes. */
static uint8_t *write_message (const struct batch *batch, size_t *bytes) {
  const int rank = batch->endgames->options.ranks->rank;
  *bytes = 0;
  for (size_t i = 0; i < batch->count; i++)
    for (int k = 0; k < UNIT_CHUNKS && batch->unit[i].rank == rank; k++)
      *bytes += 2 * sizeof (uint64_t) + batch->unit[i].chunk[k].size;
  uint8_t *message = allocate (*bytes, 1), *end = message;
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
  assert (end == message + *bytes);
  return message;
}

/* Unpack the message of a rank. Returns the end of the message. */
static const uint8_t *read_message (struct batch *batch, int rank, const uint8_t *in) {
  assert (0 < rank && rank < batch->endgames->options.ranks->size);
  for (size_t i = 0; i < batch->count; i++)
    for (int k = 0; k < UNIT_CHUNKS && batch->unit[i].rank == rank; k++) {
      uint64_t head[2];
      memcpy (head, in, sizeof head);
      in += sizeof head;
      assert (batch->unit[i].chunk[k].bytes == NULL); /* each chunk comes from one rank */
      batch->unit[i].chunk[k] = (struct file_chunk){ NULL, head[0], head[1] };
      if (head[0] == 0)
        continue;
      batch->unit[i].chunk[k].bytes = allocate (head[0], 1);
      memcpy (batch->unit[i].chunk[k].bytes, in, head[0]);
      in += head[0];
    }
  return in;
}

void batch_collect (struct batch *batch) {
  const struct ranks *ranks = batch->endgames->options.ranks;
  if (ranks->size == 1)
    return;
  const uint8_t **out = allocate ((size_t) ranks->size, sizeof *out);
  size_t *bytes = allocate ((size_t) ranks->size, sizeof *bytes);
  uint8_t *message = NULL, *in;
  if (ranks->rank != 0)
    out[0] = message = write_message (batch, &bytes[0]);
  const size_t total = ranks_exchange (ranks, out, bytes, &in);
  const uint8_t *end_of_message = in;
  for (int rank = 1; rank < ranks->size && ranks->rank == 0; rank++)
    end_of_message = read_message (batch, rank, end_of_message);
  if (end_of_message != in + total)
    internal_error (__FILE__, __LINE__, "%zu bytes that are no chunks", total);
  free (in);
  free (message);
  free (out);
  free (bytes);
}
