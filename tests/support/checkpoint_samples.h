/* Made-up results and bounds, for the tests of the answer cache, the bound log and the checkpoint. */
#ifndef ZERMELO_TESTS_CHECKPOINT_SAMPLES_H
#define ZERMELO_TESTS_CHECKPOINT_SAMPLES_H

#include "support/support.h"

#include "proof/answer_cache.h"
#include "proof/bound_log.h"

struct subject subject_named (const char *game);

/** About position `number`. */
struct proven_bound proven_bound_of (uint32_t number, uint64_t work);

/** What a bound log holds about a subject. */
struct sum {
  size_t count;
  uint64_t work;
};

struct sum sum_of (const struct bound_log *, const struct subject *);

/** Query and result `number`, different for each. */
struct query query_number (int number);
struct result result_number (int number);

/** Fails the test unless the cache holds result `number` unchanged. */
void check_result_number (const struct answer_cache *, int number);

#endif
