/* The query about a leaf. */
#ifndef ZERMELO_PROOF_GRAPH_LEAF_QUERY_H
#define ZERMELO_PROOF_GRAPH_LEAF_QUERY_H

#include "proof/graph_data_private.h"

/** A new ticket, and the query about a node that has one. */
uint32_t graph_new_ticket (struct graph *);
struct query graph_query (const struct graph *, uint32_t node);

#endif
