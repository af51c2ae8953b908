/* Looks for plans (check_plan()) by playing all that the other side can do against an order of the cells
 * that is still open.
 *
 * Where the order does not say yet which cell comes first, one is chosen, and what that says of the order is
 * kept: it stands before all others that could be played. If a line of play then goes wrong, the last choice
 * that had a part in it is made differently, and choices that had none are skipped: conflict-directed
 * backjumping (P. Prosser, Hybrid algorithms for the constraint satisfaction problem, 1993). After some steps
 * all begins anew with another taste for cells; what the other side's stones were blamed for is remembered.
 */
#ifndef ZERMELO_CERTIFICATE_PLAN_SEARCH_H
#define ZERMELO_CERTIFICATE_PLAN_SEARCH_H

#include "checker/alignment.h"

struct plan_effort {
  int tries;
  int steps; /* of each try; a step looks at one position */
  /* Could the position, in which the other side is to move, still be worth the bound? NULL: nobody knows. */
  bool (*may_hold) (void *context, const struct array_position *);
  void *context;
};

/** Room to look for plans on that board. NULL: none are looked for, since stones do not fall or the board has
 * more than 64 bits. */
struct plan_search *plan_search_create (const struct array_game *);
void plan_search_destroy (struct plan_search *);

/** Find a plan for what `argument` says. Its cells go to `number`, which has room for all of the board, and
 * their number into the argument. The same plan every time, if may_hold() says the same. What is found has
 * not been played by the checker. False: none was found. */
bool find_plan (struct plan_search *, struct argument *, uint16_t *number, const struct plan_effort *);

#endif
