/* What is in a certificate file (zermelo-files(5)), as it was read: nothing of it need be true. Keys and
 * ranks, which are looked up, are in memory; what else belongs to rows is there for some
 * rows at a time. */
#ifndef ZERMELO_CHECKER_CERTIFICATE_FILE_H
#define ZERMELO_CHECKER_CERTIFICATE_FILE_H

#include "endgame_tables.h"
#include "hdf5_rows.h"

/** How a row of an acyclic strategy supports its position: a move of the player whose strategy it is, the
 * checker's own search, a theorem, or a plan that the checker plays (alignment.h). Rows of the kind
 * ROW_UPWARDS are no longer written, and no checker takes them; the number stays theirs, since there are
 * files that have it. */
enum row_kind {
  ROW_MOVE,
  ROW_SMALL,
  ROW_PAIRING,
  ROW_THREATS,
  ROW_UPWARDS,
  ROW_STEALING,
  ROW_PLAN,
  ROW_TILING,
  ROW_KINDS
};

/** Of a tiling: cells of a tile, sets of cells. */
enum { TILE_MOST = 12, SETS_MOST = 64 };

/** The names in listings: "move", "small", ... */
extern const char *const row_kind_names[ROW_KINDS];

/** Why a file with a row of the kind ROW_UPWARDS is not read. */
extern const char no_upwards[];

/** Rows sorted by key. What a group does not have is NULL. */
struct strategy_rows {
  bool present;
  size_t count;
  uint8_t *key;     /* count * key_bytes; NULL on a board without keys: then one row, about the start */
  uint16_t *rank;   /* cyclic, /won only */
  int64_t bound;    /* acyclic: what the strategy gives its player at least */
  size_t first;     /* of the rows about which the following is in memory */
  uint8_t *move;    /* cyclic: number of the child among the sorted canonical children */
  uint8_t *kind;    /* acyclic: enum row_kind */
  uint32_t *size;   /* acyclic: how many numbers belong to the row */
  size_t *begin;    /* acyclic: where they begin; made from `size` */
  uint16_t *number; /* acyclic: those of all these rows, one row after the other */
  size_t numbers, numbers_before; /* of these rows; and of all before them */
};

struct certificate_file {
  struct array_game game;
  int64_t small_nodes; /* the most nodes of a row of the kind ROW_SMALL */
  int64_t pieces;      /* cyclic: positions of no more pieces rest on endgame tables */
  size_t claims;
  uint8_t *claim_key;               /* claims * key_bytes; NULL: the start of a board without keys */
  int16_t *claim_value;             /* for the side to move */
  struct strategy_rows strategy[2]; /* acyclic: /first and /second; cyclic: /held and /won */
  struct endgame_tables tables;     /* of another file (endgame_tables_read()), or none */
  struct reader reader;             /* open as long as rows may be read */
  bool old_rows; /* rows of the kind ROW_UPWARDS are read, for a program that replaces them; false: refused */
};

/** Read all but what is not looked up. Returns why it cannot be read, and then nothing is left open; or NULL.
 */
const char *certificate_file_open (struct certificate_file *, const char *path);
void certificate_file_close (struct certificate_file *);

/** Are these numbers such as rows of that kind have (zermelo-files(5)), which are in memory? Cells need not
 * be on the board. */
bool row_has_form (const struct array_game *, int kind, const uint16_t *number, size_t numbers);

/** Go on to the next `most` rows of a strategy, from `first` on; the blocks come in order. Does nothing if
 * the reader is closed. Returns why they cannot be read, or NULL. */
const char *certificate_rows_read (struct certificate_file *, int set, size_t first, size_t most);

#endif
