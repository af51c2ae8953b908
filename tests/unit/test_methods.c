/* All methods give the same value: on every board up to 16 cells from every position near the start.
 *
 * test_methods [NAME]. The reference of small boards is a plain minimax over the plain rules. */
#include "support/methods.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the reference: minimax over the plain rules with a memory of position texts ---- */

struct memory {
  struct remembered {
    char *text;
    signed char value;
  } * slot;
  size_t slots, used;
};

static size_t
memory_slot (const struct memory *memory, const char *text)
{
  uint64_t hash = 1469598103934665603u;
  for (const char *c = text; *c != 0; c++)
    hash = (hash ^ (unsigned char) *c) * 1099511628211u;
  size_t i = (size_t) (hash % memory->slots);
  while (memory->slot[i].text != NULL && strcmp (memory->slot[i].text, text) != 0)
    i = (i + 1) % memory->slots;
  return i;
}

static int
plain_minimax (const struct plain_rules *rules, const struct plain *position, struct memory *memory)
{
  const int outcome = rules->outcome (position);
  if (outcome != 2)
    return outcome;
  char text[PLAIN_POSITION_TEXT];
  rules->print (position, text);
  size_t i = memory_slot (memory, text);
  if (memory->slot[i].text != NULL)
    return memory->slot[i].value;
  struct plain_move *moves = allocate (40, sizeof *moves);
  const int count = rules->moves (position, moves);
  int value = -1;
  for (int m = 0; m < count && value < 1; m++) {
    const int child = -plain_minimax (rules, &moves[m].after, memory);
    if (child > value)
      value = child;
  }
  free (moves);
  assert_true (++memory->used < memory->slots);
  i = memory_slot (memory, text);
  memory->slot[i].text = allocate (strlen (text) + 1, 1);
  strcpy (memory->slot[i].text, text);
  memory->slot[i].value = (signed char) value;
  return value;
}

static void
memory_free (struct memory *memory)
{
  for (size_t i = 0; i < memory->slots; i++)
    free (memory->slot[i].text);
  free (memory->slot);
}

/* ---- every board up to 16 cells ---- */

/** All positions up to `plies` moves from the start (both sides to move), methods against the plain rules. */
static void
walk (const struct game *game, const struct plain_rules *rules, const struct plain *plain,
      const struct position *position, char *text, int plies, struct memory *memory,
      struct table *tables[METHODS_TABLES])
{
  check_all_methods (game, position, text, plain_minimax (rules, plain, memory), tables, true);
  struct plain_move *moves = allocate (40, sizeof *moves);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  const int count = plies > 0 ? game->engine->successors (game, position, list) : 0;
  const int plain_count = count > 0 ? rules->moves (plain, moves) : 0;
  assert_int_equal (count, plain_count);
  const size_t length = strlen (text);
  for (int i = 0; i < count; i++) {
    int same = 0;
    while (strcmp (moves[same].text, list[i].text) != 0)
      same++;
    game->engine->child (game, position, list[i].move, child);
    sprintf (text + length, " %s", list[i].text);
    walk (game, rules, &moves[same].after, child, text, plies - 1, memory, tables);
    text[length] = 0;
  }
  free (moves);
  free (list);
  free (child);
}

static void
check_board (const char *title)
{
  struct game game;
  struct table *tables[METHODS_TABLES];
  struct plain plain;
  char text[1000] = "";
  game_open_or_fail (&game, title);
  const struct plain_rules *rules = plain_rules_of (game.name);
  assert_true (rules->start (strchr (game.title, ':') + 1, &plain));
  methods_make_tables (&game, tables, UINT64_C (1) << 24);
  struct memory memory = { .slots = 1u << 20 };
  memory.slot = allocate (memory.slots, sizeof *memory.slot);
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  const int plies = game.plies_max <= 6 ? 3 : game.plies_max <= 9 ? 1 : 0;
  walk (&game, rules, &plain, start, text, plies, &memory, tables);
  memory_free (&memory);
  free (start);
  methods_destroy_tables (tables);
  engine_close (&game);
}

static void
test_boards_mnk (void **state)
{
  (void) state;
  for (int cells = 1; cells <= 12; cells++)
    for (int m = 1; m <= cells; m++)
      for (int k = 1; cells % m == 0 && k <= (cells < 10 ? 5 : 4); k++)
        for (int exact = 0; exact < 2; exact++) {
          char title[60];
          snprintf (title, sizeof title, "mnk:%d,%d,%d%s", m, cells / m, k, exact ? ",exact" : "");
          check_board (title);
        }
}

/** The root of a board too large for the plain minimax: the methods among themselves. */
static void
check_root (const char *title)
{
  struct game game;
  struct table *tables[METHODS_TABLES];
  game_open_or_fail (&game, title);
  methods_make_tables (&game, tables, UINT64_C (1) << 28);
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  const struct result result = ask_with (&game, start, METHOD_NULL_WINDOW, false, 1, tables[0]);
  assert_true (result.solved);
  check_all_methods (&game, start, "", result.bounds.lower, tables, false);
  free (start);
  methods_destroy_tables (tables);
  engine_close (&game);
}

static void
test_boards_mnk_16 (void **state)
{
  (void) state;
  for (int cells = 13; cells <= 16; cells++)
    for (int m = 1; m * m <= cells; m++)
      for (int k = 3; cells % m == 0 && k <= 4; k++) {
        char title[60];
        snprintf (title, sizeof title, "mnk:%d,%d,%d", cells / m, m, k);
        check_root (title);
        snprintf (title, sizeof title, "mnk:%d,%d,%d,exact", m, cells / m, k);
        if (k == 3 && cells == 16)
          check_root (title);
      }
}

/** The Maker-Breaker game: values, scores and methods as for every game. */
static void
test_boards_maker_breaker (void **state)
{
  (void) state;
  for (int cells = 1; cells <= 9; cells++)
    for (int m = 1; m <= cells; m++)
      for (int k = 1; cells % m == 0 && k <= 4; k++) {
        char title[60];
        snprintf (title, sizeof title, "mnk:%d,%d,%d,maker-breaker", m, cells / m, k);
        check_board (title);
      }
  const char *const larger[] = { "mnk:4,3,3,maker-breaker", "mnk:3,4,3,maker-breaker",
                                 "mnk:4,3,4,maker-breaker", "mnk:7,2,3,maker-breaker" };
  for (size_t i = 0; i < sizeof larger / sizeof *larger; i++)
    check_root (larger[i]);
}

/** The root by the searches alone, without the methods that list or walk everything. */
static void
check_root_by_search (const char *title)
{
  struct game game;
  struct table *tables[METHODS_TABLES];
  game_open_or_fail (&game, title);
  methods_make_tables (&game, tables, UINT64_C (1) << 26);
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  int expected = 0;
  for (size_t m = 0; m < METHODS_EXACT; m++) {
    if (method_is_exhaustive (exact_methods[m]))
      continue;
    table_clear (tables[0]);
    const struct result result
        = ask_with (&game, start, exact_methods[m], false, 1 + (int) (m % 2), tables[0]);
    assert_true (result.solved);
    expected = m == 0 ? result.bounds.lower : expected;
    check_result (&game, "", &result, exact_methods[m], false, expected);
  }
  free (start);
  methods_destroy_tables (tables);
  engine_close (&game);
}

/** What the two before leave: all boards of 13 to 16 cells both ways up, every k, both rules. Where a line of
 *  three or four can be made, every method; else the searches. */
static void
test_boards_mnk_16_all (void **state)
{
  (void) state;
  for (int cells = 13; cells <= 16; cells++)
    for (int m = 1; m <= cells; m++)
      for (int k = 1; cells % m == 0 && (k <= m || k <= cells / m); k++)
        for (int exact = 0; exact < 2; exact++) {
          char title[60];
          snprintf (title, sizeof title, "mnk:%d,%d,%d%s", m, cells / m, k, exact ? ",exact" : "");
          if (exact && (k == 3 || k == 4) && m * m <= cells)
            check_root (title);
          else
            check_root_by_search (title);
        }
}

static void
test_boards_connect4 (void **state)
{
  (void) state;
  for (int width = 1; width <= 16; width++)
    for (int height = 1; width * height <= 16; height++) {
      char title[60];
      snprintf (title, sizeof title, "connect4:%dx%d", width, height);
      if (width * height <= 12)
        check_board (title);
      else
        check_root (title);
    }
}

static void
test_boards_nim (void **state)
{
  (void) state;
  check_board ("nim:3,4,5");
  check_board ("nim:1,2,3");
  check_board ("nim:4,2,2,1");
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_boards_nim),        cmocka_unit_test (test_boards_maker_breaker),
    cmocka_unit_test (test_boards_mnk),        cmocka_unit_test (test_boards_mnk_16),
    cmocka_unit_test (test_boards_mnk_16_all), cmocka_unit_test (test_boards_connect4),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
