/* How a failure reaches the user: as one line and one exit code.
 *
 * A function that can fail for a reason outside this program returns bool and fills a `struct failure`. It
 * prints nothing; the command prints the line once. Errors of our own are assertions or internal_error().
 * Those and a lack of memory end the program; a library, which must not, catches them (failure_catch()).
 * Nothing here costs time unless something fails. */
#ifndef ZERMELO_BASE_FAILURE_H
#define ZERMELO_BASE_FAILURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Exit codes of the command (from sysexits.h where it has a fitting one). */
enum exit_code {
  EXIT_HOLDS = 0,          /* done; the claim, if there was one, holds */
  EXIT_DIFFERS = 1,        /* done; the claim does not hold */
  EXIT_USAGE = 64,         /* unknown command, option or option value */
  EXIT_BAD_DATA = 65,      /* bad game, board, position, move, job file or data file */
  EXIT_NO_INPUT = 66,      /* a named file is absent */
  EXIT_INTERNAL = 70,      /* an error of our own, or too little memory: another run would end the same way */
  EXIT_CANNOT_CREATE = 73, /* an output cannot be created */
  EXIT_IO = 74,            /* a later read or write fails */
  EXIT_UNFINISHED = 75     /* a limit of the run or a signal left work undone; run again to go on */
};

/** What went wrong. `code` is 0 while nothing has; `text` has no newline. */
struct failure {
  int code;
  char text[500];
};

/** EXIT_INTERNAL: there is no memory for `bytes` bytes of `what`. The text says how much this process may
 * use. Returns false. */
bool fail_memory (struct failure *failure, const char *what, uint64_t bytes);

/** Fill `failure`, unless it already holds an earlier one: the first stays. Returns false, so that a function
 *  can end with `return fail (...)`. */
bool fail (struct failure *failure, enum exit_code code, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

/** Put "prefix: " before the text of a failure. Returns false. */
bool fail_in (struct failure *failure, const char *prefix);

/** An error of our own: print one line and exit with EXIT_INTERNAL (MPI_Abort under MPI). */
_Noreturn void internal_error (const char *file, int line, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

/** internal_error() and out_of_memory() call it to end the process; parallel/ranks.c replaces it by a
 *  function that ends all ranks. */
extern void (*failure_exit) (int code);

/** Call function (context). If internal_error() or out_of_memory() is called meanwhile in this thread, they
 * unwind to here instead of ending the process: false, and the failure says why. What was allocated meanwhile
 * is lost, and a lock that was taken stays locked unless whoever took it catches failures itself
 * (failure_raise()). */
bool failure_catch (void (*function) (void *context), void *context, struct failure *);

/** Is this thread within a failure_catch()? */
bool failure_is_caught (void);

/** Go on with a failure that was caught, in the failure_catch() outside; without one, exit with its code. For
 *  whoever had something to release, and for failures of other threads. */
_Noreturn void failure_raise (const struct failure *);

/** Report that `bytes` bytes cannot be allocated, and exit with EXIT_INTERNAL. */
_Noreturn void out_of_memory (uint64_t bytes);

/** Zeroed memory. Never returns NULL: without memory the program ends (EXIT_INTERNAL, one line). `count` may
 *  be 0. The caller frees it with free(). */
void *allocate (size_t count, size_t size) __attribute__ ((returns_nonnull, alloc_size (1, 2)));

/** As allocate(), for memory with scattered accesses: in huge pages where the system has them, so that an
 * access seldom misses the TLB; but not if it is so small that clearing them takes longer than that saves. */
void *allocate_scattered (size_t count, size_t size) __attribute__ ((returns_nonnull, alloc_size (1, 2)));

/** As realloc(); what is new is not zeroed. Never returns NULL, as allocate(). */
void *reallocate (void *memory, size_t count, size_t size)
    __attribute__ ((returns_nonnull, alloc_size (2, 3)));

/** Make room for one more item in a list of `count` items of `size` bytes, which has room for *capacity.
 *  Returns the list, which may have moved. */
static inline void *grow_list (void *list, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity)
    return list;
  *capacity = 2 * *capacity + 16;
  return reallocate (list, *capacity, size);
}

#endif
