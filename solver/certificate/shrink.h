/* Makes the strategies of a certificate smaller: larger leaves, and moves that need fewer rows.
 *
 * The rows that were ever found are kept; those that the claim rests on are in use, and counted by how many
 * rows in use rest on them. So what a move costs is what would be put into use for it alone. Each row in use
 * is tried in order of plies: as a leaf, then with each other move whose replies are in use already, become
 * leaves, or can be shown by rows of a few more moves. What gains is kept; that is repeated until nothing
 * gains. No search of the game is asked, so nothing depends on a table: the same bytes every time. */
#ifndef ZERMELO_CERTIFICATE_SHRINK_H
#define ZERMELO_CERTIFICATE_SHRINK_H

#include "certificate/acyclic_certificate.h"
#include "engine.h"

#include <stdatomic.h>

/** How far it is; read by other threads. */
struct shrink_progress {
  atomic_bool stop;            /* set it to end early: what was gained stays */
  atomic_size_t rows;          /* in use, of both strategies */
  atomic_size_t tried, to_try; /* rows of the present pass */
  atomic_int pass;
};

/** Shrink a certificate that the checker accepts. Its small_nodes may have been raised before. */
void certificate_shrink (struct acyclic_certificate *, const struct game *, struct shrink_progress *);

#endif
