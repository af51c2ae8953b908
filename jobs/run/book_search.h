/* A book in the making: its positions, and the bounds known of each. Rank 0 only. */
#ifndef ZERMELO_RUN_BOOK_SEARCH_H
#define ZERMELO_RUN_BOOK_SEARCH_H

#include "base/key_set.h"
#include "book/book_rows.h"
#include "run/run.h"
#include "store/book_layout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a book is to hold. */
struct book_plan {
  int plies;      /* the last ply; with `around`, counted from the positions of that file */
  int strategies; /* whose strategies the book holds: bit 0 of the first player, bit 1 of the second; 0: all
                     positions */
  bool until;     /* until the run's time is over, if that comes before the last ply */
  bool heuristic; /* heuristic values, by the search of limited depth that the options of the run name */
  const char *around; /* file of positions, or NULL: from the start */
  const char *from;   /* a book to extend, or NULL */
  const char *path;   /* the path of the book to be written */
};

struct book_builder {
  struct run *run;
  const struct game *game;
  int plies;
  bool exact_score, until, heuristic;
  const char *around;           /* or NULL */
  const struct book_rows *from; /* or NULL */

  struct key_set positions; /* the unfinished positions; without a strategy by distance from where the book
                               begins, up to distance `plies` + 1 */
  size_t room;              /* what the arrays below have room for */
  struct bounds *bounds;    /* for the side to move */
  bool *has_floor;          /* is the lower bound of the position a floor (book_search.c)? */
  uint8_t *ply;
  int *chosen; /* index of engine->successors(): the move of a strategy or of a heuristic search; -1: none */
  int16_t *evaluation; /* ZERMELO_NO_EVALUATION: none */
  size_t *begin;       /* index of the first position at each distance 0 .. plies + 1, and the end: plies + 3
                          entries */
  bool cut;            /* the clock or a signal cut a search off, so the unknown values are not final */
  struct position *position, *child;
  struct successor *successors;
};

/** Set m->position to position i and m->successors to its moves. Returns their number. */
int book_set_position (struct book_builder *, size_t i);

/** Is the value or score of position i known? */
bool book_settled (const struct book_builder *, size_t i);

/** Can no position of the game come up twice? Then a parent's score bounds that of its children. */
bool book_converges (const struct book_builder *);

/** A query about the position with that key: its bounds so far are the window. */
struct query book_query (const struct book_builder *, const uint8_t *key, struct bounds window);

/** Position i is worth at least `floor`. */
void book_give_floor (struct book_builder *, size_t i, int floor);

/** The bounds of the position after a move, for the side to move there: exact if the game is over. */
struct bounds book_child_bounds (const struct book_builder *, const struct position *child);

/** List the positions and fill m->bounds: the value or score of every position of the book and, for positions
 * of the next ply, bounds that tell whether the move to them keeps the value. With m->heuristic, fill
 * m->evaluation and m->chosen instead. Collective: the other ranks call query_queue_run (run, NULL). False:
 * the run ended before. */
bool book_search (struct book_builder *);

/** As book_search(), for the book of a strategy: what one side, or either, needs to play without a mistake.
 * Where this side is to move, the book has one move that keeps the value; where the other side is to move, it
 * has every reply. `strategies`: bits as in struct book_plan. Also fills m->chosen where their side is to
 * move: the first move that keeps the value, in the order in which the game's searches would try them
 * (engine->expand), so that it depends on the position alone. */
bool book_strategy_search (struct book_builder *, int strategies);

#endif
