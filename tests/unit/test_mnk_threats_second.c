/* Winning sequences of threes against brute force: random positions, wins played out in full within the plies
 * that are claimed. */
#define GAME_BITS 64
#include "games/mnk/mnk_rules.h"

#include "games/mnk/mnk_knowledge.h"

#include "support/mnk_played.h"

/** Does the side to move, with these stones, complete a line within that many plies, whatever the other side
 *  does? Odd plies. */
static bool wins_within (const struct board *board, cells own, cells other, int plies) {
  const cells empty = board->all & ~(own | other), at_once = winning_cells (board, &own, &empty),
              lost = winning_cells (board, &other, &empty);
  if (at_once != 0 || plies < 3 || (lost & (lost - 1)) != 0)
    return at_once != 0;
  for (cells attacks = lost != 0 ? lost : empty; attacks != 0;) {
    const cells with = own | (cells) 1 << cells_pop (&attacks);
    const cells left = empty & ~with, completing = winning_cells (board, &with, &left);
    cells replies = completing != 0 ? completing : left;
    bool wins = replies != 0;
    if (completing == 0 && plies < 5)
      continue;
    while (wins && replies != 0) {
      const cells against = other | (cells) 1 << cells_pop (&replies);
      wins = !lines_any (&board->lines, &against) && wins_within (board, with, against, plies - 2);
    }
    if (wins)
      return true;
  }
  return false;
}

/** Random stones in turn, none of which completes a line. */
static bool random_stones (const struct board *board, uint64_t *random, int plies, cells stones[2]) {
  stones[0] = stones[1] = 0;
  for (int ply = 0; ply < plies;) {
    const int cell = random_below (random, board->area);
    if (((stones[0] | stones[1]) >> cell & 1) != 0)
      continue;
    stones[ply++ % 2] |= (cells) 1 << cell;
    if (lines_any (&board->lines, &stones[(ply - 1) % 2]))
      return false;
  }
  return true;
}

/** Random stones, of a number from `least` to `most`, of which the side to move cannot complete a line;
 * `urgent` gets the cells where the other side can. False: try again. */
static bool random_middle (const struct board *board, uint64_t *random, int least, int most, cells *own,
                           cells *other, cells *urgent) {
  cells stones[2];
  const int plies = least + random_below (random, most - least + 1), mover = plies % 2;
  if (!random_stones (board, random, plies, stones))
    return false;
  *own = stones[mover];
  *other = stones[!mover];
  const cells empty = board->all & ~(*own | *other);
  *urgent = winning_cells (board, other, &empty);
  return winning_cells (board, own, &empty) == 0;
}

struct tally {
  int asked, fours, threes, said, wrong; /* won by fours, by threes */
};

enum proof { BRUTE_FORCE, PLAYED_OUT };

/** Ask about that many random positions in which neither side completes a line, or only the other side in one
 * cell. */
static struct tally compare (const struct board *board, enum proof proof, int positions, int least, int most,
                             uint64_t *random) {
  struct tally tally = { 0 };
  while (tally.asked < positions) {
    cells own, other, urgent;
    if (!random_middle (board, random, least, most, &own, &other, &urgent) || (urgent & (urgent - 1)) != 0)
      continue;
    tally.asked++;
    struct second_search search = { .board = board, .most = 1000 };
    const int won = second_win (&search, own, other, urgent);
    if (won == 0)
      continue;
    struct threat_sequence fours = { .board = board };
    const bool by_fours = threats_win (&fours, own, other, urgent != 0 ? urgent : board->all) != 0;
    tally.fours += by_fours;
    tally.threes += !by_fours;
    tally.wrong += proof == BRUTE_FORCE ? !wins_within (board, own, other, 2 * won - 1)
                                        : !plays_out (board, own, other);
  }
  return tally;
}

static void test_random (void **state) {
  (void) state;
  static const struct {
    const char *board;
    enum proof proof;
    int positions, least, most; /* stones */
  } cases[] = { { "5,5,3", BRUTE_FORCE, 2000, 0, 8 },       { "5,5,3,exact", BRUTE_FORCE, 2000, 0, 10 },
                { "5,5,4", BRUTE_FORCE, 4000, 9, 16 },      { "5,5,4,exact", BRUTE_FORCE, 4000, 9, 16 },
                { "5,5,4", PLAYED_OUT, 4000, 5, 12 },       { "5,5,4,exact", PLAYED_OUT, 4000, 5, 12 },
                { "6,4,4", PLAYED_OUT, 4000, 5, 12 },       { "6,6,4", PLAYED_OUT, 2000, 4, 16 },
                { "6,6,5", PLAYED_OUT, 4000, 10, 24 },      { "7,7,5", PLAYED_OUT, 2000, 12, 30 },
                { "7,7,5,exact", PLAYED_OUT, 2000, 12, 30 } };
  struct board *board = allocate (1, sizeof *board);
  uint64_t random = 20261121;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct failure failure = { 0 };
    assert_int_equal (game_open (board, cases[i].board, &failure), OPENING_DONE);
    const struct tally tally
        = compare (board, cases[i].proof, cases[i].positions, cases[i].least, cases[i].most, &random);
    assert_true (tally.threes > tally.asked / 100);
    assert_int_equal (tally.wrong, 0);
  }
  free (board);
}

/* ---- the zone of a win ---- */

enum { WIN_STONES = 500 };

/** Random positions in which neither side completes a line, won by threes by the side to move: it must still
 * win after an extra stone of the other side outside the zone that is no four. By the rules alone if at most
 * `by_rules` cells are empty, otherwise by threes. `narrow`: the zone of the first sequence of fours is taken
 * for that of the whole. said: stones outside the zone. */
static struct tally compare_zones (const struct board *board, int positions, int least, int most,
                                   int by_rules, bool narrow, uint64_t *random) {
  struct tally tally = { 0 };
  while (tally.asked < positions) {
    cells own, other, urgent;
    if (!random_middle (board, random, least, most, &own, &other, &urgent) || urgent != 0)
      continue;
    const cells empty = board->all & ~(own | other);
    tally.asked++;
    struct second_search search = { .board = board, .most = WIN_STONES, .records = true };
    struct threat_sequence sequence = { .board = board };
    const int won = second_win (&search, own, other, 0);
    if (won == 0 || threats_win (&sequence, own, other, board->all) != 0)
      continue;
    tally.threes++;
    struct threat_attacks fours;
    threats_attacks (board, other, own, &fours);
    for (cells out = empty & ~((narrow ? search.zone : search.whole) | fours.at); out != 0;) {
      const cells against = other | cells_of (cells_pop (&out));
      struct second_search again = { .board = board, .most = 100 * WIN_STONES };
      tally.said++;
      tally.wrong += cells_count (&empty) <= by_rules ? !wins_within (board, own, against, 2 * won - 1)
                                                      : second_win (&again, own, against, 0) == 0;
    }
  }
  return tally;
}

static void test_zones (void **state) {
  (void) state;
  static const struct {
    const char *board;
    int positions, least, most, by_rules;
  } cases[] = { { "5,5,4", 6000, 9, 14, 13 },  { "6,5,4", 4000, 6, 16, 14 }, { "7,7,4", 1000, 6, 14, 0 },
                { "6,6,5", 4000, 14, 24, 14 }, { "7,7,5", 3000, 12, 28, 0 }, { "8,8,5", 2000, 10, 24, 0 } };
  struct board *board = allocate (1, sizeof *board);
  uint64_t random = 20261127;
  int said = 0, caught = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct failure failure = { 0 };
    assert_int_equal (game_open (board, cases[i].board, &failure), OPENING_DONE);
    const struct tally tally = compare_zones (board, cases[i].positions, cases[i].least, cases[i].most,
                                              cases[i].by_rules, false, &random);
    assert_int_equal (tally.wrong, 0);
    said += tally.said;
    caught += compare_zones (board, cases[i].positions / 10, cases[i].least, cases[i].most, 0, true, &random)
                  .wrong;
  }
  assert_true (said > 1000);
  assert_true (caught > 0);
  free (board);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_random), cmocka_unit_test (test_zones) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
