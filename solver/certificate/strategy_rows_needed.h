/* Finds the rows of a strategy on which the claims rest. */
#ifndef ZERMELO_CERTIFICATE_STRATEGY_ROWS_NEEDED_H
#define ZERMELO_CERTIFICATE_STRATEGY_ROWS_NEEDED_H

#include "certificate/certificate.h"
#include "checker/alignment.h"
#include "checker/certificate_file.h"
#include "certificate/array_children.h"
#include "certificate/bit_play.h"

/** Call `visit` with the position and the number of each row that a position rests on: its own row, or, if it
 * has none and the other side is to move, the rows of the positions after all replies that do not end the
 * game. The number is SIZE_MAX for such a position without a row. `children` is working memory. */
void strategy_each_cover (const struct array_game *, const struct strategy *, const uint8_t *key,
                          struct array_children *,
                          void (*visit) (void *context, const uint8_t *key, size_t row), void *context);

/** Call `visit` for the rows that a row rests on: if it names a move, as strategy_each_cover() does for the
 * position after the move; if it is a plan that does not hold by itself, for all rows that its play meets,
 * where stones do not fall first as strategy_each_refutation() does; otherwise not at all. `play` (may be
 * NULL) finds out quickly which plans hold by themselves, which must be true of none that the checker
 * refuses. */
void strategy_each_support (const struct array_game *, struct bit_play *play, const struct strategy *,
                            size_t row, struct array_children *,
                            void (*visit) (void *context, const uint8_t *key, size_t row), void *context);

/** Where stones do not fall: call `visit` for the replies to the first stone of a plan, with the player to
 * move, after which the rest of the plan does not hold: with the position after the reply and its row, or
 * SIZE_MAX. Returns whether all have rows. The argument has the numbers of the plan. */
bool strategy_each_refutation (const struct argument *, const struct strategy *,
                               void (*visit) (void *context, const uint8_t *key, size_t row), void *context);

/** The row of a position, or SIZE_MAX. */
size_t strategy_row_of (const struct array_game *, const struct strategy *, const struct array_position *);

/** Drop the rows for which `kept` is false; the others keep their order. */
void strategy_keep_rows (struct strategy *, const bool *kept);

/** Drop the rows of a player's strategy on which no claim rests; the others keep their order. */
void strategy_drop_unneeded (const struct array_game *, struct certificate *, int player);

#endif
