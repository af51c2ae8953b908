/* Windows and tests: which nodes can still change the answer to the root's query. */
#ifndef ZERMELO_PROOF_GRAPH_WINDOW_H
#define ZERMELO_PROOF_GRAPH_WINDOW_H

#include "proof/graph_data_private.h"

/** The test on the children that corresponds to a test on their parent. */
int graph_child_test (const struct graph *, int test);

/** Can the node still change the answer to the root's query? Only bounds within its live window can. */
bool graph_is_live (struct graph *, uint32_t node);
/** To be called when the bounds of a node have narrowed or it has a new parent. */
void graph_live_window_changed (struct graph *, uint32_t node);
/** Does each live window follow from those of the parents? For graph_is_valid(). */
bool graph_live_windows_follow (const struct graph *);

#endif
