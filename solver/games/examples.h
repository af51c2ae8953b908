/* Examples of a game in help, and the boards that `zermelo bench` measures.
 *
 * games/NAME/NAME_examples.c defines examples_NAME, and add_game() finds it. A game may leave out any part,
 * and the file. Where help has room for a single example, it is that of the first game that has one. */
#ifndef ZERMELO_GAMES_EXAMPLES_H
#define ZERMELO_GAMES_EXAMPLES_H

#include "query.h"
#include "search/table.h"

#include <stdbool.h>

/** Lines of all games are printed in the order of their places; lines with equal places, in the order of the
 * games. */
enum { EXAMPLE_PLACES = 100 };

/** A kind of random positions: the plies played so far, and the distance to the end under best play. */
struct position_kind {
  int least_plies, most_plies; /* on the board */
  int least_end, most_end;     /* plies to the end under best play; a draw ends with the full board */
};

/** A workload of `zermelo bench`. */
struct workload {
  int place;
  const char *name, *game;
  int perft_depth;           /* 0: the workload is the value of the start position, */
  struct position_kind kind; /*   or the scores of positions of this kind, if most_plies is not 0 */
  bool is_long;              /* takes seconds: runs only if it is named */
};

/** A search of `zermelo bench --signature`; its count is in data/signature.csv. */
struct signed_run {
  int place;
  const char *name, *game, *position;
  enum method method;
  bool exact_score, all_moves;
  int depth;      /* 0: to the end of the game */
  int evaluation; /* index of an evaluation of the game */
  int pieces;     /* endgame tables of up to this number of pieces; 0: none */
  int table_kib;  /* size of the table; 0: the usual size; -1: no table */
  enum replacement replacement;
  unsigned node_limit; /* 0: none; otherwise the run need not solve the position */
};

struct game_examples {
  const struct command_example {
    const char *command, *line;       /* "solve", "zermelo solve ..." */
  } * commands;                       /* the last entry has no command */
  const char *job_game;               /* GAME of a job file without one */
  const char *job;                    /* the game and its positions, as lines of a job file */
  const struct workload *workloads;   /* the last entry has no name */
  const struct signed_run *signature; /* the last entry has no name */
};

/** The examples of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct game_examples *const game_examples[];

#endif
