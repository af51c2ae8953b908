#include "base/threads.h"

#include "base/failure.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>

static const size_t enough = (size_t) 8 << 20; /* the usual limit */

struct call {
  int (*program) (int, char **);
  int argc;
  char **argv;
  int code;
};

static void *make (void *context) {
  struct call *call = context;
  call->code = call->program (call->argc, call->argv);
  return NULL;
}

bool stack_attributes (pthread_attr_t *attributes) {
  size_t size;
  if (pthread_getattr_default_np (attributes) != 0)
    return false;
  if (pthread_attr_getstacksize (attributes, &size) == 0 && size < enough)
    pthread_attr_setstacksize (attributes, enough);
  return true;
}

static void give_later_threads_enough (void) {
  pthread_attr_t attributes;
  if (!stack_attributes (&attributes))
    return;
  pthread_setattr_default_np (&attributes);
  pthread_attr_destroy (&attributes);
}

int stack_run (int (*program) (int, char **), int argc, char **argv) {
  struct rlimit limit;
  struct call call = { .program = program, .argc = argc, .argv = argv };
  pthread_t thread;
  give_later_threads_enough ();
  if (getrlimit (RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= enough)
    return program (argc, argv);
  if (pthread_create (&thread, NULL, make, &call) != 0 || pthread_join (thread, NULL) != 0)
    out_of_memory (enough);
  return call.code;
}
