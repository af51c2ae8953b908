/* Backing up: the bounds of a node, and their effect on its ancestors. */
#ifndef ZERMELO_PROOF_GRAPH_BACKUP_H
#define ZERMELO_PROOF_GRAPH_BACKUP_H

#include "proof/graph_data_private.h"

/** Narrow a node's bounds and back up. Returns whether the node changed. */
bool graph_narrow (struct graph *, uint32_t node, struct bounds);
/** Narrow the bounds of a node by those of its children, and back up. */
void graph_back_up (struct graph *, uint32_t node);
/** The bounds that a node's children prove for it. */
struct bounds graph_bounds_of_children (const struct graph *, const struct node *);
/** Mark the estimates of the node's ancestors as out of date. */
void graph_touch (struct graph *, uint32_t node);

#endif
