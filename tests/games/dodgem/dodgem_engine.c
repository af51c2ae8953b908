/* The toy game's engine: rules, cells, all searches. */
#include "games/dodgem/dodgem_rules.h"
#include "games/dodgem/dodgem_cells.h"

#include "assembly/engine_searches.h"
