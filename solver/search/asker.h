/* Questions to the searches, for those who play and those who watch: one at a time, within limits, and in
 * tables that are kept, so that each question finds what the ones before it learned (shelf.h).
 *
 * One thread; the search itself runs in as many as the asker has. */
#ifndef ZERMELO_SEARCH_ASKER_H
#define ZERMELO_SEARCH_ASKER_H

#include "search/shelf.h"
#include "query.h"

#include <stdatomic.h>

struct position;
struct row_table;
struct search;

struct asker {
  const struct game *game; /* borrowed */
  struct shelf *shelf;     /* borrowed */
  const struct row_table
      *endgames;                 /* borrowed; or NULL: searches for proof stop at positions that they hold */
  bool tableless;                /* no table for searches of limited depth */
  int threads;                   /* of searches for proof; the others have one */
  uint64_t memory;               /* for what a method needs besides the tables */
  bool (*stops) (void *context); /* asked every few milliseconds: leave off? NULL: never */
  void *stops_context;
  double deadline;  /* clock_seconds(); 0: none */
  uint64_t nodes;   /* of all questions together; 0: no limit */
  struct cost cost; /* of the questions so far */
  struct search *search;
  atomic_bool ended; /* the last question was ended by `stops` or the deadline */
};

/** For `stops`: is the atomic_bool set that is its context? */
bool asker_flag_is_set (void *flag);

/** Was it told to leave off? */
bool asker_is_stopped (const struct asker *);

/** The caller has filled the asker up to `cost`. asker_end() frees what it holds. */
void asker_begin (struct asker *);
void asker_end (struct asker *);

/** Ask about a position, until `deadline` (0: that of the asker). The result is the asker's until the next
 *  question. */
const struct result *asker_ask (struct asker *, const struct position *, const struct query *,
                                double deadline);

/** A line of best play from an unfinished position of that value, or score, within the limits of the asker
 *  (search/variation.h); in the calling thread. The result as above. */
const struct result *asker_line (struct asker *, const struct position *, int value, bool exact_score);

#endif
