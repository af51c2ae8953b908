/* A line of best play from a position whose value is known, found by many small searches with whatever the
 * table still holds of the search that found the value.
 *
 * Every move of it is proven to keep the value: after it the game is over, or the position is settled by
 * looking at it, or a search has shown that it is worth no more to the other side. */
#ifndef ZERMELO_SEARCH_VARIATION_H
#define ZERMELO_SEARCH_VARIATION_H

#include "engine.h"
#include "search/search.h"

/** What to find, and what came of it. */
struct variation {
  /* For all the small searches. Of its question are set: position, where the line begins, unfinished; method,
   * scale, endgames, memory, deadline; the table is of the same subject or NULL. */
  struct search *search;
  int value;               /* of the position, in the scale of the question, exact */
  bool name_only;          /* one move, and a search of the position itself has named none */
  uint64_t budget;         /* nodes of all searches together; 0: only what is settled by looking */
  const atomic_bool *stop; /* set by anyone: end soon */

  uint8_t move[VARIATION_MOVES]; /* numbers among the successors of the position that is reached so far */
  int count;
  struct statistics statistics; /* of all searches */
};

/** Find it, in the calling thread. Ends where the game is over, a position comes again, or the budget does
 * not suffice for another move. */
void variation_find (struct variation *);

#endif
