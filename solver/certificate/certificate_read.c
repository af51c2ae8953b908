/* Reads certificates (certificate/certificate.h). Separate from certificate_write.c because libzermelo-book
 * contains only this file.
 *
 * The rows are read by the checker's reader, which takes nothing on trust, so that all readers accept and
 * refuse the same files. The checksum is then computed from the rows in memory. */
#include "certificate/certificate.h"

#include "checker/certificate_file.h"
#include "store/checksum.h"
#include "store/file_game.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const sets[2][2] = { { "/first", "/second" }, { "/held", "/won" } };

/* Add to the checksum what is not a row: attributes, and the encodings of datasets. */
static void sum_attributes (struct file_in *file) {
  static const char *const groups[] = { "/claim", "/first", "/second", "/held", "/won" };
  static const char *const names[] = { "key", "kind", "size", "number", "move", "rank", "value", "score" };
  const int acyclic_format = 2;
  char path[40], encoding[500];
  int64_t number;
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    for (size_t j = 0; file_has (file, groups[i]) && j < sizeof names / sizeof *names; j++) {
      snprintf (path, sizeof path, "%s/%s", groups[i], names[j]);
      if (file_has (file, path))
        file_get_text (file, path, "encoding", encoding, sizeof encoding);
    }
  if (file_identify (file)->format == acyclic_format)
    file_get_integer (file, "/", "small_nodes", 0, INT64_MAX, &number);
  for (int player = 0; player < 2; player++)
    if (file_has (file, sets[false][player]))
      file_get_integer (file, sets[false][player], "bound", INT16_MIN, INT16_MAX, &number);
  if (file_has (file, "/tables"))
    file_get_integer (file, "/tables", "pieces", 1, INT16_MAX, &number);
}

static uint64_t sum_of (const char *group, const char *name, const void *rows, size_t count, size_t bytes) {
  char path[40];
  snprintf (path, sizeof path, "%s/%s", group, name);
  return rows == NULL ? 0 : checksum_rows (path, 0, rows, count, bytes);
}

static uint64_t sum_of_rows (const struct certificate_file *file) {
  const size_t key_bytes = (size_t) file->game.key_bytes;
  uint64_t sum = sum_of ("/claim", "key", file->claim_key, file->claims, key_bytes);
  for (size_t i = 0; i < file->claims; i++) {
    const int8_t value = (int8_t) ((file->claim_value[i] > 0) - (file->claim_value[i] < 0));
    sum += checksum_rows ("/claim/value", i, &value, 1, sizeof value);
  }
  if (file->game.exact_score)
    sum += sum_of ("/claim", "score", file->claim_value, file->claims, sizeof *file->claim_value);
  for (int i = 0; i < 2; i++) {
    const struct strategy_rows *rows = &file->strategy[i];
    const char *const group = sets[file->game.rules->cyclic][i];
    sum += sum_of (group, "key", rows->key, rows->count, key_bytes)
           + sum_of (group, "kind", rows->kind, rows->count, sizeof *rows->kind)
           + sum_of (group, "size", rows->size, rows->count, sizeof *rows->size)
           + sum_of (group, "number", rows->number, rows->numbers, sizeof *rows->number)
           + sum_of (group, "move", rows->move, rows->count, sizeof *rows->move)
           + sum_of (group, "rank", rows->rank, rows->count, sizeof *rows->rank);
  }
  return sum;
}

/* Returns NULL, or the reason why the rows cannot be read; then there is nothing in `into`. */
static const char *read_all_rows (struct certificate_file *into, const struct file_in *file, bool old) {
  const char *reason = certificate_file_borrow (into, file_hdf5 (file));
  if (reason != NULL)
    return reason;
  into->old_rows = old;
  for (int set = 0; set < 2 && reason == NULL; set++)
    reason = certificate_rows_read (into, set, 0, SIZE_MAX);
  reader_close (&into->reader);
  if (reason != NULL)
    certificate_file_close (into);
  return reason;
}

static bool read_rows_with_sum (struct certificate_file *into, const struct file_in *file, const char *path,
                                bool old, struct failure *failure) {
  char found[20];
  const char *const reason = read_all_rows (into, file, old);
  if (reason != NULL)
    return fail (failure, EXIT_BAD_DATA, "%.300s: %s", path, reason);
  snprintf (found, sizeof found, "%016" PRIx64, file_sum (file) + sum_of_rows (into));
  if (strcmp (found, file_identify (file)->checksum) == 0)
    return true;
  certificate_file_close (into);
  return fail (failure, EXIT_BAD_DATA, "%.300s is damaged: its content differs from its checksum", path);
}

static bool read_certificate (struct certificate_file *into, struct game *game, const char *path, bool old,
                              struct file_identity *identity, struct failure *failure) {
  file_lock ();
  struct file_in *file = file_open (path, CERTIFICATE_KIND, 0, failure);
  const bool opened
      = file != NULL
        && (file_open_game_of_any_size (file_identify (file), game, failure) || fail_in (failure, path));
  if (opened) {
    sum_attributes (file);
    *identity = *file_identify (file);
  }
  const bool right = failure->code == 0 && read_rows_with_sum (into, file, path, old, failure);
  file_close (file);
  file_unlock ();
  if (opened && !right)
    engine_close (game);
  return right;
}

bool certificate_read (struct certificate_file *into, struct game *game, const char *path,
                       struct file_identity *identity, struct failure *failure) {
  struct file_identity unused;
  return read_certificate (into, game, path, false, identity != NULL ? identity : &unused, failure);
}

bool certificate_read_old (struct certificate_file *into, struct game *game, const char *path,
                           struct failure *failure) {
  struct file_identity unused;
  return read_certificate (into, game, path, true, &unused, failure);
}
