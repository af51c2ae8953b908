/* The choice of the next leaf. */
#ifndef ZERMELO_PROOF_GRAPH_CHOICE_H
#define ZERMELO_PROOF_GRAPH_CHOICE_H

#include "proof/graph_data_private.h"

/** Choose the next leaf and the window of its query; false: there is no leaf at present. May expand nodes. */
bool graph_choose (struct graph *, uint32_t *leaf, struct bounds *window);

#endif
