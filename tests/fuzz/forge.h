/* Files that are wrong on purpose and sealed again, so that they get past the seal to the readers behind it.
 *
 * What is done to a file is decided by a row of numbers: bytes that a fuzzer varies, and when they are used
 * up (or from the start) those of a generator with a seed. So each forgery can be made again. */
#ifndef ZERMELO_FUZZ_FORGE_H
#define ZERMELO_FUZZ_FORGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct choices {
  const uint8_t *data; /* NULL: none */
  size_t left;
  uint64_t state; /* splitmix64 */
};

/** A number below n; n at least 1. */
uint32_t choose (struct choices *, uint32_t n);

/** Any 64 bits, often such as are a bound of something. */
uint64_t choose_number (struct choices *);

struct blob {
  uint8_t *data;
  size_t size;
};

struct blob blob_read (const char *path);
void blob_write (const char *path, struct blob);

/** Text and private formats: bytes changed, left out, repeated, put in, some of them words that mean
 * something there (NULL-terminated list). `blob` is replaced. */
void forge_bytes (struct choices *, struct blob *blob, const char *const *words);

/** One of our HDF5 files, in place: what its attributes, datasets, types, filters and links are; then its
 *  checksum (mostly) and its seal (always) are made anew. */
void forge_hdf5 (struct choices *, const char *path);

#endif
