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
  uint64_t nodes_now, looks_now; /* of these, in this run: the rest is of earlier ones */
  double seconds_now;
};

struct kept_answer answer_keep (const struct result *);
/** `number` and `rank` are 0. */
struct result answer_again (const struct kept_answer *);

struct journal;

struct journal *journal_create (void);
void journal_destroy (struct journal *);

/** Remember an answer; the first to a question stays. It says what the question cost in all runs
 *  (journal_add_cost()), which is then no longer kept apart. */
void journal_add (struct journal *, const struct work *, const struct result *);

/** Remember an answer that was kept. */
void journal_restore (struct journal *, const struct kept_answer *);

/** A question was cut off: it has cost so much in this run (`earlier`: but count it as what earlier runs have
 *  spent, for it is no part of the search that is going to answer). */
void journal_spend (struct journal *, const struct work *, const struct result *cost, bool earlier);

/** Add to an answer what earlier runs have spent on its question. */
void journal_add_cost (const struct journal *, const struct work *, struct result *);

/** Remember a cost that was kept: of an earlier run. */
void journal_restore_cost (struct journal *, const struct kept_cost *);

/** All of them; valid until the next change. */
const struct kept_cost *journal_costs (const struct journal *, size_t *count);

/** The answer to a question, or NULL. Valid until the next change. */
const struct kept_answer *journal_find (const struct journal *, const struct work *);

/** The answer to the root of a proof (the last one stays); NULL if there is none. */
void journal_put_proof (struct journal *, const struct kept_answer *);
const struct kept_answer *journal_proof (const struct journal *);

/** All answers in the order in which they came; valid until the next change. */
const struct kept_answer *journal_answers (const struct journal *, size_t *count);

#endif
