/* One start of the command, as everything that it does sees it.
 *
 * Under a launcher all ranks have one, with the same options; rank 0 alone reads files and prints. */
#ifndef ZERMELO_RUN_RUN_H
#define ZERMELO_RUN_RUN_H

#include "base/failure.h"
#include "engine.h"
#include "parallel/manager.h"
#include "parallel/ranks.h"
#include "run/run_account.h"
#include "settings/options.h"
#include "terminal/output.h"
#include "terminal/progress.h"

#include <stdbool.h>

struct run_checkpoint;
struct proofs;

/** One start of the command. */
struct run {
  const struct command *command;
  struct options options;
  struct ranks ranks;
  int ranks_at_once; /* of them, as many as have cores for their threads (rank 0); 0: not known */
  struct resources resources;
  struct output output;   /* rank 0 writes to it; on the others it goes nowhere */
  struct account account; /* what was done, for --statistics and --verbose */
  struct progress progress;
  void (*describe) (void *context, const struct under_way *); /* brings progress up to date, or NULL */
  void *describe_context;
  char name[64];                       /* of a job, or "" */
  struct search_tables *search_tables; /* endgame tables for its searches, or NULL */
  struct game game;       /* what it is about, open until the end; engine NULL: no or many games */
  char command_line[400]; /* as typed, or the name of the job file */
  const char *task;       /* what is done, for the statistics file */
  char *statistics;       /* file to write at the end, or NULL; */
  char *report;           /*   and the page made from it; both are freed by run_end() */
  char *made[8];          /* files to be named at the end */
  int made_count;
  struct failure query_failure; /* the first of a query that could not be done (rank 0) */
  int evaluation;               /* which one of the game's, for depth-limited methods */
  enum method method;           /* of the last answer (rank 0): what `auto` became */
  double begun;                 /* clock_seconds() */
  const volatile int *stop;     /* set by a signal, or when nobody reads on: end soon and cleanly */
  bool reader_gone;             /* nobody reads standard output, which was all there was to write to */
  struct run_checkpoint *run_checkpoint; /* of the checkpoint (rank 0), or NULL */
  struct proofs *proofs;                 /* what the certificate is to claim (rank 0), or NULL */
};

/** Resources from the options and the machine; the same on all ranks of a node. */
struct resources resources_from (const struct options *, double begun);

/** Name a file at the end of the run, if it ends well (copied). */
void run_makes (struct run *, const char *path);

/** The one line of a failure, without line ends in it; and the same about a line of a file. */
void failure_print (const struct failure *);
void failure_print_at (const char *file, size_t line, const struct failure *);

/** Open the GAME text as run->game, which run_end() closes. The same on all ranks. EXIT_BAD_DATA. */
bool run_open_game (struct run *, const char *text, struct failure *);

/** Has a signal, the time limit or a query that could not be done asked for an end? Not collective. */
bool run_must_stop (const struct run *);

/** Why a run ends early: fills the failure with EXIT_UNFINISHED and "what", or with what a query failed of.
 *  Returns its code. */
int run_unfinished (const struct run *, const char *what, struct failure *);

#endif
