/* The toy games once more, with one part changed each: what a game may leave out is left out, and what it
 * must not do is done. VARIANT says which. Names are replaced here, between the rules and the searches; the
 * games know nothing of it. zermelo-toys has all of them, for tests/command/toys_cases.py and the page. */
#define WITHOUT_CELLS 0
#define WITHOUT_PRINT_POSITION 1
#define WITHOUT_ORDER 2
#define WITHOUT_EVALUATE 3
#define WITHOUT_REVERSIBLE 4
#define WITHOUT_POSITIONS 5
#define WITH_PLACES 6    /* both cells of a move get a piece, for the page */
#define WITH_KEY_CLASH 7 /* GAME_KEY_TAGS names bits that keys set: must be found out */
#define WITH_BEFORE 8    /* the way to a position is given up soon */

#if VARIANT == WITHOUT_PRINT_POSITION
#define game_print_position left_out_print_position
#elif VARIANT == WITHOUT_ORDER
#define game_order left_out_order
#elif VARIANT == WITHOUT_EVALUATE
#define game_evaluate left_out_evaluate
#elif VARIANT == WITHOUT_REVERSIBLE
#define game_reversible left_out_reversible
#endif

#if VARIANT == WITH_BEFORE
#include "games/nim/nim_rules.h"
#undef GAME_NAME
#define GAME_NAME "nim_before"
#define GAME_BEFORE 1
#define GAME_MOVE_SEPARATOR " "
#define WAY_TRIES 3

static inline int game_before (const struct board *board, const struct position *position, struct move move,
                               const struct position *later) {
  (void) board;
  return position->stones[move.heap] >= later->stones[move.heap] + move.stones;
}
#else
#include "games/dodgem/dodgem_rules.h"
#undef GAME_NAME
#endif

#if VARIANT == WITHOUT_CELLS
#define GAME_NAME "dodgem_cells"
#elif VARIANT == WITHOUT_PRINT_POSITION
#define GAME_NAME "dodgem_print"
#undef game_print_position
#undef GAME_PRINT_POSITION
#elif VARIANT == WITHOUT_ORDER
#define GAME_NAME "dodgem_order"
#undef game_order
#undef GAME_ORDER
#elif VARIANT == WITHOUT_EVALUATE
#define GAME_NAME "dodgem_evaluate"
#undef game_evaluate
#undef GAME_EVALUATE
#elif VARIANT == WITHOUT_REVERSIBLE
#define GAME_NAME "dodgem_reversible"
#undef game_reversible
#undef GAME_REVERSIBLE
#undef GAME_REVERSIBLE_MAX
#elif VARIANT == WITHOUT_POSITIONS
#define GAME_NAME "dodgem_positions"
#undef GAME_POSITIONS
#elif VARIANT == WITH_PLACES
#define GAME_NAME "dodgem_places"
#define GAME_CELLS_PLACES true
#elif VARIANT == WITH_KEY_CLASH
#define GAME_NAME "dodgem_clash"
#undef GAME_KEY_TAGS
#define GAME_KEY_TAGS 10
#endif

#if VARIANT != WITHOUT_CELLS && VARIANT != WITH_BEFORE
#include "games/dodgem/dodgem_cells.h"
#endif

#include "assembly/engine_searches.h"
