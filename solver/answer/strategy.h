/* Walking in a certificate: what its strategies say of a position (solver/checker/ decides whether they are
 * right). */
#ifndef ZERMELO_ANSWER_STRATEGY_H
#define ZERMELO_ANSWER_STRATEGY_H

#include "answer/oracle.h"
#include "answer/plan_play.h"

/** How a player's strategy covers a position. */
enum coverage {
  COVERED_NOT,        /* it does not reach here */
  COVERED_BY_ROW,     /* there is a row */
  COVERED_BY_REPLIES, /* the other side is to move, and wherever it goes the strategy knows what to do */
  COVERED_FINISHED,   /* the game is over */
  COVERED_BY_TABLES,  /* it rests on endgame tables of another file */
  COVERED_BY_PLAN,    /* there is no row, but the plan of an earlier position leads here: `plan` */
};

struct strategy_step {
  enum coverage coverage;
  enum outcome bound; /* what it gives its player at least */
  enum row_kind kind; /* of a row; where play can cycle, a row is always a move */
  size_t row;         /* its number in strategy[set] of the file */
  int set;
  struct plan_play plan;
};

/** What is in the file of an oracle that is a certificate. */
const struct certificate_file *oracle_certificate (const struct oracle *);

/** Has the file a strategy of that player, 0 or 1? */
bool strategy_is_there (const struct oracle *, int player);

/** What the strategy of a player says of a position. */
struct strategy_step strategy_step (const struct oracle *, const struct position *, int player);

/** The same, also by the plan of an earlier position, which takes longer to find. */
struct strategy_step strategy_step_of_plan (const struct oracle *, const struct position *, int player);

/** Is the other side to move, and does the step say how the strategy goes on after each of its moves? */
bool strategy_has_replies (const struct oracle *, const struct position *, int player,
                           const struct strategy_step *);

/** The move that a row names or makes by its plan, as an index in engine->successors(); -1: there is none. */
int strategy_move (const struct oracle *, const struct position *, const struct strategy_step *);

/** The symmetry that takes the position to its canonical form, by its cells. */
int strategy_symmetry (const struct oracle *, const struct position *);

#endif
