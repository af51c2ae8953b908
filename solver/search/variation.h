/* A variation: a line of best play from a position whose value is known. It is found by many small searches,
 * with the table of the search that found the value, as far as its entries are still there.
 *
 * Every move of the line is proven to keep the value: after it the game is over, or a static probe decides,
 * or a search has shown that the position is worth no more to the other side. */
#ifndef ZERMELO_SEARCH_VARIATION_H
#define ZERMELO_SEARCH_VARIATION_H

#include "search/search.h"

/** Answer search->query, a QUERY_MOVE or a QUERY_VARIATION about search->position (unfinished), in the
 * calling thread. `search` runs all the small searches; afterwards its query is as before. Its table is of
 * the same subject, or NULL. The line ends if the game is over, a position repeats, or node_limit does not
 * suffice for another move. `stop`: set by another thread to end soon; NULL: the search is not stopped. */
void variation_find (struct search *search, const atomic_bool *stop);

#endif
