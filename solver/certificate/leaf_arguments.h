/* Proposals for the rows of a certificate that appeal to a theorem (checker/alignment.h). What is
 * proposed is only kept if the checker's own function accepts it, so nothing here has to be right. */
#ifndef ZERMELO_CERTIFICATE_LEAF_ARGUMENTS_H
#define ZERMELO_CERTIFICATE_LEAF_ARGUMENTS_H

#include "checker/alignment.h"
#include "checker/certificate_file.h"

/** Find an argument for what `argument` says, whose numbers are filled in; `number` has room for as many as
 * the board has cells, or twice its columns. ROW_KINDS: none was found. */
enum row_kind propose_argument (struct argument *, uint16_t *number);

/** Is it enough that the other side completes no row? */
bool full_board_is_enough (const struct argument *);

/** How much the lines weigh that the other side than that player could still complete (check_pairing()): the
 *  less, the more likely pairs settle the position. */
double potential_against (const struct array_game *, const struct array_position *, int mark);

#endif
