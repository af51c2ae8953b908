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
static inline int
mark_to_move (const struct array_position *position)
{
  return 1 + position->to_move;
}

/** Would a stone of that player on this cell, which may already be there, complete a row that wins? */
bool completes_row (const struct array_game *, const struct array_position *, int cell, int mark);

/** May a stone be placed on this cell now? */
bool may_place (const struct array_game *, const struct array_position *, int cell);

/** The cell where a stone goes that is placed on that cell, or falls into that column; -1: it cannot. */
int cell_of_place (const struct array_game *, const struct array_position *, int place);

void place_stone (struct array_position *, int cell);
void remove_stone (struct array_position *, int cell);

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
};

enum { NOT_PAIRED = 0xffff };

/** Why a theorem does not prove that, as a clause with the position as its subject; NULL: it does. */
const char *check_pairing (const struct argument *);
const char *check_threats (const struct argument *);
const char *check_upwards (const struct argument *);
const char *check_stealing (const struct argument *);

/** Does the plain search prove it? `nodes` counts; false if it would take more than `most`. */
bool small_search (const struct argument *, uint64_t most, uint64_t *nodes);

/** The most different positions with the other side to move that the play of a plan may meet. */
enum { PLAN_POSITIONS = 4096 };

/** Why the plan does not prove it, as above. Adds the positions that were met to `nodes`. */
const char *check_plan (const struct argument *, uint64_t *nodes);

#endif
