/* Quantities as people write them on a command line or in a job file: times, sizes, counts.
 *
 * Pure functions: text in, number out, nothing else touched, so that they can be tested alone. They
 * accept the whole text or nothing; the failure (EXIT_USAGE) says what would be right, and the
 * caller puts the name of the option before it. */
#ifndef ZERMELO_QUANTITY_H
#define ZERMELO_QUANTITY_H

#include "base/failure.h"

#include <stdbool.h>
#include <stdint.h>

/** "90", "90s", "1.5m", "2h", "7d" -> seconds, 0 or more and less than 10^10. */
bool quantity_time (const char *text, double *seconds, struct failure *);

/** "4096", "512K", "1.5G", "80%" -> bytes. K, M, G, T are powers of 1024, either case; `whole` is what 100%
 *  stands for. At most 2^60. */
bool quantity_size (const char *text, uint64_t whole, uint64_t *bytes, struct failure *);

/** "0", "1000000" -> a whole number in least .. most. */
bool quantity_count (const char *text, uint64_t least, uint64_t most, uint64_t *count, struct failure *);

/** "2/4" -> 2 and 4, where 1 <= part <= parts <= 100000. */
bool quantity_part (const char *text, int *part, int *parts, struct failure *);

/** Bytes for people: "512M", "1.5G". `text` holds 32 bytes. */
void quantity_print_size (uint64_t bytes, char *text);

#endif
