/* The theorems that a row of a certificate may appeal to, for m,n,k-games and Connect Four. Each function
 * checks all that its theorem asks for, with the numbers that belong to the row. */
#ifndef ZERMELO_CHECKER_ALIGNMENT_ARGUMENTS_H
#define ZERMELO_CHECKER_ALIGNMENT_ARGUMENTS_H

#include "alignment.h"

enum { NOT_PAIRED = 0xffff };

/** Why the argument does not hold, as a clause with the position as its subject; NULL: it holds. */
const char *check_pairing (const struct argument *);
const char *check_threats (const struct argument *);
const char *check_upwards (const struct argument *);
const char *check_stealing (const struct argument *);

#endif
