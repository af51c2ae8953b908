/* The data of the manager. Private to manager.c, which leads a run and handles messages, and manager_slots.c,
 * which decides which rank gets which query. */
#ifndef ZERMELO_PARALLEL_MANAGER_PRIVATE_H
#define ZERMELO_PARALLEL_MANAGER_PRIVATE_H

#include "parallel/messages.h"
#include "parallel/waiting_private.h"
#include "parallel/worker.h"

/* A query that a rank holds: the one that runs, or one that waits behind it. */
struct assigned {
  struct query query;
  bool called_off; /* cancelled: whatever comes back is its answer */
  bool joins;      /* another rank was given it first */
  bool recalled;   /* asked back for an idle rank, unless it has begun */
};

struct slots {
  struct assigned *assigned;
  int count, most; /* most: how many there can be */
  int at_once;     /* how many it answers side by side */
  bool left;
  struct bytes report; /* the parts so far of what goes with the next answer */
  uint64_t could_not;  /* the number of a query that it joined in vain, plus 1; 0: none */
};

/* The query that idle ranks have joined. All ranks that hold it search the same; the first that decides it
 * ends the search of the others, and when the last has come back, it is answered. */
struct joint {
  uint64_t number;
  int holders; /* 0: there is none */
  bool decided;
  struct answer_message answer; /* if it is */
  struct cost cost;             /* of those that have come back */
};

struct manager {
  const struct ranks *ranks;
  const struct resources *resources;
  struct producer *producer;
  struct worker *worker; /* of this rank */
  struct outbox *outbox;
  struct sharing *sharing;
  struct slots *slots;    /* by rank */
  struct query *recalled; /* given back before they were begun; handed out first */
  int recalled_count, recalled_most;
  struct effort *efforts;
  double last_shown;
  const volatile int *stop; /* or NULL */
  struct failure *failure;  /* the first failure of a query */
  struct joint joint;
  uint64_t in_flight;
  bool dry; /* the producer had no query; it has none before the next answer */
  bool told_to_stop, winding_up;
  double query_seconds;   /* moving average; 0: none answered yet */
  uint64_t log_threshold; /* the nodes from which on a bound is logged */
  struct backoff backoff;
  double load_since,
      load_busy; /* when the load was last reported, and the seconds that answers have taken since */
};

/* ---- manager_slots.c ---- */

/** For assertions: what is in flight is what ranks hold, and each query is held once. Costs the queries in
 *  flight. */
bool manage_slots_are_consistent (const struct manager *);

/** Remove a query from the slots of the rank that has answered it. */
struct assigned manage_take_back (struct manager *, int rank, uint64_t number);

/** Cancel the queries that no longer matter to the producer. */
void manage_call_off (struct manager *);

/** Report a result to the producer, and before that to who looks on. */
void manage_done (struct manager *, const struct result *);

/** Give queries to ranks that have none, or will soon have none; if need be, free one from a query that it
 * joined. Then, if ranks are still idle, ask back queries that wait behind others. */
void manage_hand_out (struct manager *);

/** Let ranks that have been idle for a while join a query that another rank is searching. */
void manage_join (struct manager *);

/** A rank has come back from a query that others joined. False: others are still searching it; else *answer
 *  becomes that of all. */
bool manage_part (struct manager *, int rank, const struct assigned *, struct answer_message *answer);

/** Report queries that came back before they were begun as stopped. */
void manage_give_up_recalled (struct manager *);

#endif
