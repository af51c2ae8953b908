/* Estimates how many positions the plies of a converging game have that are not listed yet, from the earlier
 * plies. For estimates of time and room. */
#ifndef ZERMELO_RUN_EXPECTED_PLIES_H
#define ZERMELO_RUN_EXPECTED_PLIES_H

#include <math.h>

/** The positions of plies `ply` .. `last` together, from size[0 .. ply - 1]; negative: too little is known.
 *  The ratio of a ply to the one but last falls by a steady factor, as it does where every move fills a cell.
 */
static inline double expected_positions (const double *size, int ply, int last) {
  enum { NEEDED = 5 };
  for (int i = 1; i <= NEEDED; i++)
    if (ply < NEEDED || size[ply - i] <= 0)
      return -1;
  const double fall = fmin (1, size[ply - 1] / size[ply - 3] / (size[ply - 3] / size[ply - 5]));
  double step = size[ply - 1] / size[ply - 3], before[2] = { size[ply - 2], size[ply - 1] }, sum = 0;
  for (int i = 0; ply + i <= last && before[i % 2] >= 1; i++) {
    step *= sqrt (fall);
    before[i % 2] *= step;
    sum += before[i % 2];
  }
  return sum;
}

#endif
