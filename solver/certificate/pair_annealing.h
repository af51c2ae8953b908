/* Pairs of cells by simulated annealing, for positions in which a greedy choice of pairs fails
 * (leaf_arguments.h).
 *
 * The state is a set of pairs; a step makes a pair of two empty cells of a line that the other side can still
 * complete, or undoes a pair. The weight of the other lines, as check_pairing() adds it up, is minimized; the
 * temperature falls linearly to zero. The random generator begins anew for every position, so the same
 * position always has the same result. Source: S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Optimization by
 * simulated annealing, Science 220 (1983). */
#ifndef ZERMELO_CERTIFICATE_PAIR_ANNEALING_H
#define ZERMELO_CERTIFICATE_PAIR_ANNEALING_H

#include "checker/alignment.h"

/** Fill in the numbers of a pairing; `number` has room for one number for each cell of the board. Makes at
 * most `tries` tries, each of `steps_per_line` steps for each line that the other side can still complete.
 * Returns whether check_pairing() accepts the pairing. Not for games in which stones fall. */
bool anneal_pairs (struct argument *, uint16_t *number, int tries, int steps_per_line);

#endif
