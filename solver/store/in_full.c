#include "store/in_full.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <unistd.h>

ssize_t pread_in_full (int descriptor, void *to, size_t bytes, uint64_t place) {
  assert (descriptor >= 0);
  assert (bytes <= SSIZE_MAX);
  size_t done = 0;
  while (done < bytes) {
    const ssize_t now = pread (descriptor, (char *) to + done, bytes - done, (off_t) (place + done));
    if (now < 0 && errno == EINTR)
      continue;
    if (now < 0)
      return -1;
    if (now == 0)
      break;
    done += (size_t) now;
  }
  return (ssize_t) done;
}

bool pwrite_in_full (int descriptor, const void *from, size_t bytes, uint64_t place) {
  assert (descriptor >= 0);
  assert (bytes <= SSIZE_MAX);
  for (size_t done = 0; done < bytes;) {
    const ssize_t now = pwrite (descriptor, (const char *) from + done, bytes - done, (off_t) (place + done));
    if (now < 0 && errno != EINTR)
      return false;
    if (now == 0) {
      errno = ENOSPC;
      return false;
    }
    if (now > 0)
      done += (size_t) now;
  }
  return true;
}

bool write_in_full (int descriptor, const void *from, size_t bytes) {
  assert (descriptor >= 0);
  assert (bytes <= SSIZE_MAX);
  for (size_t done = 0; done < bytes;) {
    const ssize_t now = write (descriptor, (const char *) from + done, bytes - done);
    if (now < 0 && errno != EINTR)
      return false;
    if (now > 0)
      done += (size_t) now;
  }
  return true;
}
