/* Finds a certificate of a known value (acyclic_certificate.h), by searching again with a warm table.
 *
 * From the position on, the strategy needs a move wherever its player moves, and every reply elsewhere. A
 * position becomes a leaf as soon as an argument settles it (leaf_arguments.h) or the checker's small search
 * does. Which positions hold is asked of the game's own search. */
#ifndef ZERMELO_CERTIFICATE_EXTRACT_H
#define ZERMELO_CERTIFICATE_EXTRACT_H

#include "certificate/acyclic_certificate.h"
#include "search/search.h"

/** Does the checker know this game? */
bool certificate_is_acyclic (const struct game *);

/** Fill in a certificate that search->position has that value, or that score if search->query.exact_score is
 *  set; `small_nodes` is the limit of leaves that are searched. The caller sets the search up with its table,
 * its method and no window; it is used for many queries, with search->threads of the caller's. In the calling
 *  thread. False: the search was stopped (search->stop, its deadline), took more than query.node_limit nodes
 *  in all (0: no limit), or, on a board without keys, no argument settles the start. */
bool certificate_extract (struct search *, struct acyclic_certificate *, int value, uint64_t small_nodes);

#endif
