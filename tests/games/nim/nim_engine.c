/* The toy game's engine: rules, no knowledge, all searches. */
#include "games/nim/nim_rules.h"

#include "assembly/engine_searches.h"
