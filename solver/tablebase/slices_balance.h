/* Which rank solves which pair, among independent pairs of slices.
 *
 * If all ranks solve a small pair together, they wait at each level for the slowest
 * (../../analysis/notes/draughts-tables.md). So whole pairs are assigned to ranks as far as the load stays
 * balanced: the costliest first, to the rank with the least load (Graham 1969). All ranks together solve the
 * rest. */
#ifndef ZERMELO_TABLEBASE_SLICES_BALANCE_H
#define ZERMELO_TABLEBASE_SLICES_BALANCE_H

#include <stdint.h>

enum { BALANCE_TOGETHER = -1 };

/** effort[count]: of each pair, in any unit; 0: not to be assigned. rank[count] gets the rank that solves it,
 * or BALANCE_TOGETHER. All ranks compute an equal assignment. No rank gets more than a fifth above the mean
 * load. */
void slices_balance (const uint64_t *effort, int count, int ranks, int *rank);

#endif
