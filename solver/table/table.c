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

struct table *
table_create (uint64_t bytes, int key_words, enum replacement replacement, struct failure *failure)
{
  const uint64_t pair_bytes = 2 * 8 * (uint64_t) (key_words + 1);
  uint64_t pairs = bytes / pair_bytes;
  if (pairs < 4096 / pair_bytes)
    pairs = 4096 / pair_bytes;
  /* Mapped, not allocated: pages come zeroed and only when touched, so a large table costs a small search
   * nothing. No huge pages: each first touch would zero 2 MiB (5x4 Connect Four: 15 719 nodes took 0.02 s in a
   * table of 16 MiB, above 1 s in one of 2 GiB). */
  void *memory = mmap (NULL, pairs * pair_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    fail (failure, EXIT_IO, "no memory for a table of %llu bytes", (unsigned long long) bytes);
    return NULL;
  }
  struct table *table = allocate (1, sizeof *table);
  table->word = memory;
  table->entries = 2 * pairs;
  table->key_words = key_words;
  table->replacement = replacement;
  table->generation = 1;
  table->bytes = pairs * pair_bytes;
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
  if (++table->generation <= 15)
    return;
  table->generation = 1;
  /* Fresh zero pages are cheaper than writing zeros where little of the table was touched. */
  if (madvise ((void *) table->word, table->bytes, MADV_DONTNEED) != 0)
    memset ((void *) table->word, 0, table->bytes);
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
