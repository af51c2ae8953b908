/* The rules of the games on an array, from the rule book. They share nothing with the fast rules, the
 * searches and the engines. Positions are packed into keys as zermelo-files(5) says. */
#ifndef ZERMELO_CHECKER_ARRAY_RULES_H
#define ZERMELO_CHECKER_ARRAY_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The boards are those of `zermelo` (zermelo(1)). MOVES_MOST: the most moves on a board with keys.
 * POSITION_TEXT: room for each cell of such a board and a separator after each row, for FEN, and for a key as
 * digits. */
enum { SIDE_MOST = 128, CELLS_MOST = SIDE_MOST * SIDE_MOST, KEY_MOST = 64, MOVES_MOST = 4 * KEY_MOST };
enum { POSITION_TEXT = 8 * KEY_MOST + 16 };

/** How a game ended for a player, or that it goes on. */
enum ending { LOSES = -1, DRAWS = 0, WINS = 1, NOT_OVER = 2 };

/** Cells that win: the first, the distance to the next, and the cells just beyond both ends (-1: none). */
struct line {
  int first, step, before, beyond;
};

/** One game on one board. Read-only once open; all threads share it. */
struct array_game {
  const struct array_rules *rules;
  int columns, rows, cells;
  int key_bytes;    /* 0: the board is too large for keys */
  int variant;      /* of the rules: each game has an enumeration of its own */
  char title[128];  /* as on the command line: "connect4:7x6" */
  bool exact_score; /* bounds are scores; false: values -1, 0, 1. Set by the caller of open() */

  /* Only in alignment games (alignment.h): */
  int length;   /* stones in a row that win */
  bool gravity; /* a stone falls to the lowest empty cell of its column */
  int lines;
  struct line *line;
  int places;
  uint16_t *order; /* the places: cells, or columns if stones fall, from the middle outwards */
};

/** Each game has its own contents of `cell`; entries from game->cells on are not used. */
struct array_position {
  int to_move; /* 0: the side that moves first at the start */
  int plies;   /* alignment games: stones on the board */
  int8_t cell[CELLS_MOST];
};

struct array_rules {
  bool cyclic; /* can a position come up again? */
  /** Open "connect4", "7x6", "standard". False: there is no such game, board or variant. */
  bool (*open) (struct array_game *, const char *name, const char *board, const char *variant);
  /** unpack() returns false for bytes that are not a position; NULL is the start of a game without cycles.
   * pack() packs one image of the position; images are numbered from 0. It returns false if there is no image
   * with this number. */
  bool (*unpack) (const struct array_game *, const uint8_t *key, struct array_position *);
  bool (*pack) (const struct array_game *, const struct array_position *, int image, uint8_t *key);
  /** How the game has ended for the side to move. */
  enum ending (*ending) (const struct array_game *, const struct array_position *);
  /** Call `visit` with the position after each move and the number of the move (the column or cell; in
   * draughts the place in the list), until it returns false. A position may come twice. There are at most
   * MOVES_MOST moves. Returns true if `visit` never returned false. */
  bool (*each_move) (const struct array_game *, const struct array_position *,
                     bool (*visit) (void *context, int move, const struct array_position *after),
                     void *context);
  /** The position as zermelo's commands take it, with the 0 at its end, or nothing if there might be too
   * little room. POSITION_TEXT is enough for a position with a key. */
  void (*print) (const struct array_game *, const struct array_position *, char *text, size_t size);
};

extern const struct array_rules array_alignment, array_draughts;

/** As rules->open(). close() frees; it is not needed after a failure. */
bool array_game_open (struct array_game *, const char *name, const char *board, const char *variant);
void array_game_close (struct array_game *);

/** Copy a position: only the cells that the game has. */
static inline void array_position_copy (const struct array_game *game, struct array_position *to,
                                        const struct array_position *from) {
  memcpy (to, from, offsetof (struct array_position, cell) + (size_t) game->cells);
}

/** The smallest key of all images, in the order of memcmp(). */
void array_canonical (const struct array_game *, const struct array_position *, uint8_t *key);

/** The order of keys that are filled up with 0 to KEY_MOST, for qsort() and tsearch(). */
int array_compare_keys (const void *, const void *);

/** Is this the key of a position, and the smallest key of all its images? NULL: the start, on a board without
 * keys. */
bool is_canonical_key (const struct array_game *, const uint8_t *key, struct array_position *);

#endif
