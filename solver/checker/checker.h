/* Does a certificate prove what it claims?
 *
 * The checker trusts nothing in the file. It knows the rules of the games on an array (array_rules.h), the
 * theorems that rows may appeal to and a plain search (alignment.h), and nothing else. */
#ifndef ZERMELO_CHECKER_CHECKER_H
#define ZERMELO_CHECKER_CHECKER_H

#include "certificate_file.h"

#include <stdio.h>

/** The counters: finished games that were met, which are leaves that the rules alone decide; positions that
 * were met and that endgame tables decide; the nodes of all rows that were searched or played; and, if
 * acyclic, the rows of each kind. */
enum count { FINISHED, IN_TABLES, NODES, OF_KIND, COUNTS = OF_KIND + ROW_KINDS };

struct verdict {
  bool accepted;
  uint64_t positions; /* rows checked, and all positions of endgame tables */
  uint64_t count[COUNTS];
  char wrong[POSITION_TEXT]; /* if refused: the first position, in the order of the file, that fails */
  const char *reason;        /*   and why: a clause with that position as its subject */
  const char *unreadable;    /* if neither accepted nor refused: why the file cannot be read to its end */
};

/** Check a certificate with all threads of OpenMP. If it has endgame tables, they are checked completely
 * first. */
void check_certificate (struct certificate_file *, struct verdict *);

/** The score of a claim as `solve --score` prints it: with gravity as it is in the file, otherwise as the
 * plies to the end with a sign. */
int claimed_score (const struct certificate_file *, size_t claim);

/** Print the claims as a sentence without its full stop. */
void print_claims (const struct certificate_file *, FILE *);

/** The position of a key (NULL: the start) as the commands take it, or, if it is not the key of a position,
 * its bytes as digits. The text is cut off after `size` bytes; POSITION_TEXT is enough. Returns the side to
 * move, or -1 if there is no position. */
int describe_position (const struct certificate_file *, const uint8_t *key, char *text, size_t size);

/** Check a row of a part that is in memory. Returns what is wrong with it, or NULL, and adds to the counters
 * count[COUNTS]. Thread-safe. */
const char *inspect (const struct certificate_file *, int part, size_t row, uint64_t *count);

/** The positions after the moves of a position, in the order of the rules: equal ones as often as moves lead
 * there. */
struct children {
  const struct array_game *game;
  int count;
  uint8_t key[MOVES_MOST][KEY_MOST]; /* canonical, filled up with 0 */
};

void children_of (const struct array_game *, const struct array_position *, struct children *);

/** Go to the child that a row of a cyclic certificate names by a number: different children are numbered from
 * 0 in the order of their bytes. False: no child has the number. */
bool play_numbered (const struct array_game *, struct array_position *, int number);

#endif
