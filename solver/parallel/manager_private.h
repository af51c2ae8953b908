/* The data of the manager. Private to manager.c, which leads a run and handles messages, manager_slots.c,
 * which decides which rank gets which query, and managed.c. */
#ifndef ZERMELO_PARALLEL_MANAGER_PRIVATE_H
#define ZERMELO_PARALLEL_MANAGER_PRIVATE_H

#include "parallel/manager.h"
#include "parallel/messages.h"
#include "parallel/waiting_private.h"
#include "parallel/worker.h"

/* A query that a rank holds: one that it is answering, or one that waits behind it. */
struct assigned {
  struct query query;
  bool called_off; /* cancelled: whatever comes back counts as its answer */
  bool joins;      /* the rank has joined this query, which another rank was given first */
  bool recalled;   /* asked back for an idle rank, in case the rank has not begun it */
};

struct slots {
  struct assigned *assigned;
  int count, most; /* most: how many assigned queries there can be */
  int at_once;     /* how many queries the rank answers side by side */
  bool left;
  uint64_t nodes; /* of the searches that run on the rank, as it last said; rank 0 asks its worker instead */
  struct bytes report; /* the parts received so far of the report that belongs to the next answer */
  uint64_t could_not;  /* the number of a query that the rank joined in vain, plus 1; 0: none */
};

/* The query that idle ranks have joined. All ranks that hold this query search its position. The first rank
 * that decides it ends the search of the others, and when the last rank has come back, the query is answered.
 */
struct joint {
  uint64_t number;
  int holders; /* ranks that hold the query; 0: there is no joint query */
  bool decided;
  struct answer_message answer; /* valid if the query is decided */
  struct cost cost;             /* of the ranks that have come back */
};

struct manager {
  const struct ranks *ranks;
  const struct resources *resources;
  struct producer *producer;
  struct worker *worker; /* of this rank */
  struct outbox *outbox;
  struct sharing *sharing;
  struct slots *slots;    /* by rank */
  struct query *recalled; /* queries that ranks gave back before they had begun them; handed out first */
  int recalled_count, recalled_most;
  struct effort *efforts;
  double last_shown;
  const volatile int *stop; /* or NULL */
  struct failure *failure;  /* the first failure of a query */
  struct joint joint;
  uint64_t in_flight;
  bool dry; /* the producer had no query, and will have none before the next answer */
  bool told_to_stop, winding_up;
  double query_seconds;   /* moving average of the time a query takes; 0: none has been answered */
  uint64_t log_threshold; /* the nodes from which on a bound is logged */
  struct backoff backoff;
};

/* ---- managed.c: manage() on the other ranks ---- */

/** Answer the queries that rank 0 sends until it sends MESSAGE_FINISH. `stop` (may be NULL) is set by a
 * signal on this rank, which is reported to rank 0. Collective: called on all ranks except rank 0, while rank
 * 0 is in manage(). */
void answer_manager (const struct ranks *, const struct resources *, const volatile int *stop);

/* ---- manager_slots.c ---- */

/** For assertions: do the ranks hold exactly the queries in flight, each of them once? Takes time
 * proportional to the number of queries in flight. */
bool manage_slots_are_consistent (const struct manager *);

/** Remove a query from the slots of the rank that has answered it. */
struct assigned manage_take_back (struct manager *, int rank, uint64_t number);

/** Report a result, first to those who watch the run, then to the producer. */
void manage_done (struct manager *, const struct result *);

/** Give queries to ranks that have none, or will soon have none. If a query remains, free a rank from the
 * query that it joined. If ranks are still idle, ask other ranks to give back queries that they have not
 * begun. */
void manage_hand_out (struct manager *);

/** Let ranks that have been idle for a while join a query that another rank is searching. */
void manage_join (struct manager *);

/** A rank has come back from a query that other ranks joined. False: some ranks are still searching;
 * otherwise *answer becomes the common answer of all ranks. */
bool manage_part (struct manager *, int rank, const struct assigned *, struct answer_message *answer);

/** Report the queries that ranks gave back before they had begun them, as stopped. */
void manage_give_up_recalled (struct manager *);

#endif
