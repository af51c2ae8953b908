/* Italian draughts with all searches: see game.h. Compiled once (GAME_BITS 32): the largest board has 32
 * squares. */
#include "games/draughts/draughts_rules.h"

#include "games/draughts/draughts_cells.h"
#include "games/draughts/draughts_draw.h"
#include "games/draughts/draughts_knowledge.h"
#include "games/draughts/draughts_size.h"
#include "games/draughts/row_order.h"

#define GAME_SLICES 1

#include "assembly/engine_searches.h"
