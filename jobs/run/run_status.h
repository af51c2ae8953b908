/* What other processes can learn of a run. While the run lasts, they read BASE.status, a small text file
 * (JSON) that is written every few seconds. After it was stopped, they read its checkpoint or, if there is
 * none, the status file. BASE is the checkpoint of the run, or else the tables or layers that it makes.
 * `zermelo status` reads both.
 *
 * The file is a help, not a result, so it is no failure if it cannot be written. Rank 0 only; NULL is allowed
 * wherever a run has no status. */
#ifndef ZERMELO_RUN_RUN_STATUS_H
#define ZERMELO_RUN_RUN_STATUS_H

#include "run/run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run_status;

/** The states of a run, by their names. */
enum run_state { RUN_RUNNING, RUN_STOPPED, RUN_DONE, RUN_STATES };
extern const char *const run_state_names[RUN_STATES];

enum { STATUS_TEXT = 4000, STATUS_UNKNOWN = -1 };

/** What is known of a run. Negative numbers: unknown. */
struct status_report {
  char what[200];                   /* what is asked */
  char proven[80];                  /* "draw or win", or "" */
  char things[120];                 /* what the share counts: "2 of 5 boards"; "": the share is unknown */
  double share;                     /* of the work, 0..1 */
  uint64_t nodes;                   /* or positions: see unit; of all runs */
  char unit[24];                    /* "nodes" */
  double seconds;                   /* wall time of all runs */
  double run_seconds;               /* of this run */
  uint64_t run_nodes;               /* of this run: what the rate counts */
  double left, left_low, left_high; /* seconds; a guess and a range */
  int64_t restarts;
  int64_t ranks, threads;
  int64_t process;
  char host[72], since[24]; /* UTC; of the last run */
  double updated;           /* seconds since 1970, when all this was so */
  char checkpoint[24];      /* UTC: when the last checkpoint was written, or "" */
  bool locked;              /* the run held a lock of BASE: it runs as long as the lock is held */
  enum run_state state;
};

/** From now on the run has a status: `what` is asked, and base.status is written. Restarts, seconds and
 *  nodes go on from `earlier` (NULL: from what an earlier run left in that file). Does nothing if the run has
 *  one already. */
void run_status_open (struct run *, const char *base, const char *what, const struct status_report *earlier);

/** A checkpoint is being written. */
void run_status_checkpoint (struct run_status *);

/** The present status as the text that status_report_read() reads (STATUS_TEXT bytes). "" for NULL. */
void run_status_text (struct run_status *, enum run_state, char text[STATUS_TEXT]);

/** The run ends. If work is left and no checkpoint tells, the file stays. Frees. */
void run_status_close (struct run *, bool finished);

/** Read such a text. False: it is none. */
bool status_report_read (const char *text, size_t size, struct status_report *);

/** The name of the file. The caller frees it. */
char *status_path (const char *base);

/** Read base.status. False: there is none. */
bool status_file_read (const char *base, struct status_report *);

#endif
