/* pread(), pwrite() and write() that go on after a signal and after a short answer. */
#ifndef ZERMELO_STORE_IN_FULL_H
#define ZERMELO_STORE_IN_FULL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** Returns the bytes read, fewer only at the end of the file; -1 and errno. */
ssize_t pread_in_full (int descriptor, void *to, size_t bytes, uint64_t place);

/** False and errno if not all was written. */
bool pwrite_in_full (int descriptor, const void *from, size_t bytes, uint64_t place);
bool write_in_full (int descriptor, const void *from, size_t bytes);

#endif
