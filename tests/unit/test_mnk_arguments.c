/* The arguments that a side does not win an m,n,k-game, against brute force: whatever one says of a position
 * of a small board must be so. Each argument is also weakened a little, as a slip would, and the same
 * comparison must find that out. */
#define GAME_BITS 32
#include "games/mnk/mnk_rules.h"

#include "games/mnk/mnk_knowledge.h"

#include "games/mnk/maker_breaker.h"

#include "support/mnk_truth.h"

static struct hypergraph edges_of (const struct board *board, cells maker, cells breaker,
                                   struct edges_survey *survey) {
  struct hypergraph h;
  hypergraph_open (&h, board, maker, breaker, false);
  survey->used = survey->dominated = 0;
  for (int i = 0; i < h.count; i++)
    survey->used |= h.edge[i];
  return h;
}

/** By the potential alone: no pairs. */
static enum maker_breaker by_potential (const struct board *board, cells maker, cells breaker,
                                        bool maker_to_move, int slack) {
  struct edges_survey survey;
  struct paired_potential p;
  const struct hypergraph h = edges_of (board, maker, breaker, &survey);
  if (!paired_potential_open (&p, &h))
    return NOT_SETTLED;
  p.sum -= slack;
  const bool blocks = p.sum < PAIRED_ONE && (!maker_to_move || paired_potential_left (&p, survey.used) == 0);
  /* On all lines, without making edges: never more, since these have no fewer parts. */
  if (slack == 0 && potential_blocks_lines (board, maker, breaker, maker_to_move))
    assert_true (blocks || board->lines.exact || has_line (board, maker));
  return blocks ? BREAKER_WINS : NOT_SETTLED;
}

static enum maker_breaker argument_potential (const struct board *board, cells maker, cells breaker,
                                              bool maker_to_move) {
  return by_potential (board, maker, breaker, maker_to_move, 0);
}

/** Up to 1 instead of below 1. */
static enum maker_breaker weak_potential (const struct board *board, cells maker, cells breaker,
                                          bool maker_to_move) {
  return by_potential (board, maker, breaker, maker_to_move, 1);
}

static enum maker_breaker argument_paired (const struct board *board, cells maker, cells breaker,
                                           bool maker_to_move) {
  struct edges_survey survey;
  cells zone = 0;
  int least;
  const struct hypergraph h = edges_of (board, maker, breaker, &survey);
  return paired_potential_moves (&h, survey.used, maker_to_move, &zone, &least) == 0 ? BREAKER_WINS
                                                                                     : NOT_SETTLED;
}

/** One pair, and its cells not given to Maker. */
static enum maker_breaker weak_paired (const struct board *board, cells maker, cells breaker,
                                       bool maker_to_move) {
  struct edges_survey survey;
  struct paired_potential p;
  int pair[2];
  struct hypergraph h = edges_of (board, maker, breaker, &survey);
  if (!paired_potential_open (&p, &h))
    return NOT_SETTLED;
  paired_potential_couple (&p);
  if (!paired_potential_best (&p, pair))
    return NOT_SETTLED;
  const cells both = (cells) 1 << pair[0] | (cells) 1 << pair[1];
  for (int i = 0; i < h.count; i++)
    if (cells_contain (h.edge[i], both))
      h.edge[i--] = h.edge[--h.count];
  cells zone = 0;
  int least;
  return paired_potential_moves (&h, survey.used, maker_to_move, &zone, &least) == 0 ? BREAKER_WINS
                                                                                     : NOT_SETTLED;
}

/** Maker's move forgotten. */
static enum maker_breaker weak_potential_turn (const struct board *board, cells maker, cells breaker,
                                               bool maker_to_move) {
  (void) maker_to_move;
  return by_potential (board, maker, breaker, false, 0);
}

static enum maker_breaker argument_lines (const struct board *board, cells maker, cells breaker,
                                          bool maker_to_move) {
  const bool asked = !board->lines.exact; /* it knows which lines are spoiled: see test_search() */
  return asked && potential_blocks_lines (board, maker, breaker, maker_to_move) ? BREAKER_WINS : NOT_SETTLED;
}

static enum maker_breaker argument_pairing (const struct board *board, cells maker, cells breaker,
                                            bool maker_to_move) {
  (void) maker_to_move;
  struct edges_survey survey;
  const struct hypergraph h = edges_of (board, maker, breaker, &survey);
  cells zone = 0;
  return pairing_blocks (&h, survey.used, &zone) ? BREAKER_WINS : NOT_SETTLED;
}

/** One edge forgotten. */
static enum maker_breaker weak_pairing (const struct board *board, cells maker, cells breaker,
                                        bool maker_to_move) {
  (void) maker_to_move;
  struct edges_survey survey;
  struct hypergraph h = edges_of (board, maker, breaker, &survey);
  if (h.count > 1)
    h.count--;
  cells zone = 0;
  return pairing_blocks (&h, survey.used, &zone) ? BREAKER_WINS : NOT_SETTLED;
}

static enum maker_breaker argument_look (const struct board *board, cells maker, cells breaker,
                                         bool maker_to_move) {
  struct maker_breaker_node node;
  maker_breaker_open (&node, board, maker, breaker, false, maker_to_move);
  return maker_breaker_static_probe (&node);
}

/** Maker's turn taken for Breaker's. */
static enum maker_breaker weak_look (const struct board *board, cells maker, cells breaker,
                                     bool maker_to_move) {
  return argument_look (board, maker, breaker, false && maker_to_move);
}

/** Twins where only one is in all edges of the other. */
static enum maker_breaker weak_twins (const struct board *board, cells maker, cells breaker,
                                      bool maker_to_move) {
  struct maker_breaker_node node;
  maker_breaker_open (&node, board, maker, breaker, false, maker_to_move);
  hypergraph_simplify (&node.h, &node.survey);
  hypergraph_block (&node.h, node.survey.dominated);
  return maker_breaker_static_probe (&node);
}

static void test_potential (void **state) {
  (void) state;
  check_argument (argument_potential);
  check_argument (argument_lines);
  assert_true (compare_all (weak_potential).wrong > 0);
  assert_true (compare_all (weak_potential_turn).wrong > 0);
}

/** Maker's moves that are called refuted lose. */
static uint64_t refuted_wrong (const struct truth *t, bool careless) {
  uint64_t wrong = 0;
  for (uint32_t code = 0; code < t->codes; code += stride (t)) {
    struct edges_survey survey;
    const cells maker = stones_of (t, 0, code);
    if (has_line (&t->board, maker))
      continue;
    const struct hypergraph h = edges_of (&t->board, maker, stones_of (t, 1, code), &survey);
    int least;
    cells zone = 0, moves = paired_potential_moves (&h, survey.used, true, &zone, &least);
    if (careless)
      moves &= moves - 1;
    for (cells refuted = survey.used & ~moves; refuted != 0;)
      wrong += t->maker_wins[code + t->power[cells_pop (&refuted)]] >> 1 & 1;
  }
  return wrong;
}

static void test_paired (void **state) {
  (void) state;
  check_argument (argument_paired);
  assert_true (compare_all (weak_paired).wrong > 0);
  uint64_t caught = 0;
  for (size_t i = 0; i < sizeof small_boards / sizeof *small_boards; i++) {
    assert_int_equal (refuted_wrong (truth_of (small_boards[i]), false), 0);
    caught += refuted_wrong (truth_of (small_boards[i]), true);
  }
  assert_true (caught > 0);
}

static void test_pairing (void **state) {
  (void) state;
  check_argument (argument_pairing);
  assert_true (compare_all (weak_pairing).wrong > 0);
}

static void test_look (void **state) {
  (void) state;
  check_argument (argument_look);
  assert_true (compare_all (weak_look).wrong > 0);
  assert_true (compare_all (weak_twins).wrong > 0);
}

int main (int argc, char **argv) {
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_potential), cmocka_unit_test (test_paired),
                                      cmocka_unit_test (test_pairing), cmocka_unit_test (test_look) };
  return cmocka_run_group_tests (tests, NULL, truths_free);
}
