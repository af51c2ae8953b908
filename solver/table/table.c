#include "table/table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

const char *const replacement_names[REPLACEMENTS] = { "twobig1", "twodeep", "big1", "deep", "new" };

enum replacement
replacement_by_name (const char *name)
{
  for (int i = 0; i < REPLACEMENTS; i++)
    if (strcmp (name, replacement_names[i]) == 0)
      return (enum replacement) i;
  return REPLACEMENTS;
}

enum { FIRST_PAIRS = 1 << 12, GROWTH = 8 };

static void
table_start_small (struct table *table)
{
  const uint64_t pairs = table->entries / 2 < FIRST_PAIRS ? table->entries / 2 : FIRST_PAIRS;
  atomic_store (&table->pairs, pairs);
  atomic_store (&table->filled, 0);
  if (table->pairs_written < pairs)
    table->pairs_written = pairs;
}

/** Write the entries of the first `pairs` pairs to the places that they have now. What other threads write meanwhile to
 *  a place of theirs may be lost, as in any replacement. An entry caught while it was being written decodes to a key
 *  that does not belong to its pair. */
static void
table_move_all (struct table *table, uint64_t pairs)
{
  const int words = table->key_words;
  for (uint64_t i = 0; i < 2 * pairs; i++) {
    _Atomic uint64_t *old = &table->word[i * (uint64_t) (words + 1)];
    const uint64_t data = atomic_load_explicit (&old[0], memory_order_relaxed);
    if (data >> 60 != table->generation)
      continue;
    uint64_t key[4];
    for (int w = 0; w < words; w++)
      key[w] = atomic_load_explicit (&old[1 + w], memory_order_relaxed) ^ table_mix (data);
    if (table_pair (pairs, key, words) != i / 2)
      continue;
    _Atomic uint64_t *place = &table->word[table_index (table, key, words)];
    if (place == old)
      continue;
    if (atomic_load_explicit (&place[0], memory_order_relaxed) >> 60 == table->generation)
      place += words + 1;
    table_write_entry (place, data, key, words);
  }
}

void
table_grow (struct table *table)
{
  if (atomic_flag_test_and_set (&table->growing))
    return;
  const uint64_t old = atomic_load (&table->pairs), most = table->entries / 2;
  if (old < most && atomic_load (&table->filled) >= old / 128) {
    const uint64_t pairs = old > most / GROWTH ? most : old * GROWTH;
    if (table->pairs_written < pairs)
      table->pairs_written = pairs;
    atomic_store (&table->filled, old / 128); /* about as many as are moved */
    atomic_store (&table->pairs, pairs);
    table_move_all (table, old);
  }
  atomic_flag_clear (&table->growing);
}

struct table *
table_create (uint64_t bytes, int key_words, enum replacement replacement, struct failure *failure)
{
  const uint64_t pair_bytes = 2 * 8 * (uint64_t) (key_words + 1);
  uint64_t pairs = bytes / pair_bytes;
  if (pairs < 4096 / pair_bytes)
    pairs = 4096 / pair_bytes;
  /* Mapped, not allocated: pages come zeroed and only when touched. */
  void *memory = mmap (NULL, pairs * pair_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    fail (failure, EXIT_IO, "no memory for a table of %llu bytes", (unsigned long long) bytes);
    return NULL;
  }
  madvise (memory, pairs * pair_bytes, MADV_HUGEPAGE);
  struct table *table = allocate (1, sizeof *table);
  table->word = memory;
  table->entries = 2 * pairs;
  table->key_words = key_words;
  table->replacement = replacement;
  table->generation = 1;
  table->bytes = pairs * pair_bytes;
  atomic_flag_clear (&table->growing);
  table_start_small (table);
  return table;
}

void
table_destroy (struct table *table)
{
  if (table == NULL)
    return;
  munmap ((void *) table->word, table->bytes);
  free (table);
}

void
table_clear (struct table *table)
{
  if (++table->generation > 15) {
    table->generation = 1;
    const uint64_t bytes = table->pairs_written * 16 * (uint64_t) (table->key_words + 1);
    /* Fresh zero pages are cheaper than writing zeros, unless there are few. */
    if (bytes <= 1 << 21 || madvise ((void *) table->word, bytes, MADV_DONTNEED) != 0)
      memset ((void *) table->word, 0, bytes);
    table->pairs_written = 0;
  }
  table_start_small (table);
}

double
table_fill (const struct table *table)
{
  enum { SAMPLE = 4000 };
  uint64_t used = 0, step = table->entries / SAMPLE + 1, seen = 0;
  for (uint64_t i = 0; i < table->entries; i += step, seen++) {
    uint64_t data = atomic_load_explicit (&table->word[i * (uint64_t) (table->key_words + 1)],
                                          memory_order_relaxed);
    used += data >> 60 == table->generation;
  }
  return (double) used / (double) seen;
}
