#include "store/raw_file.h"

#include "store/checksum.h"
#include "store/in_full.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

/* Is there room for a checksum after the beginning that all heads share? */
__attribute__ ((unused)) static bool is_whole (uint64_t head_bytes) {
  return head_bytes >= sizeof (struct raw_head) + sizeof (uint64_t);
}

void *raw_head_make (const char *magic, uint64_t format, const char game[96], size_t bytes) {
  assert (is_whole (bytes));
  assert (strlen (magic) <= sizeof ((struct raw_head *) NULL)->magic);
  assert (memchr (game, 0, 96) != NULL);
  struct raw_head *head = allocate (bytes, 1);
  memcpy (head->magic, magic, strlen (magic));
  head->format = format;
  head->head_bytes = bytes;
  memcpy (head->game, game, sizeof head->game);
  return head;
}

void raw_head_seal (void *head) {
  assert (is_whole (((struct raw_head *) head)->head_bytes));
  const size_t before = ((struct raw_head *) head)->head_bytes - sizeof (uint64_t);
  const uint64_t sum = checksum_bytes (head, before);
  memcpy ((char *) head + before, &sum, sizeof sum);
}

enum raw_head_state raw_head_read (int descriptor, void *head, const struct raw_head *expected) {
  assert (is_whole (expected->head_bytes));
  const size_t bytes = expected->head_bytes, before = bytes - sizeof (uint64_t);
  struct raw_head *const found = head;
  if (!raw_read (descriptor, found, bytes, 0)
      || memcmp (found->magic, expected->magic, sizeof found->magic) != 0)
    return RAW_HEAD_DAMAGED;
  if (found->format != expected->format || found->head_bytes != bytes)
    return RAW_HEAD_OF_OTHER_FORMAT;
  const uint64_t sum = checksum_bytes (head, before);
  if (memcmp ((char *) head + before, &sum, sizeof sum) != 0)
    return RAW_HEAD_DAMAGED;
  if (memcmp (found->game, expected->game, sizeof found->game) != 0)
    return RAW_HEAD_OF_OTHER_GAME;
  return RAW_HEAD_RIGHT;
}

bool raw_read (int descriptor, void *to, size_t bytes, uint64_t place) {
  const ssize_t got = pread_in_full (descriptor, to, bytes, place);
  if (got >= 0 && (size_t) got < bytes)
    errno = EIO;
  return got >= 0 && (size_t) got == bytes;
}
