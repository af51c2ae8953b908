/* Finds the move of a row of a certificate, so that a program can play it: the move that the row names, or
 * the one that its plan makes. */
#ifndef ZERMELO_CERTIFICATE_ROW_MOVE_H
#define ZERMELO_CERTIFICATE_ROW_MOVE_H

#include "checker/certificate_file.h"

/** The cell on which a plan (check_plan()) places a stone for the side to move; -1: no cell of its list can
 * be played. */
int cell_of_plan (const struct array_game *, const uint16_t *number, size_t numbers,
                  const struct array_position *);

/** The canonical key of the position after the player's move, for a row of a strategy in a game without
 * cycles. The position of the row has the canonical key `key`, and the player is to move in it. `after` has
 * room for KEY_MOST bytes. False: the row names no move and has no plan, or the move is impossible. */
bool key_after_row (const struct array_game *, enum row_kind, const uint16_t *number, size_t numbers,
                    const uint8_t *key, uint8_t *after);

#endif
