/* A call with a stack of its own, which gives way and is gone on with. No threads: one runs at a time. */
#ifndef ZERMELO_SIMULATION_COROUTINE_H
#define ZERMELO_SIMULATION_COROUTINE_H

#include "base/failure.h"

#include <stdlib.h>
#include <ucontext.h>

/** Zero-initialised: without a stack yet. It must not move while its call runs. */
struct coroutine {
  ucontext_t here, caller;
  char *stack;
};

/** Make ready; the call begins with coroutine_go_on(). What ran before is forgotten. */
static inline void coroutine_begin (struct coroutine *coroutine, void (*function) (void)) {
  enum { STACK_BYTES = 1 << 18 };
  if (coroutine->stack == NULL)
    coroutine->stack = allocate (STACK_BYTES, 1);
  getcontext (&coroutine->here);
  coroutine->here.uc_stack.ss_sp = coroutine->stack;
  coroutine->here.uc_stack.ss_size = STACK_BYTES;
  coroutine->here.uc_link = &coroutine->caller;
  makecontext (&coroutine->here, function, 0);
}

/** Returns when it gives way or returns. */
static inline void coroutine_go_on (struct coroutine *coroutine) {
  swapcontext (&coroutine->caller, &coroutine->here);
}

/** From inside. */
static inline void coroutine_give_way (struct coroutine *coroutine) {
  swapcontext (&coroutine->here, &coroutine->caller);
}

static inline void coroutine_free (struct coroutine *coroutine) { free (coroutine->stack); }

#endif
