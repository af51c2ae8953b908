/* Opens and reads text files. */
#ifndef ZERMELO_FILE_TEXT_FILE_H
#define ZERMELO_FILE_TEXT_FILE_H

#include "base/failure.h"

#include <stddef.h>

/** Open a file for reading. Returns the descriptor; -1 if it cannot be read (66, 74), or is a folder or a
 * device other than a terminal (65), "not a file of `what`". */
int text_file_open (const char *path, const char *what, struct failure *);

/** A whole file of at most 16 MB, with a final zero byte. The caller frees it. NULL and a failure (66, 65,
 * 74) if it cannot be read, or is a folder or a device. */
char *text_file_read (const char *path, size_t *size, struct failure *);

/** Take the byte order mark of UTF-8, with which some editors begin a text, away from its first `size` bytes.
 *  Returns how many remain. */
size_t text_without_mark (char *text, size_t size);

#endif
