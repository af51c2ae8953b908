/* Decides which rank solves which of several independent pairs of slices.
 *
 * If all ranks solve a small pair together, they wait at each level for the slowest
 * (../../analysis/notes/draughts-tables.md). So whole pairs are assigned to ranks as far as the load stays
 * balanced: the costliest first, to the rank with the least load (Graham 1969). The other pairs are solved by
 * all ranks together. */
#ifndef ZERMELO_TABLEBASE_SLICES_BALANCE_H
#define ZERMELO_TABLEBASE_SLICES_BALANCE_H

#include <stdint.h>

enum { BALANCE_TOGETHER = -1 };

/** effort[count]: the effort for each pair, in any unit; 0: the pair is not to be assigned. rank[count] gets
 * the rank that solves each pair, or BALANCE_TOGETHER. All ranks compute an equal assignment. No rank gets
 * more than a fifth above the mean load. */
void slices_balance (const uint64_t *effort, int count, int ranks, int *rank);

#endif
