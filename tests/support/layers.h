/* What the tests of layers share: solving a board to a file, and asking a search about positions of a
 * file. */
#ifndef ZERMELO_TESTS_LAYERS_H
#define ZERMELO_TESTS_LAYERS_H

#include "support/support.h"

#include "parallel/ranks.h"
#include "layers/layers.h"
#include "search/table.h"

/** A run of layers_solve() as the tests steer it. */
struct layers_run {
  const struct ranks *ranks; /* NULL: alone */
  int threads;               /* 0: one */
  uint64_t memory;
  int calls_until_stop; /* 0: never */
  /* what came out */
  int calls;               /* how often it was asked whether to stop */
  enum layers_phase phase; /* of the first progress, and its ply; -1: none */
  int first_ply;
  struct layer_summary plies[130];
  int count;
};

/** Solve a board into PATH, with PATH.plies for the layers. True if it was not stopped; a failure fails the
 *  test. Collective. */
bool layers_run (struct layers_run *, const char *game, const char *path);

/** Are two files the same bytes? */
bool same_bytes (const char *one, const char *other);

/** The score of a position by a search in this thread; fails the test if it is not settled. */
int score_by_search (const struct game *, const struct position *, enum method, struct table *);

#endif
