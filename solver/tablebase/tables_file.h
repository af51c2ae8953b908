/* Endgame tables on disk, probed position by position through a cache of blocks.
 *
 * Many threads may probe one struct tables at once (they take turns for a few instructions; while a block is
 * read the others wait), and any number of processes may read one file. A block is 256 KiB: about a million
 * values, or a quarter of a million distances. */
#ifndef ZERMELO_TABLEBASE_TABLES_FILE_H
#define ZERMELO_TABLEBASE_TABLES_FILE_H

#include "engine.h"
#include "tablebase/tables_layout.h"

struct tables;

/** How a file describes itself. */
struct tables_identity {
  int pieces; /* the largest number of pieces */
  bool distances;
  bool leaves_out;   /* it is of format 2 (tables_layout.h) */
  char options[200]; /* as on the command line */
  char revision[80], checksum[20];
};

/** Open a file and its game, which tables_close() closes. The cache has at most `memory` bytes (but room for
 * at least a few blocks). NULL on EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. */
struct tables *tables_open (const char *path, uint64_t memory, struct game *game, struct failure *);
void tables_close (struct tables *);

const struct tables_identity *tables_identify (const struct tables *);

/** The value of a position for the side to move, finished ones included. distance: plies to the end, 0 for a
 * draw, -1 if the file has no distances. Thread-safe. */
enum tables_answer { TABLES_FOUND, TABLES_ABSENT, TABLES_FAILED /* a block is unreadable, or invalid */ };
enum tables_answer tables_probe (struct tables *, const struct position *, enum outcome *, int *distance);

/** The name of slice i, in the order of names, and how many positions it has. NULL: there are no more. */
const char *tables_slice (const struct tables *, size_t i, uint64_t *positions);

/** The codes (game.h, endgame_code()) of part of a slice, by index; `first` is a multiple of 4. Without
 *  distances a win is 1 ply from the end and a loss 0. Positions that the file leaves out have a code without
 *  meaning. Not thread-safe. False: see tables_failure(). */
bool tables_codes (struct tables *, const char *slice, uint64_t first, uint64_t count, uint8_t *code);

/** The first `rows` bytes of a slice's dataset as in the file. Not thread-safe. False: see
 *  tables_failure(). */
bool tables_bytes (struct tables *, const char *slice, enum tables_part, uint64_t rows, uint8_t *bytes);

/** The totals that the file states for a slice; and the description of the index that it states. Not
 * thread-safe. False: see tables_failure(). */
enum { TABLES_EXAMPLE = 160, TABLES_INDEX = 1200 };
struct tables_totals {
  uint64_t won, drawn, lost;
  int longest;                  /* plies of the longest win, -1: none, or ENDGAME_LONGEST_UNKNOWN */
  char example[TABLES_EXAMPLE]; /* a position with the longest win, or "" */
  bool usual;                   /* the datasets of the slice have the encodings of tables_layout.h */
};
bool tables_totals (struct tables *, const char *slice, struct tables_totals *);
bool tables_index (struct tables *, char text[TABLES_INDEX]);

/** When tables_index() and, for each slice, tables_totals() have been called once since tables_open(): does
 *  the checksum match the content? `terms`: the sum of checksum_rows() over all rows. */
bool tables_add_up (struct tables *, uint64_t terms);

/** Why a probe failed; valid until tables_close(). */
const struct failure *tables_failure (const struct tables *);

#endif
