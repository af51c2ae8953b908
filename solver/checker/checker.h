/* Does a certificate prove what it claims?
 *
 * The checker trusts nothing in the file. It knows the rules of the games on an array (array_rules.h), the
 * theorems that rows may appeal to and a plain search (alignment.h), and nothing else. */
#ifndef ZERMELO_CHECKER_CHECKER_H
#define ZERMELO_CHECKER_CHECKER_H

#include "certificate_file.h"

#include <stdio.h>

/** What is counted: ends of games met, leaves that only the rules decide; positions met that endgame tables
 * decide; the nodes of all rows that were searched or played; and, if acyclic, rows of each kind. */
enum count { FINISHED, IN_TABLES, NODES, OF_KIND, COUNTS = OF_KIND + ROW_KINDS };

struct verdict {
  bool accepted;
  uint64_t positions; /* rows checked, and all positions of endgame tables */
  uint64_t count[COUNTS];
  char wrong[POSITION_TEXT]; /* refused: the first position that fails, in the order of the file */
  const char *reason;        /*   and why: a clause with that position as its subject */
  const char *unreadable;    /* neither: why the file cannot be read to its end */
};

/** Check a certificate, in as many threads as OpenMP has; if it has endgame tables, all of these first. */
void check_certificate (struct certificate_file *, struct verdict *);

/** The score of a claim as `solve --score` prints it: with gravity as in the file, else the plies to the end
 * with the sign. */
int claimed_score (const struct certificate_file *, size_t claim);

/** What is claimed, as a sentence without its full stop. */
void print_claims (const struct certificate_file *, FILE *);

/** The position of a key (NULL: the start) as the commands take it, or else its bytes as digits, cut off
 * after `size` bytes; POSITION_TEXT is enough. Returns who is to move, or -1 if it is no position. */
int describe_position (const struct certificate_file *, const uint8_t *key, char *text, size_t size);

/** The parts of a certificate: two sets of rows, then the claims. */
enum part { CLAIMS = 2, PARTS };

/** What is wrong with a row of a part that is in memory, or NULL; what is met is added to count[COUNTS].
 * Thread-safe. */
const char *inspect (const struct certificate_file *, int part, size_t row, uint64_t *count);

/** The key of a row of a part; NULL on a board without keys. */
const uint8_t *key_of_row (const struct certificate_file *, int part, size_t row);

/** The row of a key, or SIZE_MAX. */
size_t strategy_row (const struct array_game *, const struct strategy_rows *, const uint8_t *key);

#endif
