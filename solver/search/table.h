/* The transposition table: bounds and moves of positions, shared by the threads of a process.
 *
 * An entry is one data word and the words of the key, each xored with a mix of the data word (Hyatt and Mann,
 * "A lockless transposition-table implementation", ICGA J. 25(1), 2002). All accesses are relaxed 64-bit
 * atomics, and there are no locks. A reader that catches words of two writers sees a wrong key, unless key_a
 * xor mix(data_a) xor mix(data_b) happens to be the key that it looks for: probability 2^-64 for each torn
 * read, which itself takes two writers in one entry within nanoseconds. If GAME_KEY_EXACT is 1 the entry has
 * the whole key, and a hit is the position. Otherwise the key is a 128-bit hash: with N positions in a
 * search, a wrong hit has probability at most N^2 / 2^129 (10^10 positions: 1.5e-19).
 *
 * Clearing is by generation: old entries no longer match and are replaced first; the memory is written only
 * every fifteenth time. Fresh memory comes zeroed from the system, and the threads that use it touch it
 * first.
 *
 * A search begins with a small part of the memory, which stays in the cache, and uses more as it fills, a few
 * pairs at a time from the end (table_grow; linear hashing: W. Litwin, VLDB 1980). So a small search does not
 * pay for a large table, a large one pays only for the pages that it needs, and no thread ever meets a table
 * whose entries are all being moved. Figures: ../../analysis/notes/connect4-search.md, "Table".
 *
 * Replacement schemes: Breuker, Uiterwijk, van den Herik, "Replacement schemes for transposition tables",
 * ICCA J. 17(4), 1994, 183-193, and "... and two-level transposition tables", ICCA J. 19(3), 1996, 175-180.
 * `work` is the number of nodes of the searched subtree, where a subtree cut off by a table hit counts as one
 * node (the "1" in BIG1, TWOBIG1) or, under BIGALL, as the work of the entry; 8 significant bits of it are
 * kept. */
#ifndef ZERMELO_SEARCH_TABLE_H
#define ZERMELO_SEARCH_TABLE_H

#include "base/failure.h"
#include "game.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/** Replacement schemes. Their names in the command: deep, new, old, big1, bigall, twodeep, twobig1. */
enum replacement {
  REPLACE_TWOBIG1, /* two levels: a new position with at least the work of the position in level one replaces
                      it, and the old position moves to level two; otherwise the new position goes to level
                      two */
  REPLACE_TWODEEP, /* two levels, as TWOBIG1, with the depth of the search below the position in place of the
                      work */
  REPLACE_BIG1,    /* one level: the old position stays if its work is larger */
  REPLACE_DEEP,    /* one level: the old position stays if its depth is larger */
  REPLACE_NEW,     /* one level: the new position always replaces the old one */
  REPLACE_OLD,     /* one level: the old position always stays */
  REPLACE_BIGALL,  /* one level, as BIG1; work includes that of table entries which cut a search off
                      (searcher_work()) */
  REPLACEMENTS
};

extern const char *const replacement_names[REPLACEMENTS];

/** The scheme called `name`, or REPLACEMENTS. */
enum replacement replacement_by_name (const char *name);

/** A table entry of a position. */
struct record_entry {
  struct bounds bounds; /* int16 range; lower <= upper, except that proof-number search keeps other numbers
                           here (proof_number_entry.h) */
  int move;             /* game_move_number() under the symmetry of the key, or TABLE_NO_MOVE */
  int depth;            /* 0..255; for depth-limited searches */
  uint64_t work;
};

enum { TABLE_NO_MOVE = 255 };

enum { ARRIVALS_SAMPLE = 64 }; /* new positions are counted in every 64th pair */

struct table {
  _Atomic uint64_t *word;
  uint64_t entries;       /* even */
  _Atomic uint64_t pairs; /* of entries, in use after the current growth; at most entries / 2 */
  _Atomic uint64_t whole; /* during growth, the pairs of the smaller table that have not been split yet; 0: no
                             growth */
  uint64_t pairs_written; /* the largest number of pairs in use since the memory was zeroed */
  int key_words;
  enum replacement replacement;
  uint64_t generation; /* 1..15 */
  uint64_t bytes;
  char apart[64];            /* keeps counters that threads write often out of the cache line that every probe
                                reads */
  _Atomic uint64_t arrivals; /* new positions in the sampled pairs since the table was empty */
  atomic_flag growing;
};

/** A table of at most `bytes` (at least 4 KiB) for keys of `key_words` words. NULL and EXIT_INTERNAL if there
 * is no memory. The caller destroys it. Do not clear or destroy a table in use. */
struct table *table_create (uint64_t bytes, int key_words, enum replacement, struct failure *);
void table_destroy (struct table *);
void table_clear (struct table *);

/** The share of the entries in use, 0..1, from a sample. */
double table_fill (const struct table *);

/* ---- the inner loop ---- */

/* Data word, from the low end: lower 16 | upper 16 | move 8 | depth 8 | work 12 | generation 4. */

/** Code work in 12 bits, preserving its order: 5 bits of exponent, 7 bits after the leading one. */
static inline uint64_t table_work_code (uint64_t work) {
  if (work < 128)
    return work;
  int shift = 63 - __builtin_clzll (work) - 7;
  assert (shift >= 0 && work >> shift >= 128 && work >> shift < 256);
  uint64_t code = ((uint64_t) (shift + 1) << 7) + ((work >> shift) & 127);
  return code > 4095 ? 4095 : code;
}

static inline uint64_t table_work_decode (uint64_t code) {
  assert (code <= 4095);
  if (code < 128)
    return code;
  return ((code & 127) | 128) << ((code >> 7) - 1);
}

static inline uint64_t table_mix (uint64_t data) {
  data *= UINT64_C (0x9e3779b97f4a7c15);
  return data ^ (data >> 29);
}

static inline uint64_t table_encode (const struct record_entry *r, uint64_t generation) {
  assert (r->bounds.lower >= INT16_MIN && r->bounds.upper <= INT16_MAX);
  assert (r->move >= 0 && r->move <= 255);
  assert (r->depth >= 0 && r->depth <= 255);
  assert (generation >= 1 && generation <= 15);
  return (uint64_t) (uint16_t) r->bounds.lower | (uint64_t) (uint16_t) r->bounds.upper << 16
         | (uint64_t) (r->move & 255) << 32 | (uint64_t) (r->depth & 255) << 40
         | table_work_code (r->work) << 48 | generation << 60;
}

static inline struct record_entry table_decode (uint64_t data) {
  return (struct record_entry){ { (int16_t) data, (int16_t) (data >> 16) },
                                (int) (data >> 32 & 255),
                                (int) (data >> 40 & 255),
                                table_work_decode (data >> 48 & 4095) };
}

static inline uint64_t table_hash (const uint64_t *key, int key_words) {
  assert (key_words >= 1 && key_words <= 4);
  uint64_t hash = key[0] * UINT64_C (0x9e3779b97f4a7c15);
  for (int i = 1; i < key_words; i++)
    hash = ((hash ^ (hash >> 32)) + key[i]) * UINT64_C (0xd6e8feb86659fd93);
  hash ^= hash >> 32;
  return hash * UINT64_C (0xd6e8feb86659fd93);
}

/** The pair of a hash in a table of `pairs` pairs. In a table of half the size its number is half of this. */
static inline uint64_t table_pair_among (uint64_t hash, uint64_t pairs) {
  assert (pairs > 0);
  return (uint64_t) (((__extension__(unsigned __int128) hash) * pairs) >> 64);
}

/** The pair of a key. During growth it may be the wrong one, which costs a miss. */
static inline uint64_t table_pair (const struct table *table, const uint64_t *key, int key_words) {
  assert (key_words == table->key_words);
  const uint64_t pairs = atomic_load_explicit (&table->pairs, memory_order_relaxed);
  const uint64_t pair = table_pair_among (table_hash (key, key_words), pairs);
  assert (pair < table->entries / 2);
  return pair / 2 < atomic_load_explicit (&table->whole, memory_order_relaxed) ? pair / 2 : pair;
}

/** The index of the first word of a key's pair. */
static inline uint64_t table_index (const struct table *table, const uint64_t *key, int key_words) {
  assert (key_words == table->key_words);
  return 2 * table_pair (table, key, key_words) * (uint64_t) (key_words + 1);
}

/** Prefetch the entries of a key. */
static inline void table_prefetch (const struct table *table, const uint64_t *key, int key_words) {
  __builtin_prefetch ((const void *) &table->word[table_index (table, key, key_words)]);
}

static inline bool table_entry_matches (const _Atomic uint64_t *entry, uint64_t data, const uint64_t *key,
                                        int key_words) {
  uint64_t mix = table_mix (data), wrong = 0;
  for (int i = 0; i < key_words; i++)
    wrong |= atomic_load_explicit (&entry[1 + i], memory_order_relaxed) ^ mix ^ key[i];
  return wrong == 0;
}

/** Look up a key among the entries of this generation. Thread-safe. */
static inline bool table_probe (const struct table *table, const uint64_t *key, int key_words,
                                struct record_entry *found) {
  assert (key_words == table->key_words);
  const _Atomic uint64_t *entry = &table->word[table_index (table, key, key_words)];
  for (int level = 0; level < 2; level++, entry += key_words + 1) {
    uint64_t data = atomic_load_explicit (&entry[0], memory_order_relaxed);
    if (data >> 60 == table->generation && table_entry_matches (entry, data, key, key_words)) {
      *found = table_decode (data);
      return true;
    }
  }
  return false;
}

static inline void table_write_entry (_Atomic uint64_t *entry, uint64_t data, const uint64_t *key,
                                      int key_words) {
  uint64_t mix = table_mix (data);
  for (int i = 0; i < key_words; i++)
    atomic_store_explicit (&entry[1 + i], key[i] ^ mix, memory_order_relaxed);
  atomic_store_explicit (&entry[0], data, memory_order_relaxed);
}

/** Copy an entry, whatever its key. */
static inline void table_move_entry (_Atomic uint64_t *to, const _Atomic uint64_t *from, int key_words) {
  for (int i = 0; i <= key_words; i++)
    atomic_store_explicit (&to[i], atomic_load_explicit (&from[i], memory_order_relaxed),
                           memory_order_relaxed);
}

/** Use more of the memory if the number of new positions is large for the pairs in use. */
void table_grow (struct table *);

/** New positions that one thread has counted and not yet added to the counter of the table. Zero-initialised:
 * each is added at once. */
struct table_arrivals {
  int threads; /* the number of threads that store into the table */
  unsigned count;
};

/** The number of new positions that a thread counts before it updates the counter of the table, so that
 * threads seldom write to the cache line of the counter. All threads together withhold only a small part of
 * the number that makes the table grow. A single thread withholds none, so that its table grows at the same
 * nodes in every run. */
static inline unsigned table_batch (const struct table *table, int threads) {
  enum { MOST = 64, PART = 16 };
  if (threads < 2)
    return 1;
  const uint64_t batch = atomic_load_explicit (&table->pairs, memory_order_relaxed)
                         / ((uint64_t) threads * ARRIVALS_SAMPLE * PART);
  return batch < 1 ? 1 : batch < MOST ? (unsigned) batch : MOST;
}

/** Count a position that was new to its pair. */
static inline void table_note_arrival (struct table *table, uint64_t pair, struct table_arrivals *arrivals) {
  assert (pair < table->entries / 2);
  if (pair % ARRIVALS_SAMPLE != 0 || ++arrivals->count < table_batch (table, arrivals->threads))
    return;
  atomic_fetch_add_explicit (&table->arrivals, arrivals->count, memory_order_relaxed);
  arrivals->count = 0;
  table_grow (table);
}

/** Store an entry under a key, by the table's replacement scheme. An entry of the same key is overwritten in
 * place; the caller merges them. Returns true if an entry of another position of this generation was
 * replaced. Thread-safe; `arrivals` belongs to the thread. */
static inline bool table_store_counted (struct table *table, const uint64_t *key, int key_words,
                                        const struct record_entry *r, struct table_arrivals *arrivals) {
  assert (key_words == table->key_words);
  assert (table->replacement < REPLACEMENTS);
  const uint64_t new_data = table_encode (r, table->generation);
  assert (new_data >> 60 == table->generation); /* otherwise the next probe would take it for an old entry */
  const uint64_t pair = table_pair (table, key, key_words);
  _Atomic uint64_t *first = &table->word[2 * pair * (uint64_t) (key_words + 1)];
  _Atomic uint64_t *second = first + key_words + 1;
  const uint64_t data_1 = atomic_load_explicit (&first[0], memory_order_relaxed);
  const uint64_t data_2 = atomic_load_explicit (&second[0], memory_order_relaxed);
  const bool used_1 = data_1 >> 60 == table->generation, used_2 = data_2 >> 60 == table->generation;
  if (used_1 && table_entry_matches (first, data_1, key, key_words)) {
    table_write_entry (first, new_data, key, key_words);
    return false;
  }
  const bool is_second = used_2 && table_entry_matches (second, data_2, key, key_words);
  const bool by_work = table->replacement == REPLACE_TWOBIG1 || table->replacement == REPLACE_BIG1
                       || table->replacement == REPLACE_BIGALL;
  const uint64_t worth_new = by_work ? new_data >> 48 & 4095 : new_data >> 40 & 255;
  const uint64_t worth_1 = by_work ? data_1 >> 48 & 4095 : data_1 >> 40 & 255;
  if (table->replacement == REPLACE_TWOBIG1 || table->replacement == REPLACE_TWODEEP) {
    if (!used_1 || worth_new >= worth_1) {
      if (used_1)
        table_move_entry (second, first, key_words);
      table_write_entry (first, new_data, key, key_words);
    } else
      table_write_entry (second, new_data, key, key_words);
    if (!is_second)
      table_note_arrival (table, pair, arrivals);
    return used_1 && used_2 && !is_second;
  }
  /* One level: the key determines which of the two places it may use. */
  const bool at_second = __builtin_parityll (key[0]);
  _Atomic uint64_t *place = at_second ? second : first;
  const uint64_t old = at_second ? data_2 : data_1;
  const bool used = at_second ? used_2 : used_1;
  const uint64_t worth_old = by_work ? old >> 48 & 4095 : old >> 40 & 255;
  const bool same = at_second && is_second;
  if (used && !same && table->replacement == REPLACE_OLD) {
    /* count it although it is not stored: otherwise the table would never grow */
    table_note_arrival (table, pair, arrivals);
    return false;
  }
  if (used && !same && table->replacement != REPLACE_NEW && worth_old > worth_new)
    return false;
  table_write_entry (place, new_data, key, key_words);
  if (!same)
    table_note_arrival (table, pair, arrivals);
  return used && !same;
}

/** table_store_counted() for a caller that stores few entries and does not count arrivals. */
static inline bool table_store (struct table *table, const uint64_t *key, int key_words,
                                const struct record_entry *r) {
  return table_store_counted (table, key, key_words, r, &(struct table_arrivals){ 0 });
}

#endif
