/* Which leaf comes next. */
#ifndef ZERMELO_PROOF_GRAPH_CHOICE_H
#define ZERMELO_PROOF_GRAPH_CHOICE_H

#include "proof/graph_data_private.h"

/** The next leaf and the window to ask; false: none at present. May expand nodes. */
bool graph_choose (struct graph *, uint32_t *leaf, struct bounds *window);

#endif
