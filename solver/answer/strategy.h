/* Walking in a certificate: what its strategies say of a position. (solver/checker/ decides whether the
 * strategies are right.) */
#ifndef ZERMELO_ANSWER_STRATEGY_H
#define ZERMELO_ANSWER_STRATEGY_H

#include "answer/oracle.h"
#include "checker/certificate_file.h"

/** The plan that leads to a position in the middle of its play, for which the certificate has no row. */
struct plan_play {
  size_t row;              /* the row of the strategy at which the plan begins */
  bool goes_on;            /* true: the player is to move, and the plan names a cell; */
  uint8_t after[KEY_MOST]; /*   then the canonical key of the position after that move */
};

/** How a player's strategy covers a position. */
enum coverage {
  COVERED_NOT,        /* the strategy does not reach this position */
  COVERED_BY_ROW,     /* the position has a row */
  COVERED_BY_REPLIES, /* the other side is to move, and the strategy covers the position after each of its
                         moves */
  COVERED_FINISHED,   /* the game is over */
  COVERED_BY_TABLES,  /* the position rests on endgame tables of another file */
  COVERED_BY_PLAN,    /* the position has no row, but `plan`, the plan of an earlier position, leads here */
};

struct strategy_step {
  enum coverage coverage;
  enum outcome bound; /* what the strategy gives its player at least */
  enum row_kind kind; /* kind of the row; where play can cycle, a row always names a move */
  size_t row;         /* number of the row in strategy[set] of the file */
  int set;
  struct plan_play plan;
};

/** The contents of an oracle's file that is a certificate. */
const struct certificate_file *oracle_certificate (const struct oracle *);

/** Does the file have a strategy of this player, 0 or 1? */
bool strategy_is_there (const struct oracle *, int player);

/** What the strategy of a player says of a position. */
struct strategy_step strategy_step (const struct oracle *, const struct position *, int player);

/** As strategy_step(), but also by the plan of an earlier position, which takes longer to find. */
struct strategy_step strategy_step_of_plan (const struct oracle *, const struct position *, int player);

/** Is the other side to move, and does the step tell how the strategy goes on after each of that side's
 * moves? */
bool strategy_has_replies (const struct oracle *, const struct position *, int player,
                           const struct strategy_step *);

/** The move that a row names or makes by its plan, as an index in engine->successors(); -1: there is none. */
int strategy_move (const struct oracle *, const struct position *, const struct strategy_step *);

/** Is there a row of the player's strategy whose plan leads to the position by some moves of the other side?
 * Stones are taken back one by one, and the play of each plan that is found this way is followed. Only for
 * games in which stones fall, since there are few ways back. Also false if there are too many ways back even
 * so. */
bool plan_leads_to (const struct array_game *, const struct strategy_rows *, int player,
                    const struct array_position *, struct plan_play *);

/** The symmetry of the cells that takes the position to its canonical form. */
int strategy_symmetry (const struct oracle *, const struct position *);

#endif
