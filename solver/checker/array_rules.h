/* The rules of the three games on an array, for the checker alone: from the rule book, with nothing of the
 * fast rules, the searches or what the engines know.
 *
 * A position is a value: the cells, who is to move, how many stones have been placed. Positions go in and out
 * of files as packed canonical keys, laid out as zermelo-files(5) says. */
#ifndef ZERMELO_CHECKER_ARRAY_RULES_H
#define ZERMELO_CHECKER_ARRAY_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CELLS_MOST = 10000, KEY_MOST = 64, MOVES_MOST = 256 };

/** How a game ended for a player, or that it goes on. */
enum ending { LOSES = -1, DRAWS = 0, WINS = 1, NOT_OVER = 2 };

struct array_rules;

/** A line of Connect Four or the m,n,k-game: its first cell, the distance to the next ones, and the cells
 * just beyond both ends that its owner must not hold (`exact`; -1: none). */
struct line {
  int first, step, before, beyond;
};

/** One game on one board. Read-only once open; all threads share it. */
struct array_game {
  const struct array_rules *rules;
  int columns, rows, cells;
  int key_bytes; /* 0: the board is too large for keys */
  int variant;   /* of the rules: an enumeration of each game's own */
  int length;    /* alignment games: stones in a row that win */
  bool gravity;  /* alignment games: a stone falls to the lowest empty cell of its column */
  struct line *line;
  int lines;
  uint16_t *order; /* alignment games: cells, or columns if stones fall, from the middle outwards */
  char title[128]; /* as on the command line: "connect4:7x6" */
};

/** `cell` as each game has it; cells beyond game->cells are not there. */
struct array_position {
  int to_move; /* 0: the side that moves first at the start */
  int plies;   /* alignment games: stones on the board */
  int last;    /* alignment games: the cell of the last stone, -1: unknown */
  int8_t cell[CELLS_MOST];
};

struct array_rules {
  const char *name;
  bool cyclic; /* can a position come again? */

  /** Open a board: "7x6", and "standard". False: there is no such board, or no such rules. */
  bool (*open) (struct array_game *, const char *board, const char *variant);

  void (*start) (const struct array_game *, struct array_position *);

  /** Positions and keys. unpack() returns false for bytes that are no position. `image` numbers the
   * symmetries from 0; pack() packs that image, and returns false if there is no such image. */
  bool (*unpack) (const struct array_game *, const uint8_t *key, struct array_position *);
  bool (*pack) (const struct array_game *, const struct array_position *, int image, uint8_t *key);

  /** How the game has ended for the side to move. */
  enum ending (*ending) (const struct array_game *, const struct array_position *);

  /** Call `visit` with the position after each move and its number (the column or cell; in draughts its place
   * in the list; the same position may come twice), until it returns false. Returns whether it never did. At
   * most MOVES_MOST. */
  bool (*each_move) (const struct array_game *, const struct array_position *,
                     bool (*visit) (void *context, int move, const struct array_position *after),
                     void *context);

  /** The position as zermelo's commands take it. */
  void (*print) (const struct array_game *, const struct array_position *, char *text, size_t size);
};

extern const struct array_rules array_mnk, array_connect4, array_draughts;

/** Open "connect4", "7x6", "standard"; close frees. False: no such game. */
bool array_game_open (struct array_game *, const char *name, const char *board, const char *variant);
void array_game_close (struct array_game *);

/** Copy the cells that there are. */
void array_position_copy (const struct array_game *, struct array_position *to,
                          const struct array_position *from);

/** The smallest key of all images, in the order of memcmp(). */
void array_canonical (const struct array_game *, const struct array_position *, uint8_t *key);

#endif
