#include "search/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

const char *const replacement_names[REPLACEMENTS]
    = { "twobig1", "twodeep", "big1", "deep", "new", "old", "bigall" };

enum replacement replacement_by_name (const char *name) {
  for (int i = 0; i < REPLACEMENTS; i++)
    if (strcmp (name, replacement_names[i]) == 0)
      return (enum replacement) i;
  return REPLACEMENTS;
}

/* FIRST_PAIRS: pairs at the start. SPLIT: pairs that are split at a time. CROWDED, CROWDED_IF_LARGE: arrivals
 * per 64 pairs that make the table grow, while it has less than LARGE bytes and fits into the caches, and
 * later. */
enum {
  FIRST_PAIRS = 1 << 12,
  SPLIT = 64,
  CROWDED = 48,
  CROWDED_IF_LARGE = 384,
  LARGE = 1 << 26,
  KEY_WORDS_MAX = 4
};

/* Are the invariants of the table satisfied? They hold while no thread lets it grow. */
__attribute__ ((unused)) static bool is_consistent (const struct table *table) {
  const uint64_t pairs = atomic_load (&table->pairs), whole = atomic_load (&table->whole);
  return table->entries % 2 == 0 && pairs > 0 && pairs <= table->entries / 2 && whole <= pairs / 2
         && table->pairs_written >= pairs && table->pairs_written <= table->entries / 2
         && table->generation >= 1 && table->generation <= 15
         && table->bytes == table->entries * 8 * (uint64_t) (table->key_words + 1);
}

/** Begin with a number of pairs that can be doubled until nearly all the memory is in use. */
static void table_start_small (struct table *table) {
  uint64_t pairs = table->entries / 2;
  while (pairs >= 2 * FIRST_PAIRS)
    pairs /= 2;
  atomic_store (&table->pairs, pairs);
  atomic_store (&table->whole, 0);
  atomic_store (&table->arrivals, 0);
  if (table->pairs_written < pairs)
    table->pairs_written = pairs;
}

/** Distribute the entries of a pair over the two pairs that replace it. Entries that other threads write
 * there meanwhile may be lost, as in any replacement. An entry read while it was being written decodes to a
 * key that does not belong to the pair. */
static void table_split (struct table *table, uint64_t pair, uint64_t pairs) {
  assert (2 * pair + 1 < pairs && pairs <= table->entries / 2);
  const int words = table->key_words;
  uint64_t data[2], keys[2][KEY_WORDS_MAX] = { 0 };
  for (int level = 0; level < 2; level++) {
    const _Atomic uint64_t *entry = &table->word[(2 * pair + (uint64_t) level) * (uint64_t) (words + 1)];
    data[level] = atomic_load_explicit (&entry[0], memory_order_relaxed);
    for (int w = 0; w < words; w++)
      keys[level][w] = atomic_load_explicit (&entry[1 + w], memory_order_relaxed) ^ table_mix (data[level]);
  }
  for (uint64_t part = 2 * pair; part <= 2 * pair + 1; part++) {
    _Atomic uint64_t *entry = &table->word[2 * part * (uint64_t) (words + 1)];
    int kept = 0;
    for (int level = 0; level < 2; level++)
      if (data[level] >> 60 == table->generation
          && table_pair_among (table_hash (keys[level], words), pairs) == part)
        table_write_entry (entry + kept++ * (words + 1), data[level], keys[level], words);
    for (; kept < 2; kept++) /* old entries at this place have been moved already */
      atomic_store_explicit (&entry[kept * (words + 1)], 0, memory_order_relaxed);
  }
}

void table_grow (struct table *table) {
  if (atomic_flag_test_and_set_explicit (&table->growing, memory_order_acquire))
    return;
  for (;;) {
    uint64_t pairs = atomic_load (&table->pairs), whole = atomic_load (&table->whole);
    const bool large = (pairs - whole) * 16 * (uint64_t) (table->key_words + 1) >= LARGE;
    if (atomic_load (&table->arrivals) * ARRIVALS_SAMPLE * 64
        <= (pairs - whole) * (large ? CROWDED_IF_LARGE : CROWDED))
      break;
    if (whole == 0) {
      if (pairs > table->entries / 4)
        break;
      whole = pairs;
      pairs *= 2;
      assert (pairs <= table->entries / 2);
      if (table->pairs_written < pairs)
        table->pairs_written = pairs;
      atomic_store (&table->whole, whole);
      atomic_store (&table->pairs, pairs);
    }
    /* Split from the end, so that the new places of the entries are free: their old contents have been
     * moved. */
    assert (whole <= pairs / 2);
    const uint64_t left = whole > SPLIT ? whole - SPLIT : 0;
    while (whole > left)
      table_split (table, --whole, pairs);
    atomic_store (&table->whole, left);
  }
  assert (is_consistent (table));
  atomic_flag_clear_explicit (&table->growing, memory_order_release);
}

struct table *table_create (uint64_t bytes, int key_words, enum replacement replacement,
                            struct failure *failure) {
  assert (bytes >= 4096);
  assert (replacement < REPLACEMENTS);
  assert (key_words == 1 || key_words == 2 || key_words == 4);
  const uint64_t pair_bytes = 2 * 8 * (uint64_t) (key_words + 1);
  uint64_t pairs = bytes / pair_bytes;
  if (pairs < 4096 / pair_bytes)
    pairs = 4096 / pair_bytes;
  /* The memory is mapped, not allocated, so that the system provides zeroed pages only when they are
   * touched. */
  void *memory = mmap (NULL, pairs * pair_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    fail_memory (failure, "the table of a search (--table-memory)", pairs * pair_bytes);
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
  assert (is_consistent (table));
  return table;
}

void table_destroy (struct table *table) {
  if (table == NULL)
    return;
  munmap ((void *) table->word, table->bytes);
  free (table);
}

void table_clear (struct table *table) {
  assert (is_consistent (table));
  if (++table->generation > 15) {
    table->generation = 1;
    const uint64_t bytes = table->pairs_written * 16 * (uint64_t) (table->key_words + 1);
    /* Fresh zero pages are cheaper than writing zeros, unless there are only a few. */
    if (bytes <= 1 << 21 || madvise ((void *) table->word, bytes, MADV_DONTNEED) != 0)
      memset ((void *) table->word, 0, bytes);
    table->pairs_written = 0;
  }
  table_start_small (table);
}

double table_fill (const struct table *table) {
  enum { SAMPLE = 1000 };
  /* Sample only the memory in use: reading the rest would make the system provide it. */
  const uint64_t entries = 2 * atomic_load_explicit (&table->pairs, memory_order_relaxed);
  uint64_t used = 0, step = entries / SAMPLE + 1, seen = 0;
  for (uint64_t i = 0; i < entries; i += step, seen++) {
    uint64_t data
        = atomic_load_explicit (&table->word[i * (uint64_t) (table->key_words + 1)], memory_order_relaxed);
    used += data >> 60 == table->generation;
  }
  assert (used <= seen && seen > 0);
  return (double) used / (double) seen * (double) entries / (double) table->entries;
}
