/* How calls are made: failures are caught, and locks are released. */
#include "library/library_private.h"

#include "base/version.h"
#include "store/file.h"

/* ---- turns at a file ---- */

static _Thread_local pthread_mutex_t *held; /* the lock that this thread holds, or NULL */

void library_take_turn (zermelo *z, const struct oracle *oracle) {
  if (!oracle->takes_turns)
    return;
  pthread_mutex_lock (&z->lock);
  held = &z->lock;
}

/* Release the lock that this thread still holds after a failure, if any. */
static void library_give_up_turn (void) {
  pthread_mutex_t *const mutex = held;
  held = NULL;
  if (mutex != NULL)
    pthread_mutex_unlock (mutex);
}

void library_end_turn (zermelo *z, const struct oracle *oracle) {
  (void) z;
  if (oracle->takes_turns)
    library_give_up_turn ();
}

/* ---- calls ---- */

static _Thread_local struct failure last_failure;

bool library_catch (void (*function) (void *context), void *context, struct failure *failure) {
  if (failure_catch (function, context, failure))
    return true;
  library_give_up_turn ();
  file_lock_give_up ();
  return false;
}

struct call {
  bool (*body) (zermelo *, void *argument, struct failure *);
  zermelo *z;
  void *argument;
  struct failure *failure;
};

static void make_call (void *context) {
  const struct call *call = context;
  call->body (call->z, call->argument, call->failure);
}

int library_call (bool (*body) (zermelo *, void *argument, struct failure *), zermelo *z, void *argument) {
  struct failure failure = { 0 };
  struct call call = { body, z, argument, &failure };
  if (z != NULL && atomic_load (&z->broken))
    fail (&failure, EXIT_INTERNAL, "an earlier call was given up half-way: this handle can only be closed");
  else if (!library_catch (make_call, &call, &failure) && z != NULL)
    atomic_store (&z->broken, true);
  if (failure.code != 0)
    last_failure = failure;
  return failure.code;
}

const char *zermelo_error (void) { return last_failure.text; }

const char *zermelo_version (void) { return version_text; }
