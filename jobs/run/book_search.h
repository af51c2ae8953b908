/* Searches the positions of a book. Rank 0 only. */
#ifndef ZERMELO_RUN_BOOK_SEARCH_H
#define ZERMELO_RUN_BOOK_SEARCH_H

#include "run/book_builder.h"

#include <stdbool.h>

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
