/* Connect Four for programs that only read books (libzermelo-book): the rules, without a search. Compiled
 * once for each GAME_BITS. */
#include "games/connect4/connect4_rules.h"

#include "assembly/engine_rules.h"

const struct engine ENGINE = {
  ENGINE_RULES,
};
