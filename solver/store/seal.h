/* The seal: the first 512 bytes of each of our files, which tell complete files from damaged ones.
 *
 * HDF5 looks for its own header at 0, 512, 1024, ... and calls what precedes it the user block, so h5dump and
 * h5py do not notice the seal. It is a few lines of text with the length of the file and the XXH3 of
 * everything that follows, padded with zeros. It is checked before HDF5 sees the file, because HDF5 crashes
 * or hangs on some damaged files; every flipped bit and every lost byte is found. A damaged file may be
 * sealed anew, so the superblock of HDF5 must also be the one that we write: with it, all metadata have
 * checksums of their own, which HDF5 verifies. */
#ifndef ZERMELO_STORE_SEAL_H
#define ZERMELO_STORE_SEAL_H

#include "base/failure.h"

#include <stdint.h>

enum { SEAL_BYTES = 512 };

/** Put the seal into an open file (read and write) whose first 512 bytes are free. Returns 0 or errno. */
int seal_write (int descriptor);

/** Is this a file of ours, and complete? `bytes` gets its length. Reads the whole file once. `content` (may
 * be NULL if `most` is 0) gets all bytes of the file, which the caller frees; NULL if the file is longer than
 * `most` or there is no memory. Errors: EXIT_NO_INPUT (absent or unreadable), EXIT_BAD_DATA (not ours,
 * truncated, damaged), EXIT_IO. */
bool seal_check (const char *path, uint64_t *bytes, uint64_t most, uint8_t **content, struct failure *);

/** Does the file begin like one of ours, and is it as long as its seal says? Reads nothing more, so the rest
 * may be damaged. Errors as above. */
bool seal_looks_right (const char *path, struct failure *);

#endif
