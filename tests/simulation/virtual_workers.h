/* Workers that search side by side in simulated time, on one processor. Each search is a coroutine, which
 * every few nodes gives way to the search whose clock is furthest behind. All share one table, and each sees
 * at once what the others have proven (as if solver/parallel/sharing.h took no time). */
#ifndef ZERMELO_SIMULATION_VIRTUAL_WORKERS_H
#define ZERMELO_SIMULATION_VIRTUAL_WORKERS_H

#include "parallel/manager.h"

struct virtual_workers;

enum state {
  IDLE,      /* nothing to do; time: since when */
  SEARCHING, /* time: its clock */
  ANSWERING  /* its answer is on the way; time: when the manager has it */
};

/** One worker. To be read; `time` of one that answers may be set. */
struct virtual_worker {
  enum state state;
  double time;
  struct query query;
  struct result result;
  double begun, ended; /* of the search */
  struct search *search;
  struct virtual_search *virtual_search;
};

/** `costly`: nodes after which a search asks others. `game` is borrowed. */
struct virtual_workers *virtual_workers_create (const struct game *game, int count, double node_seconds,
                                                uint64_t table_bytes, uint64_t costly);
void virtual_workers_destroy (struct virtual_workers *);

/** Open a game with searches that can be simulated. */
bool virtual_workers_open_game (struct game *, const char *text, struct failure *);

struct virtual_worker *virtual_workers_get (struct virtual_workers *, int i);

/** Begin to search. The worker is idle. */
void virtual_worker_start (struct virtual_workers *, struct virtual_worker *, const struct query *,
                           double when);

/** Go on with a worker that is searching, for a few nodes. Becomes ANSWERING when the search has ended. */
void virtual_worker_go_on (struct virtual_workers *, struct virtual_worker *);

/** End a search whose result nobody waits for: the worker is ANSWERING. */
void virtual_worker_call_off (struct virtual_workers *, struct virtual_worker *);

#endif
