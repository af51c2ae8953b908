/* Queries to the searches, for players and for the server: one at a time, within limits, and with tables that
 * are kept, so that each query profits from those before it (shelf.h).
 *
 * Called by one thread; the search itself runs in as many threads as the asker has. */
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
      *endgames;                 /* borrowed, or NULL; searches for proof stop at positions in these tables */
  bool tableless;                /* no table for searches of limited depth */
  int threads;                   /* for proofs; other searches run in one thread */
  uint64_t memory;               /* bytes, besides the tables; for methods that need memory of their own */
  bool (*stops) (void *context); /* called every few milliseconds: is the search to stop? NULL: never */
  void *stops_context;
  double deadline;  /* in clock_seconds(); 0: none */
  uint64_t nodes;   /* for all queries together; 0: no limit */
  struct cost cost; /* of all queries so far */
  struct search *search;
  atomic_bool ended; /* the last query was ended by `stops` or the deadline */
};

/** A function for `stops` whose context is an atomic_bool: is it set? */
bool asker_flag_is_set (void *flag);

/** Has `stops` told the asker to stop? */
bool asker_is_stopped (const struct asker *);

/** Begin: the caller has filled in the fields up to `cost`. asker_end() frees the search. */
void asker_begin (struct asker *);
void asker_end (struct asker *);

/** Query a position, until `deadline` (0: that of the asker). The result is valid until the next call. */
const struct result *asker_ask (struct asker *, const struct position *, const struct query *,
                                double deadline);

/** A line of best play from an unfinished position of this value, or score, within the limits of the asker
 * (search/variation.h), in the calling thread. The result is valid until the next call. */
const struct result *asker_line (struct asker *, const struct position *, int value, bool exact_score);

#endif
