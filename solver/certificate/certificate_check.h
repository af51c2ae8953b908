/* The checker of certificates: it shares the rules of the game and the layout of the file with the program
 * that made them, and nothing else.
 *
 * It goes through every position of both sets and every claim (certificate.h): it plays the move, plays every
 * reply, and looks up the result. A certificate that is accepted proves its claims. Memory: the keys, and 6
 * to 12 bytes a position. Time: ../../analysis/draughts-tables.md. */
#ifndef ZERMELO_CERTIFICATE_CERTIFICATE_CHECK_H
#define ZERMELO_CERTIFICATE_CERTIFICATE_CHECK_H

#include "certificate/certificate.h"

struct certificate_verdict {
  bool accepted;
  uint64_t positions;        /* of both sets */
  uint64_t finished;         /* how often the game was over after a move or a reply */
  const char *reason;        /* refused: what is wrong with */
  uint8_t wrong[PACKED_MAX]; /*   the first position that fails, as in the file */
};

/** The verdict does not depend on the number of threads; `finished` may, if it is refused. */
void certificate_check (const struct certificate *, const struct game *, int threads,
                        struct certificate_verdict *);

#endif
