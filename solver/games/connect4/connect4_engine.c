/* Connect Four with all searches. Compiled once for each GAME_BITS. */
#include "games/connect4/connect4_rules.h"
#include "games/connect4/connect4_draw.h"
#include "games/connect4/connect4_evaluate.h"
#include "games/connect4/connect4_explain.h"
#include "games/connect4/connect4_knowledge.h"
#include "games/connect4/search_key.h"
#include "assembly/engine_searches.h"
