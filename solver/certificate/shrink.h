/* Makes the strategies of a certificate smaller: larger leaves, and plans and moves that need fewer rows.
 *
 * The cost of a row is the number of rows that only it puts into use (rows_in_use.h). The rows in use are
 * tried in order of plies: first each as a leaf, with more effort than when it was found; then as a plan that
 * rests on fewer rows (plan_on_rows.h); then with each other move whose replies are in use already, become
 * leaves, or can be shown by rows of a few more moves. What gains is kept, and this is repeated until nothing
 * gains. No search of the game takes part, so nothing depends on a table and the bytes are the same every
 * time. */
#ifndef ZERMELO_CERTIFICATE_SHRINK_H
#define ZERMELO_CERTIFICATE_SHRINK_H

#include "certificate/certificate.h"
#include "engine.h"

#include <stdatomic.h>

/** Progress, read by other threads. */
struct shrink_progress {
  atomic_bool stop;            /* set it to end early; what was gained stays */
  atomic_size_t rows;          /* in use, of both strategies */
  atomic_size_t tried, to_try; /* rows of the present pass */
  atomic_int pass;
};

/** Shrink a certificate that the checker accepts. Its small_nodes may have been raised before. */
void certificate_shrink (struct certificate *, const struct game *, struct shrink_progress *);

#endif
