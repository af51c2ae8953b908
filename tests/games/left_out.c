/* Connect Four once more, without one group of the optional parts that only games like it have (game.h):
 * bounds and moves known without a search, the key of a search, evaluations, drawings, formulas, words.
 * LEFT_OUT says which. Values must not depend on any of them. In zermelo-toys, for
 * tests/command/toys_cases.py. */
#define WITHOUT_KNOWLEDGE 0  /* GAME_STATIC_BOUNDS, GAME_FORCED, GAME_ONLY_MOVE, GAME_ORDER, GAME_NUMBERS */
#define WITHOUT_SEARCH_KEY 1 /* GAME_SEARCH_KEY */
#define WITHOUT_EVALUATION 2 /* GAME_EVALUATE, GAME_EVALUATIONS, GAME_EVALUATION_ENDS */
#define WITHOUT_CELLS 3      /* GAME_CELLS */
#define WITHOUT_WORDS 4      /* GAME_EXPLAIN, GAME_DRAW, GAME_FORMULAS */

#include "games/connect4/connect4_rules.h"
#undef GAME_NAME

#if LEFT_OUT == WITHOUT_KNOWLEDGE
#define GAME_NAME "connect4_knowledge"
#elif LEFT_OUT == WITHOUT_SEARCH_KEY
#define GAME_NAME "connect4_key"
#elif LEFT_OUT == WITHOUT_EVALUATION
#define GAME_NAME "connect4_evaluation"
#elif LEFT_OUT == WITHOUT_CELLS
#define GAME_NAME "connect4_cells"
#elif LEFT_OUT == WITHOUT_WORDS
#define GAME_NAME "connect4_words"
#endif

#if LEFT_OUT != WITHOUT_CELLS
#include "games/connect4/connect4_cells.h"
#endif
#if LEFT_OUT != WITHOUT_WORDS
#include "games/connect4/connect4_draw.h"
#include "games/connect4/connect4_size.h"
#endif
#if LEFT_OUT != WITHOUT_EVALUATION
#include "games/connect4/connect4_evaluate.h"
#endif
#if LEFT_OUT != WITHOUT_KNOWLEDGE
#if LEFT_OUT != WITHOUT_WORDS
#include "games/connect4/connect4_explain.h"
#endif
#include "games/connect4/connect4_knowledge.h"
#if LEFT_OUT != WITHOUT_SEARCH_KEY
#include "games/connect4/search_key.h"
#endif
#endif

#include "assembly/engine_searches.h"
