/* The book of a strategy: what one side, or either, needs to play without a mistake. Where this side is to
 * move, the book has one move that keeps the value; where the other side is to move, it has every reply. */
#ifndef ZERMELO_RUN_BOOK_STRATEGY_H
#define ZERMELO_RUN_BOOK_STRATEGY_H

#include "run/book_search.h"

/** List the positions of the strategies (bits as in struct book_plan) and fill m->bounds and, where their
 * side is to move, m->chosen: the first move that keeps the value, in the order in which the game's searches
 * would try them (engine->expand), so that it depends on the position alone. Collective: the other ranks call
 * query_queue_run (run, NULL). False: the run ended before. */
bool book_strategy_search (struct book_builder *, int strategies);

#endif
