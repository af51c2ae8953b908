/* The seal: the first 512 bytes of each of our files, which tell a whole file from a damaged one.
 *
 * HDF5 looks for its own header at 0, 512, 1024, ... and calls what stands before it the user block, so
 * h5dump and h5py do not notice the seal. It is a few lines of text with the length of the file and the XXH3
 * of all that follows, padded with zeros. It is checked before HDF5 sees the file, because HDF5 crashes or
 * loops on some damaged files; every flipped bit and every lost byte is found. Whoever seals a damaged file
 * again gets past it; so the header of HDF5 must be the one that we write, too: with it, all that says what
 * stands where has a checksum of its own, which HDF5 compares.
 * Costs one reading of the file (XXH3 runs as fast as memory). */
#ifndef ZERMELO_STORE_SEAL_H
#define ZERMELO_STORE_SEAL_H

#include "base/failure.h"

#include <stdint.h>

enum { SEAL_BYTES = 512 };

/** Put the seal into an open file (read and write) whose first 512 bytes are free. Returns 0 or errno. */
int seal_write (int descriptor);

/** Is there a file of ours under this name, and whole? `bytes` gets its length.
 *  Errors: EXIT_NO_INPUT (absent, not readable), EXIT_BAD_DATA (not ours, truncated, damaged), EXIT_IO. */
bool seal_check (const char *path, uint64_t *bytes, struct failure *);

#endif
