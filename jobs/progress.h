/* How a long run shows that it is alive: a line on a terminal that is written over, or now and then a line
 * in a log. Standard error, rank 0, nothing with --quiet. Costs a look at the clock a call. */
#ifndef ZERMELO_PROGRESS_H
#define ZERMELO_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
  bool active, terminal;
  bool shown;           /* a line stands on the terminal */
  double begun, next;   /* clock_seconds() */
  uint64_t done, total; /* pieces of work; total 0: not known */
  uint64_t nodes;       /* so far */
  const char *unit;     /* what these are: "nodes" */
  double table_fill;    /* 0..1, negative: not known */
  char doing[160];      /* "verify mnk:5,5,4", what is proven, ... */
};

/** terminal: write over the line if standard error is a terminal. */
void progress_begin (struct progress *, bool active, bool terminal);

/** Show a line if it is time. */
void progress_show (struct progress *);

/** Take the line off the terminal, before something else is printed there. */
void progress_clear (struct progress *);

#endif
