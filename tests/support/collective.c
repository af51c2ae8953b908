#include "support/collective.h"

#include <stdio.h>
#include <stdlib.h>

struct ranks ranks;
struct effort *efforts;

void collective_begin (int argc, char **argv) {
  struct failure failure = { 0 };
  if (!ranks_begin (&ranks, &argc, &argv, &failure)) {
    fprintf (stderr, "%s\n", failure.text);
    exit (failure.code);
  }
  efforts = allocate ((size_t) ranks.size, sizeof *efforts);
}

int collective_end (int failed) {
  free (efforts);
  ranks_end (&ranks);
  return failed;
}

void collective_assert (bool holds, const char *what) {
  uint64_t objections = !holds;
  if (!holds)
    print_error ("rank %d: %s\n", ranks.rank, what);
  ranks_sum (&ranks, &objections, 1);
  assert_true (objections == 0);
}

uint64_t sum_of_efforts (enum counter counter) {
  uint64_t sum = 0;
  for (int r = 0; r < ranks.size; r++)
    sum += efforts[r].statistics.count[counter];
  return sum;
}
