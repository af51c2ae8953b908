/* Connect Four meets the searches. Compiled once for each GAME_BITS. */
#include "games/connect4/rules.h"
#include "games/connect4/draw.h"
#include "games/connect4/explain.h"
#include "games/connect4/knowledge.h"
#include "games/connect4/search_key.h"
#include "search/engine_body.h"
