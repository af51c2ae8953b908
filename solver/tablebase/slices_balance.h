/* Who solves what, of pairs of slices that do not need each other.
 *
 * A small pair solved by all ranks together spends a fifth of its time on waiting for the slowest rank at
 * each level. So whole pairs are dealt to ranks where that comes out about even, the dearest first to whoever
 * has least; what would not come out even is solved together. */
#ifndef ZERMELO_TABLEBASE_SLICES_BALANCE_H
#define ZERMELO_TABLEBASE_SLICES_BALANCE_H

#include <stdint.h>

enum { BALANCE_TOGETHER = -1 };

/** effort[count]: of each pair, in any unit, 0: it is not to be dealt. rank[count] gets who solves it, or
 *  BALANCE_TOGETHER. The same everywhere. No rank gets more than a fifth above the mean of what is dealt. */
void slices_balance (const uint64_t *effort, int count, int ranks, int *rank);

#endif
