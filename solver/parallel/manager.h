/* One manager asks a producer for queries, hands them to idle ranks and gives the results back. It runs on
 * rank 0, beside that rank's own worker. If ranks were joined (hosts.h), only the leaders take part. With one
 * rank this code runs without messages. */
#ifndef ZERMELO_PARALLEL_MANAGER_H
#define ZERMELO_PARALLEL_MANAGER_H

#include "base/failure.h"
#include "base/statistics.h"
#include "parallel/ranks.h"
#include "parallel/resources.h"
#include "proof/producer.h"

#include <stdbool.h>
#include <stdint.h>

/** Answer all queries of `producer`. Collective: rank 0 passes the producer, the other ranks NULL.
 *
 * efforts: ranks->size entries, filled on rank 0 (may be NULL); the effort of a host is in the entry of its
 * leader. `failure`, unless it is set already, gets the first failure of a query; on rank 0 only, the other
 * ranks may pass NULL. `stop` (may be NULL) is set by a signal handler.
 *
 * Returns on all ranks when the producer is finished, when it has no query left and no query is in flight,
 * when the deadline has passed, or when `*stop` was set on any rank. True if the producer is finished. The
 * table (without resources->kept_table), the game and the threads live as long as the call, so one call with
 * many queries is cheaper than many calls. */
bool manage (const struct ranks *, const struct resources *, struct producer *producer,
             struct effort *efforts, const volatile int *stop, struct failure *failure);

#endif
