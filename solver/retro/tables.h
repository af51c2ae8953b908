/* Endgame tables on disk: asked position by position, through a cache of blocks.
 *
 * Many threads may ask one struct tables at once (they take turns for a few instructions; a block that has to
 * be read keeps the others waiting), and any number of processes may read one file. A block is 256 KiB: about
 * a million values, or a quarter of a million distances. */
#ifndef ZERMELO_RETRO_TABLES_H
#define ZERMELO_RETRO_TABLES_H

#include "engine.h"

struct tables;

/** What a file says of itself. */
struct tables_identity {
  char title[96]; /* GAME text, for engine_open() */
  int pieces;     /* the largest number */
  bool distances;
  char revision[80], checksum[20];
};

/** Is the file one of endgame tables (or else a book, ...)? Its kind is written to `kind` (24 bytes).
 *  EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. Costs one reading of the file. */
bool tables_kind (const char *path, char *kind, struct failure *);

/** Open a file; `game` is opened too, and closed by tables_close(). `memory` bytes at most are used for
 *  blocks (at least a few blocks). NULL on EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. */
struct tables *tables_open (const char *path, uint64_t memory, struct game *game, struct failure *);
void tables_close (struct tables *);

const struct tables_identity *tables_identify (const struct tables *);

/** The value of a position for the side to move, finished ones included. distance: plies to the end, 0 for a
 *  draw, -1 if the file has none. Thread-safe. */
enum tables_answer { TABLES_FOUND, TABLES_ABSENT, TABLES_FAILED /* a block cannot be read */ };
enum tables_answer tables_probe (struct tables *, const struct position *, enum outcome *, int *distance);

/** The codes (game.h, endgame_code()) of a part of a slice, by index; `first` is a multiple of 4. Without
 *  distances a win is 1 ply from the end and a loss 0. Not thread-safe. False: see tables_failure(). */
bool tables_codes (struct tables *, const char *slice, uint64_t first, uint64_t count, uint8_t *code);

/** The first `rows` bytes of a slice as they stand in the file (tables_layout.h): of its values, or of its
 *  distances. Not thread-safe. False: see tables_failure(). */
bool tables_bytes (struct tables *, const char *slice, bool distances, uint64_t rows, uint8_t *bytes);

/** What a file says of a slice in all. False: see tables_failure(). */
struct tables_totals {
  uint64_t won, drawn, lost;
  int longest; /* plies of the longest win, -1: none */
};
bool tables_totals (struct tables *, const char *slice, struct tables_totals *);

/** Why a probe failed; valid until tables_close(). */
const struct failure *tables_failure (const struct tables *);

#endif
