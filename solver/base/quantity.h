/* Quantities as people write them: times, sizes, counts.
 *
 * Pure functions, so that they can be tested alone. They take a whole text or nothing; the failure
 * (EXIT_USAGE) says what would be right, and the caller puts the name of the option before it. */
#ifndef ZERMELO_BASE_QUANTITY_H
#define ZERMELO_BASE_QUANTITY_H

#include "base/failure.h"

#include <stdbool.h>
#include <stdint.h>

/** "90", "90s", "1.5m", "2h", "7d" -> seconds, 0 or more and less than 10^10. */
bool quantity_time (const char *text, double *seconds, struct failure *);

/** A time as Slurm writes it: "90" (minutes), "90:30", "2:00:00", "1-12", "1-12:30", "1-00:00:00"; or as
 *  quantity_time() reads it, with a unit -> seconds. */
bool quantity_slurm_time (const char *text, double *seconds, struct failure *);

/** "4096", "512K", "1.5G", "80%" -> bytes. K, M, G, T are powers of 1024, either case; `whole` is what 100%
 *  stands for. At most 2^60. */
bool quantity_size (const char *text, uint64_t whole, uint64_t *bytes, struct failure *);

/** "0", "1000000" -> a whole number in least .. most. */
bool quantity_count (const char *text, uint64_t least, uint64_t most, uint64_t *count, struct failure *);

/** "2/4" -> 2 and 4, if 1 <= part <= parts <= 100000. */
bool quantity_part (const char *text, int *part, int *parts, struct failure *);

#endif
