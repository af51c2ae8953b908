/* Which nodes can still change what the root is asked: windows and tests. */
#ifndef ZERMELO_PROOF_GRAPH_WINDOW_H
#define ZERMELO_PROOF_GRAPH_WINDOW_H

#include "proof/graph_data_private.h"

/** The test on the children that a test on their parent amounts to. */
int graph_child_test (const struct graph *, int test);

/** Can the node still change what the root is asked? Bounds outside its live window do not. */
bool graph_is_live (struct graph *, uint32_t node);
/** The node's bounds are narrower, or it has a new parent. */
void graph_live_window_changed (struct graph *, uint32_t node);
/** Do live windows follow from those of the parents? For graph_is_valid(). */
bool graph_live_windows_follow (const struct graph *);

#endif
