#include "tablebase/slice_cache.h"

#include <assert.h>
#include <stdlib.h>

uint64_t endgames_memory (const struct game *game, int pieces, int ranks) {
  assert (ranks > 0);
  uint64_t all = 0, largest = 0;
  for (int n = 2; n <= pieces; n++) {
    int count;
    struct slice *list = slices_of_pieces (game, n, &count);
    for (int i = 0; i < count && all != UINT64_MAX; i++) {
      const uint64_t rows = game->engine->slices->rows (game, slice_at (game, list, i));
      all = rows > ENDGAME_ROWS_MAX ? UINT64_MAX : all + slice_room (rows).value;
      largest = rows > largest ? rows : largest;
    }
    free (list);
    if (count == 0)
      return 0;
  }
  const uint64_t part = largest / (unsigned) ranks,
                 balanced = largest < ENDGAME_BALANCE_ROWS ? largest : ENDGAME_BALANCE_ROWS;
  const uint64_t work = ranks > 1 && balanced > part ? balanced : part;
  return all == UINT64_MAX ? all : all + slice_room (work).state;
}

uint64_t endgames_memory_within (const struct game *game, int pieces, uint64_t memory) {
  const uint64_t all = endgames_memory (game, pieces, 1);
  return all <= memory || all == UINT64_MAX ? all : slice_cache_least (game, pieces);
}
