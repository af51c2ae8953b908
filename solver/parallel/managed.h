/* manage() on all ranks except rank 0. */
#ifndef ZERMELO_PARALLEL_MANAGED_H
#define ZERMELO_PARALLEL_MANAGED_H

#include "parallel/manager.h"

/** Answer the queries that rank 0 sends until it sends MESSAGE_FINISH. `stop` (may be NULL) is set by a
 * signal on this rank, which is reported to rank 0. Collective: called on all ranks except rank 0, while rank
 * 0 is in manage(). */
void answer_manager (const struct ranks *, const struct resources *, const volatile int *stop);

#endif
