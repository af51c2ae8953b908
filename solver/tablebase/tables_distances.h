/* Distances for a file of endgame tables that has none: made anew, so that its checker (tables_check.h) has
 * something to follow. Two wrong values can hold each other up; values with distances cannot, because each
 * must stand one ply above another.
 *
 * The checker need not believe them: a wrong distance makes it refuse, and never accept. So it may use the
 * fast solver (slices.h) here without sharing a fault with it.
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

/** Those of a slice as a file would hold them (tables_layout.h), by index: of the pair with this number in
 *  the order of slices_engine.list() for 2, 3, ... pieces, one of its two sides. All threads. */
void tables_distances_copy (const struct endgames *, int pair, int side, uint64_t size, uint8_t *distance);

/** The pair is not asked for again: its memory is freed. Nothing can be solved any more. */
void tables_distances_drop (struct endgames *, int pair);

#endif
