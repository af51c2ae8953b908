/* The Maker-Breaker game on an m,n,k-board as a game of its own: `mnk:7,7,5,maker-breaker`,
 * `--maker-breaker`. Compiled once for each GAME_BITS. */
#define MNK_MAKER_BREAKER 1

#include "games/mnk/rules.h"

#include "games/mnk/draw.h"
#include "games/mnk/maker_breaker/explain.h"
#include "games/mnk/maker_breaker/knowledge.h"

#include "search/engine_body.h"
