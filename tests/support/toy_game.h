/* Random games whose truth is known: a game is a digraph made from a seed, its positions are numbers, some
 * are final. A plain minimax (retrograde iteration where play can cycle) knows the true values. */
#ifndef ZERMELO_TESTS_TOY_GAME_H
#define ZERMELO_TESTS_TOY_GAME_H

#include "engine.h"

enum { POSITIONS_MAX = 400, MOVES_MAX = 6, KEY_BYTES = 11, UNKNOWN = 99 };

/* How the moves run. */
enum shape {
  SKIPPING, /* forward, over several plies at once: a position is met by both sides to move */
  LAYERED,  /* to the next ply: positions know how many moves were made */
  CYCLING,  /* anywhere */
  SHAPES
};

struct board {
  enum shape shape;
  int positions, plies;
  int ply[POSITIONS_MAX];
  int moves[POSITIONS_MAX][MOVES_MAX], count[POSITIONS_MAX]; /* no moves: final */
  enum outcome outcome[POSITIONS_MAX];
  int value[POSITIONS_MAX], score[POSITIONS_MAX]; /* the truth */
};

/* Mirrored positions are symmetric to the others. */
struct position {
  int id;
  bool mirrored;
};

/** Random numbers that repeat: of 0 to n - 1, and of low to high. */
void toy_seed (uint64_t seed);
int toy_below (int n);
int toy_between (int low, int high);

/** A random board of that shape, with its truth. */
void toy_make (struct board *, enum shape);

/** Fill in the truth of a board. */
void toy_find_truth (struct board *);

/** The true score (strong) or value of a position. */
int toy_truth (const struct board *, bool exact_score, int id);

/** The board as a game, which borrows it. */
struct game toy_game (struct board *);

/** Keys of positions, KEY_BYTES each, and back. */
void toy_pack_canonical (const struct game *, const struct position *, uint8_t *bytes);
int toy_id (const uint8_t *key);

#endif
