/* How a long run shows that it is alive: a line on a terminal that is written over, or now and then a line
 * in a log. Standard error, rank 0, nothing with --quiet. Costs a look at the clock a call.
 *
 *     verify: mnk:6,6,5, 12 of 47 boards, 5.20 M nodes/s, table 12 % full, 1 min 5 s, about 3 to 5 min left
 *
 * What runs and what is proven about it, how far it is, how fast, how full the table, since when, and the end
 * as a range where it can be told. On a terminal what matters least is left out until the line fits: it is
 * never wrapped, and it can be taken off again. A log has a line after 5 s, then after twice the time and
 * twice the time again, at most a minute; the environment variable ZERMELO_PROGRESS sets another interval, in
 * seconds, for both. */
#ifndef ZERMELO_TERMINAL_PROGRESS_H
#define ZERMELO_TERMINAL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** How much of a task was done at some time. */
struct progress_mark {
  double seconds, share; /* clock_seconds(); 0..1 */
};

struct progress {
  bool active, terminal;
  bool shown;                 /* a line stands on the terminal */
  double begun, next;         /* clock_seconds() */
  double interval;            /* seconds between two lines; in a log it grows */
  double longest;             /*   up to this */
  char task[128];             /* "verify", "solve connect4:7x6" */
  char now[128];              /* what of it runs: "mnk:5,5,4", "ply 7"; "": nothing to say */
  char proven[80];            /* "draw or win", or "" */
  uint64_t done, total;       /* how far it is: so many of so many `things`; total 0: nobody knows */
  const char *things;         /* "boards" */
  double share;               /* of the work done, where that is not done / total; negative: it is */
  const char *left;           /* what the end is of, as a format: "about %s left" */
  uint64_t count, running;    /* nodes of what is done, and of what runs */
  const char *unit;           /* what they are: "nodes" */
  double table_fill;          /* 0..1, negative: not known */
  double task_begun;          /* clock_seconds() */
  struct progress_mark first; /* of the task */
  struct progress_mark marks[2];
};

/** terminal: write over the line if standard error is a terminal. */
void progress_begin (struct progress *, bool active, bool terminal);

/** Another task begins, or another part of one that is to be counted by itself: nothing of it is done. `unit`
 *  (borrowed) is what is counted a second. */
void progress_task (struct progress *, const char *unit, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

/** What of it runs. */
void progress_now (struct progress *, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/** Show a line if it is time. */
void progress_show (struct progress *);

/** Take the line off the terminal, before something else is printed there. */
void progress_clear (struct progress *);

/* ---- parts, to be tested alone ---- */

/** How much is done at `now`; called before each line. */
void progress_look (struct progress *, double now);

/** Seconds until the task ends, if it goes on as fast as since its beginning, or as of late: the least and
 * the most of it, with some room. False: that cannot be told. */
bool progress_left (const struct progress *, double now, double *least, double *most);

/** The line at `now` without a line end, at most `width` characters; 0: however long. `text` holds `size`
 *  bytes. */
void progress_line (const struct progress *, double now, size_t width, char *text, size_t size);

#endif
