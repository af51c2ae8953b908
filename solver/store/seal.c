#include "store/seal.h"

#include "store/in_full.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { PIECE = 1 << 18, LENGTH_BYTES = 26 /* "bytes " and 20 digits */ };

static const char magic[] = "zermelo file, sealed\n";

static void seal_text (char text[SEAL_BYTES], uint64_t bytes, uint64_t hash) {
  assert (bytes >= SEAL_BYTES);
  memset (text, 0, SEAL_BYTES);
  snprintf (
      text, SEAL_BYTES,
      "%sbytes %020" PRIu64 "\nxxh3 %016" PRIx64 "\n\n"
      "An HDF5 file follows this text; h5dump, h5py and other readers of HDF5 open it as it is.\n"
      "bytes: the length of the whole file. xxh3: the XXH3 (64 bits) of what follows the first 512 bytes.\n",
      magic, bytes, hash);
  assert (strlen (text) + 1 < SEAL_BYTES); /* nothing is cut off */
}

/** The length of the file, and the hash of everything behind the seal, which goes to the same place in
 * `content`; that has room for `*bytes` bytes. NULL: nothing is kept. Returns 0 or errno. */
static int measure (int descriptor, uint64_t *bytes, uint64_t *hash, uint8_t *content) {
  const uint64_t end = content != NULL ? *bytes : UINT64_MAX;
  uint8_t *piece = content != NULL ? NULL : malloc (PIECE);
  XXH3_state_t *state = XXH3_createState ();
  ssize_t now = 1;
  int error = ENOMEM;
  if ((piece != NULL || content != NULL) && state != NULL) {
    XXH3_64bits_reset (state);
    *bytes = SEAL_BYTES;
    while (now > 0 && *bytes < end) {
      uint8_t *const to = content != NULL ? content + *bytes : piece;
      now = pread_in_full (descriptor, to, end - *bytes < PIECE ? end - *bytes : PIECE, *bytes);
      if (now > 0) {
        XXH3_64bits_update (state, to, (size_t) now);
        *bytes += (uint64_t) now;
      }
    }
    *hash = XXH3_64bits_digest (state);
    error = now < 0 ? errno : 0;
  }
  XXH3_freeState (state);
  free (piece);
  return error;
}

int seal_write (int descriptor) {
  uint64_t bytes, hash;
  int error = measure (descriptor, &bytes, &hash, NULL);
  if (error != 0)
    return error;
  char text[SEAL_BYTES];
  seal_text (text, bytes, hash);
  return pwrite_in_full (descriptor, text, sizeof text, 0) ? 0 : errno;
}

/* The superblock, which HDF5 reads first: signature, version of the superblock, sizes, no flags, the address
 * at which we put it, no extension. */
static bool is_superblock (int descriptor) {
  static const char ours[] = "\x89HDF\r\n\x1a\n\3\10\10\0"
                             "\0\2\0\0\0\0\0\0"
                             "\xff\xff\xff\xff\xff\xff\xff\xff";
  _Static_assert(SEAL_BYTES == 512, "the second byte of the address");
  char found[sizeof ours - 1];
  return pread_in_full (descriptor, found, sizeof found, SEAL_BYTES) == (ssize_t) sizeof found
         && memcmp (found, ours, sizeof found) == 0;
}

static bool fail_reading (const char *path, int error, struct failure *failure) {
  return fail (failure, error == ENOMEM ? EXIT_INTERNAL : EXIT_IO, "cannot read %s: %s", path,
               strerror (error));
}

static bool read_seal (int descriptor, const char *path, char found[SEAL_BYTES], uint64_t *bytes,
                       struct failure *failure) {
  struct stat status;
  if (fstat (descriptor, &status) != 0)
    return fail_reading (path, errno, failure);
  if (!S_ISREG (status.st_mode))
    return fail (failure, EXIT_BAD_DATA, "%s is not a regular file", path);
  *bytes = (uint64_t) status.st_size;
  ssize_t length = pread_in_full (descriptor, found, SEAL_BYTES, 0);
  if (length < 0)
    return fail_reading (path, errno, failure);
  return (length == SEAL_BYTES && memcmp (found, magic, sizeof magic - 1) == 0)
         || fail (failure, EXIT_BAD_DATA, "%s is not a file that zermelo wrote", path);
}

/* Do the first `size` bytes of a seal agree with a file of `bytes` bytes and that hash? */
static bool is_seal (const char found[SEAL_BYTES], size_t size, uint64_t bytes, uint64_t hash,
                     const char *path, struct failure *failure) {
  char expected[SEAL_BYTES];
  seal_text (expected, bytes, hash);
  return memcmp (found, expected, size) == 0
         || fail (failure, EXIT_BAD_DATA,
                  "%s is damaged: length or content differ from its seal; make or copy it again", path);
}

/* Does the seal that was found fit the file? `kept`: as for measure(). */
static bool fits (int descriptor, const char *path, bool whole, const char found[SEAL_BYTES], uint64_t *bytes,
                  uint8_t *kept, struct failure *failure) {
  uint64_t hash = 0;
  const int error = whole ? measure (descriptor, bytes, &hash, kept) : 0;
  if (error != 0)
    return fail_reading (path, error, failure);
  if (!is_seal (found, whole ? SEAL_BYTES : sizeof magic - 1 + LENGTH_BYTES, *bytes, hash, path, failure))
    return false;
  return is_superblock (descriptor)
         || fail (failure, EXIT_BAD_DATA, "%s is no file that zermelo wrote: its HDF5 header is another",
                  path);
}

static bool check (int descriptor, const char *path, bool whole, uint64_t *bytes, uint64_t most,
                   uint8_t **content, struct failure *failure) {
  char found[SEAL_BYTES];
  if (!read_seal (descriptor, path, found, bytes, failure))
    return false;
  uint8_t *const kept = SEAL_BYTES <= *bytes && *bytes <= most ? malloc (*bytes) : NULL;
  if (kept != NULL)
    memcpy (kept, found, sizeof found);
  const bool right = fits (descriptor, path, whole, found, bytes, kept, failure);
  if (right && most > 0)
    *content = kept;
  else
    free (kept);
  return right;
}

static bool open_and_check (const char *path, bool whole, uint64_t *bytes, uint64_t most, uint8_t **content,
                            struct failure *failure) {
  /* O_NONBLOCK: a pipe must not make us wait */
  int descriptor = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return fail (failure, EXIT_NO_INPUT, "cannot open %s: %s", path, strerror (errno));
  const bool right = check (descriptor, path, whole, bytes, most, content, failure);
  close (descriptor);
  return right;
}

bool seal_check (const char *path, uint64_t *bytes, uint64_t most, uint8_t **content,
                 struct failure *failure) {
  return open_and_check (path, true, bytes, most, content, failure);
}

bool seal_looks_right (const char *path, struct failure *failure) {
  uint64_t bytes = 0;
  return open_and_check (path, false, &bytes, 0, NULL, failure);
}
