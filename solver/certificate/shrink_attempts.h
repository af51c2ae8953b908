/* Remembers which rows were tried in vain while a strategy is shrunk, so that they are tried again only when
 * there is hope.
 *
 * A row that could not be improved is worth another try with more effort, if it has come to need more rows of
 * its own, or if rows have come into use at positions that can follow from its own: these cost nothing to
 * rest on. Rows are known by their positions here, since their numbers change from round to round. */
#ifndef ZERMELO_CERTIFICATE_SHRINK_ATTEMPTS_H
#define ZERMELO_CERTIFICATE_SHRINK_ATTEMPTS_H

#include "base/key_set.h"
#include "certificate/rows_in_use.h"

struct attempt;
struct arrival;

struct shrink_attempts {
  const struct array_game *game;
  struct key_set tried; /* positions that have been tried, and */
  struct attempt *attempt;
  size_t attempt_capacity;
  struct key_set arrived; /* positions whose rows have come into use, in order of time, and */
  struct arrival *arrival;
  size_t arrival_capacity;
};

/** Begin with no attempts. The game is borrowed and has at most 64 cells. */
void shrink_attempts_begin (struct shrink_attempts *, const struct array_game *);
void shrink_attempts_end (struct shrink_attempts *);

/** Take note of the rows that are in use. */
void shrink_attempts_look (struct shrink_attempts *, const struct rows_in_use *);

/** Is it worth trying a row with that effort (a number that grows) if it needs `freed` rows of its own? If
 * so, the attempt is noted. */
bool shrink_attempts_begin_one (struct shrink_attempts *, const uint8_t *key, int effort, size_t freed);

#endif
