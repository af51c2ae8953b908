/* The contents of a certificate file (zermelo-files(5)) as they were read: nothing need be true. Keys and
 * ranks, by which rows are looked up, are in memory as a whole; the other columns are in memory for a block
 * of rows at a time. */
#ifndef ZERMELO_CHECKER_CERTIFICATE_FILE_H
#define ZERMELO_CHECKER_CERTIFICATE_FILE_H

#include "endgame_tables.h"
#include "hdf5_rows.h"

/** How a row of an acyclic strategy supports its position: a move of the player whose strategy it is, the
 * checker's own search, a theorem, or a plan that the checker plays (alignment.h). Rows of the kind
 * ROW_UPWARDS are no longer written, and no checker accepts them. Their number is not used again, since there
 * are files that have such rows. */
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

/** The most cells of a tile, and the most sets of a tile. */
enum { TILE_MOST = 12, SETS_MOST = 64 };

/** The names in listings: "move", "small", ... */
extern const char *const row_kind_names[ROW_KINDS];

/** Why a file with a row of the kind ROW_UPWARDS is not read. */
extern const char no_upwards[];

/** Rows sorted by key. A column that the group does not have is NULL. */
struct strategy_rows {
  bool present;
  size_t count;
  uint8_t *key; /* count * key_bytes; NULL on a board without keys, where there is one row, about the start */
  uint16_t *rank;                 /* cyclic, /won only */
  int64_t bound;                  /* acyclic: what the strategy gives its player at least */
  size_t first;                   /* the first of the rows for which the following columns are in memory */
  uint8_t *move;                  /* cyclic: number of the child among the sorted canonical children */
  uint8_t *kind;                  /* acyclic: enum row_kind */
  uint32_t *size;                 /* acyclic: how many numbers belong to the row */
  size_t *begin;                  /* acyclic: where these numbers begin; computed from `size` */
  uint16_t *number;               /* acyclic: the numbers of all rows in memory, one row after the other */
  size_t numbers, numbers_before; /* how many numbers the rows in memory have; and all rows before them */
};

struct certificate_file {
  struct array_game game;
  int64_t small_nodes; /* the most nodes of a row of the kind ROW_SMALL */
  int64_t pieces;      /* cyclic: positions of at most this many pieces rest on endgame tables */
  size_t claims;
  uint8_t *claim_key;               /* claims * key_bytes; NULL: the start of a board without keys */
  int16_t *claim_value;             /* for the side to move */
  struct strategy_rows strategy[2]; /* acyclic: /first and /second; cyclic: /held and /won */
  struct endgame_tables tables;     /* read from another file (endgame_tables_read()), or none */
  struct reader reader;             /* open as long as rows may be read */
  bool old_rows; /* true: rows of the kind ROW_UPWARDS are read, for a program that replaces them; false: they
                    are refused */
};

/** Open a file and read everything except the columns that are in memory block by block. Returns NULL, or why
 * the file cannot be read; then nothing is left open. */
const char *certificate_file_open (struct certificate_file *, const char *path);

/** Read a file that the caller has opened with HDF5, as certificate_file_open() does. It must stay open as
 * long as rows are read; the caller closes it. */
const char *certificate_file_borrow (struct certificate_file *, hid_t file);

void certificate_file_close (struct certificate_file *);

/** Do these numbers, which are in memory, have the form that rows of this kind have (zermelo-files(5))? Cells
 * need not be on the board. */
bool row_has_form (const struct array_game *, int kind, const uint16_t *number, size_t numbers);

/** Go on to the next `most` rows of a strategy, from `first` on; the blocks come in order. Does nothing if
 * the reader is closed. Returns NULL, or why the rows cannot be read. */
const char *certificate_rows_read (struct certificate_file *, int set, size_t first, size_t most);

/** The parts of a certificate: two sets of rows, then the claims. */
enum part { CLAIMS = 2, PARTS };

/** The key of a row of a part; NULL on a board without keys. */
const uint8_t *key_of_row (const struct certificate_file *, int part, size_t row);

/** The row of a key, or SIZE_MAX. */
size_t strategy_row (const struct array_game *, const struct strategy_rows *, const uint8_t *key);

#endif
