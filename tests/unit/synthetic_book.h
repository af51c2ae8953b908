/* A book of a made-up game, the same on every run: content for tests of books. */
#ifndef ZERMELO_TESTS_SYNTHETIC_BOOK_H
#define ZERMELO_TESTS_SYNTHETIC_BOOK_H

#include "store/book_writer.h"

#include <stdlib.h>
#include <string.h>

enum { SYNTHETIC_KEY = 7, SYNTHETIC_MASK = 1, SYNTHETIC_PLIES = 8 };

static const struct game synthetic_game = {
  .title = "toy:7x6",
  .name = "toy",
  .board_text = "7x6",
  .rules = "standard",
  .key_bytes = SYNTHETIC_KEY,
  .moves_max = 7,
};

/** Splitmix64 by Sebastiano Vigna: repeatable numbers. */
static inline uint64_t synthetic_number (uint64_t i) {
  uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/** Key i: ascending; the last byte is even, so that key + 1 is not in the book. */
static inline void synthetic_key (size_t i, uint8_t *key) {
  uint64_t number = (uint64_t) i << 20 | (synthetic_number (i) & 0xffffe);
  for (int byte = 0; byte < SYNTHETIC_KEY; byte++)
    key[byte] = (uint8_t) (number >> 8 * (SYNTHETIC_KEY - 1 - byte));
}

static inline struct book_content synthetic_book (size_t count, bool scored) {
  static const int8_t values[] = { -1, 0, 1, 127 };
  uint8_t *key = malloc (count * SYNTHETIC_KEY + 1), *moves = malloc (count + 1), *ply = malloc (count + 1);
  int8_t *value = malloc (count + 1);
  int16_t *score = malloc (count * sizeof *score + 1);
  for (size_t i = 0; i < count; i++) {
    uint64_t number = synthetic_number (i + 1000000007);
    synthetic_key (i, key + i * SYNTHETIC_KEY);
    value[i] = values[number % 4];
    score[i] = value[i] == 127 ? 0 : (int16_t) (value[i] * (int) (1 + number / 4 % 20));
    moves[i] = (uint8_t) (1 + number / 128 % 127);
    ply[i] = (uint8_t) (number / 65536 % (SYNTHETIC_PLIES + 1));
  }
  if (!scored) {
    free (score);
    score = NULL;
  }
  return (struct book_content){
    .game = &synthetic_game,
    .arrays = { .count = count,
                .plies = SYNTHETIC_PLIES,
                .key_bytes = SYNTHETIC_KEY,
                .mask_bytes = SYNTHETIC_MASK,
                .key = key,
                .value = value,
                .score = score,
                .moves = moves,
                .ply = ply },
    .key_encoding = "56 bits, big-endian: whatever the test likes",
    .moves_encoding = "bit i: column i, from the left",
    .score_encoding = "larger is better",
  };
}

static inline void synthetic_free (struct book_content *book) {
  free ((void *) book->arrays.key);
  free ((void *) book->arrays.value);
  free ((void *) book->arrays.score);
  free ((void *) book->arrays.moves);
  free ((void *) book->arrays.ply);
}

#endif
