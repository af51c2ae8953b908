/* Proposals for the rows of a certificate that appeal to a theorem (checker/alignment.h). A proposal is kept
 * only if the checker's own function accepts it, so nothing here has to be right. */
#ifndef ZERMELO_CERTIFICATE_LEAF_ARGUMENTS_H
#define ZERMELO_CERTIFICATE_LEAF_ARGUMENTS_H

#include "checker/alignment.h"
#include "checker/certificate_file.h"

/** Find an argument for what `argument` says, whose numbers are filled in; `number` has room for
 * argument_numbers_most(). ROW_KINDS: none was found. */
enum row_kind propose_argument (struct argument *, uint16_t *number);

/** The position has no row: for arguments that hold by themselves. */
bool has_no_row (void *rows, const struct array_position *);

/** The most numbers of a row on that board. */
size_t argument_numbers_most (const struct array_game *);

/** Is it enough that the other side completes no row? */
bool full_board_is_enough (const struct argument *);

/** The weight of the lines that the opponent of that player could still complete (check_pairing()). The lower
 *  it is, the more likely pairs settle the position. */
double potential_against (const struct array_game *, const struct array_position *, int mark);

#endif
