/* Counts and samples of how large games are: placements are right and equally likely, positions by play are
 * those of the engines, and forgetting symmetry changes keys but no values. */
#include "play/game_sample.h"
#include "base/combinations.h"
#include "layers/path_count.h"
#include "search/search.h"
#include "search/table.h"

#include "support/support.h"

#include <math.h>
#include <stdlib.h>

static bool never (void *context) {
  (void) context;
  return false;
}

static void test_counts (void **state) {
  (void) state;
  static const struct {
    const char *game;
    uint64_t positions, games;
  } known[] = { { "mnk:3,3,3", 5478, 255168 }, { "connect4:4x4", 161029, 0 }, { "mnk:3,3,1", 10, 9 } };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    struct game game;
    struct path_counts counts;
    struct failure failure = { 0 };
    assert_true (engine_open (&game, known[i].game, &failure));
    assert_true (path_count (&game, UINT64_MAX, never, NULL, &counts));
    assert_int_equal (counts.positions, known[i].positions);
    if (known[i].games > 0)
      assert_int_equal (counts.games, known[i].games);
    assert_false (path_count (&game, known[i].positions / 20, never, NULL, &counts) && i < 2);
    engine_close (&game);
  }
}

/* Every position of a small board comes up, about as often as the others of its ply. */
static void test_placements (void **state) {
  (void) state;
  static const struct {
    const char *game;
    int ply;
    double positions, placements;
  } plies[] = { { "mnk:3,3,3", 2, 72, 72 },
                { "mnk:3,3,3", 5, 1260, 1260 },
                { "mnk:3,3,3", 8, 390, 630 },
                { "connect4:4x4", 3, 52, 60 },
                { "connect4:4x4", 2, 16, 20 } };
  for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
    enum { SAMPLES = 20000 };
    struct game game;
    struct failure failure = { 0 };
    uint64_t chance = 7;
    int hits = 0;
    assert_true (engine_open (&game, plies[i].game, &failure));
    struct position *position = position_allocate (&game);
    for (int j = 0; j < SAMPLES; j++)
      if (game.engine->place (&game, plies[i].ply, &chance, position)) {
        uint8_t packed[PACKED_MAX];
        struct position *again = position_allocate (&game);
        game.engine->pack (&game, position, packed);
        assert_true (game.engine->unpack (&game, packed, again)); /* what is no position is refused */
        assert_int_equal (game.engine->outcome (&game, again), game.engine->outcome (&game, position));
        free (again);
        hits++;
      }
    const double placements = exp (game.engine->placements (&game, plies[i].ply));
    assert_true (fabs (placements - plies[i].placements) < 1e-6 * placements);
    const double found = placements * hits / SAMPLES;
    if (fabs (found / plies[i].positions - 1) >= 0.03)
      fail_msg ("%s, ply %d: %.1f positions, not %.0f", plies[i].game, plies[i].ply, found,
                plies[i].positions);
    free (position);
    engine_close (&game);
  }
}

static void test_logarithms (void **state) {
  (void) state;
  assert_true (fabs (exp (log_choose (10, 3)) - 120) < 1e-9);
  assert_true (isinf (log_choose (3, 4)) && isinf (log_choose (3, -1)));
  assert_true (fabs (exp (log_add (log (2), log (3))) - 5) < 1e-12);
  assert_true (log_add (-(double) INFINITY, 4) == 4 && log_add (4, -(double) INFINITY) == 4);
}

static uint64_t solve (const char *title, bool symmetry, bool threats, struct bounds *bounds) {
  struct game game;
  struct failure failure = { 0 };
  assert_true (engine_open (&game, title, &failure));
  if (!symmetry)
    game.engine->forget_symmetry (&game);
  if (!threats)
    game.engine->forget_threats (&game);
  struct search *search = allocate (1, sizeof *search);
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  const struct query query
      = { .method = METHOD_NULL_WINDOW, .window = search_range (true), .exact_score = true };
  const struct search_means means
      = { .table = table_create (1 << 20, game.key_words, REPLACE_TWOBIG1, &failure) };
  search_fill (search, &game, start, &query, &means);
  search_run (search, NULL, NULL);
  assert_true (search->result.solved);
  *bounds = search->result.bounds;
  const uint64_t nodes = search->result.cost.nodes;
  table_destroy (search->table);
  free (search);
  free (start);
  engine_close (&game);
  return nodes;
}

static void test_without_symmetry (void **state) {
  (void) state;
  static const char *const games[]
      = { "mnk:3,3,3", "mnk:4,3,3", "mnk:4,4,4", "mnk:4,4,3,exact", "connect4:4x4", "connect4:5x3" };
  uint64_t saved = 0;
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    struct bounds with, without;
    const uint64_t nodes = solve (games[i], true, true, &with),
                   more = solve (games[i], false, true, &without);
    assert_true (more >= nodes);
    assert_int_equal (with.lower, without.lower);
    assert_int_equal (with.upper, without.upper);
    saved += i > 3 ? more - nodes : 0;
  }
  assert_true (saved > 0);
}

static void test_without_threats (void **state) {
  (void) state;
  static const char *const games[] = { "mnk:4,3,3", "mnk:4,4,3,exact", "mnk:5,4,4" };
  uint64_t saved = 0;
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    struct bounds with, without;
    const uint64_t nodes = solve (games[i], true, true, &with),
                   more = solve (games[i], true, false, &without);
    assert_true (more >= nodes);
    assert_int_equal (with.lower, without.lower);
    assert_int_equal (with.upper, without.upper);
    saved += more - nodes;
  }
  assert_true (saved > 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_counts),          cmocka_unit_test (test_placements),
    cmocka_unit_test (test_logarithms),      cmocka_unit_test (test_without_symmetry),
    cmocka_unit_test (test_without_threats),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
