/* Proposals for the rows of a certificate that appeal to a theorem (checker/alignment.h). A proposal is kept
 * only if the checker's own function accepts it, so nothing here has to be right. */
#ifndef ZERMELO_CERTIFICATE_LEAF_ARGUMENTS_H
#define ZERMELO_CERTIFICATE_LEAF_ARGUMENTS_H

#include "certificate/bit_play.h"
#include "checker/alignment.h"
#include "checker/certificate_file.h"

/** Find a kind of row that proves what `argument` claims, and fill in its numbers. `number` has room for
 * argument_numbers_most() of them. ROW_KINDS: none was found. `play` (may be NULL) rules out proposals, so
 * that the checker's functions are asked less often. */
enum row_kind propose_argument (struct argument *, struct bit_play *play, uint16_t *number);

/** For arguments that hold by themselves: says of every position that it has no row. */
bool has_no_row (void *rows, const struct array_position *);

/** The largest number of numbers that a row on this board can have. */
size_t argument_numbers_most (const struct array_game *);

/** Is it enough for the bound that the other side completes no row? */
bool full_board_is_enough (const struct argument *);

/** The weight of the lines that the opponent of the player with that mark could still complete
 * (check_pairing()). The lower the weight, the more likely it is that pairs settle the position. */
double potential_against (const struct array_game *, const struct array_position *, int mark);

#endif
