/* The m,n,k-game with all searches. Compiled once for each GAME_BITS, see mnk_rules.h. */
#include "games/mnk/mnk_rules.h"

#include "games/mnk/mnk_cells.h"
#include "games/mnk/mnk_draw.h"
#include "games/mnk/mnk_explain.h"
#include "games/mnk/mnk_knowledge.h"
#include "games/mnk/mnk_size.h"

#include "games/mnk/weak_first.h"

#include "games/mnk/mnk_evaluate.h"

#include "assembly/engine_searches.h"
