/* A program from outside that speaks by lines: a child process with a pipe to it and one from it.
 *
 * Nothing here waits for longer than it is told. What the program says on standard error is dropped. It leads
 * a process group of its own, which is killed as a whole, and reaped. SIGPIPE must not kill the caller. One
 * thread. */
#ifndef ZERMELO_ANALYSIS_PLAY_PROGRAM_H
#define ZERMELO_ANALYSIS_PLAY_PROGRAM_H

#include "base/failure.h"

#include <stdbool.h>

struct program;

enum { PROGRAM_LINE_TEXT = 8192 }; /* bytes of a line; who sends a longer one is as good as gone */

/** How an exchange with a program ended. */
enum exchange {
  EXCHANGE_DONE,
  EXCHANGE_LATE,    /* the deadline passed */
  EXCHANGE_WRONG,   /* it said what is no answer */
  EXCHANGE_REFUSED, /* it cannot play the board */
  EXCHANGE_GONE,    /* it has ended, or closed a pipe, or its line never ends */
  EXCHANGE_STOPPED  /* the caller was told to leave off */
};

/** Whether to leave off: asked now and then while something is waited for; NULL: never. */
struct program_watch {
  bool (*stops) (void *context);
  void *context;
};

/** Start a command of the shell. program_end() frees it. NULL: it cannot be started (EXIT_IO). */
struct program *program_start (const char *command, const struct program_watch *, struct failure *);

/** Send text, which ends with a line end; wait until `deadline` (clock_seconds(); 0: for ever). */
enum exchange program_send (struct program *, const char *text, double deadline);

/** Read the next line, without its end and the blanks around it. */
enum exchange program_read (struct program *, double deadline, char line[PROGRAM_LINE_TEXT]);

/** Say farewell (a line, or NULL), give it a moment to end by itself, kill what is left of it, reap it, and
 *  free. NULL is allowed. */
void program_end (struct program *, const char *farewell);

#endif
