/* --certificate: a proof of the values that `solve` found, in a file that `check` reads
 * (solver/certificate/certificate.h); and --certificates of `verify`.
 *
 * Values are recorded as they are printed. When all are known, the moves that prove them are found. If play
 * converges, all ranks find them with the transposition tables of the search (strategy_queries.c), and the
 * checkpoint keeps what was found when the run must stop. If play can cycle, rank 0 finds them in one thread,
 * with the endgame tables of the run and a transposition table of its own. */
#ifndef ZERMELO_RUN_CERTIFICATES_H
#define ZERMELO_RUN_CERTIFICATES_H

#include "checker/checker.h"
#include "run/run.h"
#include "run/solution.h"
#include "certificate/partial_certificate.h"

/** Does the game have certificates? */
bool has_certificates (const struct game *);

/** May one certificate be about more than one position? */
bool certificate_holds_many (const struct game *);

/** Read a certificate (certificate_read()), and the endgame tables that were named for it (`tables`; NULL:
 * none). The caller closes it. EXIT_NO_INPUT, EXIT_BAD_DATA; then nothing is open. */
bool certificate_open (struct certificate_file *, const char *path, const char *tables, struct failure *);

/** Read endgame tables for a certificate that is open, and stays so. EXIT_NO_INPUT, EXIT_BAD_DATA. */
bool certificate_add_tables (struct certificate_file *, const char *tables, struct failure *);

/** As check_certificate(), in the run's threads. */
void check_in_threads (const struct session *, struct certificate_file *, struct verdict *);

/** Call it before the search: checks that the run's game has certificates, and that `path` (borrowed) can be
 * written. Collective. EXIT_BAD_DATA, EXIT_CANNOT_CREATE. */
bool proofs_begin (struct run *, const char *path, struct failure *);

/** Record the solution's value as a claim, if it is known. Does nothing without proofs_begin(). Rank 0 only.
 */
void proofs_note (struct journal *, const struct solution *);

/** Free what proofs_begin() made, after the last checkpoint. On each rank; does nothing without
 * proofs_begin(). */
void proofs_end (struct run *);

/** If there are claims and the run is `complete`, find the proofs and write the file. Collective. EXIT_IO,
 *  EXIT_INTERNAL (memory), EXIT_UNFINISHED. */
bool proofs_write (struct run *, bool complete, struct failure *);

/** Write a certificate of the value of a game's start to a file of the folder, which must exist. The file is
 * named GAME_BOARD or GAME_BOARD_RULES. An existing one that proves the value is left as it is. Returns
 * whether the checker accepts it. False without a failure: there is no certificate, because the game has none
 * or the proof would take more than `nodes` nodes (0: no limit). Rank 0 only, while the others are in
 * certificates_help(); it uses a kept table of the run, if there is one. EXIT_BAD_DATA, EXIT_IO,
 * EXIT_INTERNAL (memory), EXIT_UNFINISHED, EXIT_DIFFERS (refused). */
bool certificate_of_start (struct run *, const char *title, enum outcome value, uint64_t node_limit,
                           const char *folder, struct failure *);

/** On the other ranks: take part in the calls of certificate_of_start() on rank 0, until rank 0 calls this
 * function, too. */
void certificates_help (struct run *);

/* The strategies of a certificate, found by all ranks: each open position is a query, and the reports of
 * ranks open further ones (certificate/partial_certificate.h). */

/** Continue a certificate until nothing is open, or the run must stop, or `node_limit` nodes are used up (0:
 * no limit; rank 0 says). The run's game has keys. Collective: rank 0 passes the certificate, the other ranks
 * NULL. With one rank and one thread the rows do not depend on where earlier runs stopped. */
void strategies_find (struct run *, struct partial_certificate *, uint64_t node_limit);

#endif
