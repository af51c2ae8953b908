/* The side of manage() that the ranks without the manager are on. */
#ifndef ZERMELO_RANKS_SERVE_H
#define ZERMELO_RANKS_SERVE_H

#include "ranks/work.h"

/** Do what rank 0 sends until it says to leave. `stop` (may be NULL): set by a signal on this rank. */
void serve (const struct ranks *, const struct resources *, const volatile int *stop);

#endif
