/* Finds the move of a row of a certificate, so that a program can play it: the move that the row names, or
 * the one that its plan makes. */
#ifndef ZERMELO_CERTIFICATE_ROW_MOVE_H
#define ZERMELO_CERTIFICATE_ROW_MOVE_H

#include "checker/certificate_file.h"

/** The cell on which a plan (check_plan()) places a stone for the side to move; -1: no cell of its list can
 * be played. */
int cell_of_plan (const struct array_game *, const uint16_t *number, size_t numbers,
                  const struct array_position *);

/** The canonical key of the position after the player's move in a row of a strategy. `after` has room for
 * KEY_MOST bytes. False: the row names no move and has no plan, or the move is impossible. */
bool key_after_row (const struct certificate_file *, int set, size_t row, uint8_t *after);

#endif
