/* What the files of the manager share. Private to manager.c, which leads a run and takes what comes, and
 * manager_slots.c: who does what. */
#ifndef ZERMELO_PARALLEL_MANAGER_PRIVATE_H
#define ZERMELO_PARALLEL_MANAGER_PRIVATE_H

#include "parallel/messages.h"
#include "parallel/waiting_private.h"
#include "parallel/worker.h"

/* A query that a rank holds: the running one or one that waits behind it. */
struct assigned {
  struct query query;
  bool called_off; /* it no longer matters: whatever comes is the answer */
  bool redundant;  /* producer->next_redundant() */
  bool recalled;   /* asked back for an idle rank, should it not have begun */
};

struct slots {
  struct assigned assigned[QUERIES_AHEAD];
  int count;
  bool left;
};

struct manager {
  const struct ranks *ranks;
  const struct resources *resources;
  struct producer *producer;
  struct worker *worker; /* of this rank */
  struct outbox *outbox;
  struct sharing *sharing;
  struct slots *slots;    /* by rank */
  struct query *recalled; /* given back untouched, to be handed out first */
  int recalled_count;
  struct effort *efforts;
  double last_shown;
  const volatile int *stop; /* or NULL */
  struct failure *failure;  /* the first of a query */
  uint64_t in_flight;
  bool dry; /* the producer had nothing; it will not until the next answer */
  bool told_to_stop, winding_up;
  double query_seconds; /* moving average; 0: none answered yet */
  uint64_t wanted;      /* nodes of a finding that is wanted */
  struct backoff backoff;
  double load_since, load_busy; /* when the load was last told, and seconds that answers took since */
};

/* ---- manager_slots.c ---- */

/** A rank has answered that query: it no longer holds it. */
struct assigned manage_take_back (struct manager *, int rank, uint64_t number);

/** Call off what the producer no longer needs. */
void manage_call_off (struct manager *);

/** Give queries to those who have none, or are about to; a redundant search is called off for them. Then ask
 *  back what waits behind other queries while somebody is idle. */
void manage_hand_out (struct manager *);

/** After a lull: a rank that has nothing to do gets a redundant search. */
void manage_hand_out_redundant (struct manager *);

/** Tell the producer that the queries which came back untouched will not be done. */
void manage_give_up_recalled (struct manager *);

#endif
