/* What is proven about a node, and what follows for those above it. */
#ifndef ZERMELO_PROOF_GRAPH_BACKUP_H
#define ZERMELO_PROOF_GRAPH_BACKUP_H

#include "proof/graph_data_private.h"

/** Narrow a node and all that follows. Returns whether the node changed. */
bool graph_narrow (struct graph *, uint32_t node, struct bounds);
/** Bring a node up to date with its children, and all that follows. */
void graph_back_up (struct graph *, uint32_t node);
/** What the children of a node prove about it. */
struct bounds graph_bounds_of_children (const struct graph *, const struct node *);
/** Estimates of the node's ancestors are out of date. */
void graph_touch (struct graph *, uint32_t node);

#endif
