/* The graph of a proof with simulated workers, which are slow, answer out of order, answer less than was
 * asked, and never answer some queries that were cancelled. Workers die, and so does the whole run, which
 * then goes on from a snapshot of the graph. After every step all invariants hold. */
#ifndef ZERMELO_TESTS_WORKERS_H
#define ZERMELO_TESTS_WORKERS_H

#include "proof/graph_snapshot.h"
#include "support/toy_game.h"
#include "support/support.h"

enum { HANDS = 40 };

struct simulation {
  struct board board;
  struct game game;
  struct graph_options options;
  struct graph *graph;
  struct producer producer;
  struct query in_hand[HANDS];
  bool called_off[HANDS];
  int queries, workers, handed_out, deaths;
  bool dying; /* workers and runs do */
};

/** A random game with a random query and split. Ends with simulation_end(). */
void simulation_begin (struct simulation *, uint64_t seed, enum shape);

/** As simulation_begin(), for a ternary tree of five plies: children of i are 3 i + 1 ... 3 i + 3. */
void simulation_begin_tree (struct simulation *, enum shape, struct graph_options);

/** A free worker takes the next query, if there is one. */
void simulation_take_query (struct simulation *);

/** Query `hand` of those in hand is answered; its number is filled in. */
void simulation_answer (struct simulation *, int hand, struct result);

/** Frees the graph, which must be valid. */
void simulation_end (struct simulation *);

/** To the end. Returns whether the question was settled. */
bool simulation_run (struct simulation *);

/** Are the bounds of all positions right? */
bool simulation_is_true (const struct simulation *);

/** Do bounds answer a window? */
bool simulation_settles (struct bounds, struct bounds window);

#endif
