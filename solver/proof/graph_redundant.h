/* A second search of a leaf in flight, for a rank that has nothing else to do. */
#ifndef ZERMELO_PROOF_GRAPH_REDUNDANT_H
#define ZERMELO_PROOF_GRAPH_REDUNDANT_H

#include "proof/graph_data_private.h"

/** May two ranks search the same leaf: do the searches tell what they find, and take moves in another order?
 *  To be asked when the root has been answered once. */
bool graph_allows_redundant_search (const struct graph *);

/** A second search of a leaf in flight; false: none would help, or there is one. */
bool graph_redundant_search (struct graph *, struct query *);
/** Is that the ticket of one? */
bool graph_is_redundant_search (struct graph *, uint32_t node, uint32_t ticket);
/** It is answered or called off. Returns whether it was one. */
bool graph_redundant_search_ends (struct graph *, uint32_t node, uint32_t ticket);

#endif
