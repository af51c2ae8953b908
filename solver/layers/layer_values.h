/* The backward half of the solution by layers: the codes of a layer (layers/layer_code.h) from those of the
 * next one.
 *
 * Threads expand the layer in slices and note which partition they asked about each child. The keys go to
 * their ranks, where sets hold the next layer, and a byte comes back for each key (layers/key_exchange.h). If
 * the next layer does not fit in memory, it is taken in parts, each a set of partitions, with a pass over the
 * whole layer for each part. The codes do not depend on the numbers of ranks and threads. */
#ifndef ZERMELO_LAYERS_LAYER_VALUES_H
#define ZERMELO_LAYERS_LAYER_VALUES_H

#include "layers/layer_store.h"
#include "layers/layer_list.h"

/** The keys of a layer, and a code for each. */
struct coded_layer {
  struct layer_in *keys, *codes;
};

/** Fill codes[i] for key i of this rank, in the order of a pass over `keys`; the array has room for all.
 * `next`: the next layer, without keys at the end. The option `memory` limits the next layer; progress() gets
 * the number of positions on this rank that have a code. Collective. The states as in listing_expand(). */
enum listing_state layer_value (const struct listing_options *, struct layer_in *keys,
                                const struct coded_layer *next, uint8_t *codes, struct layer_tally *,
                                struct failure *);

#endif
