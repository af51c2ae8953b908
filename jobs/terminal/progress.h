/* How a long run shows that it is alive: a line on a terminal that is overwritten, or now and then a line in
 * a log. Standard error, rank 0, nothing with --quiet. A call costs a reading of the clock.
 *
 *     verify: mnk:6,6,5, 12 of 47 boards, 5.20 M nodes/s, table 12 % full, 1 min 5 s, about 3 to 5 min left
 *
 * What runs and what is proven about it, how far it is, how fast, how full the table is, for how long it has
 * run, and, if it can be told, a range for the end. On a terminal the least important parts are left out
 * until the line fits: it never wraps, and it can be cleared. A log has a line after 5 s, then after twice
 * the time and twice the time again, at most a minute. The environment variable ZERMELO_PROGRESS sets another
 * interval, in seconds, for both. */
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
  bool shown;                 /* is there a line on the terminal? */
  double begun, next;         /* clock_seconds() */
  double interval;            /* seconds between two lines; in a log it grows */
  double longest;             /*   up to this */
  char task[128];             /* "verify", "solve connect4:7x6" */
  char now[128];              /* the current part: "mnk:5,5,4", "ply 7"; "": none */
  char proven[80];            /* "draw or win", or "" */
  uint64_t done, total;       /* how many `things` are done, of how many; total 0: unknown */
  const char *things;         /* "boards" */
  double share;               /* of the work done, if that is not done / total; negative: it is */
  const char *left;           /* a format for the time left: "about %s left" */
  uint64_t count, running;    /* units of what is done, and of the current part */
  const char *unit;           /* "nodes" */
  double table_fill;          /* 0..1, negative: not known */
  double task_begun;          /* clock_seconds() */
  struct progress_mark first; /* of the task */
  struct progress_mark marks[2];
  const char
      *basis; /* what `share` is a share of, in words: "positions listed, valued and written"; or NULL */
  const struct progress *whole; /* the share of all tasks together, if this one is a part; or NULL */
  double rest;                  /* a guess of the task itself at the seconds that are left; negative: none */
  double said_interval;         /* ZERMELO_PROGRESS; 0: it says nothing */
  /* Called by progress_show(), also if nothing is shown; NULL: there is no observer. */
  void (*observe) (void *observer, const struct progress *);
  void *observer;
};

/** terminal: overwrite the line if standard error is a terminal. */
void progress_begin (struct progress *, bool active, bool terminal);

/** Begin another task, or another part of one that is to be counted separately: nothing of it is done. `unit`
 *  (borrowed) is what the rate counts. */
void progress_task (struct progress *, const char *unit, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

/** Set the current part. */
void progress_now (struct progress *, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/** Show a line if it is time. */
void progress_show (struct progress *);

/** Clear the line on the terminal, before something else is printed there. */
void progress_clear (struct progress *);

/* ---- parts, public for tests ---- */

/** Record how much is done at `now`; called before each line. */
void progress_look (struct progress *, double now);

/** Seconds until the task ends, if it goes on at its average or at its recent speed: the least and the most
 * of these, with a margin. False: unknown. */
bool progress_left (const struct progress *, double now, double *least, double *most);

/** How much of the task is done, 0..1; negative: unknown. */
double progress_share (const struct progress *);

/** A guess at the seconds that are left, and a range for them, however wide, from 2 % of the task on. False:
 *  nothing is known yet. */
bool progress_estimate (const struct progress *, double now, double *left, double *least, double *most);

/** The line at `now` without a line end, at most `width` characters; 0: any length. `text` has `size` bytes.
 */
void progress_line (const struct progress *, double now, size_t width, char *text, size_t size);

#endif
