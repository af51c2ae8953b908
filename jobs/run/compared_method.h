/* A method of search with its options, as a comparison names it: METHOD[:key=value,...].
 *
 * The keys are table (its size, or none), replacement, evaluation, order (of moves: the game's, or another
 * one of engine->orders), symmetry and threats (yes or no),
 * root-alpha (kept or fresh), relevant (yes: alpha-beta searches as bns does,
 * query.relevant), window (open, or known: the first one is what the table of known values leaves,
 * query.known), and most, the largest of the depths that it goes to. */
#ifndef ZERMELO_RUN_COMPARED_METHOD_H
#define ZERMELO_RUN_COMPARED_METHOD_H

#include "engine.h"
#include "search/table.h"

enum { COMPARED_TEXT = 96 };

struct compared_method {
  char text[COMPARED_TEXT]; /* as given */
  enum method method;
  bool table_given;
  uint64_t table_bytes; /* 0: none */
  enum replacement replacement;
  char evaluation[32]; /* its name, or "": the game's first */
  char order[32];      /* its name, or "": the game's own */
  bool symmetry;       /* do symmetric positions share a key? */
  bool threats;        /* does it look for winning sequences of threats? */
  bool relevant;       /* alpha-beta as bns searches? */
  bool known;          /* is the first window from the table of known values? */
  bool fresh_alpha;    /* query.fresh_alpha */
  int most;            /* depth */
};

/** Read one. EXIT_BAD_DATA. */
bool compared_method_read (const char *text, struct compared_method *, struct failure *);

/** Can it be used with that game, to that depth (0: to the end)? `query` gets what the method and its
 * settings ask, without the window. EXIT_BAD_DATA. */
bool compared_method_fits (const struct compared_method *, const struct game *, int depth, struct query *,
                           struct failure *);

/** Switch off in the game what the method is not to use. */
void compared_method_forget (const struct compared_method *, struct game *);

/** Depths "4" or "2-9". EXIT_BAD_DATA. */
bool depths_read (const char *text, int *first, int *last, struct failure *);

/** All depths of such texts, in that order: `count` of them. The caller frees the list,
 * which has room for one more than none. NULL: EXIT_BAD_DATA. */
int *depths_list (const char *const *texts, size_t text_count, int *count, struct failure *);

#endif
