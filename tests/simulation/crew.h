/* Workers that search at once in simulated time, on one processor: each search is a coroutine, and every few
 * nodes it gives way to the search whose clock is the furthest behind. All share one table, and hear at once
 * what others have found (as if solver/parallel/sharing.h took no time). */
#ifndef ZERMELO_SIMULATION_CREW_H
#define ZERMELO_SIMULATION_CREW_H

#include "parallel/manager.h"

struct slots;

enum state {
  IDLE,      /* nothing to do; time: since when */
  SEARCHING, /* time: its clock */
  ANSWERING  /* its answer is on the way; time: when the manager has it */
};

/** One worker. To be read; `time` of one that answers may be set. */
struct member {
  enum state state;
  double time;
  struct query query;
  struct result result;
  double begun, ended; /* of the search */
  struct search *search;
  struct desk *desk;
};

/** `costly`: nodes after which a search asks others. `game` is borrowed. */
struct slots *slots_create (const struct game *game, int members, double node_seconds, uint64_t table_bytes,
                            uint64_t costly);
void slots_destroy (struct slots *);

/** Open a game with searches that can be simulated. */
bool slots_open_game (struct game *, const char *text, struct failure *);

struct member *slots_member (struct slots *, int i);

/** Begin to search. The member is idle. */
void slots_start (struct slots *, struct member *, const struct query *, double when);

/** Go on with a member that is searching, for a few nodes. Becomes ANSWERING when the search has ended. */
void slots_go_on (struct slots *, struct member *);

/** End a search whose result nobody waits for: the member is ANSWERING. */
void slots_call_off (struct slots *, struct member *);

#endif
