/* Questions to the searches, for those who play and those who watch: one at a time, within limits, and in
 * tables that are kept, so that each question finds what the ones before it learned (shelf.h).
 *
 * One thread; the search itself runs in as many as the asker has. */
#ifndef ZERMELO_ANALYSIS_PLAY_ASKER_H
#define ZERMELO_ANALYSIS_PLAY_ASKER_H

#include "play/shelf.h"
#include "query.h"

struct endgames;
struct search;

struct asker {
  const struct game *game;       /* borrowed */
  struct shelf *shelf;           /* borrowed */
  struct endgames *endgames;     /* borrowed; or NULL: searches for proof stop at positions that they hold */
  bool tableless;                /* no table for searches of limited depth */
  int threads;                   /* of searches for proof; the others have one */
  uint64_t memory;               /* for what a method needs besides the tables */
  bool (*stops) (void *context); /* asked every few milliseconds: leave off? NULL: never */
  void *stops_context;
  double deadline;  /* clock_seconds(); 0: none */
  uint64_t nodes;   /* of all questions together; 0: no limit */
  struct cost cost; /* of the questions so far */
  struct search *search;
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

#endif
