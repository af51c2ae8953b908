/* The certificate in memory (certificate/certificate.h): everything that a search needs of it. Files are
 * elsewhere. */
#include "certificate/certificate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void certificate_begin (struct certificate *certificate, int key_bytes) {
  assert (key_bytes >= 0 && key_bytes <= PACKED_MAX);
  *certificate = (struct certificate){ .claims = 0 };
  for (int i = 0; i < STRATEGIES; i++) {
    certificate->strategy[i].player = i;
    certificate->strategy[i].positions.key_bytes = key_bytes;
  }
}

void strategy_free (struct strategy *strategy) {
  key_set_free (&strategy->positions);
  free (strategy->row);
  free (strategy->number);
  free (strategy->rank);
  free (strategy->move);
}

void certificate_free (struct certificate *certificate) {
  for (int i = 0; i < STRATEGIES; i++)
    strategy_free (&certificate->strategy[i]);
  free (certificate->claim);
  *certificate = (struct certificate){ .claims = 0 };
}

void certificate_claim (struct certificate *certificate, const uint8_t *key, int value) {
  certificate->claim = reallocate (certificate->claim, certificate->claims + 1, sizeof *certificate->claim);
  struct claim *claim = &certificate->claim[certificate->claims++];
  *claim = (struct claim){ .value = value };
  if (key != NULL)
    memcpy (claim->key, key, (size_t) certificate->strategy[0].positions.key_bytes);
}

/* ---- where play can cycle ---- */

/* Give the other arrays as much room as the keys have. */
static void make_room (struct strategy *strategy) {
  if (strategy->capacity >= strategy->positions.capacity)
    return;
  strategy->capacity = strategy->positions.capacity;
  strategy->rank = reallocate (strategy->rank, strategy->capacity, sizeof *strategy->rank);
  strategy->move = reallocate (strategy->move, strategy->capacity, sizeof *strategy->move);
}

size_t certificate_add (struct certificate *certificate, enum strategy_kind kind, const uint8_t *key,
                        uint16_t rank) {
  assert (kind == STRATEGY_HELD || kind == STRATEGY_WON);
  struct strategy *strategy = &certificate->strategy[kind];
  struct key_set *positions = &strategy->positions;
  size_t number = positions->count;
  if (key_set_add (positions, key, key_hash (key, positions->key_bytes)))
    make_room (strategy);
  else {
    number = key_set_find (positions, key);
    assert (number < positions->count);
    if (kind == STRATEGY_HELD || strategy->rank[number] <= rank)
      return SIZE_MAX;
  }
  assert (number < strategy->capacity);
  strategy->rows = positions->count;
  strategy->rank[number] = rank;
  strategy->move[number] = 0;
  return number;
}

uint64_t certificate_bytes (const struct certificate *certificate) {
  uint64_t bytes = 0;
  for (int kind = 0; kind < STRATEGIES; kind++) {
    const struct strategy *strategy = &certificate->strategy[kind];
    bytes += key_set_bytes (&strategy->positions)
             + strategy->capacity * (sizeof *strategy->rank + sizeof *strategy->move);
  }
  return bytes;
}

/* ---- where play ends ---- */

bool strategy_has (const struct strategy *strategy, const uint8_t *key) {
  if (strategy->positions.key_bytes == 0)
    return strategy->rows > 0;
  return strategy->rows > 0 && key_set_find (&strategy->positions, key) != SIZE_MAX;
}

void strategy_change (struct strategy *strategy, size_t row, int kind, const uint16_t *number,
                      size_t numbers) {
  assert (row < strategy->rows);
  if (strategy->numbers + numbers >= strategy->number_capacity) { /* even if the first row has no numbers */
    strategy->number_capacity = 2 * strategy->number_capacity + numbers + 256;
    strategy->number = reallocate (strategy->number, strategy->number_capacity, sizeof *strategy->number);
  }
  strategy->row[row] = (struct strategy_row){ kind, (uint32_t) numbers, strategy->numbers };
  if (numbers > 0)
    memcpy (strategy->number + strategy->numbers, number, numbers * sizeof *number);
  strategy->numbers += numbers;
}

void strategy_add (struct strategy *strategy, const uint8_t *key, int kind, const uint16_t *number,
                   size_t numbers) {
  assert (!strategy_has (strategy, key));
  if (strategy->rows == strategy->capacity) {
    strategy->capacity = 2 * strategy->capacity + 256;
    strategy->row = reallocate (strategy->row, strategy->capacity, sizeof *strategy->row);
  }
  if (strategy->positions.key_bytes > 0)
    key_set_add (&strategy->positions, key, key_hash (key, strategy->positions.key_bytes));
  strategy_change (strategy, strategy->rows++, kind, number, numbers);
}
