/* Figures of a file: positions by ply, value and distance from the end, and the positions farthest from the
 * end. */
#ifndef ZERMELO_SERVE_FILE_STATISTICS_H
#define ZERMELO_SERVE_FILE_STATISTICS_H

#include "serve/served.h"

#include <jansson.h>
#include <stdatomic.h>

/** Count the contents of a file; the lock of `served` is held now and then. NULL: called off by *stop, or the
 * failure is set. Any thread. */
json_t *statistics_of_file (struct served *, int file, const atomic_bool *stop, struct failure *);

#endif
