/* Wall time in seconds, from a clock that never jumps. Only differences mean anything. */
#ifndef ZERMELO_BASE_CLOCK_H
#define ZERMELO_BASE_CLOCK_H

#include <assert.h>
#include <time.h>

static inline double clock_seconds (void) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/** Sleep without keeping the processor busy. */
static inline void clock_nap (double seconds) {
  assert (seconds >= 0);
  struct timespec nap = { (time_t) seconds, (long) ((seconds - (double) (time_t) seconds) * 1e9) };
  nanosleep (&nap, NULL);
}

#endif
