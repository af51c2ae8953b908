/* The forward half of the solution by layers: from the keys of one ply to those of the next.
 *
 * Threads expand a layer in slices, ranks exchange the keys that they found (layers/key_exchange.h), and one
 * thread fills each partition's set of keys (base/key_set.h). When memory is used up, the sets are written to
 * a file and emptied. When the layer is complete, each partition is read back and duplicates are removed, one
 * partition a thread at a time. The sets do not depend on the numbers of ranks and threads, except for the
 * order of their keys. */
#ifndef ZERMELO_LAYERS_LAYER_LIST_H
#define ZERMELO_LAYERS_LAYER_LIST_H

#include "engine.h"
#include "parallel/ranks.h"
#include "base/key_set.h"
#include "layers/layer_pass.h"

#include <stdbool.h>
#include <stdint.h>

struct lister;
struct team;

/** Options for listing layers, and for computing their values (layer_values.h). */
struct listing_options {
  const struct game *game; /* a game with keys */
  const struct ranks *ranks;
  struct team *team; /* a team of `threads` threads */
  int threads;
  bool canonical;        /* list symmetric positions once */
  uint64_t memory;       /* bytes that the sets and the source may take on this rank; 0: no limit */
  const char *directory; /* the folder for keys that do not fit in memory; NULL: all must fit */
  const struct listing_calls *calls;
};

/** Callbacks, called on every rank. */
struct listing_calls {
  void *context;
  /** Must the run stop? If one rank returns true, all stop. */
  bool (*stop) (void *context);
  /** Called now and then with the number of positions found so far on this rank. May be NULL. */
  void (*progress) (void *context, uint64_t found);
};

enum listing_state { LISTING_DONE, LISTING_STOPPED, LISTING_FAILED };

/** Begins with empty sets. Borrows all its options. */
struct lister *listing_create (const struct listing_options *);
void listing_destroy (struct lister *);

/** Add the start position, on the rank that owns it. */
void listing_start (struct lister *);

/** Add the children of all keys of the source. Collective. LISTING_FAILED on all ranks with a failure: that
 * of the source, or EXIT_INTERNAL or EXIT_IO if memory or the disk does not suffice. */
enum listing_state listing_expand (struct lister *, const struct key_source *, struct failure *);

/** Decide whether to make the next step. If a rank must stop or has failed, no rank makes it, and all get the
 * failure. `more` in: does this rank have work? Out: does any rank? Collective. */
enum listing_state listing_vote (const struct listing_options *, bool *more, struct failure *);

/** The sets, by partition; only the sets of this rank are filled. They may be changed, freed and replaced. */
struct key_set *listing_sets (struct lister *);
void listing_replace_sets (struct lister *, struct key_set *);

/** Read the keys of one partition back from the file; several threads may do so for different partitions.
 * False: EXIT_IO. */
bool listing_gather (struct lister *, int partition, struct failure *);

/** Empty the file. All partitions have been gathered. */
void listing_forget_spill (struct lister *);

#endif
