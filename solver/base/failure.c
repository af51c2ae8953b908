#include "base/failure.h"

#include "base/machine.h"
#include "base/quantity_print.h"

#include <assert.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void exit_process (int code) { exit (code); }

void (*failure_exit) (int code) = exit_process;

bool fail (struct failure *failure, enum exit_code code, const char *format, ...) {
  assert (code > EXIT_HOLDS && code <= EXIT_UNFINISHED);
  if (failure->code != 0)
    return false;
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (failure->text, sizeof failure->text, format, arguments);
  va_end (arguments);
  /* It may quote a user's text: keep it on one line, whatever that text holds. */
  for (char *c = failure->text; *c != 0; c++)
    if ((unsigned char) *c < ' ' || *c == 127)
      *c = '?';
  failure->code = code;
  return false;
}

bool fail_in (struct failure *failure, const char *prefix) {
  assert (failure->code != 0); /* a prefix to nothing would be lost: the first failure stays */
  char text[sizeof failure->text];
  memcpy (text, failure->text, sizeof text);
  snprintf (failure->text, sizeof failure->text, "%.200s: %.290s", prefix, text);
  return false;
}

/* ---- failures that end the process, or the call of a library ---- */

struct catcher {
  jmp_buf place;
  struct failure *failure;
  struct catcher *outer;
};

static _Thread_local struct catcher *catcher;

bool failure_is_caught (void) { return catcher != NULL; }

bool failure_catch (void (*function) (void *context), void *context, struct failure *failure) {
  struct catcher here = { .failure = failure, .outer = catcher };
  catcher = &here;
  const bool returned = setjmp (here.place) == 0;
  if (returned)
    function (context);
  catcher = here.outer;
  return returned;
}

void failure_raise (const struct failure *failure) {
  assert (failure->code != 0);
  if (catcher != NULL) {
    if (catcher->failure->code == 0)
      *catcher->failure = *failure;
    longjmp (catcher->place, 1);
  }
  fprintf (stderr, "zermelo: %s\n", failure->text);
  failure_exit (failure->code);
  abort ();
}

void internal_error (const char *file, int line, const char *format, ...) {
  struct failure failure = { 0 };
  char text[400];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  fail (&failure, EXIT_INTERNAL, "internal error at %s:%d: %s", file, line, text);
  failure_raise (&failure);
}

bool fail_memory (struct failure *failure, const char *what, uint64_t bytes) {
  char wanted[32], given[32];
  quantity_print_size (bytes, wanted, sizeof wanted);
  quantity_print_size (machine_process_memory (), given, sizeof given);
  return fail (failure, EXIT_INTERNAL,
               "no memory for %s: %" PRIu64 " bytes (%s) are asked for, this process may use %s", what, bytes,
               wanted, given);
}

void out_of_memory (uint64_t bytes) {
  struct failure failure = { 0 };
  fail_memory (&failure, "what comes next", bytes);
  failure_raise (&failure);
}

static void *or_out_of_memory (void *memory, size_t count, size_t size) {
  if (memory == NULL)
    out_of_memory (size != 0 && count > SIZE_MAX / size ? UINT64_MAX : count * size);
  return memory;
}

void *allocate (size_t count, size_t size) {
  return or_out_of_memory (calloc (count ? count : 1, size ? size : 1), count, size);
}

void *allocate_scattered (size_t count, size_t size) {
  enum { HUGE_PAGE = 1 << 21, LARGE = 1 << 25 };
  char *memory = allocate (count, size);
  const size_t bytes = count * size, before = HUGE_PAGE - (uintptr_t) memory % HUGE_PAGE;
  if (bytes >= LARGE) /* whether it is followed does not matter */
    madvise (memory + before, (bytes - before) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
  return memory;
}

void *reallocate (void *memory, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size)
    return or_out_of_memory (NULL, count, size);
  size_t bytes = count * size;
  return or_out_of_memory (realloc (memory, bytes ? bytes : 1), count, size);
}
