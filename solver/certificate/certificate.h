/* A certificate says why positions have the values that are claimed for them, so that others can check the
 * claims with nothing but the rules. It is a list of claims and two strategies. zermelo-files(5) describes
 * its file.
 *
 * Where the game ends after a limited number of moves, each strategy belongs to a player: it guarantees him a
 * bound, and is made of rows that support one another (checker/strategies.c says when a row holds).
 *
 * Where play can cycle, the strategies are two sets of positions, each with one move for its side to move:
 *
 * - held: the side to move does not lose. The game is not over. After the move, and after any reply to it,
 *   the game is over and not lost, or the position is in the set again. So play can go on for ever, and
 *   infinite play is a draw.
 * - won: the side to move wins. After the move, and after any reply, the game is over and won, or the
 *   position is in the set with a smaller rank. So the game ends.
 *
 * A win may be claimed for a position in `won`; a loss if the positions after all its moves are in `won`; a
 * draw if it and the positions after all its moves are in `held`. The sets are about the side to move, so one
 * set of each kind serves both sides and all claims.
 *
 * Endgame tables help to find such sets (certify.h). The sets reach to finished games, so no table has to be
 * trusted. On request they end at the tables instead; the checker then needs the tables and checks them, too
 * (checker/endgame_tables.h).
 *
 * A move in a set is a number: the positions after all moves, in canonical form, sorted as bytes and without
 * duplicates, are numbered from 0. */
#ifndef ZERMELO_CERTIFICATE_CERTIFICATE_H
#define ZERMELO_CERTIFICATE_CERTIFICATE_H

#include "base/key_set.h"
#include "engine.h"

#define CERTIFICATE_KIND "certificate"

/** The strategies where play can cycle. Where play ends, the two strategies are those of the first and the
 * second player. */
enum strategy_kind { STRATEGY_HELD, STRATEGY_WON, STRATEGIES };

/** A row of a strategy where play ends. Its key has the same number in `positions`. */
struct strategy_row {
  int kind;      /* enum row_kind (checker/certificate_file.h) */
  uint32_t size; /* numbers of the row */
  size_t begin;  /*   from there in the strategy's `number` */
};

struct strategy {
  struct key_set positions; /* canonical; not used on a board without keys, which has one row */
  size_t rows, capacity;    /* room for rows: of `row`, or of `rank` and `move` */
  /* where play ends: */
  bool present;
  int player; /* whose strategy it is */
  int bound;  /* what the player gets at least: a value or a score, from his side */
  struct strategy_row *row;
  uint16_t *number;
  size_t numbers, number_capacity;
  /* where it can cycle: */
  uint16_t *rank; /* in `held` it is not part of the proof, and not in files */
  uint8_t *move;
};

/** A claim: the value of a position; on a board without keys, the value of the start. */
struct claim {
  uint8_t key[PACKED_MAX]; /* canonical */
  int value;               /* or score, for the side to move */
};

struct certificate {
  struct strategy strategy[STRATEGIES];
  struct claim *claim;
  size_t claims;        /* one on a board without keys */
  bool exact_score;     /* where play ends; */
  uint64_t small_nodes; /*   the limit for rows of the kind ROW_SMALL */
  int pieces; /* where play can cycle: positions of at most this many pieces are in no set, but rest on
                 endgame tables; 0: there are no tables */
};

/** An empty certificate for keys of `key_bytes` bytes; 0: the board has no keys. */
void certificate_begin (struct certificate *, int key_bytes);
void certificate_free (struct certificate *);

/** Add a claim. The key is copied; NULL on a board without keys. */
void certificate_claim (struct certificate *, const uint8_t *key, int value);

/** Where play can cycle: add a position, or lower its rank if it is in `won`. Returns the number of the
 * position if its move is to be chosen (again), else SIZE_MAX. */
size_t certificate_add (struct certificate *, enum strategy_kind, const uint8_t *key, uint16_t rank);

/** The bytes of memory that the certificate takes. */
uint64_t certificate_bytes (const struct certificate *);

void strategy_free (struct strategy *);

/** Where play ends: is there a row with that key? */
bool strategy_has (const struct strategy *, const uint8_t *key);

/** Add a row whose key has no row yet; the numbers are copied. */
void strategy_add (struct strategy *, const uint8_t *key, int kind, const uint16_t *number, size_t numbers);

/** Give a row another kind and other numbers. The numbers that it had before stay in `number`, and no row
 * points to them. */
void strategy_change (struct strategy *, size_t row, int kind, const uint16_t *number, size_t numbers);

/* ---- files (certificate_write.c, certificate_read.c) ---- */

struct certificate_file;
struct file_in;
struct file_identity;
struct file_out;

/** Write a certificate, rows sorted by key: certificates with equal rows become equal files. Not collective.
 * EXIT_CANNOT_CREATE, EXIT_IO; nothing is left behind. */
bool certificate_write (const struct certificate *, const struct game *, const char *path, struct failure *);

/** Where play ends: write a strategy as a group of a file, rows sorted by key, or read one. `packing` says
 * how keys are laid out. The strategy to be read into is empty and has its key_bytes. EXIT_BAD_DATA. */
void strategy_write (struct file_out *, const char *group, const struct strategy *, const char *packing);
void strategy_read (struct file_in *, const char *group, struct strategy *, struct failure *);

/** Open the game of a certificate that is complete and whose checksum is right, and read all of its rows, as
 * the checker reads them. The rows need not be true. The caller closes both (engine_close(),
 * certificate_file_close()). `identity` (may be NULL) gets the file's description of itself. EXIT_NO_INPUT,
 * EXIT_BAD_DATA, EXIT_IO; then nothing is open. Thread-safe. */
bool certificate_read (struct certificate_file *, struct game *, const char *path, struct file_identity *,
                       struct failure *);

/** As certificate_read(), but rows of the kind ROW_UPWARDS are read, too: certificate_renew() replaces them.
 */
bool certificate_read_old (struct certificate_file *, struct game *, const char *path, struct failure *);

/** Where play ends: a certificate that was read, in a form that can be changed. */
void certificate_of_file (struct certificate *, const struct certificate_file *);

/** A certificate in memory as the checker would read it from a file. The checker has rules for its game.
 * certificate_file_close() frees. */
void certificate_as_file (struct certificate_file *, const struct certificate *, const struct game *);

#endif
