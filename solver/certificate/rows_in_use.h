/* Keeps track of the rows of a strategy on which the claims rest, while rows are replaced by others.
 *
 * Rows are never removed. Each row has a count of the claims and the rows in use that rest on it, so the
 * number of rows that a replacement would need, or free, is found by counting. */
#ifndef ZERMELO_CERTIFICATE_ROWS_IN_USE_H
#define ZERMELO_CERTIFICATE_ROWS_IN_USE_H

#include "certificate/leaf.h"

/** Row numbers, each listed once. */
struct row_list {
  size_t *row;
  size_t count, capacity;
};

void row_list_add (struct row_list *, size_t row);
void row_list_copy (struct row_list *to, const struct row_list *from);

struct rows_in_use {
  const struct array_game *game;
  struct strategy *strategy; /* borrowed */
  struct row_list *supports; /* for each row: the rows that it rests on */
  uint32_t *used;            /* for each row: how many rows in use, and claims, rest on it */
  bool *marked;              /* for each row: a mark for callers, who reset it to false after use */
  size_t known, capacity;    /* rows for which these three arrays have entries, and room */
  size_t in_use;
};

/** Begin with the rows of the strategy that the claims of its certificate rest on. */
void rows_in_use_begin (struct rows_in_use *, const struct array_game *, struct strategy *,
                        const struct certificate *);
void rows_in_use_end (struct rows_in_use *);

/** To be called after rows have been added to the strategy. The new rows are not in use and rest on nothing.
 */
void rows_in_use_grow (struct rows_in_use *);

/** The row of a position, or a leaf that is added for it. SIZE_MAX: there is none. */
size_t row_or_leaf (struct rows_in_use *, struct leaves *, const uint8_t *key);

/** Let one more user rest on these rows, or one less. Returns how many rows come into use, or go out of use.
 * Does not change in_use. */
size_t rows_take (struct rows_in_use *, const struct row_list *);
size_t rows_release (struct rows_in_use *, const struct row_list *);

/** How many rows would come into use if one more user rested on these rows. */
size_t rows_cost (struct rows_in_use *, const struct row_list *);

/** Drop all rows that are not in use. Only rows_in_use_end() may follow. */
void rows_in_use_drop_others (struct rows_in_use *);

#endif
