/* Italian draughts for readers of books and endgame tables (libzermelo-book): the rules and the index of
 * positions, no search. */
#include "games/draughts/rules.h"

#include "games/draughts/slice.h"
#include "retro/slices_index.h"
#include "search/engine_rules.h"

static const struct slices_engine slices_engine = { SLICES_INDEX };

const struct engine ENGINE = {
  ENGINE_RULES,
  .slices = &slices_engine,
};
