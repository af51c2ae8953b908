/* Nodes of the graph: finding, adding and expanding them. */
#ifndef ZERMELO_PROOF_GRAPH_NODES_H
#define ZERMELO_PROOF_GRAPH_NODES_H

#include "proof/graph_data_private.h"

/** Add a node without parents or children. */
uint32_t graph_add (struct graph *, const uint8_t *key, const struct position *);
/** The packed canonical position of a node. */
const uint8_t *graph_key (const struct graph *, uint32_t node);
/** The bounds of a position before any search: its result if it is finished, else the range of unfinished
 *  positions. */
struct bounds graph_static_bounds (const struct graph *, const struct position *, enum outcome);
/** The node of a key, or NO_NODE. */
uint32_t graph_find (const struct graph *, const uint8_t *key);
/** Add the node's children, with `best` (packed; may be NULL) as the first, and back up. */
void graph_expand (struct graph *, uint32_t node, const uint8_t *best);

#endif
