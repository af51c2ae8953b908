/* Positions in the middle of a plan: a certificate has no rows for them, only one for the position where the
 * plan begins. */
#ifndef ZERMELO_ANSWER_PLAN_PLAY_H
#define ZERMELO_ANSWER_PLAN_PLAY_H

#include "base/key_set.h"
#include "checker/certificate_file.h"

/** The plan that leads to a position. */
struct plan_play {
  size_t row;              /* of the strategy: where the plan begins */
  bool goes_on;            /* the player is to move, and the plan says where: */
  uint8_t after[KEY_MOST]; /*   the canonical key of the position after that */
};

/** Is there a row of the strategy of that player whose plan leads to the position, whatever the other side
 * has done? Stones are taken back one by one, and from each plan that is found so its play is followed. Only
 * where stones fall: there are few ways back. False, too, if there are many all the same. */
bool plan_leads_to (const struct array_game *, const struct strategy_rows *, int player,
                    const struct array_position *, struct plan_play *);

#endif
