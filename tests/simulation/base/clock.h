/* The clock of the simulation, in the place of solver/base/clock.h: simulated seconds.
 *
 * Between clock_ahead() and the next call of it the clock runs ahead of the simulated time: a search that was
 * computed at once ends when it would have ended. */
#ifndef ZERMELO_CLOCK_H
#define ZERMELO_CLOCK_H

/** Simulated seconds since the start, the same on all ranks. */
double clock_seconds (void);

/** Let simulated time pass. */
void clock_nap (double seconds);

/** Run ahead of the simulated time by so many seconds; 0: no more. */
void clock_ahead (double seconds);

#endif
