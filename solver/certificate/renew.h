/* Proves anew the positions of rows of the kind ROW_UPWARDS, which are no longer checked.
 *
 * In Connect Four, with the other side to move, such a row named for each column the lowest and the highest
 * row of the cells that the player claims, or 65535 twice. He claims every second cell in between, answers
 * the cell below a claimed one on top of it, and any other cell by another one that no claim needs (V. Allis,
 * A knowledge-based approach of Connect-Four, 1988, chapter 3). A plan says the same: the claimed cells, and
 * after them the others. Where its play is too long for one row, rows with the moves of the plan stand before
 * it. */
#ifndef ZERMELO_CERTIFICATE_RENEW_H
#define ZERMELO_CERTIFICATE_RENEW_H

#include "certificate/certificate.h"

/** Replace these rows, each of which has two numbers a column; returns how many there were. Where a row did
 * not hold its position is left without one, and the checker refuses what rests on it. */
size_t certificate_renew (struct certificate *, const struct game *);

#endif
