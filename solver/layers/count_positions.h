/* How many positions there are, ply by ply from the start.
 *
 * In a game that converges only two layers are held; where play can cycle, the ply of a position is the first
 * at which it is reached, and all positions seen are held. How a layer is made from the one before:
 * layers/layer_list.h. Finished positions are counted and not expanded. The counts do not depend on ranks or
 * threads. */
#ifndef ZERMELO_LAYERS_COUNT_POSITIONS_H
#define ZERMELO_LAYERS_COUNT_POSITIONS_H

#include "engine.h"
#include "parallel/ranks.h"

#include <stdbool.h>
#include <stdint.h>

struct count_options {
  int plies;      /* the last ply to count; -1: until no positions are left */
  bool canonical; /* symmetric positions once */
  int threads;
  uint64_t memory; /* bytes that each rank may use; 0: no limit */
};

/** Calls that the counting makes on every rank. */
struct count_calls {
  void *context;
  /** A ply is counted: `positions` over all ranks. */
  void (*ply) (void *context, int ply, uint64_t positions);
  /** Must the run stop? Asked on every rank now and then; one that says so ends it on all. */
  bool (*stop) (void *context);
  /** On every rank's main thread, now and then; may be NULL. */
  void (*progress) (void *context, int ply, uint64_t found_here);
};

/** Count. Collective. Returns false if it was stopped, or if memory does not suffice (failure:
 * EXIT_INTERNAL); game->key_bytes must be positive (else EXIT_BAD_DATA). */
bool count_positions (const struct game *, const struct ranks *, const struct count_options *,
                      const struct count_calls *, struct failure *);

#endif
