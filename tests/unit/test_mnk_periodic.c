/* Strategies of Breaker for boards of any size: the pairs of nine in a row and the tiles of eight, by looking
 * at every row of cells of their period and of boards, and at the game on a tile; and what they say of
 * positions, against brute force. */
#define GAME_BITS 32
#include "games/mnk/mnk_rules.h"

#include "games/mnk/mnk_knowledge.h"

#include "support/mnk_truth.h"

static enum maker_breaker argument_torus (const struct board *board, cells maker, cells breaker,
                                          bool maker_to_move) {
  return torus_pairing_blocks (&board->lines, board->pairs, board->all, &maker, &breaker, maker_to_move)
             ? BREAKER_WINS
             : NOT_SETTLED;
}

/** A stone of Maker's in a pair overlooked. */
static enum maker_breaker weak_torus (const struct board *board, cells maker, cells breaker,
                                      bool maker_to_move) {
  (void) maker;
  const cells none = 0;
  return torus_pairing_blocks (&board->lines, board->pairs, board->all, &none, &breaker, maker_to_move)
             ? BREAKER_WINS
             : NOT_SETTLED;
}

/* ---- nine in a row ---- */

/** Lines of `length` cells on the plane, periodic, that hold no pair of neighbours that both belong
 *  together. */
static int lines_without_pair (const struct torus_pairing *pairing, int length) {
  int without = 0;
  for (int d = 0; d < 4; d++)
    for (int start = 0; start < 64; start++) {
      bool holds = false;
      for (int i = 0; i + 1 < length; i++)
        holds |= pairing->first[d]
                     >> torus_cell (start % 8 + i * line_by_column[d], start / 8 + i * line_by_row[d])
                 & 1;
      without += !holds;
    }
  return without;
}

static void test_torus (void **state) {
  (void) state;
  struct torus_pairing pairing = { { 0 } };
  assert_true (torus_pairing_cover (&pairing, 0, 0));
  int uses[64] = { 0 };
  for (int d = 0; d < 4; d++)
    for (int cell = 0; cell < 64; cell++)
      if (pairing.first[d] >> cell & 1) {
        uses[cell]++;
        uses[torus_cell (cell % 8 + line_by_column[d], cell / 8 + line_by_row[d])]++;
      }
  for (int cell = 0; cell < 64; cell++)
    assert_int_equal (uses[cell], 1);
  assert_int_equal (lines_without_pair (&pairing, 9), 0);
  assert_true (lines_without_pair (&pairing, 8) > 0); /* nine are needed */

  const char *const strips[] = { "12,1,9", "1,12,10", "13,1,9", "10,1,9,exact" };
  uint64_t caught = 0;
  for (size_t i = 0; i < sizeof strips / sizeof *strips; i++) {
    struct truth *t = truth_of (strips[i]);
    const struct tally tally = compare (t, argument_torus);
    assert_true (tally.said > tally.asked / 2);
    assert_int_equal (tally.wrong, 0);
    caught += compare (t, weak_torus).wrong;
  }
  assert_true (caught > 0);
}

/* ---- eight in a row ---- */

enum { PLANE = 40, AROUND = 16 }; /* a square of the plane, and how far the tiles go beyond it */

/** The cells of tiles, drawn from the description: a tile of a band, its cell, to a cell of the plane. */
static void tile_draw (const struct tiling *tiling, int band, int tile, int cell, int *column, int *row) {
  const int right = 4 * tile + cell % 4 + tiling->shift * (cell / 4);
  *column = band % 2 == 0 ? right : tiling->offset - right;
  *row = 3 * band + cell / 4;
}

/** Rows of `length` cells of the square that hold no marked set. */
static int rows_without_set (const struct tiling *tiling, int length) {
  int without = 0;
  for (int start = 0; start < PLANE * PLANE; start++)
    for (int d = 0; d < 4; d++) {
      const int column = start % PLANE, row = start / PLANE, last = column + (length - 1) * line_by_column[d];
      if (last < 0 || last >= PLANE || row + (length - 1) * line_by_row[d] >= PLANE)
        continue;
      bool holds = false;
      for (int i = 0; i < length && !holds; i++) {
        const struct tile_cell at
            = tiling_at (tiling, column + i * line_by_column[d], row + i * line_by_row[d]);
        for (int j = 0; j < tiling->count && !holds; j++) {
          int met = 0;
          for (int cell = 0; cell < TILE_CELLS; cell++)
            for (int k = 0; k < length && (tiling->set[j] >> cell & 1) != 0; k++) {
              int x, y;
              tile_draw (tiling, at.band, at.tile, cell, &x, &y);
              met += x == column + k * line_by_column[d] && y == row + k * line_by_row[d];
            }
          holds = met == __builtin_popcount (tiling->set[j]);
        }
      }
      without += !holds;
    }
  return without;
}

static void test_tiling (void **state) {
  (void) state;
  static int tiles_on[PLANE][PLANE];
  struct tiling tiling;
  assert_true (tiling_find (&tiling));
  for (int band = 0; band <= PLANE / 3; band++)
    for (int tile = -AROUND; tile < AROUND; tile++)
      for (int cell = 0; cell < TILE_CELLS; cell++) {
        int x, y;
        tile_draw (&tiling, band, tile, cell, &x, &y);
        if (x < 0 || x >= PLANE || y >= PLANE)
          continue;
        const struct tile_cell at = tiling_at (&tiling, x, y);
        assert_true (at.band == band && at.tile == tile && at.cell == cell);
        tiles_on[y][x]++;
      }
  for (int cell = 0; cell < PLANE * PLANE; cell++)
    assert_int_equal (tiles_on[cell / PLANE][cell % PLANE], 1);
  assert_int_equal (rows_without_set (&tiling, 8), 0);
  assert_true (rows_without_set (&tiling, 7) > 0); /* eight are needed */
  tiling.count--;
  assert_true (rows_without_set (&tiling, 8) > 0); /* and every set */
}

/** The game on a tile from full tiles down: by code as in struct truth, bit 0 if Maker wins moving first, bit
 *  1 moving second. */
static void tile_game (const struct tiling *tiling, uint8_t *maker_wins, const uint32_t *power) {
  for (uint32_t code = power[TILE_CELLS]; code-- > 0;) {
    uint16_t stones[2] = { 0, 0 };
    bool by_maker = false, by_breaker = true, full = true, set = false;
    for (int cell = 0; cell < TILE_CELLS; cell++) {
      const uint32_t what = code / power[cell] % 3;
      if (what > 0)
        stones[what - 1] |= (uint16_t) (1 << cell);
      else {
        full = false;
        by_maker |= maker_wins[code + power[cell]] >> 1 & 1;
        by_breaker &= maker_wins[code + 2 * power[cell]] & 1;
      }
    }
    for (int i = 0; i < tiling->count; i++)
      set |= (tiling->set[i] & ~stones[0]) == 0;
    maker_wins[code] = (uint8_t) (set ? 3 : full ? 0 : by_maker | by_breaker << 1);
  }
}

static void test_tile_game (void **state) {
  (void) state;
  struct tiling tiling;
  uint32_t power[TILE_CELLS + 1] = { 1 };
  for (int i = 0; i < TILE_CELLS; i++)
    power[i + 1] = 3 * power[i];
  uint8_t *maker_wins = allocate (power[TILE_CELLS], 1);
  assert_true (tiling_find (&tiling));
  tile_game (&tiling, maker_wins, power);
  assert_int_equal (maker_wins[0], 0);
  for (uint32_t code = 0; code < power[TILE_CELLS]; code++) {
    uint16_t stones[2] = { 0, 0 };
    for (int cell = 0; cell < TILE_CELLS; cell++)
      if (code / power[cell] % 3 > 0)
        stones[code / power[cell] % 3 - 1] |= (uint16_t) (1 << cell);
    for (int turn = 0; turn < 2; turn++)
      assert_int_equal (tile_breaker_wins (&tiling, stones[0], stones[1], turn == 0),
                        !(maker_wins[code] >> turn & 1));
  }
  tiling.set[tiling.count++] = 1 << 4 | 1 << 5; /* two cells of a row would be too much */
  tile_game (&tiling, maker_wins, power);
  assert_int_equal (maker_wins[0] & 1, 1);
  assert_false (tile_breaker_wins (&tiling, 0, 0, true));
  free (maker_wins);
}

static enum maker_breaker argument_tiling (const struct board *board, cells maker, cells breaker,
                                           bool maker_to_move) {
  return periodic_blocks (board, &maker, &breaker, maker_to_move)
                 || tiling_blocks_otherwise (board, &maker, &breaker, maker_to_move)
             ? BREAKER_WINS
             : NOT_SETTLED;
}

/** Maker's turn taken for Breaker's. */
static enum maker_breaker weak_tiling (const struct board *board, cells maker, cells breaker,
                                       bool maker_to_move) {
  return argument_tiling (board, maker, breaker, false && maker_to_move);
}

static void test_tiling_positions (void **state) {
  (void) state;
  const char *const strips[] = { "11,1,8", "1,11,8", "10,1,8,exact" };
  uint64_t caught = 0;
  for (size_t i = 0; i < sizeof strips / sizeof *strips; i++) {
    struct truth *t = truth_of (strips[i]);
    const struct tally tally = compare (t, argument_tiling);
    assert_true (tally.said > tally.asked / 10);
    assert_int_equal (tally.wrong, 0);
    caught += compare (t, weak_tiling).wrong;
  }
  assert_true (caught > 0);
}

int main (int argc, char **argv) {
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_torus), cmocka_unit_test (test_tiling), cmocka_unit_test (test_tile_game),
          cmocka_unit_test (test_tiling_positions) };
  return cmocka_run_group_tests (tests, NULL, truths_free);
}
