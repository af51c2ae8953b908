/* libzermelo-book: probe endgame tables that `zermelo tablebase` wrote.
 *
 * Serial HDF5 only: no MPI, no OpenMP. A file is read block by block through a cache of its own. Every
 * function but zermelo_tables_close() may be called from any number of threads at once, on the same tables or
 * on others, and any number of processes may read one file: it never changes. HDF5 itself is not thread-safe,
 * so a program that also uses HDF5 on its own must not do so while tables are being opened or probed.
 *
 * Values are those of the rules without repetition and without counting moves: a position is drawn if neither
 * side can force a win.
 */
#ifndef ZERMELO_TABLES_H
#define ZERMELO_TABLES_H

#include <stddef.h>
#include <stdint.h>
#include <zermelo/book.h> /* ZERMELO_LOSS, ZERMELO_DRAW, ZERMELO_WIN */

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

typedef struct zermelo_tables zermelo_tables;

/** How a file describes itself. Strings belong to the tables. */
typedef struct zermelo_tables_identity {
  const char *game;     /* "draughts:8x8", "draughts:6x6,rules=seed" */
  const char *revision; /* git revision of the program that wrote it */
  const char *checksum; /* of the content, 16 hex digits: the same for the same content */
  int squares;          /* of the board: 32, 18 or 8 */
  int pieces;           /* it has every position with 2 to this many pieces, if no side has more than 7 */
  int distances;        /* 1 if there are distances */
} zermelo_tables_identity;

/** A position: bit i is square i + 1, numbered row by row from the top left dark square; White moves up. */
typedef struct zermelo_tables_position {
  uint32_t white, black; /* all pieces of each side */
  uint32_t kings;        /* which of them are kings */
  int black_to_move;
} zermelo_tables_position;

typedef struct zermelo_tables_entry {
  int value;    /* ZERMELO_LOSS, ZERMELO_DRAW or ZERMELO_WIN, for the side to move */
  int distance; /* plies to the end, if the winner plays for a short game and the loser for a long one; 0 for
                   a draw; -1 if the file has none */
} zermelo_tables_entry;

/** Open a file, with at most `cache_bytes` (at least 1 MiB) for blocks. Returns NULL and puts one line into
 *  `error` (may be NULL) if the file is absent (code 66), damaged or of another kind (65), or cannot be read,
 * for instance for lack of memory (74). `code` (may be NULL) gets the number, or 0 on success. The caller
 * closes it. Reads the whole file once. */
zermelo_tables *zermelo_tables_open (const char *path, size_t cache_bytes, int *code, char *error,
                                     size_t error_size);

/** Free everything. NULL is allowed. */
void zermelo_tables_close (zermelo_tables *);

void zermelo_tables_identify (const zermelo_tables *, zermelo_tables_identity *);

/** Read a FEN as in PDN ("W:W21,K30:B1,K5"; moves may follow it). Returns 1, or 0 and one line in `error`
 *  (may be NULL). */
int zermelo_tables_read_fen (const zermelo_tables *, const char *text, zermelo_tables_position *, char *error,
                             size_t error_size);

/** The value of a position, which may be finished (a side without pieces has lost). Returns
 *    1  found
 *    0  not in these tables: more pieces than they hold
 *   -1  not a position: a square off the board or taken twice, no pieces at all, a man on the row where it
 *       becomes a king
 *   -2  the file cannot be read; see zermelo_tables_error() */
int zermelo_tables_probe (zermelo_tables *, const zermelo_tables_position *, zermelo_tables_entry *);

/** Why a probe returned -2. Valid until the tables are closed. */
const char *zermelo_tables_error (const zermelo_tables *);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
