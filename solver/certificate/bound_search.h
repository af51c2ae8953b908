/* Asks the search of the game whether a position can still be worth the bound of a strategy.
 *
 * Plans and moves that shrink a certificate are tried only where the game's value allows them. A question may
 * take a limited number of nodes. If that is not enough, the position counts as one that may be worth the
 * bound, and the plan or move is tried. No proof rests on an answer, so none of them has to be right. One
 * thread asks, and its answers depend only on the questions that it has asked so far. */
#ifndef ZERMELO_CERTIFICATE_BOUND_SEARCH_H
#define ZERMELO_CERTIFICATE_BOUND_SEARCH_H

#include "checker/array_rules.h"
#include "engine.h"

struct bound_search;

/** Is it early in the game? While many cells are empty, asking the search about each move, or about positions
 * that a plan leads to, costs more than it saves (../../analysis/certificates.md). Only for games in which
 * stones fall. */
bool is_early (const struct array_game *, int plies);

/** For a strategy that guarantees `bound`, with a table of at most that size. The game and its rules are
 * borrowed. */
struct bound_search *bound_search_create (const struct game *, const struct array_game *, int bound,
                                          uint64_t table_bytes);
/** NULL is allowed. */
void bound_search_destroy (struct bound_search *);

/** Can this position, in which the other side is to move, be worth the bound to the player? The position may
 * be one where the game is over. */
bool bound_search_may_hold (struct bound_search *, const struct array_position *);

#endif
