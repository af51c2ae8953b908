/* The clock of the simulation, in the place of solver/base/clock.h: simulated seconds. */
#ifndef ZERMELO_CLOCK_H
#define ZERMELO_CLOCK_H

/** Simulated seconds since the start, the same on all ranks; a search that asks gives way here when it has
 *  done what there was time for. */
double clock_seconds (void);

/** Let simulated time pass. */
void clock_nap (double seconds);

#endif
