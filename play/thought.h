/* What players are given for their search for a move, and what they find. */
#ifndef ZERMELO_PLAY_THOUGHT_H
#define ZERMELO_PLAY_THOUGHT_H

#include "play/course.h"
#include "play/opening_books.h"

#include <stdbool.h>
#include <stdint.h>

/** The resources of all players of a program. */
struct play_resources {
  const struct game *game;       /* borrowed */
  int threads;                   /* for searches for proofs */
  uint64_t table_bytes;          /* for each shelf */
  bool (*stops) (void *context); /* called every few milliseconds: must the search stop? NULL: never */
  void *stops_context;
  /* Bounds on the value of a position from another source, with which `monkey` begins its search; false: none
   * are known. NULL: there is no such source. */
  bool (*known) (void *context, const struct game *, const struct position *, struct bounds *);
  void *known_context;
  bool programs;               /* external programs may be started; false for a client over a network */
  struct opening_books *books; /* the books of players that name none, except those of fixed depth; borrowed;
                                  NULL: none */
  double grace;                /* seconds beyond its time that an external program may take */
};

/** The result of a player's search for a move. */
struct thought {
  struct successor chosen;
  struct cost cost;
  struct bounds bounds; /* proven bounds on the value of the position, for the side to move */
  bool keeps;           /* the move is proven to reach bounds.lower */
  bool has_score;       /* the exact score is proven, and the move reaches it */
  int score;
  bool has_evaluation;
  int evaluation;        /* for the side to move */
  int depth;             /* depth of the evaluation in plies */
  const char *source;    /* "search", "book" or "tables"; NULL: a random move, or an external program */
  enum game_end forfeit; /* the reason why an external program loses the game without a move; else
                            GAME_END_NONE */
};

#endif
