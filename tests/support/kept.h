/* Made-up answers and findings, as they are kept for another run: for the tests of what keeps them. */
#ifndef ZERMELO_TESTS_KEPT_H
#define ZERMELO_TESTS_KEPT_H

#include "support/support.h"

#include "proof/answer_cache.h"
#include "proof/bound_log.h"

struct subject subject_named (const char *game);

/** About position `number`. */
struct proven_bound proven_bound_of (uint32_t number, uint64_t work);

/** What a ledger has about a subject. */
struct sum {
  size_t count;
  uint64_t work;
};

struct sum sum_of (const struct bound_log *, const struct subject *);

/** Question and answer `number`, different for each. */
struct query query_number (int number);
struct result result_number (int number);

/** The journal has that answer, whole. */
void check_result_number (const struct answer_cache *, int number);

#endif
