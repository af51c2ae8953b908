/* How something that went wrong reaches the user: one line and one exit code.
 *
 * A function that can fail for a reason outside this program returns bool and fills a
 * `struct failure`; nothing is printed on the way. The command prints the line once.
 * Our own mistakes are assertions or internal_error(). Costs nothing on the good path. */
#ifndef ZERMELO_BASE_FAILURE_H
#define ZERMELO_BASE_FAILURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Exit codes of the command (sysexits.h where that has one). */
enum exit_code {
  EXIT_HOLDS = 0,          /* done, and what was claimed holds */
  EXIT_DIFFERS = 1,        /* done, and it does not hold */
  EXIT_USAGE = 64,         /* unknown command, option or option value */
  EXIT_BAD_DATA = 65,      /* bad game, board, position, move, job file or data file */
  EXIT_NO_INPUT = 66,      /* a named file is absent */
  EXIT_INTERNAL = 70,      /* our own mistake, or memory that is not there: again would end the same */
  EXIT_CANNOT_CREATE = 73, /* an output cannot be made */
  EXIT_IO = 74,            /* reading or writing fails later */
  EXIT_UNFINISHED = 75     /* a run-wide limit or a signal left work; run again to go on */
};

/** What went wrong: `code` is 0 while nothing has; `text` has no newline. */
struct failure {
  int code;
  char text[500];
};

/** EXIT_INTERNAL: so many bytes for `what` are not there; the text says how many this process may use.
 * Returns false. */
bool fail_memory (struct failure *failure, const char *what, uint64_t bytes);

/** Fill `failure` (which may already hold an earlier one: the first stays).
 *  Returns false, so that a function can end with `return fail (...)`. */
bool fail (struct failure *failure, enum exit_code code, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

/** Put "prefix: " before the text of a failure. Returns false. */
bool fail_in (struct failure *failure, const char *prefix);

/** Our own mistake: print one line and leave with EXIT_INTERNAL (MPI_Abort under MPI). */
_Noreturn void internal_error (const char *file, int line, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

/** Called by internal_error() and by memory exhaustion to end the process; the ranks module
 *  replaces it by one that ends all ranks. */
extern void (*failure_exit) (int code);

/** So many bytes are not there: one line, and the end (EXIT_INTERNAL). */
_Noreturn void out_of_memory (uint64_t bytes);

/** Memory that is there or ends the program (EXIT_INTERNAL, one line). `count` may be 0.
 *  The caller frees it with free(). */
void *allocate (size_t count, size_t size) __attribute__ ((returns_nonnull, alloc_size (1, 2)));
void *reallocate (void *memory, size_t count, size_t size)
    __attribute__ ((returns_nonnull, alloc_size (2, 3)));

#endif
