/* The toy game's engine: rules, no knowledge, all searches. */
#include "games/nim/rules.h"

#include "search/engine_body.h"
