/* Finds the rows of an acyclic certificate (certificate.h) of a known value, with the tables that the search
 * for the value left behind.
 *
 * From the position on, the strategy needs one move where its player is to move, and every reply where the
 * other side is. A position becomes a leaf as soon as an argument (leaf_arguments.h) or the checker's small
 * search settles it. The game's own search says which moves reach the bound. The choice among these moves
 * depends on the position and on the rows that exist, never on what a table happens to hold. So one thread
 * finds the same rows whether or not it was stopped in between. Several threads find different rows, since
 * each uses the rows that exist when it comes to a position.
 *
 * Where stones do not fall and the player wins, he makes the move that the search names, which does depend on
 * the table; if that move threatens to win, it stands for the threats as well (threat_sequence.h). */
#ifndef ZERMELO_CERTIFICATE_EXTRACT_H
#define ZERMELO_CERTIFICATE_EXTRACT_H

#include "certificate/partial_certificate.h"
#include "search/search.h"

/** Does the checker know the rules of this game and the board, and can the engine prove its values? */
bool certificate_is_checked (const struct game *);

/** What one thread knows of the strategies. */
struct extraction;

/** For a game with keys that the checker knows. The game is borrowed. */
struct extraction *extraction_create (const struct game *, bool exact_score, uint64_t small_nodes);
/** NULL is allowed. */
void extraction_destroy (struct extraction *);

/** What the threads of a process share: the rows that they have found, and the positions that are no leaves.
 * Through it a thread without an open position takes one of another thread, or helps another thread with its
 * position. */
struct common_rows;
struct common_rows *common_rows_create (int key_bytes);
/** To be called after all extractions that use the rows have been destroyed. NULL is allowed. */
void common_rows_destroy (struct common_rows *);

/** Other threads find rows at the same time: from now on the extraction takes their rows from `common`
 * (borrowed) and puts its own rows there. Each of its queries ends after `seconds`, so that other hosts get
 * the positions that it leaves open. To be called before any of the threads begins. */
void extraction_work_with (struct extraction *, struct common_rows *common, double seconds);

/** Copy the rows that were found before. */
void extraction_know (struct extraction *, const struct partial_certificate *);

/** Answer a query of the kind QUERY_STRATEGY in the calling thread: find rows for its position and for the
 * positions that these rows rest on, up to a limited number, and report the rows (partial_certificate.h) with
 * the positions that are left open. The search is set up but not begun; it is used for many searches, and its
 * result has the nodes of all these searches together, at most query.node_limit (0: no limit). Ends early,
 * with the rows found so far, when `*stop` (NULL: never) is set or the search's deadline passes. */
void extraction_answer (struct extraction *, struct search *, const atomic_bool *stop, struct bytes *report);

/** Fill in a certificate that search->position has the value `value`, or that score if
 * search->query.exact_score is set; `small_nodes` is the limit of leaves that are searched. The caller sets
 * the search up with its table, its method and no window; it is used for many searches. In the calling
 * thread, from the empty table to the end. False: it was stopped (`*stop`, its deadline), took more than
 * query.node_limit nodes in all (0: no limit), or no argument settles the start of a board without keys. */
bool certificate_extract (struct search *, struct certificate *, int value, uint64_t small_nodes,
                          const atomic_bool *stop);

/** The query about the position that partial_hand_out() handed out from `place`. `about` has the game, the
 * method and the scale. */
struct query extraction_query (const struct partial_certificate *, size_t place, const struct game *,
                               const struct query *about);

/** Drop the rows on which the claim does not rest. To be called when the certificate is complete. */
void extraction_finish (struct partial_certificate *, const struct game *);

#endif
