/* manage() as seen from the ranks without the manager. */
#ifndef ZERMELO_PARALLEL_SERVE_H
#define ZERMELO_PARALLEL_SERVE_H

#include "parallel/manager.h"

/** Do what rank 0 sends until it says to leave. `stop` (may be NULL): set by a signal on this rank, and
 * passed on to rank 0. Collective: on all ranks but 0, while rank 0 is in manage(). */
void serve (const struct ranks *, const struct resources *, const volatile int *stop);

#endif
