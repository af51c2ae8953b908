/* The checksum of a file's content: it depends on the content alone, not on the order in which the parts were
 * written.
 *
 * It is the sum modulo 2^64 of one term for each entry (a row of a dataset, or an attribute):
 *
 *     term = XXH3-64 (index as 8 bytes, little-endian, then the bytes of the entry; seed)
 *     seed = XXH3-64 (name), name = "/book/key" for rows, "/book@plies" for an attribute (index 0)
 *
 * so ranks and threads can add up the terms of the rows that they hold. A row that is moved, changed or
 * missing changes the sum. The bytes are those in the file: little-endian numbers, text padded with zeros to
 * its width (text of an attribute without any zero). Source of the idea: p4est_checksum(); XXH3 by Yann
 * Collet. */
#ifndef ZERMELO_STORE_CHECKSUM_H
#define ZERMELO_STORE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/** The sum of the terms of `count` rows of the dataset, starting with number `first`. Rows may have any
 *  length. Pure. */
uint64_t checksum_rows (const char *dataset, uint64_t first, const void *rows, size_t count,
                        size_t row_bytes);

/** The plain XXH3 of any number of bytes, for private files. Pure. */
uint64_t checksum_bytes (const void *bytes, size_t size);

/** The term of an attribute. Pure. */
uint64_t checksum_attribute (const char *object, const char *name, const void *bytes, size_t size);

/* ---- of a large dataset in memory, by all threads of a team (checksum_in_threads.c) ---- */

struct team;
struct dataset;

/** The sum of the terms of all `count` rows of the dataset. `threads` is the size of the team. */
uint64_t checksum_in_threads (struct team *, int threads, const struct dataset *, const void *rows,
                              uint64_t count);

#endif
