/* The checksum of a large dataset in memory (store/checksum.h), computed by all threads of a team. */
#ifndef ZERMELO_STORE_CHECKSUM_IN_THREADS_H
#define ZERMELO_STORE_CHECKSUM_IN_THREADS_H

#include "base/threads.h"
#include "store/dataset.h"

/** The sum of the terms of all `count` rows of the dataset. `threads` is the size of the team. */
uint64_t checksum_in_threads (struct team *, int threads, const struct dataset *, const void *rows,
                              uint64_t count);

#endif
