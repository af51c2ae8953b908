/* A certificate as a text for Coq that is a theorem and its proof (games/theorems.h). */
#ifndef ZERMELO_COMMAND_THEOREM_FILE_H
#define ZERMELO_COMMAND_THEOREM_FILE_H

#include "base/failure.h"
#include "games/exports.h"

/** Write the theorem of the certificate `from` to `to`, synced and renamed when it is complete.
 * EXIT_BAD_DATA: the game, what is claimed, or a row has no theorem, and the failure says which;
 * EXIT_NO_INPUT, EXIT_CANNOT_CREATE, EXIT_IO. Then nothing is left behind. */
bool theorem_write (const char *from, const char *to, struct exported *, struct failure *);

#endif
