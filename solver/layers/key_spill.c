#include "layers/key_spill.h"

#include "layers/key_exchange.h"
#include "store/in_full.h"
#include "store/raw_file.h"
#include "store/temporary.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A run of consecutive keys of one partition in the file. */
struct piece {
  int partition;
  uint64_t place;
  size_t count;
};

struct spill {
  int descriptor;
  uint64_t size, count;
  struct piece *pieces;
  size_t piece_count, capacity;
};

struct spill *spill_create (const char *directory, int rank, struct failure *failure) {
  assert (rank >= 0);
  char path[4096], *name;
  snprintf (path, sizeof path, "%s/spill.%d", directory, rank);
  const int descriptor = temporary_create (path, &name);
  if (descriptor < 0) {
    fail (failure, EXIT_CANNOT_CREATE, "cannot make %s: %s", path, strerror (errno));
    return NULL;
  }
  unlink (name);
  free (name);
  struct spill *spill = allocate (1, sizeof *spill);
  spill->descriptor = descriptor;
  return spill;
}

void spill_destroy (struct spill *spill) {
  if (spill == NULL)
    return;
  close (spill->descriptor);
  free (spill->pieces);
  free (spill);
}

#ifndef NDEBUG
static uint64_t bytes_of_pieces (const struct spill *spill, size_t key_bytes) {
  uint64_t sum = 0;
  for (size_t i = 0; i < spill->piece_count; i++)
    sum += spill->pieces[i].count * key_bytes;
  return sum;
}
#endif

bool spill_add (struct spill *spill, int partition, const struct key_set *set, struct failure *failure) {
  assert (partition >= 0 && partition < PARTITIONS);
  assert (set->count > 0 && partition_of (key_hash (set->keys, set->key_bytes)) == partition);
  const size_t bytes = set->count * (size_t) set->key_bytes;
  spill->pieces = grow_list (spill->pieces, spill->piece_count, &spill->capacity, sizeof *spill->pieces);
  if (!pwrite_in_full (spill->descriptor, set->keys, bytes, spill->size))
    return fail (failure, EXIT_IO, "cannot write a temporary file: %s", strerror (errno));
  spill->pieces[spill->piece_count++] = (struct piece){ partition, spill->size, set->count };
  /* the pieces fill the file without gaps */
  assert (bytes_of_pieces (spill, (size_t) set->key_bytes) == spill->size + bytes);
  spill->size += bytes;
  spill->count += set->count;
  return true;
}

bool spill_bring (const struct spill *spill, int partition, struct key_set *set, struct failure *failure) {
  assert (partition >= 0 && partition < PARTITIONS);
  enum { AT_ONCE = 1 << 14 };
  const size_t key_bytes = (size_t) set->key_bytes;
  uint8_t *keys = allocate (AT_ONCE, key_bytes);
  bool good = true;
  for (size_t i = 0; good && i < spill->piece_count; i++) {
    const struct piece *piece = &spill->pieces[i];
    if (piece->partition != partition)
      continue;
    for (size_t first = 0; good && first < piece->count; first += AT_ONCE) {
      const size_t left = piece->count - first, now = left < AT_ONCE ? left : AT_ONCE;
      assert (piece->place + (first + now) * key_bytes <= spill->size);
      good = raw_read (spill->descriptor, keys, now * key_bytes, piece->place + first * key_bytes)
             || fail (failure, EXIT_IO, "cannot read a temporary file: %s", strerror (errno));
      for (size_t k = 0; good && k < now; k++)
        key_set_add (set, keys + k * key_bytes, key_hash (keys + k * key_bytes, set->key_bytes));
    }
  }
  free (keys);
  return good;
}

uint64_t spill_count (const struct spill *spill) { return spill->count; }

void spill_empty (struct spill *spill) {
  spill->size = spill->count = spill->piece_count = 0;
  if (ftruncate (spill->descriptor, 0) != 0)
    return; /* the file keeps its size; new keys overwrite the old ones */
}
