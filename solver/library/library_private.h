/* A handle of zermelo/probe.h and zermelo/zermelo.h, and how their calls are made. */
#ifndef ZERMELO_LIBRARY_LIBRARY_PRIVATE_H
#define ZERMELO_LIBRARY_LIBRARY_PRIVATE_H

#include "answer/answer.h"
#include "answer/oracle.h"
#include "zermelo/probe.h"

#include <pthread.h>
#include <stdatomic.h>

struct library_search; /* threads, and tables with what was learned; only libzermelo has it */

struct library_file {
  struct oracle *oracle; /* its address never changes, because what it has opened refers to its game */
  char *path;
};

struct zermelo {
  struct game game; /* valid if has_game */
  bool has_game;
  struct library_file *files;
  int file_count;
  pthread_mutex_t lock; /* for files that are read from disk while they are asked; books are in memory */
  struct library_search *search; /* guarded by `turn`; NULL until a search needs it */
  void (*search_free) (struct library_search *);
  pthread_mutex_t turn;  /* held by the call that searches, or changes how searches are made: one at a time */
  atomic_bool cancelled; /* the running search is to end */
  atomic_bool broken;    /* a call was abandoned half-way, for lack of memory or by an error of our own */
};

/** Carry out a call: run `body` with its argument. Returns 0, or the code of the failure that `body` has set;
 * zermelo_error() then returns the text of that failure in this thread. Every call that can fail goes through
 * here. */
int library_call (bool (*body) (zermelo *, void *argument, struct failure *), zermelo *, void *argument);

/** failure_catch() for functions that may hold the locks below, or that of HDF5. After a failure the locks
 * are released. */
bool library_catch (void (*function) (void *context), void *context, struct failure *);

/** Begin an answer with what the rules and all files say. answer_end() frees it. EXIT_USAGE: there is no
 * game. EXIT_BAD_DATA: the text is no position. */
bool library_begin (zermelo *, const char *text, struct answer *, struct failure *);

/** The parts of an answer that a caller gets. `wants` is a sum of enum zermelo_wants. */
struct library_result {
  const struct answer *answer;
  int wants;
  const bool *best;                /* for each move, what answer_mark() says; or NULL */
  char (*line)[ZERMELO_MOVE_NAME]; /* a line of best play; or NULL */
  int line_count;
  uint64_t nodes;
  double seconds;
};

/** The answer in the form that callers get, in one block of memory. */
zermelo_answer *library_answer (const struct library_result *);

/** Fill in which moves are best and, if a line is wanted and the result has none, a line by rules and files.
 * Then make the answer as library_answer() does. False: a file can no longer be read. */
bool library_finish (zermelo *, struct library_result *, zermelo_answer **, struct failure *);

/** To be called before and after a file is asked. If the file answers only one thread at a time, other
 * threads wait. */
void library_take_turn (zermelo *, const struct oracle *);
void library_end_turn (zermelo *, const struct oracle *);

#endif
