/* Endgame tables with wrong values, as the checker has them: each that it accepts must be right all the same.
 */
#ifndef ZERMELO_TESTS_TABLE_TRIALS_H
#define ZERMELO_TESTS_TABLE_TRIALS_H

#include "certificates/argument_trials.h"

/** The tables of a board as the checker reads them, with its positions in each. The right ones. */
void trial_tables_open (const char *title, int pieces, struct array_game *, struct endgame_tables *,
                        uint64_t *positions);
void trial_tables_close (struct array_game *, struct endgame_tables *);

/** So many times: another number of plies for one position; and draws that become wins and losses which hold
 * each other up, with numbers that fall or not. */
struct tally try_tables (int times, bool until_wrong);

#endif
