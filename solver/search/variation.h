/* A variation: a line of best play from a position whose value is known. It is found by many small searches,
 * with whatever the table still holds of the search that found the value.
 *
 * Every move in it is proven to keep the value: after it the game is over, or a static probe decides, or a
 * search has shown that the position is worth no more to the other side. */
#ifndef ZERMELO_SEARCH_VARIATION_H
#define ZERMELO_SEARCH_VARIATION_H

#include "engine.h"
#include "search/search.h"

/** What to find, and the result. */
struct variation {
  /* Used for all the small searches. Its question has: position (the start of the line, unfinished), method,
   * scale, endgames, memory, deadline. Its table is of the same subject, or NULL. */
  struct search *search;
  int value;               /* of the position, in the scale of the question, exact */
  bool name_only;          /* find one move, after a search of the position itself has named none */
  uint64_t budget;         /* nodes of all searches together; 0: static probes only */
  const atomic_bool *stop; /* set by anybody: end soon */

  uint8_t move[VARIATION_MOVES]; /* numbers among the successors of the position reached so far */
  int count;
  struct statistics statistics; /* of all searches */
};

/** Find it, in the calling thread. Ends if the game is over, a position repeats, or the budget does not
 * suffice for another move. */
void variation_find (struct variation *);

#endif
