/* Which pairs have their values in memory. Usually all of them have. If memory is too small for that, those
 * have that the next step needs, and others as long as there is room; the values of the rest are read again
 * from the directory of finished slices (slice_store.h). The pair whose values were needed least recently
 * goes first. */
#ifndef ZERMELO_TABLEBASE_SLICE_CACHE_H
#define ZERMELO_TABLEBASE_SLICE_CACHE_H

#include "tablebase/endgames.h"

/** A pair on its way through the solver: what it takes beside the values of other pairs, in bytes. */
struct slice_room {
  uint64_t state; /* while it is solved, without its values */
  uint64_t value;
};
struct slice_room slice_room (uint64_t rows);

/** The most that a pair of tables of 2 to `pieces` pieces takes in memory with the values that it needs. */
uint64_t slice_cache_least (const struct game *, int pieces);

/** Free the values of a pair. They must be in the directory, or not be needed any more. */
void slice_cache_drop (struct endgames *, int pair);

/** Of the first `pairs` pairs, drop those that are not needed, the least recently needed first, until the
 * rest and `room` more bytes fit (struct endgames_options, memory), or no more can be dropped. NULL: none is
 * needed. If any is dropped, waits until the pair that is being written has been written. EXIT_CANNOT_CREATE,
 * EXIT_IO: a pair could not be written. */
bool slice_cache_make_room (struct endgames *, int pairs, const bool *needed, uint64_t room,
                            struct failure *);

/** As slice_cache_make_room(); then read what is needed and not in memory. EXIT_IO: also if the file of a
 * slice is gone or damaged. */
bool slice_cache_hold (struct endgames *, int pairs, const bool *needed, uint64_t room, struct failure *);

/** slice_cache_hold() of what the first step of the last pair needs for `side` to move. */
bool slice_cache_hold_needed (struct endgames *, int side, uint64_t room, struct failure *);

#endif
