/* A second search of a leaf in flight, for an idle rank. */
#ifndef ZERMELO_PROOF_GRAPH_REDUNDANT_H
#define ZERMELO_PROOF_GRAPH_REDUNDANT_H

#include "proof/graph_data_private.h"

/** May two ranks search the same leaf? The method must share its bounds and be able to take moves in another
 *  order. Call it after the first result of the root, which names the method. */
bool graph_allows_redundant_search (const struct graph *);

/** Make a redundant query; false: no leaf is worth it, or there is one already. */
bool graph_redundant_search (struct graph *, struct query *);
/** Does the ticket belong to a redundant query? */
bool graph_is_redundant_search (struct graph *, uint32_t node, uint32_t ticket);
/** A query is answered or cancelled: end it if it was redundant. Returns whether it was. */
bool graph_redundant_search_ends (struct graph *, uint32_t node, uint32_t ticket);

#endif
