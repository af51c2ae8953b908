/* A handle of zermelo/probe.h and zermelo/zermelo.h, and how their calls are made. */
#ifndef ZERMELO_LIBRARY_LIBRARY_PRIVATE_H
#define ZERMELO_LIBRARY_LIBRARY_PRIVATE_H

#include "answer/answer.h"
#include "answer/oracle.h"
#include "zermelo/probe.h"

#include <pthread.h>
#include <stdatomic.h>

struct library_search; /* threads, tables and what was learned: only libzermelo has it */

struct library_file {
  struct oracle *oracle; /* it stays where it is: what it has opened refers to its game */
  char *path;
};

struct zermelo {
  struct game game; /* if there is one: */
  bool has_game;
  struct library_file *files;
  int file_count;
  pthread_mutex_t lock; /* of the files that are read from disk while they are asked; books are not */
  struct library_search *search; /* under `turn`; NULL until something needs it */
  void (*search_free) (struct library_search *);
  pthread_mutex_t turn;  /* who searches, or changes how: one at a time */
  atomic_bool cancelled; /* the search that runs is to end */
  atomic_bool broken; /* a call was given up half-way: memory was lacking, or there was an error of our own */
};

/** Carry out a call: run `body` with its argument. Returns 0, or the code of the failure that it has set,
 *  whose text zermelo_error() then has in this thread. Every call that can fail goes through here. */
int library_call (bool (*body) (zermelo *, void *argument, struct failure *), zermelo *, void *argument);

/** failure_catch() for those who may hold the locks below, or that of HDF5: they are released. */
bool library_catch (void (*function) (void *context), void *context, struct failure *);

/** Let an answer begin with the rules and all files: answer_end() frees it. EXIT_USAGE: there is no game.
 *  EXIT_BAD_DATA: the text is no position. */
bool library_begin (zermelo *, const char *text, struct answer *, struct failure *);

/** What of an answer a caller gets: `wants` is a sum of enum zermelo_wants. */
struct library_result {
  const struct answer *answer;
  int wants;
  const bool *best;                /* of each move, as answer_mark() says; or NULL */
  char (*line)[ZERMELO_MOVE_NAME]; /* a line of best play; or NULL */
  int line_count;
  uint64_t nodes;
  double seconds;
};

/** The answer as a caller gets it, in one allocation. */
zermelo_answer *library_answer (const struct library_result *);

/** Fill in which moves are best and, if a line is wanted and the result has none, a line by rules and files;
 *  then make the answer as library_answer() does. False: a file cannot be read any more. */
bool library_finish (zermelo *, struct library_result *, zermelo_answer **, struct failure *);

/** While a file is asked that answers one thread at a time, the others wait. */
void library_take_turn (zermelo *, const struct oracle *);
void library_end_turn (zermelo *, const struct oracle *);

/** Release the lock that this thread still has after a failure, if there is one. */
void library_give_up_turn (void);

/** The public form of what is known of a position. */
zermelo_knowledge library_knowledge (const struct game *, const struct position *, const struct known *);

#endif
