/* The positions whose outcome is known without a search, in games that can cycle: finished positions, and
 * positions in endgame tables.
 *
 * search.endgames holds solved slices (game.h, GAME_SLICES; made by tablebase/slices.h). A table value
 * depends only on the position, so a search may treat it as the end of the game. A probe costs a few memory
 * accesses, and only positions with few pieces are probed. */
#ifndef ZERMELO_SEARCH_TABLEBASE_PROBE_H
#define ZERMELO_SEARCH_TABLEBASE_PROBE_H

#include "search/searcher.h"

#include <assert.h>

/** The outcome of a finished position or of a position in a table, else GOING_ON. *distance: plies to the end
 * (0 for a draw). */
static inline enum outcome endgame_known (const struct searcher *s, const struct position *position,
                                          int *distance) {
  const enum outcome outcome = game_outcome (s->board, position);
  *distance = 0;
#ifdef GAME_SLICES
  const struct row_table *tables = s->search->endgames;
  if (tables != NULL && outcome == GOING_ON) {
    const int code = row_table_code (tables, position);
    if (code < 0)
      return GOING_ON;
    const enum outcome value = endgame_outcome ((uint8_t) code);
    assert (code <= ENDGAME_DISTANCE_MAX + 1);
    *distance = value == DRAWN ? 0 : endgame_distance ((uint8_t) code);
    return value;
  }
#endif
  return outcome;
}

static inline bool endgame_tables (const struct searcher *s) { return s->search->endgames != NULL; }

#endif
