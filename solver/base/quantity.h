/* Quantities as people write and read them: times, sizes, counts, rates.
 *
 * Pure functions, so that each can be tested alone. A reading function takes a whole text or nothing; its
 * failure (EXIT_USAGE) says what would be valid, and the caller puts the option's name before it. A printing
 * function chooses a unit that keeps the number short. Everything that people are shown (terminal, report,
 * progress line) goes through these functions, so the same number looks the same everywhere. Output for
 * programs does not. */
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

/** Bytes that a printing function writes at most, with the final zero. UTF-8; only the prefix of a
 * microsecond is not ASCII. A number that is negative or not finite is printed as 0. */
enum { QUANTITY_TEXT = 32 };

/** Bytes as quantity_size() reads them: "512M", "1.5G". */
void quantity_print_size (uint64_t bytes, char *text);

/** A number: "0", "2474", "24.7 k", "5.20 M", "1.97 G". Whole up to 9999, else three digits and a power of
 *  1000. */
void quantity_print_count (double count, char *text);

/** A duration: "0 s", "77 µs", "3.2 ms", "1.3 s", "42 s", "4 min 5 s", "2 h 7 min", "3 d 4 h". */
void quantity_print_seconds (double seconds, char *text);

/** A rate: "5.20 M/s", "12/s", "3.4/s", "2.0/min". "-" if no time has passed. */
void quantity_print_rate (double count, double seconds, char *text);

/** A share: "100 %", "99.9 %", "12.3 %", "0.04 %", "<0.01 %". Only the whole is 100 %, only nothing is 0 %.
 *  "-" if whole is 0. */
void quantity_print_share (double part, double whole, char *text);

/** A range of times, in one unit and whole numbers: "3 to 5 min", "2 h", "under 10 s". least <= most. */
void quantity_print_between (double least, double most, char *text);

#endif
