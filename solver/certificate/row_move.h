/* The moves that the rows of a certificate name or make by their plans, for who wants to play them. */
#ifndef ZERMELO_CERTIFICATE_ROW_MOVE_H
#define ZERMELO_CERTIFICATE_ROW_MOVE_H

#include "checker/certificate_file.h"

/** The cell on which a plan (check_plan()) places a stone for the side to move; -1: its list says nothing. */
int cell_of_plan (const struct array_game *, const uint16_t *number, size_t numbers,
                  const struct array_position *);

/** The canonical key of the position after the player's move, for a row of a strategy in a game without
 * cycles, whose position has the canonical key `key` and has the player to move. `after` has room for
 * KEY_MOST bytes. False: the row names no move and has no plan, or its move is impossible. */
bool key_after_row (const struct array_game *, enum row_kind, const uint16_t *number, size_t numbers,
                    const uint8_t *key, uint8_t *after);

#endif
