/* The strategies of a certificate, found by all ranks: each open position is a query, and the reports of
 * ranks open further ones (certificate/partial_certificate.h). */
#ifndef ZERMELO_RUN_STRATEGY_QUERIES_H
#define ZERMELO_RUN_STRATEGY_QUERIES_H

#include "run/run.h"
#include "certificate/partial_certificate.h"

/** Continue a certificate until nothing is open, or the run must stop, or `node_limit` nodes are used up (0:
 * no limit; rank 0 says). The run's game has keys. Collective: rank 0 passes the certificate, the other ranks
 * NULL. With one rank and one thread the rows do not depend on where earlier runs stopped. */
void strategies_find (struct run *, struct partial_certificate *, uint64_t node_limit);

#endif
