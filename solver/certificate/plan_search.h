/* Looks for plans (check_plan()) by playing every line of the other side against an order of the cells that
 * is not yet complete.
 *
 * Where the order does not yet say which cell comes first, one is chosen, and the order records that it
 * precedes all others that could be played. If a line of play then fails, the last choice that contributed to
 * the failure is changed, and choices that did not are skipped: conflict-directed backjumping (P. Prosser,
 * Hybrid algorithms for the constraint satisfaction problem, 1993). After some steps everything is restarted
 * with other preferences for cells; the failures in which each stone of the other side took part are
 * remembered. */
#ifndef ZERMELO_CERTIFICATE_PLAN_SEARCH_H
#define ZERMELO_CERTIFICATE_PLAN_SEARCH_H

#include "checker/alignment.h"

struct plan_effort {
  int tries;
  int steps; /* of each try; a step handles one position */
  /* Could the position, in which the other side is to move, still be worth the bound? NULL: not known. */
  bool (*may_hold) (void *context, const struct array_position *);
  /* Was the effort called off, so that what may_hold() said lately means nothing? NULL: never. */
  bool (*called_off) (void *context);
  void *context;
  /* Does play stop at the position of that plan_key(), in which the player is to move? NULL: nowhere. */
  bool (*stops) (void *stops_context, uint64_t key);
  void *stops_context;
};

/** Was the effort called off? Then what came of it means nothing. */
bool is_called_off (const struct plan_effort *);

/** What a search for plans needs on that board. NULL: there is no such search, since stones do not fall or
 * the board has more than 64 bits. */
struct plan_search *plan_search_create (const struct array_game *);
void plan_search_destroy (struct plan_search *);

/** A number for the position, in which the player with that mark is to move; no two have the same. */
uint64_t plan_key (const struct plan_search *, const struct array_position *, int mark);

/** Find a plan for what `argument` says. Its cells go to `number`, which has room for all of the board, and
 * their number into the argument. The plan is the same every time if may_hold() is. The checker has not
 * played it yet. False: none was found, or the effort was called off. */
bool find_plan (struct plan_search *, struct argument *, uint16_t *number, const struct plan_effort *);

/** After find_plan() has failed for a position in which the other side was to move: its move after which play
 * failed most often, as a cell, of those where it does not stop; -1: it stops after all. */
int plan_hardest_reply (const struct plan_search *);

#endif
