/* The proof of one position: a producer of queries about it, one at a time, until the window is settled or
 * the nodes are used up. The ranks of all hosts search each of them together.
 *
 * What is proven so far can be kept in a checkpoint and taken up by a later run. Not thread-safe. */
#ifndef ZERMELO_PROOF_ROOT_PROOF_H
#define ZERMELO_PROOF_ROOT_PROOF_H

#include "base/statistics.h"
#include "engine.h"
#include "proof/producer.h"

/** What a proof has come to, in all runs. */
struct proof_state {
  struct bounds bounds; /* proven of the position */
  uint64_t queries, nodes, looks;
  bool dead;            /* no search can answer the query */
  bool answered;        /* `result` is that of all queries so far */
  struct result result; /* its bounds are `bounds`, its cost is that of all queries */
};

struct root_proof {
  struct query query; /* what is asked; node_limit: of the whole proof */
  struct proof_state state;
  uint64_t nodes_spent; /* of the node limit */
  bool in_flight, exhausted;
};

/** Begin. The query needs no game and no key. The position may be finished. */
struct root_proof root_proof_begin (const struct game *, const struct position *, const struct query *);

/** The proof as a producer (proof/producer.h); `proof` is borrowed. */
struct producer root_proof_producer (struct root_proof *proof);

/** The last result, with the cost of all; NULL: there is none, only bounds are known. */
const struct result *root_proof_result (const struct root_proof *);

/** Take up a proof where an earlier run left it; `counts`: the node limit includes the nodes of that run.
 * False: it was another proof, and nothing changes. */
bool root_proof_resume (struct root_proof *, const struct proof_state *, bool counts);

/** What a later run can take up. */
struct proof_state root_proof_state (const struct root_proof *);

#endif
