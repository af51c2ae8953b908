/* Makes the sets of a certificate of a game that can cycle smaller: positions of endgame tables become
 * leaves.
 *
 * From the claims on, the moves of the rows and all replies are followed, but no further than to positions
 * that the tables decide. Rows that are not met on the way are left out. The certificate then proves its
 * claims only together with the tables (checker/endgame_tables.h). */
#ifndef ZERMELO_CERTIFICATE_REST_ON_TABLES_H
#define ZERMELO_CERTIFICATE_REST_ON_TABLES_H

#include "certificate/certificate.h"
#include "checker/certificate_file.h"

/** Fill in a certificate (certificate_free()) with what is needed of one that the checker accepts, with its
 * tables. */
void certificate_rest_on_tables (const struct certificate_file *, struct certificate *);

#endif
