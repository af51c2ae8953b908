/* Full search of small boards for the tests of the checker: alignment games of up to 25 cells by masks, with
 * a table and nothing that is known beyond the rules. Shares nothing with the checker or the engines. */
#ifndef ZERMELO_TESTS_FULL_SEARCH_H
#define ZERMELO_TESTS_FULL_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

enum { FULL_CELLS = 25 };

struct full_search {
  int columns, rows, length, cells, variant; /* variant: 0 k or more, 1 exact, 2 maker-breaker */
  bool gravity;
  uint32_t line[4 * FULL_CELLS], guard[4 * FULL_CELLS]; /* cells beyond a line that are not its owner's */
  int lines;
  struct full_entry *table;
};

void full_search_open (struct full_search *, int columns, int rows, int length, bool gravity, int variant);
void full_search_close (struct full_search *);

/** The score for the side to move (0: first) with these cells (0 empty, 1, 2: whose stone; row 0 at the
 * bottom), finished or not: as zermelo-files(5) counts, so that its sign is the value. */
int full_search_score (struct full_search *, const int8_t *cell, int to_move);

/** Has that player a row that wins? */
bool full_search_won (const struct full_search *, const int8_t *cell, int player);

#endif
