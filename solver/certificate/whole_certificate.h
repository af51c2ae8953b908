/* A certificate file with all of its rows in memory: for those that show it or change it. The checker reads
 * some rows at a time (checker/certificate_file.h). */
#ifndef ZERMELO_CERTIFICATE_WHOLE_CERTIFICATE_H
#define ZERMELO_CERTIFICATE_WHOLE_CERTIFICATE_H

#include "base/failure.h"
#include "certificate/acyclic_certificate.h"

/** Read all of a file, which is closed again; certificate_file_close() frees. Returns why it cannot be read,
 * and then nothing is left; or NULL. */
const char *certificate_read_whole (struct certificate_file *, const char *path);

/** Open the game of a certificate that is complete and whose checksum is right; the caller closes it.
 * EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO; then nothing is open. */
bool certificate_open_game (struct game *, const char *path, struct failure *);

/** Open its game and read all of it. */
bool certificate_open_whole (struct certificate_file *, struct game *, const char *path, struct failure *);

/** A certificate in memory as the file that it would be, for the checker, which has rules for its game.
 * certificate_file_close() frees. */
void certificate_as_file (struct certificate_file *, const struct acyclic_certificate *, const struct game *);

#endif
