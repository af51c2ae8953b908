/* Italian draughts for programs that only read books and endgame tables (libzermelo-book): the rules and the
 * index of positions, without a search. */
#include "games/draughts/draughts_rules.h"

#include "games/draughts/draughts_slice.h"
#include "tablebase/slices_index.h"
#include "assembly/engine_rules.h"

static const struct slices_engine slices_engine = { SLICES_INDEX };

const struct engine ENGINE = {
  ENGINE_RULES,
  .slices = &slices_engine,
};
