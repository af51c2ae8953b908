/* Certificates of both formats as text that people and programs in other languages read (zermelo-files(5),
 * `zermelo export --format text`). */
#ifndef ZERMELO_CERTIFICATE_CERTIFICATE_TEXT_H
#define ZERMELO_CERTIFICATE_CERTIFICATE_TEXT_H

#include "base/failure.h"

#include "checker/certificate_file.h"

struct game;

/** The name of the format. */
#define CERTIFICATE_TEXT "text"

/** What is claimed, as print_claims() says it; the caller frees it. */
char *certificate_claims_text (const struct certificate_file *);

/** Write the text of the certificate `from` to `to`, synced and renamed when it is complete; `rows` and
 * `bytes` are set to what was written. Not collective. EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_CANNOT_CREATE,
 * EXIT_IO; then nothing is left behind. */
bool certificate_write_text (const char *from, const char *to, uint64_t *rows, uint64_t *bytes,
                             struct failure *);

/** As certificate_write_text(), of a certificate that the checker has read; its board is that of the game. */
bool certificate_text_of (const struct certificate_file *, const struct game *, const char *to,
                          uint64_t *rows, uint64_t *bytes, struct failure *);

#endif
