#include "forge.h"

#include "base/failure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t choose (struct choices *choices, uint32_t n) {
  if (choices->left >= 2) {
    const uint32_t number = (uint32_t) (choices->data[0] | choices->data[1] << 8);
    choices->data += 2;
    choices->left -= 2;
    return number % n;
  }
  choices->left = 0;
  uint64_t z = choices->state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return (uint32_t) ((z ^ z >> 31) >> 32) % n;
}

uint64_t choose_number (struct choices *choices) {
  const uint64_t near = choose (choices, 5);
  switch (choose (choices, 8)) {
  case 0: return near;
  case 1: return 0 - near;
  case 2: return UINT64_C (1) << choose (choices, 64);
  case 3: return (UINT64_C (1) << choose (choices, 64)) - near;
  case 4: return UINT64_C (0x8000000000000000) - near;
  case 5: return (uint64_t) choose (choices, 1 << 16) << 32 | choose (choices, 1 << 16);
  case 6: return choose (choices, 256);
  default: return choose (choices, 1 << 16);
  }
}

struct blob blob_read (const char *path) {
  struct blob blob = { 0 };
  FILE *file = fopen (path, "rb");
  if (file == NULL)
    return blob;
  fseek (file, 0, SEEK_END);
  blob.size = (size_t) ftell (file);
  rewind (file);
  blob.data = allocate (blob.size, 1);
  blob.size = fread (blob.data, 1, blob.size, file);
  fclose (file);
  return blob;
}

void blob_write (const char *path, struct blob blob) {
  FILE *file = fopen (path, "wb");
  if (file == NULL || fwrite (blob.data, 1, blob.size, file) != blob.size || fclose (file) != 0)
    internal_error (__FILE__, __LINE__, "cannot write %s", path);
}

/* ---- bytes ---- */

/* Replace `length` bytes from `place` on. */
static void splice (struct blob *blob, size_t place, size_t length, const void *with, size_t size) {
  uint8_t *bytes = allocate (blob->size - length + size, 1);
  memcpy (bytes, blob->data, place);
  memcpy (bytes + place, with, size);
  memcpy (bytes + place + size, blob->data + place + length, blob->size - place - length);
  free (blob->data);
  blob->data = bytes;
  blob->size += size - length;
}

static void repeat (struct choices *choices, struct blob *blob, size_t place, size_t length) {
  enum { MOST = 70000 };
  size_t times = choose (choices, 4) == 0 ? 1 + choose (choices, 20000) : 1 + choose (choices, 4);
  if (times * length > MOST)
    times = MOST / length;
  uint8_t *many = allocate (times * length, 1);
  for (size_t i = 0; i < times; i++)
    memcpy (many + i * length, blob->data + place, length);
  splice (blob, place, 0, many, times * length);
  free (many);
}

static void forge_piece (struct choices *choices, struct blob *blob, const char *const *words, int count) {
  const size_t place = choose (choices, (uint32_t) blob->size + 1), behind = blob->size - place;
  size_t length = choose (choices, choose (choices, 4) == 0 ? 200 : 8);
  length = length < behind ? length : behind;
  char number[40];
  uint8_t byte;
  switch (choose (choices, 6)) {
  case 0:
    byte = (uint8_t) choose (choices, 256);
    splice (blob, place, length > 0, &byte, 1);
    break;
  case 1: splice (blob, place, length, "", 0); break;
  case 2:
    if (length > 0)
      repeat (choices, blob, place, length);
    break;
  case 3:
    snprintf (number, sizeof number, "%lld", (long long) choose_number (choices));
    splice (blob, place, length, number, strlen (number));
    break;
  default:
    if (count > 0) {
      const char *word = words[choose (choices, (uint32_t) count)];
      splice (blob, place, length, word, strlen (word));
    }
  }
}

void forge_bytes (struct choices *choices, struct blob *blob, const char *const *words) {
  int count = 0;
  while (words != NULL && words[count] != NULL)
    count++;
  for (uint32_t i = 1 + choose (choices, 1 + choose (choices, 5)); i > 0; i--)
    forge_piece (choices, blob, words, count);
}
