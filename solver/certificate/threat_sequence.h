/* Sequences of threats as plans (check_plan()): stones that each leave one cell to complete a row, until one
 * leaves two (L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, Go-Moku solved by new search techniques,
 * 1996).
 *
 * A stone after which such a sequence would win if the other side passed, a three for instance, is a plan as
 * well: it holds after all replies but the few that get in the way. If the positions after these have rows,
 * at which play stops, one row stands for the stone and for all other replies. Only for games in which stones
 * do not fall. */
#ifndef ZERMELO_CERTIFICATE_THREAT_SEQUENCE_H
#define ZERMELO_CERTIFICATE_THREAT_SEQUENCE_H

#include "checker/alignment.h"

/** Find a sequence that shows what the argument claims of a position with the player to move. Its cells are
 * written to `number`, which has room for all cells of the board, and counted in the argument. The checker
 * has not played it yet. */
bool find_threat_sequence (struct argument *, uint16_t *number);

/** Find a plan that begins with `cell`, for a position with the player to move. False: there is none. */
bool find_plan_of_threats (struct argument *, int cell, uint16_t *number);

/** After the first stone of such a plan, on `first`: the replies, by cell, after which the rest of it does
 * not hold, or would take the checker too long together with the others. Rows are not looked at. */
void find_refuting_replies (const struct argument *, int first, bool *refutes);

#endif
