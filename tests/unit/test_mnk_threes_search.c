/* Winning by threes with the table, against the search in a fixed order (threats_second.h), which is tested
 * against brute force: both find the same wins on small boards; and the zones of these wins. */
#define GAME_BITS 256
#define THREATS_MOST 4096 /* else what a sequence finds depends on the order of its attacks */
#include "games/mnk/mnk_rules.h"

#include "games/mnk/mnk_knowledge.h"

#include "games/mnk/weak_first.h"

#include "support/support.h"

#include <stdlib.h>

enum { STONES = 3000, NODES = 3000 };

struct tally {
  int asked, won, fours, wrong, given_up, outside, broken;
  int alike, unlike; /* moves said to fail alike, and those of them that do not */
};

/** Random stones in turn, after which neither side can complete a line. */
static bool random_middle (const struct board *board, uint64_t *random, int plies, cells stones[2]) {
  cells empty = board->all;
  stones[0] = stones[1] = cells_none ();
  for (int ply = 0; ply < plies;) {
    const int cell = random_below (random, board->area);
    if (!cells_has (&empty, cell))
      continue;
    cells_remove (&empty, cell);
    cells_add (&stones[ply++ % 2], cell);
  }
  for (int i = 0; i < 2; i++) {
    const cells winning = winning_cells (board, &stones[i], &empty);
    if (lines_any (&board->lines, &stones[i]) || cells_any (&winning))
      return false;
  }
  return true;
}

/** Does the side to move win by threes, according to the search in a fixed order? -1: it gave up. */
static int wins_in_order (const struct board *board, cells own, cells other) {
  struct second_search search = { .board = board, .most = STONES };
  const int found = second_win (&search, own, other, cells_none ());
  return found > 0 ? 1 : search.tried >= STONES ? -1 : 0;
}

/** Add a stone of the other side outside a zone, that leaves none of its lines lacking one: does the win
 * still exist? `cut`: only every second cell of the zone is kept. */
static void try_outside (const struct board *board, cells own, cells other, cells zone, bool cut,
                         struct tally *tally) {
  struct threat_attacks fours;
  threats_attacks (board, other, own, &fours);
  if (cut) {
    int i = 0;
    for (cells rest = zone; cells_any (&rest);) {
      const int cell = cells_pop (&rest);
      if (i++ % 2 == 0)
        cells_remove (&zone, cell);
    }
  }
  const cells empty = cells_minus (board->all, cells_or (own, other));
  for (cells out = cells_minus (empty, cells_or (zone, fours.at)); cells_any (&out);) {
    tally->outside++;
    tally->broken += wins_in_order (board, own, cells_or (other, cells_of (cells_pop (&out)))) == 0;
  }
}

/** A win by threes after each stone of the other side: are all the stones said to fail alike answered by
 * threes? */
static void try_alike (struct searcher *s, int attacker, cells own, cells other, struct tally *tally) {
  struct position before = { .plies = (int16_t) (cells_count (&own) + cells_count (&other) - 1) };
  const cells empty = cells_minus (s->board->all, cells_or (own, other));
  struct move moves[GAME_BITS];
  int count = 0;
  for (cells rest = empty; cells_any (&rest);)
    moves[count++].cell = (uint16_t) cells_pop (&rest);
  for (cells rest = other; cells_any (&rest);) {
    const struct move failed = { (uint16_t) cells_pop (&rest) };
    bool alike[GAME_BITS] = { false };
    cells less = other;
    cells_remove (&less, failed.cell);
    before.stones[attacker][0] = own;
    before.stones[!attacker][0] = less;
    assert_int_equal (position_mover (&before), !attacker);
    game_fail_alike (s, &before, failed, moves, count, alike);
    for (int i = 0; i < count; i++)
      if (alike[i]) {
        tally->alike++;
        tally->unlike += wins_in_order (s->board, own, cells_or (less, cells_of (moves[i].cell))) == 0;
      }
  }
}

static void compare (struct searcher *s, int positions, int least, int most, bool cut, uint64_t *random,
                     struct tally *tally) {
  while (tally->asked < positions) {
    cells stones[2], zone;
    const int plies = least + random_below (random, most - least + 1), mover = plies % 2;
    if (!random_middle (s->board, random, plies, stones))
      continue;
    tally->asked++;
    const cells own = stones[mover], other = stones[!mover];
    struct threat_sequence sequence = { .board = s->board };
    const int expected = wins_in_order (s->board, own, other);
    const uint64_t before = s->statistics.count[COUNT_nodes];
    const bool won = threes_win (s, mover, own, other, 0, NODES, &zone);
    if (expected < 0 || (!won && s->statistics.count[COUNT_nodes] >= before + NODES)) {
      tally->given_up++;
      continue;
    }
    tally->wrong += won != (expected > 0);
    tally->won += won;
    if (won && threats_win (&sequence, own, other, s->board->all) != 0)
      tally->fours++;
    else if (won) {
      try_outside (s->board, own, other, zone, cut, tally);
      if (!cut)
        try_alike (s, mover, own, other, tally);
    }
  }
}

static void test_same_wins (void **state) {
  (void) game_search_first; /* only searches of whole games begin with it */
  (void) state;
  static const struct {
    const char *board;
    int positions, least, most;
  } cases[] = { { "5,5,4", 1000, 7, 14 },
                { "6,5,4", 1000, 6, 16 },
                { "7,7,4", 1000, 5, 12 },
                { "6,6,5", 600, 14, 24 },
                { "9,9,5", 100, 12, 24 } };
  struct failure failure = { 0 };
  struct board *board = allocate (1, sizeof *board);
  struct table *table = table_create (1 << 24, GAME_KEY_WORDS, REPLACE_TWOBIG1, &failure);
  static struct search search;
  uint64_t random = 20261128;
  struct tally sum = { 0 }, cut = { 0 };
  assert_non_null (table);
  static const struct position root;
  search.threads = 1;
  search.position = &root;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal (game_open (board, cases[i].board, &failure), OPENING_DONE);
    const size_t bytes = (size_t) (board->area + 8) * (size_t) board->area * sizeof (struct threes_child);
    struct searcher s = { .search = &search,
                          .board = board,
                          .table = table,
                          .stride = 1024,
                          .arena = allocate (1, bytes + THREES_SEEN * sizeof (uint64_t)),
                          .arena_size = bytes + THREES_SEEN * sizeof (uint64_t),
                          .replicated = UINT64_MAX,
                          .publish_threshold = UINT64_MAX };
    table_clear (table);
    struct tally tally = { 0 }, part = { 0 };
    compare (&s, cases[i].positions, cases[i].least, cases[i].most, false, &random, &tally);
    assert_int_equal (tally.wrong, 0);
    assert_int_equal (tally.broken, 0);
    assert_int_equal (tally.unlike, 0);
    assert_true (tally.won > tally.fours);
    compare (&s, cases[i].positions / 10, cases[i].least, cases[i].most, true, &random, &part);
    sum.won += tally.won - tally.fours;
    sum.outside += tally.outside;
    sum.alike += tally.alike;
    sum.given_up += tally.given_up;
    sum.asked += tally.asked;
    cut.broken += part.broken;
    assert_int_equal (s.arena_used, 0);
    free (s.arena);
  }
  assert_true (sum.outside > 1000);
  assert_true (sum.alike > 1000);
  assert_true (sum.given_up < sum.asked / 5);
  assert_true (cut.broken > 0);
  table_destroy (table);
  free (board);
}

/** What game_order() is on every board: the weights of the lines through the cell, counted cell by cell. */
static int order_by_lines (const struct board *board, const struct position *position, int cell) {
  static const int step[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } };
  const int mover = position_mover (position), length = board->lines.length;
  int sum = 0;
  for (int d = 0; d < 4; d++)
    for (int back = 0; back < length; back++) {
      int own = 0, other = 0, inside = 0;
      for (int i = -back; i < length - back; i++) {
        const int column = cell % board->columns + i * step[d][0],
                  row = cell / board->columns + i * step[d][1];
        if (column < 0 || column >= board->columns || row < 0 || row >= board->rows)
          continue;
        inside++;
        own += cells_has (&position->stones[mover][0], row * board->columns + column);
        other += cells_has (&position->stones[!mover][0], row * board->columns + column);
      }
      if (inside < length)
        continue;
      sum += (other == 0 ? line_weight (true, own) : 0) + (own == 0 ? line_weight (false, other) : 0);
    }
  return 128 * sum + board->central[cell];
}

static void test_order (void **state) {
  (void) state;
  static const char *const boards[] = { "5,5,4", "9,7,5", "4,15,4", "15,15,5", "6,6,6" };
  struct failure failure = { 0 };
  struct board *board = allocate (1, sizeof *board);
  uint64_t random = 20261129;
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    assert_int_equal (game_open (board, boards[i], &failure), OPENING_DONE);
    for (int k = 0; k < 100; k++) {
      struct position position = { .plies = (int16_t) random_below (&random, board->area) };
      cells empty = board->all;
      for (int ply = 0; ply < position.plies; ply++) {
        int cell;
        do
          cell = random_below (&random, board->area);
        while (!cells_has (&empty, cell));
        cells_remove (&empty, cell);
        cells_add (&position.stones[ply % 2][0], cell);
      }
      while (cells_any (&empty)) {
        const int cell = cells_pop (&empty);
        assert_int_equal (game_order (board, &position, (struct move){ (uint16_t) cell }),
                          order_by_lines (board, &position, cell));
      }
    }
  }
  free (board);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_same_wins), cmocka_unit_test (test_order) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
