/* Italian draughts meets the searches: see game.h. Compiled once; a square is two bits of a word, so all three
 * boards fit. */
#include "games/draughts/rules.h"

#include "games/draughts/knowledge.h"

#include "search/engine_body.h"
