#include "certificate/bound_search.h"

#include "base/key_set.h"
#include "search/search.h"
#include "search/table.h"

#include <stdlib.h>
#include <string.h>

/* EMPTY_CELLS_MOST: with more empty cells an answer takes too long, as in extract.c. */
enum { ANSWERS = 1 << 16, NODES_FOR_ANSWER = 200000, EMPTY_CELLS_MOST = 42 };

struct answer {
  uint8_t key[KEY_MOST];
  bool known, may_hold;
};

struct bound_search {
  const struct game *game;
  const struct array_game *board;
  struct search *search;
  struct position *position;
  int bound;
  struct answer *answer; /* recent answers, each in the place that the hash of its key names */
};

struct bound_search *bound_search_create (const struct game *game, const struct array_game *board, int bound,
                                          uint64_t table_bytes) {
  struct failure failure = { 0 };
  struct bound_search *b = allocate (1, sizeof *b);
  *b = (struct bound_search){ .game = game, .board = board, .bound = bound };
  const struct query query = { .method = METHOD_AUTO, .exact_score = board->exact_score };
  const struct search_means means
      = { .table = table_create (table_bytes, game->key_words, REPLACE_TWOBIG1, &failure),
          .threads = 1,
          .memory = 1 << 20 };
  b->search = allocate (1, sizeof *b->search);
  memset (b->search, 0, sizeof *b->search);
  b->position = position_allocate (game);
  search_fill (b->search, game, b->position, &query, &means);
  b->answer = allocate (ANSWERS, sizeof *b->answer);
  memset (b->answer, 0, ANSWERS * sizeof *b->answer);
  return b;
}

void bound_search_destroy (struct bound_search *b) {
  if (b == NULL)
    return;
  table_destroy (b->search->table);
  free (b->search);
  free (b->position);
  free (b->answer);
  free (b);
}

static bool search_may_hold (struct bound_search *b, const uint8_t *key) {
  struct search *search = b->search;
  if (search->table == NULL || !b->game->engine->unpack (b->game, key, b->position))
    return true;
  const struct bounds window = { -b->bound, -b->bound + 1 };
  return search_small (search, b->position, window, NODES_FOR_ANSWER, NULL)->bounds.lower <= -b->bound;
}

bool bound_search_may_hold (struct bound_search *b, const struct array_position *position) {
  uint8_t key[KEY_MOST] = { 0 };
  if (b->board->cells - position->plies > EMPTY_CELLS_MOST)
    return true;
  b->board->rules->pack (b->board, position, 0, key);
  struct answer *answer = &b->answer[key_hash (key, b->board->key_bytes) % ANSWERS];
  if (!answer->known || memcmp (answer->key, key, sizeof key) != 0) {
    *answer = (struct answer){ .known = true, .may_hold = search_may_hold (b, key) };
    memcpy (answer->key, key, sizeof key);
  }
  return answer->may_hold;
}
