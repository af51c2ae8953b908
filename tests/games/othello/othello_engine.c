/* The second toy game's engine: rules, no knowledge, all searches. */
#include "games/othello/othello_rules.h"

#include "assembly/engine_searches.h"
