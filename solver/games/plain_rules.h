/* The second set of rules of every game: slow, on an array board, from the rule book; only for tests.
 *
 * games/NAME/plain/NAME_plain.c defines plain_NAME and shares no header, table or idea with the rest of its
 * folder. Tests play both sets of rules in parallel and compare texts (of moves and of positions), so that a
 * mistake in one of them shows. Speed does not matter; being obviously right does. The boards used by the
 * tests of all games are here as well (tests/unit/test_game.c, test_rules.c, test_methods.c,
 * test_methods_random.c, test_count.c, test_engines.c, test_depth_limited.c). */
#ifndef ZERMELO_GAMES_PLAIN_RULES_H
#define ZERMELO_GAMES_PLAIN_RULES_H

#include <stdbool.h>

enum { PLAIN_MOVE_TEXT = 64, PLAIN_MOVES_MAX = 512, PLAIN_POSITION_TEXT = 4096 };

/** A position of a game on a board: a value, copied by assignment. Each game uses its own fields
 *  of `cell` and `data`; `cell` is the array board. */
struct plain {
  int size[4]; /* the numbers of the board: columns, rows, ... */
  int rules;   /* 0: default rules */
  int to_move; /* 0: the side that moved first at the start of the game */
  int plies;   /* number of moves made */
  signed char cell[512];
  int last; /* the cell of the last move, or -1 */
};

struct plain_move {
  char text[PLAIN_MOVE_TEXT]; /* as `zermelo moves` prints it */
  int paths;                  /* the number of ways in which it can be played, at least 1 */
  struct plain after;         /* the position after it */
};

/** A board used by the tests of every game. */
struct plain_board {
  const char *title; /* GAME: "connect4:7x6" */
  int per_mille;     /* its share of the random games of this game that both sets of rules play */
  bool solved;       /* small enough for plain minimax and all methods */
};

/** Random positions on which all methods are compared. */
struct plain_sample {
  const char *title;
  int least, most; /* number of moves made */
  int pieces;      /* at most this number of cells of the array board are taken; 0: any number */
  int share;       /* its share of the positions of the game, relative to the shares of all samples */
};

/** A board, and the number of plies from its start to which a test goes. */
struct plain_depth {
  const char *title;
  int plies;
};

/** The rules of one game. */
struct plain_rules {
  const char *name; /* "connect4" */

  /** The start position of "7x6", "15,15,5,exact", "8x8,rules=seed". Returns false if unknown. */
  bool (*start) (const char *board, struct plain *);

  /** All distinct legal moves, in any order; 0 if the game is over. */
  int (*moves) (const struct plain *, struct plain_move *);

  /** 2: the game goes on; else -1, 0, 1: lost, drawn, won for the side to move. */
  int (*outcome) (const struct plain *);

  /** Every symmetry of the board: fills `images` (at most 8, the position itself first) with positions of the
   * same value for the side to move; returns their number. */
  int (*images) (const struct plain *, struct plain *images);

  /** A text that is equal for two positions if and only if they are the same position (any form). */
  void (*print) (const struct plain *, char *text);

  /** Read a position from the text of print(), or from a text of zermelo(1) if the game has a notation for
   * positions (FEN); NULL if the game has none. */
  bool (*parse) (const char *board, const char *text, struct plain *);

  const struct plain_board *boards;   /* ends with a title NULL; the shares of random games add up to 1000 */
  const char *const *refused;         /* GAME texts that are no board of this game; ends with NULL */
  const struct plain_sample *samples; /* end with a title NULL */
  int random_positions;               /* the number of random positions on which all methods are compared; 0:
                                         10 000 */
  const struct plain_depth *counted;  /* plies with some thousands of positions; ends with a title NULL */
  const struct plain_depth *searched; /* plies of random moves after which every engine for the board solves
                                         it; ends with a title NULL; NULL: there is one engine */

  const char *separator; /* the text between the moves of a position text; NULL: a space */

  /** The score of a finished game for the side to move, if scores measure the result and not the distance;
   * NULL: they measure the distance. */
  int (*score) (const struct plain *);
};

/** The rules of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct plain_rules *const plain_rules[];

/** The plain rules of a game by name; NULL if there are none. */
const struct plain_rules *plain_rules_of (const char *name);

#endif
