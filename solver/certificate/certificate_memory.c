/* The certificate in memory (certificate/certificate.h): what a search needs of it, and no file. */
#include "certificate/certificate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void certificate_begin (struct certificate *certificate, int key_bytes) {
  assert (key_bytes > 0 && key_bytes <= PACKED_MAX);
  *certificate = (struct certificate){ .claims = 0 };
  for (int kind = 0; kind < STRATEGIES; kind++)
    certificate->strategy[kind].positions.key_bytes = key_bytes;
}

void certificate_free (struct certificate *certificate) {
  for (int kind = 0; kind < STRATEGIES; kind++) {
    struct strategy *strategy = &certificate->strategy[kind];
    key_set_free (&strategy->positions);
    free (strategy->rank);
    free (strategy->move);
  }
  free (certificate->claim);
  *certificate = (struct certificate){ .claims = 0 };
}

void certificate_claim (struct certificate *certificate, const uint8_t *key, enum outcome value) {
  assert (certificate->strategy[0].positions.key_bytes > 0); /* it has been begun */
  certificate->claim = reallocate (certificate->claim, certificate->claims + 1, sizeof *certificate->claim);
  struct claim *claim = &certificate->claim[certificate->claims++];
  *claim = (struct claim){ .value = value };
  memcpy (claim->key, key, (size_t) certificate->strategy[0].positions.key_bytes);
}

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
