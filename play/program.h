/* An external program that is used by lines of text: a child process with a pipe to it and one from it.
 *
 * No function waits beyond its deadline. The program's standard error is discarded. It leads a process group
 * of its own, which is killed as a whole, and reaped. The caller must ignore or handle SIGPIPE. One
 * thread. */
#ifndef ZERMELO_ANALYSIS_PLAY_PROGRAM_H
#define ZERMELO_ANALYSIS_PLAY_PROGRAM_H

#include "base/failure.h"

#include <stdbool.h>

struct program;

enum { PROGRAM_LINE_TEXT = 8192 }; /* bytes of a line; a program with a longer line counts as gone */

/** The result of an exchange with a program. */
enum exchange {
  EXCHANGE_DONE,
  EXCHANGE_LATE,    /* the deadline passed */
  EXCHANGE_WRONG,   /* its answer was wrong */
  EXCHANGE_REFUSED, /* it cannot play the board */
  EXCHANGE_GONE,    /* it has ended, or closed a pipe, or sent too long a line */
  EXCHANGE_STOPPED  /* the caller was stopped */
};

/** Must the exchange stop? Called now and then while waiting; NULL: never. */
struct program_watch {
  bool (*stops) (void *context);
  void *context;
};

/** Start a shell command. program_end() frees it. NULL: it cannot be started (EXIT_IO). */
struct program *program_start (const char *command, const struct program_watch *, struct failure *);

/** Send text, which ends with a line end; wait until `deadline` (clock_seconds(); 0: for ever). */
enum exchange program_send (struct program *, const char *text, double deadline);

/** Read the next line, without its end and the blanks around it. */
enum exchange program_read (struct program *, double deadline, char line[PROGRAM_LINE_TEXT]);

/** Send a farewell line (or NULL), wait a moment for the program to end, kill its remaining processes, reap
 * it, and free. NULL is allowed. */
void program_end (struct program *, const char *farewell);

#endif
