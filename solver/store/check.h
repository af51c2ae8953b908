/* The options and results of the verifiers of files: endgame tables (tablebase/tables_check.h) and layers
 * (layers/layers_check.h). */
#ifndef ZERMELO_STORE_CHECK_H
#define ZERMELO_STORE_CHECK_H

#include "base/failure.h"

#include <stdio.h>

struct check_options {
  int threads;
  bool complete; /* check every position; false: a sample of each part of the file, chosen by `seed` */
  uint64_t seed;
  uint64_t memory;                   /* the most bytes that the check may take */
  bool (*must_stop) (void *context); /* called now and then; NULL: never stop */
  /* Called now and then, with the part being checked ("ply 3", "slice 2.0.1.0"), the positions checked so far
     and those of the file. May be NULL. */
  void (*progress) (void *context, const char *part, uint64_t checked, uint64_t all);
  void *context;
};

enum check_result {
  CHECK_REFUSED,
  CHECK_SAMPLED,    /* the checked positions follow from their neighbours in the file */
  CHECK_CONSISTENT, /* all positions do, but wrong values could support each other */
  CHECK_ACCEPTED    /* everything in the file was checked, and follows from the rules */
};

enum { CHECK_WRONG = 640 };

struct check_verdict {
  enum check_result result;
  bool stopped;            /* the check was stopped, so there is no result */
  char claim[200];         /* what the file claims, as a sentence without its full stop */
  uint64_t positions;      /* checked */
  uint64_t all;            /* of the file */
  uint64_t finished;       /* checked positions in which the game is over, so that the rules tell the value */
  char wrong[CHECK_WRONG]; /* refused: the first position that fails, or a part, or something else */
  char reason[80];
};

/** Refuse the file. Returns false. */
static inline bool check_refuse (struct check_verdict *verdict, const char *wrong, const char *reason) {
  snprintf (verdict->wrong, sizeof verdict->wrong, "%s", wrong);
  snprintf (verdict->reason, sizeof verdict->reason, "%s", reason);
  return false;
}

/** Report progress. False if the check must stop. */
static inline bool check_goes_on (const struct check_options *options, const char *part,
                                  struct check_verdict *verdict) {
  verdict->stopped = options->must_stop != NULL && options->must_stop (options->context);
  if (!verdict->stopped && options->progress != NULL)
    options->progress (options->context, part, verdict->positions, verdict->all);
  return !verdict->stopped;
}

#endif
