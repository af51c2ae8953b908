/* The answers of a run by question, so that no question is asked twice by a run that goes on from a
 * checkpoint.
 *
 * Also what questions have cost that were cut off, so that an answer, when it comes, says what it cost in all
 * runs together. A question is a piece of work but for its number; it is known by a 128-bit hash of all it
 * says (two of a million questions agree by chance with probability 1e-27). 400 bytes an answer. No MPI. Not
 * thread-safe. */
#ifndef ZERMELO_PROOF_ANSWER_CACHE_H
#define ZERMELO_PROOF_ANSWER_CACHE_H

#include "proof/producer.h"

#include <stddef.h>

/** What a result keeps for another run: not who found it. */
struct kept_answer {
  uint64_t question[2]; /* 0: the whole proof */
  struct bounds bounds;
  int32_t evaluation;
  uint8_t solved, has_evaluation, has_best, out_of_budget, method;
  uint64_t nodes, looks;
  double seconds;
  uint8_t best[PACKED_MAX];
  uint8_t line[VARIATION_MOVES];
  int32_t line_moves;
  char best_move[MOVE_TEXT];
  char argument[sizeof ((struct result *) 0)->argument];
};

/** What a question without an answer has cost. */
struct kept_cost {
  uint64_t question[2];
  uint64_t nodes, looks;
  double seconds;
  uint64_t nodes_now, polls_now; /* of these, in this run: the rest is of earlier ones */
  double seconds_now;
};

struct kept_answer answer_keep (const struct result *);
/** `number` and `rank` are 0. */
struct result answer_again (const struct kept_answer *);

struct answer_cache;

struct answer_cache *answer_cache_create (void);
void answer_cache_destroy (struct answer_cache *);

/** Remember an answer; the first to a question stays. It says what the question cost in all runs
 *  (answer_cache_add_cost()), which is then no longer kept apart. */
void answer_cache_add (struct answer_cache *, const struct query *, const struct result *);

/** Remember an answer that was kept. */
void answer_cache_restore (struct answer_cache *, const struct kept_answer *);

/** A question was cut off: it has cost so much in this run (`earlier`: but count it as what earlier runs have
 *  spent, for it is no part of the search that is going to answer). */
void answer_cache_spend (struct answer_cache *, const struct query *, const struct result *cost,
                         bool earlier);

/** Add to an answer what earlier runs have spent on its question. */
void answer_cache_add_cost (const struct answer_cache *, const struct query *, struct result *);

/** Remember a cost that was kept: of an earlier run. */
void answer_cache_restore_cost (struct answer_cache *, const struct kept_cost *);

/** All of them; valid until the next change. */
const struct kept_cost *answer_cache_costs (const struct answer_cache *, size_t *count);

/** The answer to a question, or NULL. Valid until the next change. */
const struct kept_answer *answer_cache_find (const struct answer_cache *, const struct query *);

/** The answer to the root of a proof (the last one stays); NULL if there is none. */
void answer_cache_put_proof (struct answer_cache *, const struct kept_answer *);
const struct kept_answer *answer_cache_proof (const struct answer_cache *);

/** All answers in the order in which they came; valid until the next change. */
const struct kept_answer *answer_cache_answers (const struct answer_cache *, size_t *count);

#endif
