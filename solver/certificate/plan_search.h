/* Looks for plans (check_plan()) by playing every line of the other side against an order of the cells that
 * is not yet complete.
 *
 * Where the order does not yet say which of several playable cells comes first, the search chooses one, and
 * the order records that this cell precedes the others. If a line of play then fails, the last choice that
 * contributed to the failure is changed, and choices that did not contribute are skipped: conflict-directed
 * backjumping (P. Prosser, Hybrid algorithms for the constraint satisfaction problem, 1993). After a number
 * of steps the search starts again with other preferences for cells. It remembers in how many failures each
 * stone of the other side took part. */
#ifndef ZERMELO_CERTIFICATE_PLAN_SEARCH_H
#define ZERMELO_CERTIFICATE_PLAN_SEARCH_H

#include "checker/alignment.h"

struct plan_effort {
  int tries;
  int steps; /* of each try; a step handles one position */
  /* Could this position, in which the other side is to move, still be worth the bound? NULL: not known. The
   * plan_search keeps answers, so all its searches must ask about one bound. */
  bool (*may_hold) (void *context, const struct array_position *);
  /* Was the effort called off, so that the last answers of may_hold() mean nothing? NULL: never. */
  bool (*called_off) (void *context);
  void *context;
  /* Does play stop at the position with this plan_key(), in which the player is to move? NULL: nowhere. */
  bool (*stops) (void *stops_context, uint64_t key);
  void *stops_context;
};

/** Was the effort called off? If so, its result means nothing. */
bool is_called_off (const struct plan_effort *);

/** The memory of a search for plans on the game's board. NULL: such a search is impossible, because stones do
 * not fall or the board has more than 64 bits. */
struct plan_search *plan_search_create (const struct array_game *);
void plan_search_destroy (struct plan_search *);

/** A number that is different for each position in which the player with that mark is to move. */
uint64_t plan_key (const struct plan_search *, const struct array_position *, int mark);

/** Find a plan that shows what `argument` claims. Its cells are written to `number`, which has room for all
 * cells of the board, and counted in the argument. If may_hold() always gives equal answers, so does this
 * function. The checker has not played the plan yet. False: none was found, or the effort was called off. */
bool find_plan (struct plan_search *, struct argument *, uint16_t *number, const struct plan_effort *);

/** To be called after find_plan() has failed for a position in which the other side was to move. Among that
 * side's moves after which play does not stop, returns the cell of the move after which play failed most
 * often; -1: play stops after all moves. */
int plan_hardest_reply (const struct plan_search *);

#endif
