/* --certificate: a proof of the values that `solve` found, in a file that `check` reads
 * (solver/certificate/certificate.h, acyclic_certificate.h); and --certificates of `verify`.
 *
 * Values are recorded as they are printed. When all are known, the moves that prove them are found: where
 * play ends by itself by all ranks, with the transposition tables of the search (strategy_queries.h), and
 * what was found when the run must stop is in its checkpoint; where play can cycle by rank 0 in one thread,
 * with the endgame tables of the run and a transposition table of its own. */
#ifndef ZERMELO_RUN_CERTIFICATES_H
#define ZERMELO_RUN_CERTIFICATES_H

#include "run/run.h"
#include "run/solution.h"

/** Does the game have certificates? */
bool has_certificates (const struct game *);

/** And may one be about more than one position? */
bool certificate_holds_many (const struct game *);

/** To be called before the search: check that the run's game has certificates, and that `path` (borrowed) can
 * be written. Collective. EXIT_BAD_DATA, EXIT_CANNOT_CREATE. */
bool proofs_begin (struct run *, const char *path, struct failure *);

/** Record the solution's value as a claim, if it is known. Does nothing without proofs_begin(). Rank 0 only.
 */
void proofs_note (struct run *, const struct solution *);

/** Free what proofs_begin() made, after the last checkpoint. On each rank; does nothing without it. */
void proofs_end (struct run *);

/** If there are claims and the run is `complete`, find the proofs and write the file. Collective. EXIT_IO,
 *  EXIT_INTERNAL (memory), EXIT_UNFINISHED. */
bool proofs_write (struct run *, bool complete, struct failure *);

/** A certificate of the value of a game's start in a file of that folder, which must exist; named as
 * GAME_BOARD or GAME_BOARD_RULES. One that is there already and proves that is left as it is. Returns whether
 * the checker accepts it; false without a failure if there is none: the game has none, or it would take more
 * than that many nodes (0: no limit). Not collective. EXIT_BAD_DATA, EXIT_IO, EXIT_INTERNAL (memory),
 * EXIT_UNFINISHED, EXIT_DIFFERS (refused). */
bool certificate_of_start (struct run *, const char *title, enum outcome value, uint64_t node_limit,
                           const char *folder, struct failure *);

#endif
