/* The m,n,k-game meets the searches. Compiled once for each GAME_BITS, see rules.h. */
#include "games/mnk/rules.h"

#include "games/mnk/draw.h"
#include "games/mnk/explain.h"
#include "games/mnk/knowledge.h"

#include "games/mnk/weak_first.h"

#include "games/mnk/evaluate.h"

#include "search/engine_body.h"
