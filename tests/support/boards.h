/* All methods on a whole board: against plain minimax over the plain rules, or among themselves. */
#ifndef ZERMELO_TESTS_BOARDS_H
#define ZERMELO_TESTS_BOARDS_H

#include "support/methods.h"

/** What plain minimax remembers of positions: their values or, `scores`, their scores. */
struct plain_memory;
struct plain_memory *plain_memory (bool scores);
void plain_memory_free (struct plain_memory *);

int plain_minimax (const struct plain_rules *, const struct plain *, struct plain_memory *);

/** From every position near the start, the nearer the longer the game. */
void check_board (const char *title);

/** From the start of a board too large for plain minimax, the methods among themselves. */
void check_root (const char *title);

/** As check_root(), without the methods that list or walk everything. */
void check_root_by_search (const char *title);

#endif
