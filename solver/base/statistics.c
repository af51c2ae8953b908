#include "base/statistics.h"

#include <assert.h>

const struct counter_description counter_descriptions[COUNTERS] = {
#define STATISTICS_LINE(name, per, description) { #name, COUNT_##per, description },
  STATISTICS_TABLE (STATISTICS_LINE)
#undef STATISTICS_LINE
};

void statistics_add (struct statistics *sum, const struct statistics *part) {
  assert (sum != part); /* a thread adds what it has counted to a sum, and is not the sum */
  for (int i = 0; i < COUNTERS; i++)
    sum->count[i] += part->count[i];
  for (int i = 0; i < STATISTICS_PLIES; i++)
    sum->nodes_at_ply[i] += part->nodes_at_ply[i];
}
