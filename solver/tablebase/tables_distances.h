/* Distances for a file of endgame tables without distances. They are recomputed so that the verifier
 * (tables_check.h) can follow them. Two wrong values can support each other; values with distances cannot,
 * because each must be one ply above another.
 *
 * The verifier need not trust these distances: a wrong distance can only make it refuse a file, never accept
 * one. So the fast solver (slices.h) may be used here, although the verifier must not share a fault with it.
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

/** Copy the distances of a slice as a file would hold them (tables_layout.h), by index. The slice is that of
 * `side` in pair number `pair`, where pairs are in the order of slices_engine.list() for 2, 3, ... pieces.
 * Uses all threads. */
void tables_distances_copy (const struct endgames *, int pair, int side, uint64_t size, uint8_t *distance);

#endif
