/* The Maker-Breaker game on an m,n,k-board as a game of its own: `mnk:7,7,5,maker-breaker`,
 * `--maker-breaker`. Compiled once for each GAME_BITS. */
#define MNK_MAKER_BREAKER 1

#include "games/mnk/mnk_rules.h"

#include "games/mnk/mnk_cells.h"
#include "games/mnk/mnk_draw.h"
#include "games/mnk/mnk_maker_breaker_explain.h"
#include "games/mnk/mnk_maker_breaker_knowledge.h"

#include "assembly/engine_searches.h"
