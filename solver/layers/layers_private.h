/* Shared by layers.c and layers_write.c. */
#ifndef ZERMELO_LAYERS_LAYERS_PRIVATE_H
#define ZERMELO_LAYERS_LAYERS_PRIVATE_H

#include "layers/layer_store.h"
#include "layers/layers.h"

/** Merge the files of all plies 0 .. count - 1 into the final file. Fills `plies`. The work is done by rank
 * 0; the others only take part in collective calls. False with failure->code 0 if it was stopped.
 * Collective. */
bool layers_write (const struct layers_options *, const struct layer_store *, const struct layers_calls *,
                   struct layer_summary *plies, int count, struct failure *);

#endif
