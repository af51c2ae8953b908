/* simulated-zermelo: the program `zermelo` with its main thread and its search threads in virtual time.
 *
 * It is the program as it is, with three parts in the place of others: teams (base/threads.h) whose threads
 * are coroutines, the clock, and the waits for conditions and naps, which the linker leads here (--wrap). A
 * node of a search takes half of NODE to one and a half, a step of the search for a plan STEP, a node of the
 * checker's search CHECKED, a lock LOCK (LOCK_ALONE while no team is at work), and a thread that is woken up
 * goes on after WAKE. The thread whose time is least goes on. Nothing else takes time, unless SIMULATED_CLOCK
 * is `processor` in the environment: then every thread takes the processor time that it really took, and
 * figures differ from run to run. SIMULATED_SEED is another order of events.
 *
 * At the end, a line on standard error: seconds, nodes, steps for plans, and nodes of the checker. */
#include "base/failure.h"
#include "base/threads.h"
#include "checker/alignment.h"
#include "coroutine.h"
#include "engine.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

extern const struct engine stepped_connect4, stepped_mnk;
const struct engine *const engines[] = { &stepped_connect4, &stepped_mnk, NULL };

typedef uint64_t nanoseconds;

static const nanoseconds NODE = 500, STEP = 60, CHECKED = 300, LOCK = 500, LOCK_ALONE = 20, WAKE = 10000,
                         NEVER = UINT64_MAX;

/* A thread: of a team, or the main thread, which has no coroutine. */
struct fiber {
  struct coroutine coroutine;
  struct team *team;
  int number;
  nanoseconds time;          /* when it goes on; NEVER: when it is woken up */
  pthread_cond_t *waits_for; /* or NULL */
  uint64_t ticket;           /* of those that wait, the least is woken up first */
  bool woken, over;
  int locks;      /* that it holds */
  uint64_t steps; /* that it has made */
};

struct team {
  int threads, at_work;
  struct fiber *fibers;
  void (*function) (void *context, int thread);
  void *context;
  pthread_cond_t ended;
};

enum { FIBERS = 4096 };
static struct fiber main_fiber;
static struct fiber *fibers[FIBERS] = { &main_fiber };
static int count = 1, at_work; /* at_work: threads of teams */
static struct fiber *running = &main_fiber;
static nanoseconds others; /* the least time of a thread that does not run */
static uint64_t tickets, nodes, steps, checked, random_state = 1;
static bool by_processor;
static nanoseconds charged; /* processor time up to here is in the time of threads */

int __real_clock_gettime (clockid_t, struct timespec *);
int __real_pthread_mutex_lock (pthread_mutex_t *);
int __real_pthread_mutex_unlock (pthread_mutex_t *);

/* ---- time ---- */

/* splitmix64 */
static uint64_t next_random (void) {
  uint64_t z = random_state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

static nanoseconds processor_time (void) {
  struct timespec now;
  __real_clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (nanoseconds) now.tv_sec * 1000000000 + (nanoseconds) now.tv_nsec;
}

static void charge (nanoseconds passed) {
  if (!by_processor) {
    running->time += passed;
    return;
  }
  const nanoseconds now = processor_time ();
  running->time += now - charged;
  charged = now;
}

static struct fiber *earliest (void) {
  struct fiber *first = NULL;
  others = NEVER;
  for (int i = 0; i < count; i++)
    if (!fibers[i]->over && (first == NULL || fibers[i]->time < first->time)) {
      if (first != NULL && first->time < others)
        others = first->time;
      first = fibers[i];
    } else if (!fibers[i]->over && fibers[i]->time < others)
      others = fibers[i]->time;
  if (first == NULL || first->time == NEVER)
    internal_error (__FILE__, __LINE__, "every thread waits");
  return first;
}

/* Let others go on until the time of this thread is the least. */
static void give_way (void) {
  struct fiber *const self = running;
  if (by_processor)
    charge (0);
  if (self != &main_fiber)
    coroutine_give_way (&self->coroutine);
  else
    while ((running = earliest ()) != self)
      coroutine_go_on (&running->coroutine);
  if (by_processor)
    charged = processor_time ();
}

static void take (nanoseconds passed) {
  charge (passed);
  if (running->time > others && running->locks == 0)
    give_way ();
}

void simulated_node (void);
void simulated_step (void);

void simulated_node (void) {
  nodes++;
  take (NODE / 2 + next_random () % NODE);
}

/* Of the search for a plan (certificate/plan_search.h). */
void simulated_step (void) {
  enum { AT_ONCE = 16 }; /* to change to another thread takes longer than a step */
  steps++;
  if (++running->steps % AT_ONCE == 0)
    take (AT_ONCE * STEP);
}

/* ---- what the linker leads here ---- */

int __wrap_clock_gettime (clockid_t, struct timespec *);
int __wrap_nanosleep (const struct timespec *, struct timespec *);
pid_t __wrap_gettid (void);
int __wrap_pthread_mutex_lock (pthread_mutex_t *);
int __wrap_pthread_mutex_unlock (pthread_mutex_t *);
int __wrap_pthread_cond_wait (pthread_cond_t *, pthread_mutex_t *);
int __wrap_pthread_cond_timedwait (pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
int __wrap_pthread_cond_signal (pthread_cond_t *);
int __wrap_pthread_cond_broadcast (pthread_cond_t *);

int __wrap_clock_gettime (clockid_t clock, struct timespec *now) {
  if (clock != CLOCK_MONOTONIC)
    return __real_clock_gettime (clock, now);
  charge (0);
  if (running->time > others && running->locks == 0)
    give_way ();
  *now = (struct timespec){ (time_t) (running->time / 1000000000), (long) (running->time % 1000000000) };
  return 0;
}

const char *__real_check_small (const struct argument *);
const char *__real_check_plan (const struct argument *);
const char *__wrap_check_small (const struct argument *);
const char *__wrap_check_plan (const struct argument *);

/* The checker's own searches tell how many nodes they took. */
static const char *check (const char *(*function) (const struct argument *),
                          const struct argument *argument) {
  const uint64_t before = *argument->nodes;
  const char *reason = function (argument);
  checked += *argument->nodes - before;
  take ((*argument->nodes - before) * CHECKED);
  return reason;
}

const char *__wrap_check_small (const struct argument *argument) {
  return check (__real_check_small, argument);
}

const char *__wrap_check_plan (const struct argument *argument) {
  return check (__real_check_plan, argument);
}

/* The main thread and each thread of the first team that there is have numbers of their own. */
pid_t __wrap_gettid (void) { return running->team == NULL ? 1 : 2 + running->number; }

static nanoseconds of (const struct timespec *time) {
  return (nanoseconds) time->tv_sec * 1000000000 + (nanoseconds) time->tv_nsec;
}

int __wrap_nanosleep (const struct timespec *nap, struct timespec *rest) {
  (void) rest;
  charge (0);
  running->time += of (nap) + 1;
  give_way ();
  return 0;
}

/* A thread that holds a lock does not give way, so none is ever waited for. */
int __wrap_pthread_mutex_lock (pthread_mutex_t *mutex) {
  charge (at_work == 0 ? LOCK_ALONE : LOCK);
  running->locks++;
  return __real_pthread_mutex_lock (mutex);
}

int __wrap_pthread_mutex_unlock (pthread_mutex_t *mutex) {
  running->locks--;
  return __real_pthread_mutex_unlock (mutex);
}

/* Returns whether it was woken up before that moment. */
static bool wait_for (pthread_cond_t *condition, pthread_mutex_t *mutex, nanoseconds until) {
  struct fiber *self = running;
  charge (0);
  if (until <= self->time)
    until = self->time + 1; /* time passes, or a thread could wait for a moment for ever */
  self->waits_for = condition;
  self->ticket = tickets++;
  self->woken = false;
  self->time = until;
  self->locks--;
  __real_pthread_mutex_unlock (mutex);
  give_way ();
  __real_pthread_mutex_lock (mutex);
  self->locks++;
  self->waits_for = NULL;
  return self->woken;
}

int __wrap_pthread_cond_wait (pthread_cond_t *condition, pthread_mutex_t *mutex) {
  wait_for (condition, mutex, NEVER);
  return 0;
}

int __wrap_pthread_cond_timedwait (pthread_cond_t *condition, pthread_mutex_t *mutex,
                                   const struct timespec *until) {
  return wait_for (condition, mutex, of (until)) ? 0 : ETIMEDOUT;
}

static void wake (struct fiber *fiber) {
  const nanoseconds then = running->time + WAKE;
  fiber->waits_for = NULL;
  fiber->woken = true;
  if (then < fiber->time)
    fiber->time = then;
  if (fiber->time < others)
    others = fiber->time;
}

int __wrap_pthread_cond_signal (pthread_cond_t *condition) {
  struct fiber *first = NULL;
  charge (0);
  for (int i = 0; i < count; i++)
    if (fibers[i]->waits_for == condition && (first == NULL || fibers[i]->ticket < first->ticket))
      first = fibers[i];
  if (first != NULL)
    wake (first);
  return 0;
}

int __wrap_pthread_cond_broadcast (pthread_cond_t *condition) {
  charge (0);
  for (int i = 0; i < count; i++)
    if (fibers[i]->waits_for == condition)
      wake (fibers[i]);
  return 0;
}

/* ---- teams ---- */

static void say_cost (void) {
  fprintf (stderr, "simulated\t%.6f\t%llu\t%llu\t%llu\n", (double) main_fiber.time * 1e-9,
           (unsigned long long) nodes, (unsigned long long) steps, (unsigned long long) checked);
}

struct team *team_create (int threads) {
  static bool begun;
  if (!begun) {
    const char *clock = getenv ("SIMULATED_CLOCK"), *seed = getenv ("SIMULATED_SEED");
    begun = true;
    by_processor = clock != NULL && strcmp (clock, "processor") == 0;
    random_state = seed == NULL ? 1 : strtoull (seed, NULL, 10);
    charged = processor_time ();
    atexit (say_cost);
  }
  struct team *team = allocate (1, sizeof *team);
  team->threads = threads;
  team->fibers = allocate ((size_t) threads, sizeof *team->fibers);
  pthread_cond_init (&team->ended, NULL);
  if (count + threads > FIBERS)
    internal_error (__FILE__, __LINE__, "more than %d threads", FIBERS);
  for (int i = 0; i < threads; i++) {
    team->fibers[i] = (struct fiber){ .team = team, .number = i, .over = true };
    fibers[count++] = &team->fibers[i];
  }
  return team;
}

static void run_fiber (void) {
  struct fiber *self = running;
  if (by_processor)
    charged = processor_time ();
  self->team->function (self->team->context, self->number);
  charge (0);
  self->over = true;
  at_work--;
  if (--self->team->at_work == 0)
    __wrap_pthread_cond_broadcast (&self->team->ended);
}

void team_start (struct team *team, void (*function) (void *context, int thread), void *context) {
  while (!team_wait (team, 60))
    continue;
  team->function = function;
  team->context = context;
  team->at_work = team->threads;
  at_work += team->threads;
  for (int i = 0; i < team->threads; i++) {
    struct fiber *fiber = &team->fibers[i];
    fiber->over = fiber->woken = false;
    fiber->time = running->time + WAKE;
    if (fiber->time < others)
      others = fiber->time;
    coroutine_begin (&fiber->coroutine, run_fiber);
  }
}

bool team_wait (struct team *team, double seconds) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  charge (0);
  const nanoseconds until = running->time + (nanoseconds) (seconds * 1e9);
  __wrap_pthread_mutex_lock (&mutex);
  while (team->at_work > 0 && wait_for (&team->ended, &mutex, until))
    continue;
  __wrap_pthread_mutex_unlock (&mutex);
  return team->at_work == 0;
}

void team_do (struct team *team, void (*function) (void *context, int thread), void *context) {
  if (team->threads == 1) {
    function (context, 0);
    return;
  }
  team_start (team, function, context);
  while (!team_wait (team, 60))
    continue;
}

void team_use_cores (struct team *team, const uint64_t *cores) { (void) team, (void) cores; }

void team_destroy (struct team *team) {
  if (team == NULL)
    return;
  while (!team_wait (team, 60))
    continue;
  int kept = 0;
  for (int i = 0; i < count; i++)
    if (fibers[i]->team != team)
      fibers[kept++] = fibers[i];
  count = kept;
  for (int i = 0; i < team->threads; i++)
    coroutine_free (&team->fibers[i].coroutine);
  free (team->fibers);
  pthread_cond_destroy (&team->ended);
  free (team);
}

void team_run (int threads, void (*function) (void *context, int thread), void *context) {
  struct team *team = team_create (threads);
  team_start (team, function, context);
  team_destroy (team);
}
