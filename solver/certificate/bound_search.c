#include "certificate/bound_search.h"

#include "search/search.h"
#include "search/table.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_FOR_ANSWER = 200000 };

struct bound_search {
  const struct game *game;
  const struct array_game *board;
  struct search *search;
  struct position *position;
  int bound;
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
  return b;
}

void bound_search_destroy (struct bound_search *b) {
  if (b == NULL)
    return;
  table_destroy (b->search->table);
  free (b->search);
  free (b->position);
  free (b);
}

bool is_early (const struct array_game *board, int plies) {
  enum { EMPTY_CELLS = 42 };
  return board->cells - plies > EMPTY_CELLS;
}

bool bound_search_may_hold (struct bound_search *b, const struct array_position *position) {
  uint8_t key[KEY_MOST] = { 0 };
  if (b->search->table == NULL || is_early (b->board, position->plies))
    return true;
  b->board->rules->pack (b->board, position, 0, key);
  if (!b->game->engine->unpack (b->game, key, b->position))
    return true;
  const struct bounds window = { -b->bound, -b->bound + 1 };
  return search_small (b->search, b->position, window, NODES_FOR_ANSWER, NULL)->bounds.lower <= -b->bound;
}
