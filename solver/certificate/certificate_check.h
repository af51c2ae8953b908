/* The checker of certificates: shares the rules of the game with what made them, and the layout of the file,
 * nothing else.
 *
 * It looks at every position of both sets and at every claim (certificate.h): plays the move, plays every
 * reply, and looks up what comes out. A certificate that is accepted proves its claims. Time: about 1.1 us a
 * position and thread on 6x6 draughts; memory: the keys and 6 to 12 bytes a position. */
#ifndef ZERMELO_CERTIFICATE_CERTIFICATE_CHECK_H
#define ZERMELO_CERTIFICATE_CERTIFICATE_CHECK_H

#include "certificate/certificate.h"

struct certificate_verdict {
  bool accepted;
  uint64_t positions;        /* of both sets */
  uint64_t finished;         /* games that were over, after a move or a reply */
  const char *reason;        /* refused: what is wrong with */
  uint8_t wrong[PACKED_MAX]; /*   the first position that fails, as it stands in the file */
};

/** The same verdict for any number of threads, but for `finished` if it is refused. */
void certificate_check (const struct certificate *, const struct game *, int threads,
                        struct certificate_verdict *);

#endif
