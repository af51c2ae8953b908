/* The number of positions, ply by ply from the start.
 *
 * In a game that converges only two layers are in memory. If play can cycle, the ply of a position is the
 * first at which it is reached, and all positions seen are in memory. layers/layer_list.h makes a layer from
 * the previous one. Finished positions are counted but not expanded. The counts do not depend on the numbers
 * of ranks and threads. */
#ifndef ZERMELO_LAYERS_COUNT_POSITIONS_H
#define ZERMELO_LAYERS_COUNT_POSITIONS_H

#include "engine.h"
#include "parallel/ranks.h"

#include <stdbool.h>
#include <stdint.h>

struct count_options {
  int plies;      /* the last ply to count; -1: until no positions are left */
  bool canonical; /* count symmetric positions once */
  int threads;
  uint64_t memory; /* bytes that each rank may use; 0: no limit */
};

/** Callbacks, called on every rank. */
struct count_calls {
  void *context;
  /** Called when a ply has been counted: `positions` over all ranks. */
  void (*ply) (void *context, int ply, uint64_t positions);
  /** Must the run stop? Called now and then; if one rank returns true, all stop. */
  bool (*stop) (void *context);
  /** Called on the main thread now and then; may be NULL. */
  void (*progress) (void *context, int ply, uint64_t found_here);
};

/** Count. Collective. False if stopped, or if memory does not suffice (EXIT_INTERNAL). game->key_bytes must
 * be positive (else EXIT_BAD_DATA). */
bool count_positions (const struct game *, const struct ranks *, const struct count_options *,
                      const struct count_calls *, struct failure *);

#endif
