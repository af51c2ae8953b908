/* What the search of the Maker-Breaker game publishes as proven bounds (search/bound_mailbox.h): no
 * positions, and of use to another run. */
#include "support/support.h"

#include "search/bound_mailbox.h"
#include "search/table.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 8192 };

/** Solve the board from the start; what is found at a cost of `least` nodes goes into the list. */
static struct result solve (const struct game *game, struct table *table, uint64_t least,
                            struct proven_bound *list, int *count) {
  struct search search
      = { .game = game, .table = table, .threads = 1, .bound_mailboxes = bound_mailboxes_create (1) };
  struct position *start = position_allocate (game);
  game->engine->start (game, start);
  atomic_store (&search.bound_mailboxes->least, least);
  search.position = start;
  search.query.window = search_range (false);
  search_run (&search, NULL, NULL);
  *count = bound_mailboxes_take (search.bound_mailboxes, list, MOST);
  bound_mailboxes_destroy (search.bound_mailboxes);
  free (start);
  assert_true (search.result.solved);
  return search.result;
}

static struct table *empty_table (const struct game *game) {
  struct failure failure = { 0 };
  struct table *table = table_create (UINT64_C (1) << 22, game->key_words, REPLACE_TWOBIG1, &failure);
  assert_non_null (table);
  return table;
}

/** Bytes that are neither a position nor a part of the game are not learned. */
static void check_damaged (const struct game *game, struct table *table, struct proven_bound proven_bound) {
  static const uint8_t wrong[] = { 0xff, 0x55, 0xd5 }; /* the same set twice; no second set; ... */
  for (size_t i = 0; i < sizeof wrong; i++) {
    memset (proven_bound.key, 0, sizeof proven_bound.key);
    memset (proven_bound.key, wrong[i], (size_t) game->key_bytes - 1);
    if (wrong[i] == 0xd5)
      proven_bound.key[0] = 0xe5; /* ... neither set within the other */
    assert_false (game->engine->learn (game, table, METHOD_AUTO, false, &proven_bound));
  }
}

static void check_board (const char *title) {
  struct game game;
  static struct proven_bound found[MOST], again[MOST];
  int count, count_again, parts = 0;
  game_open_or_fail (&game, title);
  struct table *table = empty_table (&game);
  struct position *position = position_allocate (&game);
  const struct result first = solve (&game, table, 64, found, &count);
  table_clear (table);
  for (int i = 0; i < count; i++) {
    const bool part = !game.engine->unpack (&game, found[i].key, position);
    if (part && parts++ == 0)
      check_damaged (&game, table, found[i]);
    assert_true (game.engine->learn (&game, table, METHOD_AUTO, false, &found[i]));
  }
  const struct result second = solve (&game, table, 64, again, &count_again);
  print_message ("%s: %d bounds, %d of them parts; %ju nodes, then %ju\n", title, count, parts,
                 (uintmax_t) first.cost.nodes, (uintmax_t) second.cost.nodes);
  assert_true (parts > 0);
  assert_int_equal (first.bounds.lower, second.bounds.lower);
  assert_int_equal (first.bounds.upper, second.bounds.upper);
  assert_true (2 * second.cost.nodes < first.cost.nodes);
  free (position);
  table_destroy (table);
  engine_close (&game);
}

static void test_another_run (void **state) {
  (void) state;
  const char *const boards[] = { "mnk:5,4,4", "mnk:7,4,4,maker-breaker", "mnk:7,6,5", "mnk:8,6,5",
                                 "mnk:9,8,6", "mnk:9,8,6,maker-breaker" };
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
    check_board (boards[i]);
}

/** A bound is learned at the depth of its position only: a converging game has as many plies left as it has.
 */
static void test_depth (void **state) {
  (void) state;
  struct game game;
  struct proven_bound bound = { .bounds = { 0, 1 }, .move = TABLE_NO_MOVE, .depth = 16, .work = 1000 };
  game_open_or_fail (&game, "mnk:4,4,4");
  struct table *table = empty_table (&game);
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  game.engine->pack_canonical (&game, start, bound.key);
  assert_true (game.engine->learn (&game, table, METHOD_NULL_WINDOW, false, &bound));
  table_clear (table);
  bound.depth = 15;
  assert_false (game.engine->learn (&game, table, METHOD_NULL_WINDOW, false, &bound));
  free (start);
  table_destroy (table);
  engine_close (&game);
}

int main (int argc, char **argv) {
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_another_run), cmocka_unit_test (test_depth) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
