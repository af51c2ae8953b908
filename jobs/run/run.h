/* The state of one run of the program, which all parts of the program share.
 *
 * Under a launcher each rank has one, with equal options. Only rank 0 reads files and prints. */
#ifndef ZERMELO_RUN_RUN_H
#define ZERMELO_RUN_RUN_H

#include "base/failure.h"
#include "engine.h"
#include "parallel/manager.h"
#include "parallel/ranks.h"
#include "run/run_account.h"
#include "settings/parameters.h"
#include "terminal/output.h"
#include "terminal/progress.h"

#include <stdbool.h>

struct checkpoint_part;
struct run_checkpoint;
struct proofs;
struct run_status;

/** The conditions of a run: what was asked for, on which ranks and with what resources the work is done, and
 * until when. */
struct session {
  const struct command *command;
  const char *task;       /* what is done, for the statistics file */
  char name[64];          /* the name of a job, or "" */
  char command_line[400]; /* as typed, or the name of the job file */
  struct options options;
  struct ranks ranks;
  int ranks_at_once;   /* the number of ranks that have cores for their threads (rank 0); 0: unknown */
  int default_threads; /* the threads of this rank if no option gives their number: placement_threads() */
  struct resources resources;
  /* Limits that the job file sets, not the command line: they count over all runs. */
  bool counts_time, counts_nodes;
  bool left_alone;  /* earlier runs have used up such a limit: nothing was done, and no file is touched */
  struct game game; /* open until the end of the run; engine NULL: no game, or many */
  int evaluation;   /* index of the game's evaluation, for depth-limited methods */
  struct search_tables *search_tables; /* endgame tables for the searches, or NULL */
  double begun;                        /* clock_seconds() */
  const volatile int
      *stop; /* set by a signal, or when the reader of the output is gone: end soon and cleanly */
  struct failure query_failure; /* the first failure of a query (rank 0) */
};

/** What a run shows while it lasts. On ranks other than 0 the output discards everything. */
struct display {
  struct output output;
  struct progress progress;
  void (*describe) (void *context, const struct under_way *); /* updates the progress; may be NULL */
  void *describe_context;
  bool reader_gone; /* standard output, the only output, has been closed by its reader */
};

/** What a run records: for its end, for the run that resumes it, and for other processes to look at. */
struct journal {
  struct account account; /* what was done, for --statistics and --verbose */
  enum method method;     /* the method of the last result (rank 0): what `auto` stood for */
  char *statistics;       /* file to write at the end, or NULL, */
  char *report;           /*   and the page made from it; run_end() frees both */
  char *made[8];          /* files to name at the end */
  int made_count;
  const struct checkpoint_part *checkpoint_part; /* to be set before the checkpoint is opened, or NULL */
  struct run_checkpoint *run_checkpoint;         /* (rank 0), or NULL */
  double earlier_seconds;    /* of all runs before this one, as the checkpoint has it (rank 0) */
  struct proofs *proofs;     /* the claims of the certificate, or NULL */
  struct run_status *status; /* what others are told of the run (rank 0), or NULL */
};

/** One run of the program. Functions take the part that they need; only those that need several take the
 * whole. */
struct run {
  struct session session;
  struct display display;
  struct journal journal;
};

/** The resources of this rank that options and machine allow; run->session.default_threads must be set. */
struct resources resources_of (const struct session *);

/** Name a file (copied) at the end of the run, if it ends well. */
void run_makes (struct journal *, const char *path);

/** Print a failure as one line, without line ends in it; the second function adds the file and line that the
 * failure is about. */
void failure_print (const struct failure *);
void failure_print_at (const char *file, size_t line, const struct failure *);

/** Open the GAME text as run->session.game, which run_end() closes. All ranks pass the same text.
 * EXIT_BAD_DATA. */
bool run_open_game (struct session *, const char *text, struct failure *);

/** Must the run end, because of a signal, the time limit or a query that failed? Not collective. */
bool run_must_stop (const struct session *);

/** run_must_stop(), as a function to be called back with the session. */
bool run_stops (void *session);

/** Say why a run ends early: set the failure to EXIT_UNFINISHED and `what`, or to the failure of a query.
 * Returns its code. */
int run_unfinished (const struct session *, const char *what, struct failure *);

#endif
