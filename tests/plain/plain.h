/* The second set of rules of every game: slow, on an array board, from the rule book.
 *
 * A plain_NAME.c shares nothing with solver/games/NAME: no header, no table, no idea. Tests play both side
 * by side through texts (moves and positions as zermelo(1) writes them), so that a mistake in
 * one of them shows. Speed does not matter; being obviously right does. */
#ifndef ZERMELO_TESTS_PLAIN_H
#define ZERMELO_TESTS_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

enum { PLAIN_MOVE_TEXT = 64, PLAIN_MOVES_MAX = 512, PLAIN_POSITION_TEXT = 4096 };

/** A position of a game on a board: a value, copied by assignment. Each game uses its own fields
 *  of `cell` and `data`; `cell` is the array board. */
struct plain {
  int size[4]; /* the numbers of the board: columns, rows, ... */
  int rules;   /* 0: default rules */
  int to_move; /* 0: the side that moved first at the start of the game */
  int plies;   /* moves made */
  signed char cell[512];
  int last; /* where the last move went, or -1 */
};

struct plain_move {
  char text[PLAIN_MOVE_TEXT]; /* as `zermelo moves` prints it */
  int paths;                  /* in how many ways it can be played, at least 1 */
  struct plain after;         /* the position after it */
};

/** The rules of one game. */
struct plain_rules {
  const char *name; /* "connect4" */

  /** The start position of "7x6", "15,15,5,exact", "8x8,rules=seed". Returns false if unknown. */
  bool (*start) (const char *board, struct plain *);

  /** All distinct legal moves, in any order; 0 if the game is over. */
  int (*moves) (const struct plain *, struct plain_move *);

  /** 2: goes on; else -1, 0, 1: lost, drawn, won for the side to move. */
  int (*outcome) (const struct plain *);

  /** Every symmetry of the board: fills `images` (at most 8, the position itself first) with positions
   *  of the same value for the side to move; returns how many. */
  int (*images) (const struct plain *, struct plain *images);

  /** Text that two positions share exactly if they are the same position (any form). */
  void (*print) (const struct plain *, char *text);

  /** A position from what print() gave, or from a text of zermelo(1) where the game has a notation for
   *  positions (FEN); NULL if the game has none. */
  bool (*parse) (const char *board, const char *text, struct plain *);
};

extern const struct plain_rules plain_mnk, plain_connect4, plain_draughts, plain_nim;

#endif
