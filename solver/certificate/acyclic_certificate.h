/* A certificate about a game that ends after a limited number of moves: strategies, each of one player with a
 * bound that it guarantees him, made of rows that support one another (checker/strategies.c says when a
 * row holds). What the file looks like: zermelo-files(5). */
#ifndef ZERMELO_CERTIFICATE_ACYCLIC_CERTIFICATE_H
#define ZERMELO_CERTIFICATE_ACYCLIC_CERTIFICATE_H

#include "base/key_set.h"
#include "checker/certificate_file.h"
#include "engine.h"

enum { ACYCLIC_CERTIFICATE_FORMAT = 2 };

/** A row by number: its key is that of `positions`. */
struct strategy_row {
  enum row_kind kind;
  uint32_t size; /* numbers of the row */
  size_t begin;  /*   from there in the strategy's `number` */
};

/** The strategy of one player. */
struct acyclic_strategy {
  bool present;
  int player;               /* whose it is */
  int bound;                /* what he gets at least: a value or a score, from his side */
  struct key_set positions; /* canonical; not used on a board without keys, which has one row */
  struct strategy_row *row;
  size_t rows, capacity; /* of `row` */
  uint16_t *number;
  size_t numbers, number_capacity;
};

/** What a position is worth; on a board without keys the start. */
struct acyclic_claim {
  uint8_t key[PACKED_MAX];
  int value; /* or score, for the side to move */
};

struct acyclic_certificate {
  bool exact_score;
  uint64_t small_nodes; /* the limit for rows of the kind ROW_SMALL */
  struct acyclic_claim *claim;
  size_t claims;                       /* one on a board without keys */
  struct acyclic_strategy strategy[2]; /* of the first and the second player */
};

void acyclic_certificate_begin (struct acyclic_certificate *, int key_bytes);
void acyclic_certificate_free (struct acyclic_certificate *);

/** Claim one thing more. The key is copied; NULL on a board without keys. */
void acyclic_certificate_claim (struct acyclic_certificate *, const uint8_t *key, int value);

void acyclic_strategy_free (struct acyclic_strategy *);

/** Is there a row with that key? */
bool acyclic_strategy_has (const struct acyclic_strategy *, const uint8_t *key);

/** Add a row that is not there yet; the numbers are copied. */
void acyclic_strategy_add (struct acyclic_strategy *, const uint8_t *key, enum row_kind,
                           const uint16_t *number, size_t numbers);

/** Give a row another kind and other numbers. Those that it had before stay in `number`, and no row points to
 * them. */
void acyclic_strategy_change (struct acyclic_strategy *, size_t row, enum row_kind, const uint16_t *number,
                              size_t numbers);

/** Its rows in the order of their keys, as a file has them. The caller frees what is not NULL. */
struct strategy_rows acyclic_strategy_in_order (const struct acyclic_strategy *);

struct file_in;
struct file_out;

/** Write or read a strategy as a group of a file, rows sorted by key; as in zermelo-files(5). `packing` says
 * how keys are laid out. Read into an empty one that has its key_bytes. EXIT_BAD_DATA. */
void acyclic_strategy_write (struct file_out *, const char *group, const struct acyclic_strategy *,
                             const char *packing);
void acyclic_strategy_read (struct file_in *, const char *group, struct acyclic_strategy *, struct failure *);

/** Write it, rows sorted by key: the same rows are the same bytes. Not collective. EXIT_CANNOT_CREATE,
 * EXIT_IO; nothing is left behind. */
bool acyclic_certificate_write (const struct acyclic_certificate *, const struct game *, const char *path,
                                struct failure *);

/** Read one and open its game, which the caller closes. Its content need not be true, nor its keys positions;
 * but keys are in order, and every row has its numbers. EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO; then nothing
 * is open. */
bool acyclic_certificate_read (struct acyclic_certificate *, struct game *, const char *path,
                               struct failure *);

/** Like acyclic_certificate_read(), but rows of the kind ROW_UPWARDS are read, too: certificate_renew()
 * replaces them. */
bool acyclic_certificate_read_old (struct acyclic_certificate *, struct game *, const char *path,
                                   struct failure *);

/** The format of a certificate file: ACYCLIC_CERTIFICATE_FORMAT, or that of certificate.h. EXIT_NO_INPUT,
 *  EXIT_BAD_DATA, EXIT_IO. */
bool certificate_format (const char *path, int *format, struct failure *);

#endif
