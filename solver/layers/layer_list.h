/* The forward half of what is done with layers: from the keys of one ply to those of the next.
 *
 * Threads expand a layer in slices, ranks exchange what they found (layers/key_exchange.h), and each
 * partition is filled by one thread into a set of keys (base/key_set.h). Where memory ends, the sets go to a
 * file and are emptied; a partition comes back and is made free of repetitions when the layer is finished,
 * one partition a thread at a time. The sets do not depend on ranks or threads, but for the order of their
 * keys. */
#ifndef ZERMELO_LAYERS_LAYER_LIST_H
#define ZERMELO_LAYERS_LAYER_LIST_H

#include "engine.h"
#include "parallel/ranks.h"
#include "base/key_set.h"
#include "layers/layer_pass.h"

#include <stdbool.h>
#include <stdint.h>

struct listing;
struct team;

struct listing_options {
  const struct game *game; /* with keys */
  const struct ranks *ranks;
  struct team *team; /* of that many threads */
  int threads;
  bool canonical;        /* symmetric positions once */
  uint64_t memory;       /* bytes that the sets and the source may have on this rank; 0: no limit */
  const char *directory; /* for what is more; NULL: nothing can be more */
};

/** Calls made on every rank. */
struct listing_calls {
  void *context;
  /** Must the run stop? One rank that says so ends it on all. */
  bool (*stop) (void *context);
  /** Now and then: positions found so far on this rank. May be NULL. */
  void (*progress) (void *context, uint64_t found);
};

enum listing_state { LISTING_DONE, LISTING_STOPPED, LISTING_FAILED };

/** Borrows everything. Empty sets. */
struct listing *listing_create (const struct listing_options *);
void listing_destroy (struct listing *);

/** Add the start position, where it is at home. */
void listing_start (struct listing *);

/** Add the children of all keys of the source. Collective. LISTING_FAILED on all ranks with a failure: the
 *  source's if it has one (`source_failure`), EXIT_INTERNAL or EXIT_IO if memory or the disk does not
 * suffice. */
enum listing_state listing_expand (struct listing *, const struct key_source *,
                                   const struct failure *source_failure, const struct listing_calls *,
                                   struct failure *);

/** The sets, by partition; only those at home here are filled. They may be changed and freed, and
 *  replaced. */
struct key_set *listing_sets (struct listing *);
void listing_replace_sets (struct listing *, struct key_set *);

/** Bring back what went to the file: partition by partition, in several threads at the same time if the
 *  partitions differ. False: EXIT_IO. */
bool listing_gather (struct listing *, int partition, struct failure *);

/** All partitions are gathered and taken: the file is empty again. */
void listing_forget_spill (struct listing *);

#endif
