/* What is in a file, in numbers: positions by ply and value, how far from the end they are, and those that
 * are farthest. */
#ifndef ZERMELO_SERVE_FILE_STATISTICS_H
#define ZERMELO_SERVE_FILE_STATISTICS_H

#include "serve/served.h"

#include <jansson.h>
#include <stdatomic.h>

/** Count what is in a file; the lock of what is served is held now and then. NULL: called off by *stop, or
 *  the failure is set. Any thread. */
json_t *statistics_of_file (struct served *, int file, const atomic_bool *stop, struct failure *);

#endif
