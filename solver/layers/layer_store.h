/* Finished layers as private files of one run, so that a run that was killed resumes with the next layer.
 *
 * A layer has two kinds of rows: its keys, sorted within each partition, and a code for each
 * (layers/layer_values.h). Each rank writes one file for each kind and ply, DIRECTORY/plyNN.KIND.I-of-N: a
 * head (game, sizes, checksums) and the rows of its partitions, under a temporary name, then renamed. Any
 * number of ranks can read the files of any other number. A layer is present if all N files are complete;
 * files of another game or format, truncated or damaged, count as absent, and the layer is made again. The
 * directory must be the same for all ranks. */
#ifndef ZERMELO_LAYERS_LAYER_STORE_H
#define ZERMELO_LAYERS_LAYER_STORE_H

#include "layers/layer_pass.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum layer_kind { LAYER_KEYS, LAYER_CODES, LAYER_KINDS };

/** The number of positions with each code: counting symmetric ones each, and once. */
struct layer_tally {
  uint64_t all[256], canonical[256];
};

struct layer_store {
  const struct game *game;
  const struct ranks *ranks;
  const char *directory;
};

/** Make the directory (rank 0). Collective. EXIT_CANNOT_CREATE. */
bool layer_store_open (const struct layer_store *, struct failure *);

/** Remove all files of layers, and then the directory if it is empty. Not collective. */
void layer_store_remove (const struct layer_store *);

/* ---- writing ---- */

struct layer_out;

/** Begin this rank's file. Failures (EXIT_CANNOT_CREATE, EXIT_IO) are kept for layer_out_finish(). */
struct layer_out *layer_out_create (const struct layer_store *, enum layer_kind, int ply);

/** Add the rows of the next partition of this rank: each partition once, in order. */
void layer_out_add (struct layer_out *, int partition, const uint8_t *rows, size_t count);

/** Finish when all partitions have been added: give the file its name (and, with codes, the tally). `keep`
 * false: discard it. Frees. */
bool layer_out_finish (struct layer_out *, const struct layer_tally *, bool keep, struct failure *);

/* ---- reading ---- */

struct layer_in;

/** Open a layer, or NULL if it is absent. check: read all of it, verify checksums, and remove incomplete
 * files. everything: all partitions, else only this rank's. Collective: all ranks get the layer, or none. */
struct layer_in *layer_in_open (const struct layer_store *, enum layer_kind, int ply, bool check,
                                bool everything);

/** NULL is allowed. */
void layer_in_close (struct layer_in *);

/** The number of rows of a partition. */
size_t layer_in_count (const struct layer_in *, int partition);

/** Copy some rows. Thread-safe. EXIT_IO. */
bool layer_in_read (const struct layer_in *, int partition, size_t first, size_t count, uint8_t *rows,
                    struct failure *);

/** An open layer of keys as a source for a pass; valid until it is closed. */
struct key_source layer_in_source (struct layer_in *);

/** The tally of the opened files (with `everything`: of the whole layer). */
void layer_in_tally (const struct layer_in *, struct layer_tally *);

#endif
