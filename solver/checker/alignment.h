/* The games in which stones are placed until one side has k in a row: m,n,k-game and Connect Four; and the
 * theorems and the search that a row of a certificate may appeal to.
 *
 * cell[row * columns + column], row 0 at the bottom: 0 empty, 1 and 2 the first and the second player. */
#ifndef ZERMELO_CHECKER_ALIGNMENT_H
#define ZERMELO_CHECKER_ALIGNMENT_H

#include "array_rules.h"

enum variant {
  STANDARD,     /* k or more in a row win */
  EXACT,        /* exactly k; longer rows do not count */
  MAKER_BREAKER /* k or more, of the first player only; the second wins with a full board */
};

/** The mark of the side to move. */
static inline int mark_to_move (const struct array_position *position) { return 1 + position->to_move; }

/** Would a stone of that player on this cell, which may already be there, complete a row that wins? */
bool completes_row (const struct array_game *, const struct array_position *, int cell, int mark);

/** May a stone be placed on this cell now? */
bool may_place (const struct array_game *, const struct array_position *, int cell);

/** The cell where a stone goes that is placed on that cell, or falls into that column; -1: it cannot. */
int cell_of_place (const struct array_game *, const struct array_position *, int place);

void place_stone (struct array_position *, int cell);
void remove_stone (struct array_position *, int cell);

/** The first of the places in order, beginning with number `from`, where that player would complete a row now
 * if he were to move; -1: there is none. */
int winning_place (const struct array_game *, const struct array_position *, int mark, int from);

/** What the end of a game after that many stones is worth to a player, by value or by score. */
int worth_of (const struct array_game *, bool exact_score, enum ending for_player, int stones);

/** How a full board without a row that wins ends for a player. */
enum ending full_board_for (const struct array_game *, int mark);

/** The empty cells of a line that the player can still complete, or -1 if he cannot. */
int line_lacks (const struct array_game *, const struct array_position *, const struct line *, int mark);

/** What a row claims: the player with that mark gets at least `bound` from this unfinished position. */
struct argument {
  const struct array_game *game;
  const struct array_position *position;
  bool exact_score;
  int mark, bound;
  const uint16_t *number;
  size_t numbers;
  uint64_t small_nodes; /* the most of a small search */
  uint64_t *nodes;      /* what searches and plans take is added */
};

/** PLAN_POSITIONS: the most with the other side to move that the play of a plan may meet. */
enum { NOT_PAIRED = 0xffff, PLAN_POSITIONS = 4096 };

/** Why an argument does not prove that, as a clause with the position as its subject; NULL: it does. */
const char *check_pairing (const struct argument *);
const char *check_upwards (const struct argument *);
const char *check_stealing (const struct argument *);
const char *check_plan (const struct argument *);
const char *check_tiling (const struct argument *);
const char *check_small (const struct argument *);

#endif
