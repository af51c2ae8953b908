/* Certificates of both formats as text for people and for programs in other languages (zermelo-files(5),
 * `zermelo export --format text`). */
#ifndef ZERMELO_CERTIFICATE_CERTIFICATE_TEXT_H
#define ZERMELO_CERTIFICATE_CERTIFICATE_TEXT_H

#include "base/failure.h"

#include "checker/certificate_file.h"

struct game;

/** The name of the format. */
#define CERTIFICATE_TEXT "text"

/** The claims in the words of print_claims(). The caller frees the text. */
char *certificate_claims_text (const struct certificate_file *);

/** Write the text of the certificate `from` to `to`, synced and renamed when it is complete; `rows` and
 * `bytes` are set to the numbers of rows and bytes written. Not collective. EXIT_NO_INPUT, EXIT_BAD_DATA,
 * EXIT_CANNOT_CREATE, EXIT_IO; then nothing is left behind. */
bool certificate_write_text (const char *from, const char *to, uint64_t *rows, uint64_t *bytes,
                             struct failure *);

/** As certificate_write_text(), but for a certificate that the checker has read. Its board is that of the
 * game. */
bool certificate_text_of (const struct certificate_file *, const struct game *, const char *to,
                          uint64_t *rows, uint64_t *bytes, struct failure *);

#endif
