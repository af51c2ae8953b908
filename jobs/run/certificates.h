/* --certificate: a proof of the values that `solve` found, in a file that `check` reads
 * (solver/certificate/certificate.h).
 *
 * Values are noted as they are printed; when all are there, rank 0 finds the moves that prove them, in one
 * thread, with the endgame tables of the run and a table of positions of its own. */
#ifndef ZERMELO_RUN_CERTIFICATES_H
#define ZERMELO_RUN_CERTIFICATES_H

#include "run/run.h"
#include "run/solution.h"

/** Could there be a certificate about the run's game, and a file of that name? To be asked before the search.
 *  Collective. `path` is borrowed. EXIT_BAD_DATA, EXIT_CANNOT_CREATE. */
bool proofs_begin (struct run *, const char *path, struct failure *);

/** A value that is known becomes a claim; one that is not does not. Without proofs_begin(): nothing. Rank
 *  0. */
void proofs_note (struct run *, const struct solution *);

/** Find the proofs and write the file, if there are claims and the run is `complete`. Collective. EXIT_IO,
 * EXIT_INTERNAL (memory), EXIT_UNFINISHED. */
bool proofs_write (struct run *, bool complete, struct failure *);

#endif
