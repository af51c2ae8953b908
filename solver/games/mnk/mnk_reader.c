/* The m,n,k-game for programs that only read books (libzermelo-book): the rules, without a search. Compiled
 * once for each GAME_BITS. */
#include "games/mnk/mnk_rules.h"

#include "assembly/engine_rules.h"

const struct engine ENGINE = {
  ENGINE_RULES,
};
