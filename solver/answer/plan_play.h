/* Positions in the middle of a plan. A certificate has no rows for them; it has only a row for the position
 * where the plan begins. */
#ifndef ZERMELO_ANSWER_PLAN_PLAY_H
#define ZERMELO_ANSWER_PLAN_PLAY_H

#include "base/key_set.h"
#include "checker/certificate_file.h"

/** The plan that leads to a position. */
struct plan_play {
  size_t row;              /* the row of the strategy at which the plan begins */
  bool goes_on;            /* true: the player is to move, and the plan names a cell; */
  uint8_t after[KEY_MOST]; /*   then the canonical key of the position after that move */
};

/** Is there a row of the player's strategy whose plan leads to the position by some moves of the other side?
 * Stones are taken back one by one, and the play of each plan that is found this way is followed. Only for
 * games in which stones fall, since there are few ways back. Also false if there are too many ways back even
 * so. */
bool plan_leads_to (const struct array_game *, const struct strategy_rows *, int player,
                    const struct array_position *, struct plan_play *);

#endif
