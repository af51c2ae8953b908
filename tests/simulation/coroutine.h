/* A call with a stack of its own, which gives way and is gone on with. No threads: one runs at a time. */
#ifndef ZERMELO_SIMULATION_COROUTINE_H
#define ZERMELO_SIMULATION_COROUTINE_H

#include "base/failure.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <ucontext.h>

/** Zero-initialised: without a stack yet. It must not move while its call runs. */
struct coroutine {
  ucontext_t context;   /* for its first step: each change of a context is a system call */
  jmp_buf here, caller; /* where it gave way; who went on with it */
  bool begun;
  char *stack;
  void (*function) (void);
};

static struct coroutine *coroutine_beginning;

static void coroutine_run (void) {
  struct coroutine *coroutine = coroutine_beginning;
  coroutine->function ();
  _longjmp (coroutine->caller, 1);
}

/** Make ready; the call begins with coroutine_go_on(). What ran before is forgotten. */
static inline void coroutine_begin (struct coroutine *coroutine, void (*function) (void)) {
  enum { STACK_BYTES = 1 << 20 };
  if (coroutine->stack == NULL)
    coroutine->stack = allocate (STACK_BYTES, 1);
  coroutine->function = function;
  coroutine->begun = false;
  getcontext (&coroutine->context);
  coroutine->context.uc_stack.ss_sp = coroutine->stack;
  coroutine->context.uc_stack.ss_size = STACK_BYTES;
  makecontext (&coroutine->context, coroutine_run, 0);
}

/** Returns when it gives way or returns. */
static inline void coroutine_go_on (struct coroutine *coroutine) {
  if (_setjmp (coroutine->caller) != 0)
    return;
  if (coroutine->begun)
    _longjmp (coroutine->here, 1);
  coroutine->begun = true;
  coroutine_beginning = coroutine;
  setcontext (&coroutine->context);
}

/** From inside. */
static inline void coroutine_give_way (struct coroutine *coroutine) {
  if (_setjmp (coroutine->here) == 0)
    _longjmp (coroutine->caller, 1);
}

static inline void coroutine_free (struct coroutine *coroutine) { free (coroutine->stack); }

#endif
