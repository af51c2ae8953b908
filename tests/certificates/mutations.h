/* Certificates of small boards, and what is done to them so that they say something else. Changes are made to
 * what the checker has read, so no checksum is in the way. */
#ifndef ZERMELO_TESTS_MUTATIONS_H
#define ZERMELO_TESTS_MUTATIONS_H

#include "certificates/argument_trials.h"

enum mutation {
  REPLY_LEFT_OUT,   /* a row less, with the player to move: some other row or claim needs it */
  SUPPORT_IN_CYCLE, /* a rank of a position that is won by way of others: no more than theirs */
  FALSE_LEAF,       /* a row more, by a random argument, of a position that does not reach the bound */
  BOUND_TOO_WIDE,   /* a strategy that says to give more; the claim follows */
  CLAIM_FLIPPED,    /* another value */
  OTHER_HEADER,     /* another board or rules with keys of that size, where the claim is false */
  NO_CLAIM,
  ANYTHING, /* bytes, rows and numbers at random: refused, or still true */
  MUTATIONS
};

extern const char *const mutation_names[MUTATIONS];

/** Each mutation `times` times on certificates of each kind of game (`cyclic`: draughts); all that are
 * accepted must be true, and none but ANYTHING may be accepted at all: else they are `wrong`. */
void try_mutations (bool cyclic, int times, bool until_wrong, struct tally tally[MUTATIONS]);

/** ANYTHING `times` times, from that seed, on each of these certificates; all that are accepted go into
 * the folder as text, for another checker. */
void write_accepted (const char *folder, int times, uint64_t seed, struct tally *);

#endif
