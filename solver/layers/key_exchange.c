#include "layers/key_exchange.h"

#include "parallel/all_to_all.h"

#include <assert.h>
#include <stdlib.h>

struct key_exchange *key_exchange_create (const struct ranks *ranks, int threads, int key_bytes) {
  assert (threads > 0);
  assert (key_bytes > 0);
  assert (ranks_are_consistent (ranks));
  struct key_exchange *key_exchange = allocate (1, sizeof *key_exchange);
  key_exchange->ranks = ranks;
  key_exchange->threads = threads;
  key_exchange->key_bytes = (size_t) key_bytes;
  key_exchange->bin = allocate ((size_t) threads * PARTITIONS, sizeof *key_exchange->bin);
  key_exchange->place = allocate ((size_t) ranks->size * PARTITIONS, sizeof *key_exchange->place);
  key_exchange->number = allocate ((size_t) ranks->size * PARTITIONS, sizeof *key_exchange->number);
  key_exchange->return_place = allocate ((size_t) threads * PARTITIONS, sizeof *key_exchange->return_place);
  return key_exchange;
}

static void free_arrived (struct key_exchange *key_exchange) {
  free (key_exchange->arrived);
  free (key_exchange->answer);
  free (key_exchange->returned);
  key_exchange->arrived = key_exchange->answer = key_exchange->returned = NULL;
}

void key_exchange_destroy (struct key_exchange *key_exchange) {
  free_arrived (key_exchange);
  for (size_t i = 0; i < (size_t) key_exchange->threads * PARTITIONS; i++)
    free (key_exchange->bin[i].bytes);
  free (key_exchange->bin);
  free (key_exchange->place);
  free (key_exchange->number);
  free (key_exchange->return_place);
  free (key_exchange);
}

/* ---- sending keys ---- */

/* Pack the keys for one rank: its partitions in order, and within each the keys of all threads in order.
 * `number` gets the number of keys for each partition. Records the places of the answers, which begin after
 * `*returns` earlier ones. */
static struct bin pack_for (struct key_exchange *key_exchange, int rank, uint64_t *number, size_t *returns) {
  struct bin pack = { NULL, 0, 0 };
  for (int p = rank; p < PARTITIONS; p += key_exchange->ranks->size)
    for (int t = 0; t < key_exchange->threads; t++)
      pack.capacity += key_exchange->bin[t * PARTITIONS + p].size;
  pack.bytes = allocate (pack.capacity, 1);
  for (int p = rank; p < PARTITIONS; p += key_exchange->ranks->size) {
    const size_t before = pack.size;
    for (int t = 0; t < key_exchange->threads; t++) {
      const size_t i = (size_t) t * PARTITIONS + (size_t) p;
      if (key_exchange->bin[i].size > 0)
        memcpy (pack.bytes + pack.size, key_exchange->bin[i].bytes, key_exchange->bin[i].size);
      pack.size += key_exchange->bin[i].size;
      key_exchange->return_place[i] = *returns;
      *returns += key_exchange->bin[i].size / key_exchange->key_bytes;
    }
    assert ((pack.size - before) % key_exchange->key_bytes == 0);
    *number++ = (pack.size - before) / key_exchange->key_bytes;
  }
  assert (pack.size == pack.capacity);
  return pack;
}

/* The number of partitions of a rank. */
static size_t partitions_of (const struct ranks *ranks, int rank) {
  assert (0 <= rank && rank < ranks->size);
  return rank < PARTITIONS ? (size_t) ((PARTITIONS - 1 - rank) / ranks->size + 1) : 0;
}

/* Exchange the numbers of keys that each rank sends for each partition of the others. Returns the sum for
 * this rank. */
static size_t exchange_numbers (struct key_exchange *key_exchange, const uint64_t *numbers) {
  const struct ranks *ranks = key_exchange->ranks;
  const size_t mine = partitions_of (ranks, ranks->rank);
  const uint8_t **out = allocate ((size_t) ranks->size, sizeof *out);
  size_t *sizes = allocate ((size_t) ranks->size, sizeof *sizes);
  for (int r = 0; r < ranks->size; r++) {
    out[r] = (const uint8_t *) (numbers + (size_t) r * PARTITIONS);
    sizes[r] = partitions_of (ranks, r) * sizeof *numbers;
  }
  uint8_t *in;
  if (ranks_exchange (ranks, out, sizes, &in) != (size_t) ranks->size * mine * sizeof *numbers)
    internal_error (__FILE__, __LINE__, "the numbers of another count of partitions");
  size_t place = 0;
  for (int r = 0; r < ranks->size; r++)
    for (size_t i = 0; i < mine; i++) {
      uint64_t number;
      memcpy (&number, in + ((size_t) r * mine + i) * sizeof number, sizeof number);
      const size_t to = (size_t) r * PARTITIONS + (size_t) ranks->rank + i * (size_t) ranks->size;
      key_exchange->place[to] = place;
      key_exchange->number[to] = number;
      place += number;
    }
  free (in);
  free (out);
  free (sizes);
  return place;
}

void key_exchange_deliver (struct key_exchange *key_exchange) {
  const size_t ranks = (size_t) key_exchange->ranks->size;
  uint64_t *numbers = allocate (ranks * PARTITIONS, sizeof *numbers);
  const uint8_t **out = allocate (ranks, sizeof *out);
  struct bin *packs = allocate (ranks, sizeof *packs);
  size_t *sizes = allocate (ranks, sizeof *sizes), returns = 0;
  free_arrived (key_exchange);
  for (size_t r = 0; r < ranks; r++) {
    packs[r] = pack_for (key_exchange, (int) r, numbers + r * PARTITIONS, &returns);
    out[r] = packs[r].bytes;
    sizes[r] = packs[r].size;
  }
  key_exchange->sent = returns;
  const size_t keys = exchange_numbers (key_exchange, numbers),
               size = ranks_exchange (key_exchange->ranks, out, sizes, &key_exchange->arrived);
  if (size / key_exchange->key_bytes != keys || size % key_exchange->key_bytes != 0)
    internal_error (__FILE__, __LINE__, "%zu bytes for %zu keys", size, keys);
  key_exchange->answer = allocate (size / key_exchange->key_bytes, 1);
  for (size_t r = 0; r < ranks; r++)
    free (packs[r].bytes);
  free (numbers);
  free (packs);
  free (out);
  free (sizes);
}

/* ---- returning answers ---- */

void key_exchange_return (struct key_exchange *key_exchange) {
  /* called once after each delivery */
  assert (key_exchange->answer != NULL && key_exchange->returned == NULL);
  const struct ranks *ranks = key_exchange->ranks;
  const uint8_t **out = allocate ((size_t) ranks->size, sizeof *out);
  size_t *sizes = allocate ((size_t) ranks->size, sizeof *sizes), place = 0;
  for (int r = 0; r < ranks->size; r++) {
    out[r] = key_exchange->answer + place;
    for (int p = ranks->rank; p < PARTITIONS; p += ranks->size)
      sizes[r] += key_exchange->number[(size_t) r * PARTITIONS + (size_t) p];
    place += sizes[r];
  }
  if (ranks_exchange (ranks, out, sizes, &key_exchange->returned) != key_exchange->sent)
    internal_error (__FILE__, __LINE__, "another number of answers than of keys");
  free (out);
  free (sizes);
}

void key_exchange_clear (struct key_exchange *key_exchange) {
  for (size_t i = 0; i < (size_t) key_exchange->threads * PARTITIONS; i++)
    key_exchange->bin[i].size = 0;
}
