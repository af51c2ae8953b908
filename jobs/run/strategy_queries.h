/* The strategies of a certificate, found by all ranks: each open position is a query, and what a rank reports
 * leaves further ones (certificate/partial_certificate.h). */
#ifndef ZERMELO_RUN_STRATEGY_QUERIES_H
#define ZERMELO_RUN_STRATEGY_QUERIES_H

#include "run/run.h"
#include "certificate/partial_certificate.h"

/** Go on with a certificate until nothing is open, or the run must stop, or its --node-limit is used up. The
 * run's game has keys. Collective: rank 0 passes the certificate, the other ranks NULL. With one rank and one
 * thread the rows do not depend on where earlier runs stopped. */
void strategies_find (struct run *, struct partial_certificate *);

#endif
