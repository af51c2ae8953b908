/* Private files of one run: a head and rows of bytes as they stand in memory. A later run reads such a file
 * if it is about the same game and knows the format.
 *
 * A head begins with struct raw_head and ends with the checksum of everything before it; the caller decides
 * what the head says of the rows in between. The file is written as a new_file (store/new_file.h). */
#ifndef ZERMELO_STORE_RAW_FILE_H
#define ZERMELO_STORE_RAW_FILE_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct raw_head {
  char magic[16];
  uint64_t format, head_bytes;
  char game[96];
};

/** A head of `bytes` bytes in all, which are 0 except at its beginning. The caller frees it. */
void *raw_head_make (const char *magic, uint64_t format, const char game[96], size_t bytes);

/** Write the checksum at the end of a head. */
void raw_head_seal (void *head);

enum raw_head_state { RAW_HEAD_RIGHT, RAW_HEAD_DAMAGED, RAW_HEAD_OF_OTHER_FORMAT, RAW_HEAD_OF_OTHER_GAME };

/** Read a head and compare its beginning with that of the expected head. */
enum raw_head_state raw_head_read (int descriptor, void *head, const struct raw_head *expected);

/** Read all these bytes. False and errno; EIO if the file ends before. */
bool raw_read (int descriptor, void *to, size_t bytes, uint64_t place);

#endif
