/* The strong solution of a game that converges: every position of every ply, with its value and its distance
 * from the end.
 *
 * Forward, each ply is listed up to symmetry from the previous one (layers/layer_list.h). Backward, the
 * values of each ply follow from the next one (layers/layer_values.h). A finished layer is in private files
 * (layers/layer_store.h), not in memory: at most two layers are in memory, as far as the limit allows. At the
 * end rank 0 merges the files into one HDF5 file (layers/layers_layout.h), with the same bytes for any number
 * of ranks and threads, and removes them. A position that can be reached in different numbers of moves (in a
 * game in which one move can have the effect of several) is in each of these plies. Costs key_bytes + 1 bytes
 * a position on disk until the end, and 6 to 12 more for each position of a layer in memory. */
#ifndef ZERMELO_LAYERS_LAYERS_H
#define ZERMELO_LAYERS_LAYERS_H

#include "engine.h"
#include "parallel/ranks.h"

#include <stdbool.h>
#include <stdint.h>

struct layers_options {
  const struct game *game;
  const struct ranks *ranks;
  int threads;
  uint64_t memory;       /* bytes that each rank may use for lists; 0: no limit */
  const char *directory; /* the folder of the private files, the same for all ranks; removed at the end */
  const char *path;      /* path of the resulting file */
};

enum layers_phase { LAYERS_LISTING, LAYERS_VALUING, LAYERS_WRITING };

/** Callbacks, called on every rank. */
struct layers_calls {
  void *context;
  /** Must the run stop? If one rank returns true, all stop. */
  bool (*stop) (void *context);
  /** Called now and then with the number of positions done so far on this rank in this phase of a ply. May be
   * NULL. */
  void (*progress) (void *context, enum layers_phase, int ply, uint64_t done);
};

/** Figures of a layer. All except `canonical` count symmetric positions each. */
struct layer_summary {
  uint64_t positions, won, drawn, lost;
  uint64_t canonical; /* number of positions up to symmetry */
  int longest;        /* distance of the longest win or loss, -1: none */
};

/** Is layers_solve() possible? EXIT_BAD_DATA: the game has no keys, play can cycle, or a game can last more
 * plies than a code holds. */
bool layers_possible (const struct game *, struct failure *);

/** Solve and write. Collective. `plies` on rank 0: a summary of each of the `count` plies (the caller frees
 * it). False if it was stopped (failure->code 0: another call resumes with the next unfinished layer) or
 * failed: EXIT_CANNOT_CREATE, EXIT_IO. */
bool layers_solve (const struct layers_options *, const struct layers_calls *, struct layer_summary **plies,
                   int *count, struct failure *);

#endif
