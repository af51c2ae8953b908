/* Quantities as people read them: times, sizes, counts, rates.
 *
 * Pure functions that choose a unit in which the number is short. Whatever a person is shown (a terminal, a
 * page, a progress line) is made by them, so that the same number looks the same everywhere. What a program
 * reads is not. */
#ifndef ZERMELO_BASE_QUANTITY_PRINT_H
#define ZERMELO_BASE_QUANTITY_PRINT_H

#include <stddef.h>
#include <stdint.h>

/** How many bytes the text of a print function has at most, with the final zero; what does not fit into
 * `size` bytes is left out. UTF-8; only the u of a microsecond is not ASCII. What is not finite, or negative,
 * is printed as 0. */
enum { QUANTITY_TEXT = 32 };

/** Bytes as quantity_size() reads them: "512M", "1.5G". */
void quantity_print_size (uint64_t bytes, char *text, size_t size);

/** How many: "0", "2474", "24.7 k", "5.20 M", "1.97 G". Whole up to 9999, else three digits and a power of
 *  1000. */
void quantity_print_count (double count, char *text, size_t size);

/** How long: "0 s", "77 µs", "3.2 ms", "1.3 s", "42 s", "4 min 5 s", "2 h 7 min", "3 d 4 h". */
void quantity_print_seconds (double seconds, char *text, size_t size);

/** How fast: "5.20 M/s", "12/s", "3.4/s", "2.0/min". "-" if no time has passed. */
void quantity_print_rate (double count, double seconds, char *text, size_t size);

/** What part: "100 %", "99.9 %", "12.3 %", "0.04 %", "<0.01 %". Only the whole is 100 %, only nothing is 0 %.
 *  "-" if whole is 0. */
void quantity_print_share (double part, double whole, char *text, size_t size);

/** Between two times, in one unit and whole numbers: "3 to 5 min", "2 h", "under 10 s". least <= most. */
void quantity_print_between (double least, double most, char *text, size_t size);

#endif
