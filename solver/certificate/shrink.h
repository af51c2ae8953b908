/* Makes the strategies of a certificate smaller: larger leaves, and plans and moves that need fewer rows.
 *
 * The cost of a row is the number of rows that only it puts into use (rows_in_use.h). The rows in use are
 * tried in order of plies: first each as a leaf, with little effort; then as a plan that rests on fewer rows
 * (plan_on_rows.h), with more effort in each pass; then as a leaf again, and with every other move after
 * which the positions of all replies have rows in use, become leaves, or can be shown by rows of a few more
 * moves. Where plans are looked for, the search of the game rules out moves that give the bound away
 * (bound_search.h). Changes that save rows are kept, and the passes are repeated, for rows that have new hope
 * (shrink_attempts.h) and in the end for all, until no change saves a row. Only one thread works, so every
 * run writes identical bytes. */
#ifndef ZERMELO_CERTIFICATE_SHRINK_H
#define ZERMELO_CERTIFICATE_SHRINK_H

#include "certificate/certificate.h"
#include "engine.h"

#include <stdatomic.h>

/** Progress, read by other threads. */
struct shrink_progress {
  atomic_bool stop;            /* set it to end early; the rows saved so far stay saved */
  atomic_size_t rows;          /* rows in use, of both strategies */
  atomic_size_t tried, to_try; /* rows of the present pass */
  atomic_int pass;
};

/** Shrink a certificate that the checker accepts. */
void certificate_shrink (struct certificate *, const struct game *, struct shrink_progress *);

/* ---- rows that are no longer checked (renew.c) ---- */

/* Finds new proofs for the positions of rows of the kind ROW_UPWARDS, which the checker no longer accepts.
 *
 * In Connect Four, with the other side to move, such a row named for each column the lowest and the highest
 * row of the cells that the player claims, or 65535 twice. He claims every second cell in between, answers
 * the cell below a claimed one on top of it, and any other cell by another one that no claim needs (V. Allis,
 * A knowledge-based approach of Connect-Four, 1988, chapter 3). A plan says the same: the claimed cells, and
 * after them the others. Where its play is too long for one row, rows with the moves of the plan stand before
 * it. */

/** Replace these rows, each of which has two numbers for each column. Returns how many there were. If such a
 * row did not hold, its position is left without a row, and the checker refuses everything that rests on it.
 */
size_t certificate_renew (struct certificate *, const struct game *);

/* ---- where play can cycle (rest_on_tables.c) ---- */

/* Makes the sets of a certificate of a game that can cycle smaller: positions of endgame tables become
 * leaves.
 *
 * From the claims on, the moves of the rows and all replies are followed, but no further than to positions
 * that the tables decide. Rows that are not met this way are left out. The certificate then proves its claims
 * only together with the tables (checker/endgame_tables.h). */

/** Fill in a certificate with the rows that are still needed of `file`, which the checker accepts and whose
 * tables have been read. The caller calls certificate_free(). */
void certificate_rest_on_tables (const struct certificate_file *, struct certificate *);

#endif
