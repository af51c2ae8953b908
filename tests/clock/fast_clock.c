/* To be preloaded: a monotonic clock that runs ten times too fast, as the clock looks to a program on a
 * machine that has ten others to serve. What waits until a time of that clock is woken when it has come. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { FACTOR = 10, SECOND = 1000000000 };

static int64_t begun; /* nanoseconds */

static int64_t real_time (void) {
  struct timespec now;
  syscall (SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return (int64_t) now.tv_sec * SECOND + now.tv_nsec;
}

__attribute__ ((constructor)) static void begin (void) { begun = real_time (); }

int clock_gettime (clockid_t clock, struct timespec *now) {
  if (clock != CLOCK_MONOTONIC)
    return (int) syscall (SYS_clock_gettime, clock, now);
  const int64_t time = begun + FACTOR * (real_time () - begun);
  *now = (struct timespec){ time / SECOND, time % SECOND };
  return 0;
}

int pthread_cond_timedwait (pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  static int (*wait) (pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  if (wait == NULL)
    *(void **) &wait = dlvsym (RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
  if (wait == NULL)
    abort ();
  const int64_t time = (int64_t) until->tv_sec * SECOND + until->tv_nsec;
  const int64_t there = time < begun ? time : begun + (time - begun) / FACTOR;
  return wait (condition, mutex, &(struct timespec){ there / SECOND, there % SECOND });
}
