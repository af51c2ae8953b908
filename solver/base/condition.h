/* A condition that a thread waits for at most so long, by a clock that never jumps. */
#ifndef ZERMELO_BASE_CONDITION_H
#define ZERMELO_BASE_CONDITION_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

/** Make one for condition_wait(); the caller calls pthread_cond_destroy(). */
static inline void condition_init (pthread_cond_t *condition) {
  pthread_condattr_t attributes;
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (condition, &attributes);
  pthread_condattr_destroy (&attributes);
}

/** Wait for a signal, but at most until that moment (clock_seconds()). As with pthread_cond_wait(), the mutex
 * is held, and what is waited for is to be looked at again. False: the moment has come. */
static inline bool condition_wait (pthread_cond_t *condition, pthread_mutex_t *mutex, double until) {
  const time_t whole = (time_t) until;
  const struct timespec moment = { whole, (long) ((until - (double) whole) * 1e9) };
  return pthread_cond_timedwait (condition, mutex, &moment) == 0;
}

#endif
