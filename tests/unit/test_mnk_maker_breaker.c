/* The search of the Maker-Breaker game, its zones, and what it says of the real game, against brute force. */
#define GAME_BITS 32
#include "games/mnk/mnk_rules.h"

#include "games/mnk/mnk_knowledge.h"

#include "games/mnk/weak_first.h"

#include "support/mnk_truth.h"

/* ---- zones ---- */

/** Is a win the same if the loser has all cells outside its zone? */
static bool zone_holds (const struct truth *t, uint32_t code, int turn, enum maker_breaker winner,
                        cells zone) {
  uint32_t given = code;
  for (cells rest = t->board.all & ~(stones_of (t, 0, code) | stones_of (t, 1, code) | zone); rest != 0;)
    given += (winner == MAKER_WINS ? 2 : 1) * t->power[cells_pop (&rest)];
  return (t->maker_wins[given] >> turn & 1) == (winner == MAKER_WINS);
}

/** How often does a zone not hold: of what is seen at a look, or of a search? `cut`: with a part of the
 *  zone. */
static uint64_t zones_wrong (struct truth *t, enum maker_breaker side, bool cut) {
  static struct search search;
  uint64_t wrong = 0;
  search.threads = 1;
  for (uint32_t code = 0; code < t->codes; code += 3 * stride (t) + 1)
    for (int turn = 0; turn < 2; turn++) {
      const cells maker = stones_of (t, 0, code), breaker = stones_of (t, 1, code);
      struct searcher s = {
        .search = &search, .board = &t->board, .replicated = UINT64_MAX, .publish_threshold = UINT64_MAX
      };
      struct maker_breaker_node node;
      if (has_line (&t->board, maker))
        continue;
      maker_breaker_open (&node, &t->board, maker, breaker, false, turn == 0);
      enum maker_breaker winner = maker_breaker_static_probe (&node);
      if (winner == NOT_SETTLED)
        winner = maker_breaker_search (&s, &node, NULL, 0);
      if (winner != side)
        continue;
      if (cut && node.zone[winner] != 0)
        cells_pop (&node.zone[winner]);
      wrong += !zone_holds (t, code, turn, winner, node.zone[winner]);
    }
  return wrong;
}

static void test_zones (void **state) {
  (void) state;
  for (int side = 0; side < 2; side++) {
    uint64_t caught = 0;
    for (size_t i = 0; i < sizeof small_boards / sizeof *small_boards; i++) {
      struct truth *t = truth_of (small_boards[i]);
      assert_int_equal (zones_wrong (t, (enum maker_breaker) side, false), 0);
      caught += zones_wrong (t, (enum maker_breaker) side, true);
    }
    assert_true (caught > 0);
  }
}

/* ---- the search of the Maker-Breaker game ---- */

/* The position with these stones of both players. */
static struct position position_with (const struct board *board, const cells stones[2]) {
  struct position position = game_start (board);
  for (int player = 0; player < 2; player++)
    for (cells rest = stones[player]; rest != 0; position.plies++)
      position_place (board, &position, player, cells_pop (&rest));
  return position;
}

static void check_search (const char *text) {
  struct truth *t = truth_of (text);
  struct failure failure = { 0 };
  struct table *table = table_create (1 << 20, GAME_KEY_WORDS, REPLACE_TWOBIG1, &failure);
  assert_non_null (table);
  static struct search search;
  search.threads = 1;
  for (uint32_t code = 0; code < t->codes; code += stride (t)) {
    const cells stones[2] = { stones_of (t, 0, code), stones_of (t, 1, code) };
    if (t->value[code] == 2 || lines_any (&t->board.lines, &stones[0])
        || lines_any (&t->board.lines, &stones[1]))
      continue;
    struct searcher s = { .search = &search,
                          .board = &t->board,
                          .table = table,
                          .replicated = UINT64_MAX,
                          .publish_threshold = UINT64_MAX };
    struct position position = position_with (&t->board, stones);
    if (position.plies == t->board.area)
      continue;
    const int mover = position_mover (&position);
    search.position = &position;
    search.query.window = (struct bounds){ -1, 1 };
    search.result = (struct result){ .bounds = { -1, 1 }, .move = -1 };
    atomic_store (&search.decided, false);
    searcher_root_bounds (&s);
    if (!has_line (&t->board, stones[0]))
      assert_int_equal (maker_breaker_solve (&s, &position, 0, false, NULL),
                        t->maker_wins[code] >> mover & 1 ? MAKER_WINS : BREAKER_WINS);

    /* What it says of the real game, and what settles a position says. */
    game_search_first (&s, &position);
    struct bounds settled = { -1, 1 }, deeper = { -1, 1 };
    game_static_bounds (&t->board, &position, false, &settled);
    const bool found = game_static_bounds_deeper (&s, &position, (struct bounds){ -1, 1 }, &deeper);
    assert_int_equal (found, deeper.lower > -1 || deeper.upper < 1);
    assert_in_range (t->value[code] + 1, search.result.bounds.lower + 1, search.result.bounds.upper + 1);
    assert_in_range (t->value[code] + 1, settled.lower + 1, settled.upper + 1);
    assert_in_range (t->value[code] + 1, deeper.lower + 1, deeper.upper + 1);
  }
  table_destroy (table);
}

static void test_search (void **state) {
  (void) state;
  const char *const exact[] = { "4,3,3,exact",  "6,2,3,exact", "12,1,3,exact", "3,3,2,exact", "13,1,9",
                                "12,1,9,exact", "4,4,3,exact", "4,4,4,exact",  "4,4,3" };
  for (size_t i = 0; i < sizeof small_boards / sizeof *small_boards; i++)
    check_search (small_boards[i]);
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
    check_search (exact[i]);
}

/* A brief search is right whenever it finds a winner. It finds some that a look does not, with either side to
 * move, and it takes more than one node for some of them. */
static void test_brief_search (void **state) {
  (void) state;
  static struct search search;
  search.threads = 1;
  uint64_t found[2] = { 0, 0 }, long_ones = 0;
  for (size_t i = 0; i < sizeof small_boards / sizeof *small_boards; i++) {
    struct truth *t = truth_of (small_boards[i]);
    for (uint32_t code = 0; code < t->codes; code += 5 * stride (t)) {
      const cells stones[2] = { stones_of (t, 0, code), stones_of (t, 1, code) };
      if (t->value[code] == 2 || has_line (&t->board, stones[0]) || has_line (&t->board, stones[1]))
        continue;
      struct searcher s = {
        .search = &search, .board = &t->board, .replicated = UINT64_MAX, .publish_threshold = UINT64_MAX
      };
      struct position position = position_with (&t->board, stones);
      if (position.plies == t->board.area)
        continue;
      const int mover = position_mover (&position);
      search.position = &position;
      const enum maker_breaker winner = maker_breaker_solve (&s, &position, 0, true, NULL);
      if (winner == NOT_SETTLED)
        continue;
      assert_int_equal (winner, t->maker_wins[code] >> mover & 1 ? MAKER_WINS : BREAKER_WINS);
      found[mover] += s.statistics.count[COUNT_nodes] > 0;
      long_ones += s.statistics.count[COUNT_nodes] > 1;
    }
  }
  assert_true (found[0] > 0 && found[1] > 0 && long_ones > 0);
}

/* ---- what falls apart ---- */

enum { PART = 6, PARTS = 2, CODES = 531441 /* 3^12 */ };

/** A game on any edges of PARTS * PART cells: who wins, by code (as in mnk_truth.h) and side to move; 0: not
 *  looked at. */
struct plain_game {
  const struct hypergraph *h;
  uint8_t memory[CODES][2];
};

static bool plain_maker_wins (struct plain_game *g, cells maker, cells breaker, bool maker_to_move) {
  uint32_t code = 0;
  bool open = false;
  for (int cell = PARTS * PART; cell-- > 0;)
    code = 3 * code + (uint32_t) (maker >> cell & 1) + 2 * (uint32_t) (breaker >> cell & 1);
  uint8_t *known = &g->memory[code][maker_to_move];
  if (*known != 0)
    return *known == 2;
  bool wins = false;
  for (int i = 0; i < g->h->count; i++) {
    wins |= (g->h->edge[i] & ~maker) == 0;
    open |= (g->h->edge[i] & breaker) == 0;
  }
  if (!wins && open) {
    wins = !maker_to_move;
    for (int cell = 0; cell < PARTS * PART && wins != maker_to_move; cell++)
      if (((maker | breaker) >> cell & 1) == 0) {
        const cells stone = (cells) 1 << cell;
        wins = plain_maker_wins (g, maker_to_move ? maker | stone : maker,
                                 maker_to_move ? breaker : breaker | stone, !maker_to_move);
      }
  }
  *known = wins ? 2 : 1;
  return wins;
}

/** Edges of two and three cells, as many in each part. */
static void random_edges (struct hypergraph *h, uint64_t *random) {
  h->taken = 0;
  h->count = 0;
  for (int part = 0; part < PARTS; part++)
    for (int edges = 2 + random_below (random, 5); edges > 0; edges--) {
      cells edge = 0;
      for (int size = random_below (random, 3) == 0 ? 2 : 3; cells_count (&edge) < size;)
        edge |= (cells) 1 << (PART * part + random_below (random, PART));
      hypergraph_add (h, edge);
    }
}

/* Several components, who wins which as first or second at random: the winner of the whole, and the zone of
 * the win. */
static void test_components (void **state) {
  (void) state;
  static struct search search;
  static struct plain_game game;
  struct truth *t = truth_of (small_boards[0]); /* for a board, whose lines are not looked at */
  uint64_t random = 6;
  int split[2][2] = { { 0 } };
  search.threads = 1;
  for (int i = 0; i < repetitions (3000); i++) {
    struct hypergraph h;
    random_edges (&h, &random);
    for (int turn = 0; turn < 2; turn++) {
      struct searcher s = {
        .search = &search, .board = &t->board, .replicated = UINT64_MAX, .publish_threshold = UINT64_MAX
      };
      struct maker_breaker_node node = { .maker_to_move = turn == 0, .until = UINT64_MAX };
      hypergraph_copy (&node.h, &h);
      if (maker_breaker_static_probe (&node) != NOT_SETTLED
          || hypergraph_component (&node.h) == node.survey.used)
        continue;
      const enum maker_breaker winner = maker_breaker_search (&s, &node, NULL, 0);
      game.h = &h;
      memset (game.memory, 0, sizeof game.memory);
      assert_int_equal (winner, plain_maker_wins (&game, 0, 0, turn == 0) ? MAKER_WINS : BREAKER_WINS);
      const cells given = (((cells) 1 << PARTS * PART) - 1) & ~node.zone[winner];
      assert_int_equal (winner, plain_maker_wins (&game, winner == MAKER_WINS ? 0 : given,
                                                  winner == MAKER_WINS ? given : 0, turn == 0)
                                    ? MAKER_WINS
                                    : BREAKER_WINS);
      split[turn][winner]++;
    }
  }
  print_message ("split: Maker to move, Breaker wins %d, Maker %d; Breaker to move %d, %d\n",
                 split[0][BREAKER_WINS], split[0][MAKER_WINS], split[1][BREAKER_WINS], split[1][MAKER_WINS]);
  for (int turn = 0; turn < 2; turn++)
    for (int winner = 0; winner < 2; winner++)
      assert_true (split[turn][winner] > repetitions (20));
}

int main (int argc, char **argv) {
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_zones), cmocka_unit_test (test_search), cmocka_unit_test (test_brief_search),
          cmocka_unit_test (test_components) };
  return cmocka_run_group_tests (tests, NULL, truths_free);
}
