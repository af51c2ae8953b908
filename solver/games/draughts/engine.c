/* Italian draughts meets the searches: see game.h. Compiled once (GAME_BITS 32): the largest board has
 * 32 squares. */
#include "games/draughts/rules.h"

#include "games/draughts/draw.h"
#include "games/draughts/knowledge.h"
#include "games/draughts/line_order.h"

#define GAME_SLICES 1

#include "search/engine_body.h"
