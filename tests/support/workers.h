/* The graph of a proof with simulated workers, who are slow, answer out of order, answer with less than was
 * asked, and never answer some works that were called off. Workers die, and so does the whole run: then it
 * goes on from a picture of the graph. After every step all invariants hold. */
#ifndef ZERMELO_TESTS_WORKERS_H
#define ZERMELO_TESTS_WORKERS_H

#include "proof/graph_snapshot.h"
#include "support/toy_game.h"

enum { HANDS = 40 };

struct simulation {
  struct board board;
  struct game game;
  struct graph_options options;
  struct graph *graph;
  struct producer producer;
  struct query in_hand[HANDS];
  bool called_off[HANDS];
  int queries, workers, handed_out, deaths, redundant_searches;
  bool dying; /* workers and runs do */
};

/** A random game with a random question and split. graph_destroy() is the caller's. */
void simulation_begin (struct simulation *, uint64_t seed, enum shape);

/** The same for a ternary tree of five plies: children of i are 3 i + 1 ... 3 i + 3. */
void simulation_begin_tree (struct simulation *, enum shape, struct graph_options);

/** Somebody takes the next work, if there is one and a hand is free. */
void simulation_take_query (struct simulation *);

/** To the end. Returns whether the question was settled. */
bool simulation_run (struct simulation *);

/** Are the bounds of all positions right? */
bool simulation_is_true (const struct simulation *);

/** Do bounds answer a window? */
bool simulation_settles (struct bounds, struct bounds window);

#endif
