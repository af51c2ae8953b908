/* Which rows of a strategy its claims rest on, while other rows are put in their place.
 *
 * Rows are never removed. Each has a count of the rows in use, and claims, that rest on it; so what a row
 * would cost, or free, is found by counting. */
#ifndef ZERMELO_CERTIFICATE_ROWS_IN_USE_H
#define ZERMELO_CERTIFICATE_ROWS_IN_USE_H

#include "certificate/leaf.h"

/** Rows by number, each once. */
struct row_list {
  size_t *row;
  size_t count, capacity;
};

void row_list_add (struct row_list *, size_t row);
void row_list_copy (struct row_list *to, const struct row_list *from);

struct rows_in_use {
  const struct array_game *game;
  struct strategy *strategy; /* borrowed */
  struct row_list *supports; /* of each row: those that it rests on */
  uint32_t *used;            /* of each row: how many rows in use, and claims, rest on it */
  bool *marked;              /* of each row: for use by others, who leave it false */
  size_t known, capacity;    /* rows that these three have */
  size_t in_use;
};

/** Begin with the rows of the strategy that the claims of its certificate rest on. */
void rows_in_use_begin (struct rows_in_use *, const struct array_game *, struct strategy *,
                        const struct certificate *);
void rows_in_use_end (struct rows_in_use *);

/** Rows have been added to the strategy: they are not in use and rest on nothing. */
void rows_in_use_grow (struct rows_in_use *);

/** The row of a position, or a leaf that is added for it. SIZE_MAX: there is none. */
size_t row_or_leaf (struct rows_in_use *, struct leaves *, const uint8_t *key);

/** Let something more, or less, rest on these rows. Returns how many rows come into use, or go out of it;
 * in_use stays as it is. */
size_t rows_take (struct rows_in_use *, const struct row_list *);
size_t rows_release (struct rows_in_use *, const struct row_list *);

/** How many rows would come into use if something rested on these. */
size_t rows_cost (struct rows_in_use *, const struct row_list *);

/** Drop all rows that are not in use. Only rows_in_use_end() may follow. */
void rows_in_use_drop_others (struct rows_in_use *);

#endif
