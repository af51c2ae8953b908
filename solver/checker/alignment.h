/* The games in which stones are placed until one side has k in a row: m,n,k-game and Connect Four. Also the
 * theorems and the search that a row of a certificate may appeal to.
 *
 * cell[row * columns + column], row 0 at the bottom: 0 empty, 1 and 2 the first and the second player. */
#ifndef ZERMELO_CHECKER_ALIGNMENT_H
#define ZERMELO_CHECKER_ALIGNMENT_H

#include "array_rules.h"

enum variant {
  STANDARD,     /* k or more in a row win */
  EXACT,        /* exactly k in a row win; longer rows do not count */
  MAKER_BREAKER /* k or more win, for the first player only; the second player wins if the board is full */
};

/** The mark of the side to move. */
static inline int mark_to_move (const struct array_position *position) { return 1 + position->to_move; }

/** Would a stone of the player with that mark on this cell complete a row that wins? The stone may already be
 * there. */
bool completes_row (const struct array_game *, const struct array_position *, int cell, int mark);

/** May a stone be placed on this cell now? */
static inline bool may_place (const struct array_game *game, const struct array_position *position,
                              int cell) {
  return cell >= 0 && cell < game->cells && position->cell[cell] == 0
         && (!game->gravity || cell < game->columns || position->cell[cell - game->columns] != 0);
}

/** The cell where a stone comes to lie that is placed on this cell or falls into this column; -1: it cannot
 * be placed. */
int cell_of_place (const struct array_game *, const struct array_position *, int place);

/** Place a stone with the mark of the side to move, or (mark 0) take the last stone back. Then the other side
 * is to move. */
static inline void change_cell (struct array_position *position, int cell, int mark) {
  position->cell[cell] = (int8_t) mark;
  position->to_move = !position->to_move;
  position->plies += mark == 0 ? -1 : 1;
}

static inline void place_stone (struct array_position *p, int cell) {
  change_cell (p, cell, mark_to_move (p));
}

static inline void remove_stone (struct array_position *p, int cell) { change_cell (p, cell, 0); }

/** The first cell, in the order of the places, where the player with that mark would complete a row if he
 * were to move now; -1: there is none. */
int winning_cell (const struct array_game *, const struct array_position *, int mark);

/** What the end of a game after `stones` stones is worth to a player, by value or by score. */
int worth_of (const struct array_game *, enum ending for_player, int stones);

/** How the game ends for a player if the board is full and has no row that wins. */
static inline enum ending full_board_for (const struct array_game *game, int mark) {
  return game->variant != MAKER_BREAKER ? DRAWS : mark == 1 ? LOSES : WINS;
}

/** The number of empty cells of a line that the player can still complete; -1: he cannot complete it. */
int line_lacks (const struct array_game *, const struct array_position *, const struct line *, int mark);

/** Is there a line that the player can complete with at most `most` more stones? */
bool has_line (const struct array_game *, const struct array_position *, int mark, int most);

/** What a row claims: the player with that mark gets at least `bound` from this unfinished position.
 * has_row() says whether the strategy has a row for a position in which the player is to move; only
 * check_plan() asks. */
struct argument {
  const struct array_game *game;
  const struct array_position *position;
  int mark, bound;
  const uint16_t *number;
  size_t numbers;
  /* the most nodes of a small search; *nodes counts the nodes of searches and plans */
  uint64_t small_nodes, *nodes;
  bool (*has_row) (void *rows, const struct array_position *);
  void *rows;
};

/** PLAN_POSITIONS: the most positions with the other side to move that the play of a plan may meet. */
enum { PLAN_POSITIONS = 4096 };

/** Why an argument does not prove its claim, as a clause with the position as its subject; NULL: it does. */
const char *check_pairing (const struct argument *);
const char *check_stealing (const struct argument *);
const char *check_plan (const struct argument *);
const char *check_tiling (const struct argument *);
const char *check_small (const struct argument *);

#endif
