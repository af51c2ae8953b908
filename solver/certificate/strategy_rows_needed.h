/* Which rows of a strategy the claim rests on. */
#ifndef ZERMELO_CERTIFICATE_STRATEGY_ROWS_NEEDED_H
#define ZERMELO_CERTIFICATE_STRATEGY_ROWS_NEEDED_H

#include "certificate/acyclic_certificate.h"
#include "certificate/array_children.h"

/** Call `visit` with the number of each row that a position of the other side rests on, or of the player's if
 *  it has a row: its own, or those of all replies that go on; SIZE_MAX for one without a row. `children` is
 *  room to work in. */
void strategy_each_cover (const struct array_game *, const struct acyclic_strategy *, const uint8_t *key,
                          struct array_children *, void (*visit) (void *context, size_t row), void *context);

/** The same for what a row rests on: nothing, unless it names a move. */
void strategy_each_support (const struct array_game *, const struct acyclic_strategy *, size_t row,
                            struct array_children *, void (*visit) (void *context, size_t row),
                            void *context);

/** Drop the rows that the position of that key does not rest on; the others keep their order. */
void strategy_drop_unneeded (const struct array_game *, struct acyclic_strategy *, const uint8_t *key);

#endif
