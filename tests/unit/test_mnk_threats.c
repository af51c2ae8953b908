/* Winning sequences of threats against the values of all positions of small boards. */
#define GAME_BITS 32
#include "games/mnk/mnk_rules.h"

#include "games/mnk/mnk_knowledge.h"

#include "support/mnk_truth.h"

/* ---- sequences of threats ---- */

/** Positions of play in which neither side completes a line at once, and the side to move is said to win by
 *  threats. `careless`: where the other side can complete a line, that is overlooked. */
static struct tally compare_threats (const struct truth *t, bool careless) {
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
    struct threat_sequence sequence = { .board = &t->board };
    const int won = threats_win (&sequence, stones[mover], stones[!mover],
                                 other != 0 && !careless ? other : t->board.all);
    tally.asked++;
    tally.said += won != 0;
    tally.wrong += won != 0 && t->value[code] != 1;
  }
  return tally;
}

/** Right on all these boards, and wrong on some if one is careless. */
static void check_boards (struct tally (*tallied) (const struct truth *, bool careless),
                          const char *const *boards, size_t count) {
  uint64_t said = 0, caught = 0;
  for (size_t i = 0; i < count; i++) {
    const struct tally tally = tallied (truth_of (boards[i]), false);
    assert_int_equal (tally.wrong, 0);
    said += tally.said;
    caught += tallied (truth_of (boards[i]), true).wrong;
  }
  assert_true (said > (uint64_t) repetitions (1000));
  assert_true (caught > 0);
}

static void test_threats (void **state) {
  (void) state;
  const char *const boards[]
      = { "3,3,3", "4,3,3", "4,3,3,exact", "12,1,3", "12,1,3,exact", "4,4,4", "4,4,3,exact" };
  check_boards (compare_threats, boards, sizeof boards / sizeof *boards);
}

/* ---- the replies to a threat ---- */

/** The position of a code. */
static struct position position_of (const struct truth *t, uint32_t code) {
  struct position position = game_start (&t->board);
  for (int player = 0; player < 2; player++)
    for (cells rest = stones_of (t, player, code); rest != 0; position.plies++)
      position_place (&t->board, &position, player, cells_pop (&rest));
  return position;
}

/** Is this a position of play in which neither side completes a line at once? */
static bool is_quiet (const struct truth *t, uint32_t code) {
  const cells stones[2] = { stones_of (t, 0, code), stones_of (t, 1, code) };
  const cells empty = t->board.all & ~(stones[0] | stones[1]);
  return t->value[code] != 2 && winning_cells (&t->board, &stones[0], &empty) == 0
         && winning_cells (&t->board, &stones[1], &empty) == 0 && !lines_any (&t->board.lines, &stones[0])
         && !lines_any (&t->board.lines, &stones[1]) && empty != 0;
}

/** The best value after one of these stones of the side to move. */
static int best_of (const struct truth *t, uint32_t code, int mover, cells stones) {
  int best = -1;
  while (stones != 0) {
    const int value = -t->value[code + (uint32_t) (mover + 1) * t->power[cells_pop (&stones)]];
    best = value > best ? value : best;
  }
  return best;
}

/** Quiet positions, one in `step`: the stones that `left_out` says lose must lose. */
static struct tally compare_left_out (const struct truth *t, uint32_t step, bool narrow,
                                      cells (*left_out) (const struct board *, const struct position *,
                                                         bool narrow)) {
  struct tally tally = { 0, 0, 0 };
  for (uint32_t code = 0; code < t->codes; code += step) {
    if (!is_quiet (t, code))
      continue;
    const struct position position = position_of (t, code);
    const cells out = left_out (&t->board, &position, narrow);
    tally.asked++;
    tally.said += out != 0;
    tally.wrong += best_of (t, code, position_mover (&position), out) != -1;
  }
  return tally;
}

/** The stones that are no replies to a sequence of fours. `narrow`: only the zone of the sequence has
 * replies, and other fours have none. */
static cells beside_fours (const struct board *board, const struct position *position, bool narrow) {
  const int mover = position_mover (position);
  const cells own = position->stones[mover][0], other = position->stones[!mover][0];
  struct threat_sequence sequence = { .board = board };
  return narrow && threats_win (&sequence, other, own, board->all) != 0
             ? position_empty (board, position) & ~sequence.zone
             : position_empty (board, position) & ~replies_to_fours (board, position);
}

static struct tally compare_replies (const struct truth *t, bool narrow) {
  return compare_left_out (t, stride (t), narrow, beside_fours);
}

static void test_replies (void **state) {
  (void) state;
  const char *const boards[] = { "4,3,3", "4,3,3,exact", "12,1,3", "12,1,3,exact", "4,4,4", "4,4,3,exact" };
  check_boards (compare_replies, boards, sizeof boards / sizeof *boards);
}

/** The stones that are no replies to a win by threes. `narrow`: as in beside_fours(). */
static cells beside_threes (const struct board *board, const struct position *position, bool narrow) {
  enum { STONES = 300 };
  const int mover = position_mover (position);
  const cells own = position->stones[mover][0], other = position->stones[!mover][0];
  struct second_search search = { .board = board, .most = STONES, .records = true };
  return narrow && second_win (&search, other, own, 0) != 0
             ? position_empty (board, position) & ~search.whole
             : position_empty (board, position) & ~replies_to_threes (board, position, STONES);
}

static struct tally compare_replies_to_threes (const struct truth *t, bool narrow) {
  return compare_left_out (t, 3 * stride (t), narrow, beside_threes);
}

static void test_replies_to_threes (void **state) {
  (void) state;
  const char *const boards[] = { "4,3,3", "12,1,3", "4,4,4" };
  check_boards (compare_replies_to_threes, boards, sizeof boards / sizeof *boards);
}

/** Quiet positions: one of the replies must be as good as any stone. `careless`: dominated by the lines
 *  without stones alone. */
static struct tally compare_dominated (const struct truth *t, bool careless) {
  struct tally tally = { 0, 0, 0 };
  for (uint32_t code = 0; code < t->codes; code += stride (t)) {
    if (!is_quiet (t, code))
      continue;
    const struct position position = position_of (t, code);
    const int mover = position_mover (&position);
    const cells both = position.stones[0][0] | position.stones[1][0], empty = t->board.all & ~both;
    struct move list[GAME_BITS];
    cells kept = 0;
    for (int i = game_replies (&t->board, &position, list); i-- > 0;)
      cells_add (&kept, list[i].cell);
    if (careless)
      kept = empty & ~dominated_cells (&t->board, both, both);
    tally.asked++;
    tally.said += kept != empty;
    tally.wrong += best_of (t, code, mover, kept) != best_of (t, code, mover, empty);
  }
  return tally;
}

static void test_dominated (void **state) {
  (void) state;
  const char *const boards[] = { "3,3,3", "4,3,3", "12,1,3", "4,4,4" };
  check_boards (compare_dominated, boards, sizeof boards / sizeof *boards);
}

/* ---- sequences of threes ---- */

/** As compare_threats(), by threes. */
static struct tally compare_threes (const struct truth *t) {
  struct tally tally = { 0, 0, 0 };
  for (uint32_t code = 0; code < t->codes; code += 5 * stride (t)) {
    if (t->value[code] == 2 || lines_any (&t->board.lines, &(cells){ stones_of (t, 0, code) })
        || lines_any (&t->board.lines, &(cells){ stones_of (t, 1, code) }))
      continue;
    const struct position position = position_of (t, code);
    struct move first;
    tally.asked++;
    if (stones_to_win_by_threes (&t->board, &position, 300, &first) == 0)
      continue;
    tally.said++;
    const uint32_t after = code + (uint32_t) (position_mover (&position) + 1) * t->power[first.cell];
    tally.wrong += t->value[code] != 1 || t->value[after] != -1;
  }
  return tally;
}

static void test_threes (void **state) {
  (void) state;
  const char *const boards[] = { "4,3,3", "4,3,3,exact", "12,1,3", "4,4,4", "4,4,3,exact" };
  uint64_t said = 0;
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    const struct tally tally = compare_threes (truth_of (boards[i]));
    assert_int_equal (tally.wrong, 0);
    said += tally.said;
  }
  assert_true (said > (uint64_t) repetitions (1000));
}

int main (int argc, char **argv) {
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_threats), cmocka_unit_test (test_replies),
                                      cmocka_unit_test (test_replies_to_threes),
                                      cmocka_unit_test (test_dominated), cmocka_unit_test (test_threes) };
  return cmocka_run_group_tests (tests, NULL, truths_free);
}
