/* Distances for a file of endgame tables that has none: recomputed, so that the checker (tables_check.h) has
 * something to follow. Two wrong values can support each other; values with distances cannot, because each
 * must be one ply above another.
 *
 * The checker need not trust them: a wrong distance makes it refuse, and never accept. So it may use the fast
 * solver (slices.h) here without sharing a fault with it.
 *
 * Memory: that of making the tables (endgames_memory()). */
#ifndef ZERMELO_TABLEBASE_TABLES_DISTANCES_H
#define ZERMELO_TABLEBASE_TABLES_DISTANCES_H

#include "tablebase/slices.h"

/** Solve all slices of 2 to `pieces` pieces. `stop` as in struct endgames_options. The caller destroys them.
 *  NULL: EXIT_UNFINISHED, EXIT_BAD_DATA. `game` is borrowed. */
struct endgames *tables_distances_make (const struct game *, int pieces, int threads,
                                        bool (*stop) (void *context, const char *slice), void *context,
                                        struct failure *);

/** The distances of a slice as a file would hold them (tables_layout.h), by index: of one of the two sides of
 *  the pair with this number in the order of slices_engine.list() for 2, 3, ... pieces. Uses all threads. */
void tables_distances_copy (const struct endgames *, int pair, int side, uint64_t size, uint8_t *distance);

/** The pair is no longer needed: free its memory. After that nothing can be solved any more. */
void tables_distances_drop (struct endgames *, int pair);

#endif
