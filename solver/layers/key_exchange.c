#include "layers/key_exchange.h"

#include "parallel/all_to_all.h"

#include <stdlib.h>

struct mail *
mail_create (const struct ranks *ranks, int threads, int key_bytes)
{
  struct mail *mail = allocate (1, sizeof *mail);
  mail->ranks = ranks;
  mail->threads = threads;
  mail->key_bytes = (size_t) key_bytes;
  mail->bin = allocate ((size_t) threads * PARTITIONS, sizeof *mail->bin);
  mail->place = allocate ((size_t) ranks->size * PARTITIONS, sizeof *mail->place);
  mail->number = allocate ((size_t) ranks->size * PARTITIONS, sizeof *mail->number);
  mail->return_place = allocate ((size_t) threads * PARTITIONS, sizeof *mail->return_place);
  return mail;
}

static void
free_arrived (struct mail *mail)
{
  free (mail->arrived);
  free (mail->answer);
  free (mail->returned);
  mail->arrived = mail->answer = mail->returned = NULL;
}

void
mail_destroy (struct mail *mail)
{
  free_arrived (mail);
  for (size_t i = 0; i < (size_t) mail->threads * PARTITIONS; i++)
    free (mail->bin[i].bytes);
  free (mail->bin);
  free (mail->place);
  free (mail->number);
  free (mail->return_place);
  free (mail);
}

/* ---- there ---- */

/* What goes to one rank: its partitions in order, of each the keys of all threads in order. `number` gets how
 * many keys there are for each partition. Notes where the answers will stand, behind `*returns` others. */
static struct bin
pack_for (struct mail *mail, int rank, uint64_t *number, size_t *returns)
{
  struct bin pack = { NULL, 0, 0 };
  for (int p = rank; p < PARTITIONS; p += mail->ranks->size)
    for (int t = 0; t < mail->threads; t++)
      pack.capacity += mail->bin[t * PARTITIONS + p].size;
  pack.bytes = allocate (pack.capacity, 1);
  for (int p = rank; p < PARTITIONS; p += mail->ranks->size) {
    const size_t before = pack.size;
    for (int t = 0; t < mail->threads; t++) {
      const size_t i = (size_t) t * PARTITIONS + (size_t) p;
      if (mail->bin[i].size > 0)
        memcpy (pack.bytes + pack.size, mail->bin[i].bytes, mail->bin[i].size);
      pack.size += mail->bin[i].size;
      mail->return_place[i] = *returns;
      *returns += mail->bin[i].size / mail->key_bytes;
    }
    *number++ = (pack.size - before) / mail->key_bytes;
  }
  return pack;
}

/* How many partitions a rank has. */
static size_t
partitions_of (const struct ranks *ranks, int rank)
{
  return rank < PARTITIONS ? (size_t) ((PARTITIONS - 1 - rank) / ranks->size + 1) : 0;
}

/* Who sent how many keys for which partition of this rank. Returns how many that are. */
static size_t
exchange_numbers (struct mail *mail, const uint64_t *numbers)
{
  const struct ranks *ranks = mail->ranks;
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
      mail->place[to] = place;
      mail->number[to] = number;
      place += number;
    }
  free (in);
  free (out);
  free (sizes);
  return place;
}

void
mail_deliver (struct mail *mail)
{
  const size_t ranks = (size_t) mail->ranks->size;
  uint64_t *numbers = allocate (ranks * PARTITIONS, sizeof *numbers);
  const uint8_t **out = allocate (ranks, sizeof *out);
  struct bin *packs = allocate (ranks, sizeof *packs);
  size_t *sizes = allocate (ranks, sizeof *sizes), returns = 0;
  free_arrived (mail);
  for (size_t r = 0; r < ranks; r++) {
    packs[r] = pack_for (mail, (int) r, numbers + r * PARTITIONS, &returns);
    out[r] = packs[r].bytes;
    sizes[r] = packs[r].size;
  }
  mail->sent = returns;
  const size_t keys = exchange_numbers (mail, numbers),
               size = ranks_exchange (mail->ranks, out, sizes, &mail->arrived);
  if (size / mail->key_bytes != keys || size % mail->key_bytes != 0)
    internal_error (__FILE__, __LINE__, "%zu bytes for %zu keys", size, keys);
  mail->answer = allocate (size / mail->key_bytes, 1);
  for (size_t r = 0; r < ranks; r++)
    free (packs[r].bytes);
  free (numbers);
  free (packs);
  free (out);
  free (sizes);
}

/* ---- and back ---- */

void
mail_return (struct mail *mail)
{
  const struct ranks *ranks = mail->ranks;
  const uint8_t **out = allocate ((size_t) ranks->size, sizeof *out);
  size_t *sizes = allocate ((size_t) ranks->size, sizeof *sizes), place = 0;
  for (int r = 0; r < ranks->size; r++) {
    out[r] = mail->answer + place;
    for (int p = ranks->rank; p < PARTITIONS; p += ranks->size)
      sizes[r] += mail->number[(size_t) r * PARTITIONS + (size_t) p];
    place += sizes[r];
  }
  if (ranks_exchange (ranks, out, sizes, &mail->returned) != mail->sent)
    internal_error (__FILE__, __LINE__, "another number of answers than of keys");
  free (out);
  free (sizes);
}

void
mail_clear (struct mail *mail)
{
  for (size_t i = 0; i < (size_t) mail->threads * PARTITIONS; i++)
    mail->bin[i].size = 0;
}
