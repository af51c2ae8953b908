#include "tablebase/slices_balance.h"

#include "base/failure.h"

#include <assert.h>
#include <stdlib.h>

/* The costliest pair with this mark; among equals, the first; -1: there is none. */
static int dearest (const uint64_t *effort, int count, const int *rank, int mark) {
  int best = -1;
  for (int i = 0; i < count; i++)
    if (rank[i] == mark && effort[i] > 0 && (best < 0 || effort[i] > effort[best]))
      best = i;
  return best;
}

/* Assign all pairs marked `open`. Is the result balanced? */
static bool balance (const uint64_t *effort, int count, int ranks, int *rank, int open, uint64_t *load) {
  uint64_t sum = 0, most = 0;
  for (int r = 0; r < ranks; r++)
    load[r] = 0;
  for (int i; (i = dearest (effort, count, rank, open)) >= 0;) {
    int least = 0;
    for (int r = 1; r < ranks; r++)
      if (load[r] < load[least])
        least = r;
    rank[i] = least;
    load[least] += effort[i];
    sum += effort[i];
    most = load[least] > most ? load[least] : most;
  }
  return 5 * most * (uint64_t) ranks <= 6 * sum;
}

#ifndef NDEBUG
/* Do the loads add up to those of the assigned pairs, and is no pair without an effort assigned? */
static bool is_balanced (const uint64_t *effort, int count, int ranks, const int *rank,
                         const uint64_t *load) {
  uint64_t sum = 0, loads = 0;
  for (int i = 0; i < count; i++) {
    if (rank[i] < BALANCE_TOGETHER || rank[i] >= ranks || (effort[i] == 0 && rank[i] != BALANCE_TOGETHER))
      return false;
    sum += rank[i] == BALANCE_TOGETHER ? 0 : effort[i];
  }
  for (int r = 0; r < ranks; r++)
    loads += load[r];
  return sum == loads;
}
#endif

void slices_balance (const uint64_t *effort, int count, int ranks, int *rank) {
  assert (count >= 0);
  assert (ranks > 0);
  const int open = ranks; /* a mark that is not the number of a rank */
  uint64_t *load = allocate ((size_t) ranks, sizeof *load);
  for (int i = 0; i < count; i++)
    rank[i] = effort[i] > 0 ? open : BALANCE_TOGETHER;
  while (!balance (effort, count, ranks, rank, open, load)) {
    for (int i = 0; i < count; i++)
      if (rank[i] != BALANCE_TOGETHER)
        rank[i] = open;
    rank[dearest (effort, count, rank, open)] = BALANCE_TOGETHER;
  }
  assert (is_balanced (effort, count, ranks, rank, load));
  free (load);
}
