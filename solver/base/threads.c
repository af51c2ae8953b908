#include "base/threads.h"

#include "base/clock.h"
#include "base/condition.h"
#include "base/failure.h"
#include "base/machine.h"

#include <assert.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

enum state { IDLE, WORKING, LEAVING };

struct team {
  int threads;
  enum state state;
  void (*function) (void *, int);
  void *context;
  bool led; /* has it a leader yet? */
  pthread_t leader;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
};

/* A call of a team that waits for the team would wait for itself. Only the leader is known. */
__attribute__ ((unused)) static bool is_outside (const struct team *team) {
  return !team->led || !pthread_equal (pthread_self (), team->leader);
}

/* The leader is the master of the OpenMP team as long as the team lives. libgomp keeps a pool of threads for
 * each thread that opens a region, so the pool is made only once. */
static void *lead (void *argument) {
  struct team *team = argument;
  omp_set_dynamic (
      false); /* else libgomp takes fewer threads than it is told to where other programs are busy */
  pthread_mutex_lock (&team->mutex);
  for (;;) {
    while (team->state == IDLE)
      pthread_cond_wait (&team->changed, &team->mutex);
    if (team->state == LEAVING)
      break;
    pthread_mutex_unlock (&team->mutex);
    void (*const function) (void *, int) = team->function;
    void *const context = team->context;
    if (team->threads == 1)
      function (context, 0);
    else {
#pragma omp parallel for num_threads(team->threads) schedule(static, 1)
      for (int i = 0; i < team->threads; i++)
        function (context, i);
    }
    pthread_mutex_lock (&team->mutex);
    assert (team->state == WORKING); /* a team that is at work is neither started nor ended */
    team->state = IDLE;
    pthread_cond_broadcast (&team->changed);
  }
  pthread_mutex_unlock (&team->mutex);
  return NULL;
}

/* Start the leader. The library (library/solve.c) is loaded by programs whose threads have little stack. */
static bool has_leader (struct team *team) {
  pthread_attr_t attributes;
  if (!stack_attributes (&attributes))
    return false;
  const bool led = pthread_create (&team->leader, &attributes, lead, team) == 0;
  pthread_attr_destroy (&attributes);
  return led;
}

struct team *team_create (int threads) {
  assert (threads > 0);
  struct team *team = allocate (1, sizeof *team);
  team->threads = threads;
  pthread_mutex_init (&team->mutex, NULL);
  condition_init (&team->changed);
  return team;
}

void team_start (struct team *team, void (*function) (void *, int), void *context) {
  assert (is_outside (team));
  if (!team->led && !has_leader (team))
    internal_error (__FILE__, __LINE__, "no thread can be started");
  team->led = true;
  pthread_mutex_lock (&team->mutex);
  while (team->state != IDLE)
    pthread_cond_wait (&team->changed, &team->mutex);
  team->function = function;
  team->context = context;
  team->state = WORKING;
  pthread_cond_broadcast (&team->changed);
  pthread_mutex_unlock (&team->mutex);
}

bool team_wait (struct team *team, double seconds) {
  assert (is_outside (team));
  assert (seconds >= 0);
  const double until = clock_seconds () + seconds;
  pthread_mutex_lock (&team->mutex);
  while (team->state == WORKING && condition_wait (&team->changed, &team->mutex, until))
    continue;
  bool done = team->state == IDLE;
  pthread_mutex_unlock (&team->mutex);
  return done;
}

void team_do (struct team *team, void (*function) (void *, int), void *context) {
  assert (is_outside (team));
  if (team->threads == 1) {
    function (context, 0);
    return;
  }
  team_start (team, function, context);
  while (!team_wait (team, 60))
    continue;
}

/* The core at place `index` of a mask, counted from 0. */
static int core_at (const uint64_t *cores, int index) {
  int core = 0;
  for (int before = 0;; core++) {
    assert (core < MACHINE_CORES);
    if ((cores[core / 64] >> (core % 64) & 1) != 0 && before++ == index)
      return core;
  }
}

static void use_cores (void *context, int thread) {
  const uint64_t *cores = *(const uint64_t **) context;
  uint64_t one[MACHINE_CORES / 64] = { 0 };
  const int count = machine_count (cores);
  if (omp_get_proc_bind () == omp_proc_bind_false || count == 0) {
    machine_use_cores (cores);
    return;
  }
  const int core = core_at (cores, thread % count);
  one[core / 64] = UINT64_C (1) << (core % 64);
  machine_use_cores (one);
}

void team_use_cores (struct team *team, const uint64_t *cores) { team_do (team, use_cores, &cores); }

void team_destroy (struct team *team) {
  if (team == NULL)
    return;
  assert (is_outside (team));
  pthread_mutex_lock (&team->mutex);
  while (team->state != IDLE)
    pthread_cond_wait (&team->changed, &team->mutex);
  team->state = LEAVING;
  pthread_cond_broadcast (&team->changed);
  pthread_mutex_unlock (&team->mutex);
  if (team->led)
    pthread_join (team->leader, NULL);
  pthread_cond_destroy (&team->changed);
  pthread_mutex_destroy (&team->mutex);
  free (team);
}

void team_run (int threads, void (*function) (void *, int), void *context) {
  assert (threads > 0);
  struct team *team = team_create (threads);
  team_start (team, function, context);
  team_destroy (team);
}
