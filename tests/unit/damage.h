/* Damaged files: what tests of every kind of file do to one.
 *
 * A folder of their own, files as bytes, and the question put to a reader for each flipped bit and each
 * shorter length. */
#ifndef ZERMELO_TESTS_DAMAGE_H
#define ZERMELO_TESTS_DAMAGE_H

#include "base/failure.h" /* before cmocka.h, which has a macro fail() */

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[200];

/** For cmocka: a folder for the files of a test program. */
static inline int make_folder (void **state) {
  (void) state;
  const char *temporary = getenv ("TMPDIR");
  snprintf (folder, sizeof folder, "%s/zermelo-XXXXXX", temporary != NULL ? temporary : P_tmpdir);
  return mkdtemp (folder) == NULL;
}

/** A name in the folder; four may be in use at once. */
static inline const char *in_folder (const char *name) {
  static char names[4][500];
  static int turn;
  char *text = names[turn++ % 4];
  snprintf (text, sizeof names[0], "%s/%s", folder, name);
  return text;
}

/** How many files are in the folder; removes them. */
static inline int empty_folder (void) {
  int files = 0;
  DIR *open = opendir (folder);
  for (struct dirent *entry; open != NULL && (entry = readdir (open)) != NULL;)
    if (entry->d_name[0] != '.') {
      files++;
      unlink (in_folder (entry->d_name));
    }
  closedir (open);
  return files;
}

static inline int remove_folder (void **state) {
  (void) state;
  empty_folder ();
  return rmdir (folder);
}

struct bytes {
  uint8_t *data;
  size_t size;
};

static inline struct bytes load (const char *path) {
  struct bytes bytes = { 0 };
  FILE *file = fopen (path, "rb");
  assert_non_null (file);
  fseek (file, 0, SEEK_END);
  bytes.size = (size_t) ftell (file);
  rewind (file);
  bytes.data = malloc (bytes.size + 1);
  assert_int_equal (fread (bytes.data, 1, bytes.size, file), bytes.size);
  fclose (file);
  return bytes;
}

static inline void save (const char *path, const uint8_t *data, size_t size) {
  FILE *file = fopen (path, "wb");
  assert_non_null (file);
  assert_int_equal (fwrite (data, 1, size, file), size);
  fclose (file);
}

/** Ask `refused` about a file of which one bit of each byte is flipped (the bit changes from byte to byte),
 *  about every length up to 2048 and a thousand larger ones, and about the file with bytes behind its end. */
static inline void damage_and_ask (const char *path, bool (*refused) (const char *path)) {
  struct bytes whole = load (path);
  const char *damaged = in_folder ("damaged");
  size_t tried = 0;
  for (size_t i = 0; i < whole.size; i++, tried++) {
    whole.data[i] ^= (uint8_t) (1u << (i * 7 % 8));
    save (damaged, whole.data, whole.size);
    if (!refused (damaged))
      fail_msg ("byte %zu flipped and not refused", i);
    whole.data[i] ^= (uint8_t) (1u << (i * 7 % 8));
  }
  size_t step = whole.size / 1000 + 1;
  for (size_t size = 0; size < whole.size; size += size < 2048 ? 1 : step, tried++) {
    save (damaged, whole.data, size);
    if (!refused (damaged))
      fail_msg ("cut to %zu bytes and not refused", size);
  }
  for (size_t more = 1; more <= 1024; more *= 4, tried++) {
    uint8_t *longer = calloc (whole.size + more, 1);
    memcpy (longer, whole.data, whole.size);
    save (damaged, longer, whole.size + more);
    free (longer);
    if (!refused (damaged))
      fail_msg ("%zu bytes longer and not refused", more);
  }
  print_message ("%zu damaged files of %zu bytes refused\n", tried, whole.size);
  unlink (damaged);
  free (whole.data);
}

#endif
