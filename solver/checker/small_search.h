/* The plain search behind rows of the kind `small`.
 *
 * Whoever checks a certificate by another program has to count the same nodes, so this is all of it. A node
 * is a call; it asks whether the player gets at least the bound:
 *
 * 1. If the side to move completes a row with one stone, that decides.
 * 2. If this is the last cell, the full board decides.
 * 3. If the bound is 0 and the other side cannot complete any line any more (line_lacks()), yes. If the bound
 * is above 0 and the player cannot complete any, no. Not in the Maker-Breaker game.
 * 4. If the other side would complete a row with a stone on a cell where one may be placed, only the first
 * such cell is tried; if the player is not to move, and completing that row would not reach the bound, no.
 * 5. Otherwise all cells are tried in order: from the middle outwards (order_places() in array_alignment.c).
 * For the player one success is enough, for the other side one failure.
 *
 * No memory of positions, no depth limit. */
#ifndef ZERMELO_CHECKER_SMALL_SEARCH_H
#define ZERMELO_CHECKER_SMALL_SEARCH_H

#include "alignment.h"

/** Does the player get at least the bound, by what the argument says of both? Its numbers mean nothing.
 * `nodes` counts; false if it would take more than `most`. */
bool small_search (const struct argument *, uint64_t most, uint64_t *nodes);

#endif
