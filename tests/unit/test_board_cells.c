/* Cells, pieces and symmetries as a game draws them (board_cells.h), against its moves and canonical forms.
 */
#include "support/support.h"

#include "board_cells.h"

#include <stdlib.h>
#include <string.h>

static const char *const boards[]
    = { "connect4:7x6", "connect4:4x9", "connect4:12x9",           "mnk:3,3,3",
        "mnk:5,4,4",    "mnk:15,15,5",  "mnk:7,7,5,maker-breaker", "draughts:4x4",
        "draughts:6x6", "draughts:8x8" };

enum { BOARDS = sizeof boards / sizeof *boards, GAMES = 20 };

static bool same_piece (struct piece a, struct piece b, bool swapped) {
  return a.kind == b.kind && (a.kind == PIECE_NONE || (a.player ^ swapped) == b.player);
}

/* Every cell has a place and a name of its own, and symmetries move them about. */
static void check_board (const struct game *game) {
  const struct cells_engine *engine = game->engine->cells;
  const int count = engine->count (game);
  for (int symmetry = 0; symmetry < game->symmetries; symmetry++) {
    int *met = allocate ((size_t) count, sizeof *met);
    for (int cell = 0; cell < count; cell++) {
      const int image = engine->image (game, symmetry, cell);
      assert_in_range (image, 0, count - 1);
      assert_int_equal (met[image]++, 0);
      assert_true (symmetry != 0 || image == cell);
    }
    free (met);
  }
  for (int i = 0; i < count; i++)
    for (int j = 0; j < i; j++) {
      struct board_cell a, b;
      engine->cell (game, i, &a);
      engine->cell (game, j, &b);
      assert_true (strcmp (a.name, b.name) != 0 && (a.x != b.x || a.y != b.y));
    }
}

/* The canonical form is an image of the position. */
static void check_canonical (const struct game *game, const struct position *position,
                             struct position *canonical) {
  const struct cells_engine *engine = game->engine->cells;
  uint8_t key[PACKED_MAX] = { 0 };
  bool found = false;
  game->engine->pack_canonical (game, position, key);
  assert_true (game->engine->unpack (game, key, canonical));
  for (int symmetry = 0; symmetry < game->symmetries && !found; symmetry++) {
    found = true;
    for (int cell = 0; cell < engine->count (game) && found; cell++)
      found = same_piece (engine->piece (game, position, cell),
                          engine->piece (game, canonical, engine->image (game, symmetry, cell)),
                          engine->swaps && symmetry % 2 == 1);
  }
  assert_true (found);
}

/* A move puts a piece of its player on the last of its cells, and nothing was there. */
static void check_move (const struct game *game, const struct position *position,
                        const struct position *after, const char *move) {
  const struct cells_engine *engine = game->engine->cells;
  int list[CELLS_OF_A_MOVE], made[CELLS_OF_A_MOVE];
  const int count = engine->of_move (game, position, move, false, list);
  const int mover = game->engine->mover (game, position);
  assert_in_range (count, 1, CELLS_OF_A_MOVE);
  assert_int_equal (engine->of_move (game, after, move, true, made), count);
  assert_memory_equal (list, made, (size_t) count * sizeof *list);
  const struct piece from = engine->piece (game, position, list[0]),
                     to = engine->piece (game, after, list[count - 1]);
  assert_true (to.kind != PIECE_NONE && to.player == mover);
  assert_true (count == 1 ? from.kind == PIECE_NONE : from.kind != PIECE_NONE && from.player == mover);
}

/* Its pieces, put on an empty board, are the position. */
static void check_arranged (const struct game *game, const struct position *position,
                            struct position *arranged) {
  const struct cells_engine *engine = game->engine->cells;
  const int count = engine->count (game);
  uint8_t packed[PACKED_MAX] = { 0 }, again[PACKED_MAX] = { 0 };
  struct failure failure = { 0 };
  struct piece *pieces = allocate ((size_t) count, sizeof *pieces);
  for (int cell = 0; cell < count; cell++)
    pieces[cell] = engine->piece (game, position, cell);
  assert_true (engine->arrange (game, pieces, game->engine->mover (game, position), arranged, &failure));
  game->engine->pack (game, position, packed);
  game->engine->pack (game, arranged, again);
  assert_memory_equal (packed, again, sizeof packed);
  free (pieces);
}

static void play (const struct game *game, uint64_t *random) {
  enum { PLIES = 60 };
  struct position *position = position_allocate (game), *after = position_allocate (game);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  game->engine->start (game, position);
  for (int ply = 0, count; ply < PLIES && (count = game->engine->successors (game, position, list)) > 0;
       ply++) {
    check_canonical (game, position, after);
    check_arranged (game, position, after);
    for (int i = 0; i < count; i++) {
      game->engine->child (game, position, list[i].move, after);
      check_move (game, position, after, list[i].text);
    }
    game->engine->child (game, position, list[random_below (random, count)].move, after);
    memcpy (position, after, game->position_bytes);
  }
  check_arranged (game, position, after);
  free (list);
  free (after);
  free (position);
}

static void test_cells (void **state) {
  uint64_t random = 20261123;
  (void) state;
  for (int i = 0; i < BOARDS; i++) {
    struct game game;
    game_open_or_fail (&game, boards[i]);
    assert_non_null (game.engine->cells);
    check_board (&game);
    for (int j = 0; j < GAMES; j++)
      play (&game, &random);
    engine_close (&game);
  }
}

/* A game need not say where its cells are; a board without keys has some, too. */
static void test_others (void **state) {
  struct game game;
  (void) state;
  game_open_or_fail (&game, "nim:3,4,5");
  assert_null (game.engine->cells);
  engine_close (&game);
  game_open_or_fail (&game, "mnk:70,70,10");
  struct board_cell cell;
  game.engine->cells->cell (&game, 4899, &cell);
  assert_true (cell.x == 69 && cell.y == 0 && strcmp (cell.name, "br70") == 0);
  engine_close (&game);
}

/* Pieces that no position has: each is refused for its own reason. `cells` has one character for each cell:
 * x, o, X, O (kings) or a point. */
static void refuse (const char *board, const char *cells, const char *why) {
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, board);
  const int count = game.engine->cells->count (&game);
  struct piece *pieces = allocate ((size_t) count, sizeof *pieces);
  struct position *position = position_allocate (&game);
  assert_int_equal (strlen (cells), count);
  for (int i = 0; i < count; i++)
    if (cells[i] != '.')
      pieces[i] = (struct piece){ strchr ("XO", cells[i]) != NULL ? PIECE_KING : PIECE_MAN,
                                  strchr ("oO", cells[i]) != NULL };
  assert_false (game.engine->cells->arrange (&game, pieces, 0, position, &failure));
  assert_non_null (strstr (failure.text, why));
  free (position);
  free (pieces);
  engine_close (&game);
}

static void test_refused (void **state) {
  (void) state;
  refuse ("connect4:4x4", "xx..............", "2 of the first player, 0 of the second");
  refuse ("connect4:4x4", "o...............", "0 of the first player, 1 of the second");
  refuse ("connect4:4x4", "....x...........", "column 1: a stone lies on an empty cell");
  refuse ("connect4:4x4", "xxxxoooo........", "the game was over");
  refuse ("connect4:4x4", "xxxxooo.o.......", "the game was over");
  refuse ("mnk:3,3,3", "xxx.oo.o.", "the game was over");
  refuse ("mnk:3,3,3", "xxxooo...", "the game was over");
  refuse ("mnk:3,3,3", "xx......x", "3 of the first player, 0 of the second");
  refuse ("draughts:4x4", "........", "there are no pieces");
  refuse ("draughts:4x4", ".x...O..", "a man of White cannot stand on 2");
  refuse ("draughts:4x4", ".X....o.", "a man of Black cannot stand on 7");
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_cells), cmocka_unit_test (test_others), cmocka_unit_test (test_refused) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
