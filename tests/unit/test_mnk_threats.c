/* Winning sequences of threats against the values of all positions of small boards. */
#define GAME_BITS 32
#include "games/mnk/rules.h"

#include "games/mnk/knowledge.h"

#include "support/mnk_truth.h"

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

int
main (int argc, char **argv)
{
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_threats) };
  return cmocka_run_group_tests (tests, NULL, truths_free);
}
