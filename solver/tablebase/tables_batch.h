/* A batch of endgame tables on its way from memory to a file: units of positions in order of the index, and
 * the chunks of the file that hold them, made by all threads of all ranks (tables_write.c). */
#ifndef ZERMELO_TABLEBASE_TABLES_BATCH_H
#define ZERMELO_TABLEBASE_TABLES_BATCH_H

#include "tablebase/endgames.h"
#include "tablebase/tables_layout.h"
#include "store/file.h"

#include <assert.h>
#include <stdatomic.h>

enum {
  UNIT = TABLES_UNIT, /* the positions of a unit, which have one chunk of values and four chunks of
                         distances */
  UNIT_CHUNKS = 1 + UNIT / FILE_CHUNK_ROWS
};

_Static_assert(UNIT == 4 * FILE_CHUNK_ROWS, "a unit has one chunk of values");

/** Some positions of a slice, and their chunks: the values, then the distances. */
struct unit {
  const struct endgame_pair *pair;
  struct slice_range range;
  int rank;         /* the rank that makes the unit */
  bool precomputed; /* its chunks exist already (tables_precompute.h) */
  struct file_chunk chunk[UNIT_CHUNKS];
};

struct batch {
  const struct endgames *endgames;
  bool distances;
  struct unit *unit; /* filled for the units of this rank; in the end, on rank 0, for all units */
  size_t count;
  atomic_size_t next; /* next unit for a thread of this rank */
};

/** The load of a rank. */
struct batch_share {
  uint64_t positions, units; /* assigned to the rank as if nothing had been precomputed */
  uint64_t precomputed;      /* how many of these units are precomputed; they are the first ones */
  uint64_t left;             /* positions that are not precomputed */
};

/** The first position that is in no batch yet, and how the units before it were assigned. Each unit went to
 * the rank with the fewest positions. A unit that its rank has not precomputed is balanced again. */
struct batch_cursor {
  int pair, side;
  uint64_t first;
  struct batch_share *share; /* [ranks] */
};

/** precomputed[ranks]: how many units each rank has precomputed; NULL: all units. The caller frees
 * cursor->share in the end. */
void batch_begin (struct batch_cursor *, const struct endgames *, const uint64_t *precomputed);

/** The next batch of the first `pairs` pairs: at most `each` units for every thread of every rank. After the
 * last batch, an empty one. Borrows the tables. */
struct batch *batch_plan (const struct endgames *, int pairs, bool distances, size_t each,
                          struct batch_cursor *);

/** Frees the batch, but not its chunks. */
void batch_free (struct batch *);

/** Called in each thread of the team, with the batch as context: make the units of this rank that have no
 * chunks yet. */
void batch_make (void *batch, int thread);

/** Send the chunks of all ranks to rank 0; the other ranks free theirs. Collective, to be called when the
 * threads are done. */
void batch_collect (struct batch *);

static inline const struct slice_summary *unit_summary (const struct unit *unit) {
  assert (0 <= unit->range.side && unit->range.side < unit->pair->sides);
  return &unit->pair->summary[unit->range.side];
}

static inline uint64_t unit_positions (const struct unit *unit) {
  return unit_summary (unit)->slice.positions;
}

/** Chunks of distances in a unit. */
static inline int unit_distance_chunks (const struct batch *batch, const struct unit *unit) {
  return batch->distances ? (int) ((unit->range.count + FILE_CHUNK_ROWS - 1) / FILE_CHUNK_ROWS) : 0;
}

#endif
