/* The arguments about m,n,k-games against brute force: whatever an argument says of a position of a small board, all
 * positions of which are valued here from the full board down, must be so. Each argument is also weakened a little, as a
 * slip would, and the same comparison must find that out.
 *
 * Two truths: who wins when only one side's lines count (Maker to move, Breaker to move), for any stones; and
 * the value of the game, for positions of play. */
#define GAME_BITS 32
#include "games/mnk/rules.h"

#include "games/mnk/knowledge.h"

#include "games/mnk/weak_first.h"

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- all positions of a board: a digit 0, 1, 2 a cell, for empty and the stones of two players ---- */

enum { CELLS_MAX = 16, HALF = 8, HALF_CODES = 6561 };

static struct truth {
  const char *text;
  struct truth *next;
  struct board board;
  uint32_t codes, power[CELLS_MAX + 1];
  uint8_t half[2][HALF_CODES]; /* stones on eight cells, by their code */
  uint8_t *maker_wins; /* by code, player 1 is Maker: bit 0 if Maker is to move, bit 1 if Breaker is */
  signed char *value;  /* by code, for the side to move; 2: no position of play */
} * truths;

/** The stones of a player, 0 or 1. */
static cells
stones_of (const struct truth *t, int player, uint32_t code)
{
  return (cells) t->half[player][code % HALF_CODES] | (cells) t->half[player][code / HALF_CODES] << HALF;
}

static void
truth_halves (struct truth *t)
{
  for (int code = 0; code < HALF_CODES; code++)
    for (int cell = 0, rest = code; cell < HALF; cell++, rest /= 3)
      for (int player = 0; player < 2; player++)
        if (rest % 3 == player + 1)
          t->half[player][code] |= (uint8_t) (1 << cell);
}

/** Has Maker a line? Longer ones count under both rules. */
static bool
has_line (const struct board *board, uint32_t stones)
{
  for (int i = 0; i < board->line_count; i++)
    if ((board->line[i] & ~stones) == 0)
      return true;
  return false;
}

static void
truth_maker_breaker (struct truth *t)
{
  t->maker_wins = allocate (t->codes, 1);
  for (uint32_t code = t->codes; code-- > 0;) {
    const cells maker = stones_of (t, 0, code);
    if (has_line (&t->board, maker)) {
      t->maker_wins[code] = 3;
      continue;
    }
    cells empty = t->board.all & ~(maker | stones_of (t, 1, code));
    bool by_maker = false, by_breaker = empty != 0;
    while (empty != 0) {
      const int cell = cells_pop (&empty);
      by_maker |= t->maker_wins[code + t->power[cell]] >> 1 & 1;
      by_breaker &= t->maker_wins[code + 2 * t->power[cell]] & 1;
    }
    t->maker_wins[code] = (uint8_t) (by_maker | by_breaker << 1);
  }
}

/** The best value after a stone on an empty cell; each of these is a position of play. */
static int
best_after (const struct truth *t, uint32_t code, uint32_t mover, uint32_t empty)
{
  int best = -1;
  while (empty != 0 && best < 1) {
    const int value = -t->value[code + (mover + 1) * t->power[cells_pop (&empty)]];
    if (value > best)
      best = value;
  }
  return best;
}

static void
truth_values (struct truth *t)
{
  t->value = allocate (t->codes, 1);
  for (uint32_t code = t->codes; code-- > 0;) {
    const cells stones[2] = { stones_of (t, 0, code), stones_of (t, 1, code) };
    const int mover = cells_count (&stones[0]) - cells_count (&stones[1]);
    const cells empty = t->board.all & ~(stones[0] | stones[1]);
    if ((mover != 0 && mover != 1) || lines_any (&t->board.lines, &stones[mover]))
      t->value[code] = 2; /* the last to move is the only one who can have a line */
    else if (lines_any (&t->board.lines, &stones[!mover]))
      t->value[code] = -1;
    else
      t->value[code] = (signed char) (empty == 0 ? 0 : best_after (t, code, (uint32_t) mover, empty));
  }
}

/** The truth of a board; valued once, kept for the other tests. */
static struct truth *
truth_of (const char *text)
{
  struct truth *t = truths;
  while (t != NULL && strcmp (t->text, text) != 0)
    t = t->next;
  if (t != NULL)
    return t;
  t = allocate (1, sizeof *t);
  t->text = text;
  t->next = truths;
  truths = t;
  struct failure failure = { 0 };
  assert_int_equal (game_open (&t->board, text, &failure), OPENING_DONE);
  assert_true (t->board.area <= CELLS_MAX);
  t->power[0] = 1;
  for (int i = 0; i < t->board.area; i++)
    t->power[i + 1] = 3 * t->power[i];
  t->codes = t->power[t->board.area];
  truth_halves (t);
  truth_maker_breaker (t);
  truth_values (t);
  return t;
}

static int
truths_free (void **state)
{
  (void) state;
  while (truths != NULL) {
    struct truth *next = truths->next;
    free (truths->maker_wins);
    free (truths->value);
    free (truths);
    truths = next;
  }
  return 0;
}

/* ---- arguments that a side does not win, sound and weakened ---- */

/** What an argument says about a side: BREAKER_WINS: it does not win the Maker-Breaker game; MAKER_WINS: it does. */
typedef enum maker_breaker argument (const struct board *, cells maker, cells breaker, bool maker_to_move);

static struct hypergraph
edges_of (const struct board *board, cells maker, cells breaker, struct edges_survey *survey)
{
  struct hypergraph h;
  hypergraph_open (&h, board, maker, breaker, false);
  survey->used = survey->dominated = 0;
  for (int i = 0; i < h.count; i++)
    survey->used |= h.edge[i];
  return h;
}

/** By the potential alone: no pairs. */
static enum maker_breaker
by_potential (const struct board *board, cells maker, cells breaker, bool maker_to_move, int slack)
{
  struct edges_survey survey;
  struct paired_potential p;
  const struct hypergraph h = edges_of (board, maker, breaker, &survey);
  if (!paired_potential_open (&p, &h, survey.used))
    return NOT_SETTLED;
  const cells all = p.cells < GAME_BITS ? ((cells) 1 << p.cells) - 1 : ~(cells) 0;
  p.sum -= slack;
  const bool blocks = p.sum < PAIRED_ONE && (!maker_to_move || paired_potential_left (&p, all) == 0);
  /* On all lines, without making edges: never more, since these have no fewer parts. */
  if (slack == 0 && potential_blocks_lines (board, maker, breaker, maker_to_move))
    assert_true (blocks || board->lines.exact || has_line (board, maker));
  return blocks ? BREAKER_WINS : NOT_SETTLED;
}

static enum maker_breaker
argument_potential (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  return by_potential (board, maker, breaker, maker_to_move, 0);
}

/** Up to 1 instead of below 1. */
static enum maker_breaker
weak_potential (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  return by_potential (board, maker, breaker, maker_to_move, 1);
}

static enum maker_breaker
argument_paired (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  struct edges_survey survey;
  cells zone = 0;
  const struct hypergraph h = edges_of (board, maker, breaker, &survey);
  return paired_potential_moves (&h, survey.used, maker_to_move, &zone) == 0 ? BREAKER_WINS : NOT_SETTLED;
}

/** One pair, and its cells not given to Maker. */
static enum maker_breaker
weak_paired (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  struct edges_survey survey;
  struct paired_potential p;
  int pair[2];
  struct hypergraph h = edges_of (board, maker, breaker, &survey);
  if (!paired_potential_open (&p, &h, survey.used) || !paired_potential_best (&p, pair))
    return NOT_SETTLED;
  const cells both = (cells) 1 << p.cell[pair[0]] | (cells) 1 << p.cell[pair[1]];
  for (int i = 0; i < h.count; i++)
    if (cells_contain (h.edge[i], both))
      h.edge[i--] = h.edge[--h.count];
  cells zone = 0;
  return paired_potential_moves (&h, survey.used, maker_to_move, &zone) == 0 ? BREAKER_WINS : NOT_SETTLED;
}

/** Maker's move forgotten. */
static enum maker_breaker
weak_potential_turn (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  (void) maker_to_move;
  return by_potential (board, maker, breaker, false, 0);
}

static enum maker_breaker
argument_lines (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  const bool asked = !board->lines.exact; /* it knows which lines are spoiled: see test_search() */
  return asked && potential_blocks_lines (board, maker, breaker, maker_to_move) ? BREAKER_WINS : NOT_SETTLED;
}

static enum maker_breaker
argument_pairing (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  (void) maker_to_move;
  struct edges_survey survey;
  const struct hypergraph h = edges_of (board, maker, breaker, &survey);
  cells zone = 0;
  return pairing_blocks (&h, survey.used, &zone) ? BREAKER_WINS : NOT_SETTLED;
}

/** One edge forgotten. */
static enum maker_breaker
weak_pairing (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  (void) maker_to_move;
  struct edges_survey survey;
  struct hypergraph h = edges_of (board, maker, breaker, &survey);
  if (h.count > 1)
    h.count--;
  cells zone = 0;
  return pairing_blocks (&h, survey.used, &zone) ? BREAKER_WINS : NOT_SETTLED;
}

static enum maker_breaker
argument_look (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  struct maker_breaker_node node;
  maker_breaker_open (&node, board, maker, breaker, false, maker_to_move);
  return maker_breaker_look (&node);
}

/** Maker's turn taken for Breaker's. */
static enum maker_breaker
weak_look (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  return argument_look (board, maker, breaker, false && maker_to_move);
}

/** Twins where only one is in all edges of the other. */
static enum maker_breaker
weak_twins (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  struct maker_breaker_node node;
  maker_breaker_open (&node, board, maker, breaker, false, maker_to_move);
  hypergraph_simplify (&node.h, &node.survey);
  hypergraph_block (&node.h, node.survey.dominated);
  return maker_breaker_look (&node);
}

static enum maker_breaker
argument_torus (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  return torus_pairing_blocks (&board->lines, board->pairs, board->all, &maker, &breaker, maker_to_move)
             ? BREAKER_WINS
             : NOT_SETTLED;
}

/** A stone of Maker's in a pair overlooked. */
static enum maker_breaker
weak_torus (const struct board *board, cells maker, cells breaker, bool maker_to_move)
{
  (void) maker;
  const cells none = 0;
  return torus_pairing_blocks (&board->lines, board->pairs, board->all, &none, &breaker, maker_to_move)
             ? BREAKER_WINS
             : NOT_SETTLED;
}

struct tally {
  uint64_t asked, said, wrong;
};

/** Every position, but of 4x4 boards (43 million) one in some. */
static uint32_t
stride (const struct truth *t)
{
  return t->board.area < 14 ? 1 : 61;
}

/** All stones of Maker and Breaker without a line of Maker, both turns. */
static struct tally
compare (const struct truth *t, argument *says)
{
  struct tally tally = { 0, 0, 0 };
  for (uint32_t code = 0; code < t->codes; code += stride (t)) {
    const cells maker = stones_of (t, 0, code), breaker = stones_of (t, 1, code);
    if (has_line (&t->board, maker))
      continue;
    for (int turn = 0; turn < 2; turn++) {
      const bool wins = t->maker_wins[code] >> turn & 1;
      const enum maker_breaker said = says (&t->board, maker, breaker, turn == 0);
      tally.asked++;
      tally.said += said != NOT_SETTLED;
      tally.wrong += said != NOT_SETTLED && wins != (said == MAKER_WINS);
    }
  }
  return tally;
}

static const char *const small_boards[] = { "3,3,3",  "4,3,3", "4,3,4",       "6,2,3", "4,3,2", "12,1,3",
                                            "12,1,4", "6,2,5", "3,4,3,exact", "3,3,1", "4,4,4" };

static struct tally
compare_all (argument *says)
{
  struct tally sum = { 0, 0, 0 };
  for (size_t i = 0; i < sizeof small_boards / sizeof *small_boards; i++) {
    struct truth *t = truth_of (small_boards[i]);
    const struct tally tally = compare (t, says);
    sum.asked += tally.asked;
    sum.said += tally.said;
    sum.wrong += tally.wrong;
  }
  return sum;
}

static void
check_argument (argument *says)
{
  const struct tally tally = compare_all (says);
  assert_true (tally.said > tally.asked / 10); /* it has something to say */
  assert_int_equal (tally.wrong, 0);
}

static void
test_potential (void **state)
{
  (void) state;
  check_argument (argument_potential);
  check_argument (argument_lines);
  assert_true (compare_all (weak_potential).wrong > 0);
  assert_true (compare_all (weak_potential_turn).wrong > 0);
}

/** Maker's moves that are called refuted lose. */
static uint64_t
refuted_wrong (const struct truth *t, bool careless)
{
  uint64_t wrong = 0;
  for (uint32_t code = 0; code < t->codes; code += stride (t)) {
    struct edges_survey survey;
    const cells maker = stones_of (t, 0, code);
    if (has_line (&t->board, maker))
      continue;
    const struct hypergraph h = edges_of (&t->board, maker, stones_of (t, 1, code), &survey);
    cells zone = 0, moves = paired_potential_moves (&h, survey.used, true, &zone);
    if (careless)
      moves &= moves - 1;
    for (cells refuted = survey.used & ~moves; refuted != 0;)
      wrong += t->maker_wins[code + t->power[cells_pop (&refuted)]] >> 1 & 1;
  }
  return wrong;
}

static void
test_paired (void **state)
{
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

static void
test_pairing (void **state)
{
  (void) state;
  check_argument (argument_pairing);
  assert_true (compare_all (weak_pairing).wrong > 0);
}

static void
test_look (void **state)
{
  (void) state;
  check_argument (argument_look);
  assert_true (compare_all (weak_look).wrong > 0);
  assert_true (compare_all (weak_twins).wrong > 0);
}

/* ---- nine in a row ---- */

/** Lines of `length` cells on the plane, periodic, that hold no pair of neighbours that both belong together. */
static int
lines_without_pair (const struct torus_pairing *pairing, int length)
{
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

static void
test_torus (void **state)
{
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

/* ---- zones ---- */

/** Is a win the same if the loser has all cells outside its zone? */
static bool
zone_holds (const struct truth *t, uint32_t code, int turn, enum maker_breaker winner, cells zone)
{
  uint32_t given = code;
  for (cells rest = t->board.all & ~(stones_of (t, 0, code) | stones_of (t, 1, code) | zone); rest != 0;)
    given += (winner == MAKER_WINS ? 2 : 1) * t->power[cells_pop (&rest)];
  return (t->maker_wins[given] >> turn & 1) == (winner == MAKER_WINS);
}

/** How often does a zone not hold: of what is seen at a look, or of a search? `cut`: with a part of the zone. */
static uint64_t
zones_wrong (struct truth *t, enum maker_breaker side, bool cut)
{
  static struct search search;
  uint64_t wrong = 0;
  search.threads = 1;
  for (uint32_t code = 0; code < t->codes; code += 3 * stride (t) + 1)
    for (int turn = 0; turn < 2; turn++) {
      const cells maker = stones_of (t, 0, code), breaker = stones_of (t, 1, code);
      struct searcher s = { .search = &search, .board = &t->board };
      struct maker_breaker_node node;
      if (has_line (&t->board, maker))
        continue;
      maker_breaker_open (&node, &t->board, maker, breaker, false, turn == 0);
      enum maker_breaker winner = maker_breaker_look (&node);
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

static void
test_zones (void **state)
{
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

/* ---- sequences of threats ---- */

/** Positions of play in which nobody completes a line at once, and the side to move is said to win by threats. `careless`: where
 *  the other side can complete a line, that is overlooked. */
static struct tally
compare_threats (const struct truth *t, bool careless)
{
  struct tally tally = { 0, 0, 0 };
  for (uint32_t code = 0; code < t->codes; code += stride (t)) {
    const cells stones[2] = { stones_of (t, 0, code), stones_of (t, 1, code) };
    cells empty = t->board.all & ~(stones[0] | stones[1]);
    if (t->value[code] == 2 || lines_any (&t->board.lines, &stones[0])
        || lines_any (&t->board.lines, &stones[1]))
      continue;
    const int mover = cells_count (&stones[0]) - cells_count (&stones[1]);
    const cells other = winning_cells (&t->board, &stones[!mover], &empty);
    if (winning_cells (&t->board, &stones[mover], &empty) != 0 || (other & (other - 1)) != 0)
      continue;
    struct threat_sequence sequence = { &t->board, 0 };
    const int won = threats_win (&sequence, stones[mover], stones[!mover],
                                 other != 0 && !careless ? other : t->board.all);
    tally.asked++;
    tally.said += won != 0;
    tally.wrong += won != 0 && t->value[code] != 1;
  }
  return tally;
}

static void
test_threats (void **state)
{
  (void) state;
  const char *const boards[]
      = { "3,3,3", "4,3,3", "4,3,3,exact", "12,1,3", "12,1,3,exact", "4,4,4", "4,4,3,exact" };
  uint64_t said = 0, caught = 0;
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    const struct tally tally = compare_threats (truth_of (boards[i]), false);
    assert_int_equal (tally.wrong, 0);
    said += tally.said;
    caught += compare_threats (truth_of (boards[i]), true).wrong;
  }
  assert_true (said > 1000);
  assert_true (caught > 0);
}

/* ---- the search of the Maker-Breaker game ---- */

static void
check_search (const char *text)
{
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
    struct searcher s = { .search = &search, .board = &t->board, .table = table, .telling = UINT64_MAX };
    struct position position = game_start (&t->board);
    for (int player = 0; player < 2; player++)
      for (cells rest = stones[player]; rest != 0; position.plies++)
        position_place (&t->board, &position, player, cells_pop (&rest));
    if (position.plies == t->board.area)
      continue;
    const int mover = position_mover (&position);
    search.question = (struct question){ .position = &position, .window = { -1, 1 } };
    search.answer = (struct answer){ .bounds = { -1, 1 }, .best = -1 };
    atomic_store (&search.decided, false);
    searcher_root_bounds (&s);
    if (!has_line (&t->board, stones[0]))
      assert_int_equal (maker_breaker_solve (&s, &position, 0, UINT64_MAX, NULL),
                        t->maker_wins[code] >> mover & 1 ? MAKER_WINS : BREAKER_WINS);

    /* What it says of the real game, and what settles a position says. */
    game_search_first (&s, &position);
    struct bounds settled = { -1, 1 }, deeper = { -1, 1 };
    game_settle (&t->board, &position, false, &settled);
    const bool found = game_settle_deeper (&s, &position, (struct bounds){ -1, 1 }, &deeper);
    assert_int_equal (found, deeper.lower > -1 || deeper.upper < 1);
    assert_in_range (t->value[code] + 1, search.answer.bounds.lower + 1, search.answer.bounds.upper + 1);
    assert_in_range (t->value[code] + 1, settled.lower + 1, settled.upper + 1);
    assert_in_range (t->value[code] + 1, deeper.lower + 1, deeper.upper + 1);
  }
  table_destroy (table);
}

static void
test_search (void **state)
{
  (void) state;
  const char *const exact[] = { "4,3,3,exact",  "6,2,3,exact", "12,1,3,exact", "3,3,2,exact", "13,1,9",
                                "12,1,9,exact", "4,4,3,exact", "4,4,4,exact",  "4,4,3" };
  for (size_t i = 0; i < sizeof small_boards / sizeof *small_boards; i++)
    check_search (small_boards[i]);
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
    check_search (exact[i]);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_potential), cmocka_unit_test (test_paired),  cmocka_unit_test (test_pairing),
    cmocka_unit_test (test_look),      cmocka_unit_test (test_threats), cmocka_unit_test (test_torus),
    cmocka_unit_test (test_zones),     cmocka_unit_test (test_search),
  };
  return cmocka_run_group_tests (tests, NULL, truths_free);
}
