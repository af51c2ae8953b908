/* All methods give the same value: on every board up to 16 cells from every position near the start, on every position
 * of 4x4 draughts, and on 10 000 random positions a game, both sides to move, read by all methods from
 * one file.
 *
 * test_methods [NAME [SEED]]. The reference of small boards is a plain minimax over the plain rules. */
#include "base/clock.h"
#include "table/table.h"

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 20261121;

/* ---- the reference: minimax over the plain rules with a memory of position texts ---- */

struct memory {
  struct remembered {
    char *text;
    signed char value;
  } *slot;
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

/* ---- one position, all methods ---- */

static const enum method exact_methods[] = { METHOD_AUTO,        METHOD_MINIMAX,      METHOD_ALPHA_BETA,
                                             METHOD_NULL_WINDOW, METHOD_PROOF_NUMBER, METHOD_RETROGRADE };

/* A table for each scale, emptied before each method; one for each that the best moves are checked with; and one that
 * proof-number search keeps from position to position: what it knows of one must hold on the way to any other. */
enum { OWN_TABLE = 4, TABLES };

/** minimax needs a depth where play can cycle; proof-number search finds no scores. */
static bool
applies (const struct game *game, enum method method, bool strong)
{
  return method == METHOD_MINIMAX ? game->plies_max > 0 : method != METHOD_PROOF_NUMBER || !strong;
}

static void
check_answer (const struct game *game, const char *text, const struct answer *answer, enum method method,
              bool strong, int expected)
{
  const int lower = strong ? (answer->bounds.lower > 0) - (answer->bounds.lower < 0) : answer->bounds.lower;
  if (!answer->solved || answer->bounds.lower != answer->bounds.upper || lower != expected)
    fail_msg ("%s '%s': %s%s says [%d, %d]%s, expected value %d", game->title, text,
              method_descriptions[method].name, strong ? " with score" : "", answer->bounds.lower,
              answer->bounds.upper, answer->solved ? "" : " unsolved", expected);
}

/** The best move that an answer names keeps the value. */
static void
check_best (const struct game *game, const struct position *position, const struct answer *answer, bool strong,
            struct table *table)
{
  if (answer->best < 0)
    return;
  struct position *child = position_allocate (game);
  game->engine->child (game, position, answer->best, child);
  const struct answer below = ask_with (game, child, METHOD_AUTO, strong, 1, table);
  const int value = strong ? game->engine->score_from_child (below.bounds.lower) : -below.bounds.lower;
  assert_int_equal (value, answer->bounds.lower);
  free (child);
}

/** So few moves are left that they do well, too. */
static bool
near_the_end (const struct game *game, const struct position *position)
{
  return game->plies_max == 0 || game->plies_max - game->engine->plies (game, position) <= 11;
}

/** The methods that list or walk everything: scores of large boards are left to the others. */
static bool
exhaustive (enum method method)
{
  return method == METHOD_MINIMAX || method == METHOD_RETROGRADE;
}

/** Every method on the position, value and score, one thread and two; all scores are the same. */
static void
check_all (const struct game *game, const struct position *position, const char *text, int expected,
           struct table *tables[TABLES], bool all_scores)
{
  int score = SCORE_MAX + 1;
  for (int strong = 0; strong < 2; strong++)
    for (size_t m = 0; m < sizeof exact_methods / sizeof *exact_methods; m++) {
      const enum method method = exact_methods[m];
      if (!applies (game, method, strong) || (strong && !all_scores && exhaustive (method)))
        continue;
      table_clear (tables[strong]);
      const struct answer answer
          = ask_with (game, position, method, strong, 1 + (int) (m % 2), tables[strong]);
      check_answer (game, text, &answer, method, strong, expected);
      check_best (game, position, &answer, strong, tables[2 + strong]);
      if (!strong)
        continue;
      if (score <= SCORE_MAX)
        assert_int_equal (score, answer.bounds.lower);
      score = answer.bounds.lower;
    }
}

static void
make_tables (const struct game *game, struct table *tables[TABLES], uint64_t bytes)
{
  struct failure failure = { 0 };
  for (int i = 0; i < TABLES; i++) {
    tables[i] = table_create (bytes, game->key_words, REPLACE_TWOBIG1, &failure);
    assert_non_null (tables[i]);
  }
}

static void
destroy_tables (struct table *tables[TABLES])
{
  for (int i = 0; i < TABLES; i++)
    table_destroy (tables[i]);
}

/* ---- every board up to 16 cells ---- */

/** All positions up to `plies` moves from the start (both sides to move), methods against the plain rules. */
static void
walk (const struct game *game, const struct plain_rules *rules, const struct plain *plain,
      const struct position *position, char *text, int plies, struct memory *memory,
      struct table *tables[TABLES])
{
  check_all (game, position, text, plain_minimax (rules, plain, memory), tables, true);
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
  struct table *tables[TABLES];
  struct plain plain;
  char text[1000] = "";
  game_open_or_fail (&game, title);
  const struct plain_rules *rules = plain_rules_of (game.name);
  assert_true (rules->start (strchr (game.title, ':') + 1, &plain));
  make_tables (&game, tables, UINT64_C (1) << 24);
  struct memory memory = { .slots = 1u << 20 };
  memory.slot = allocate (memory.slots, sizeof *memory.slot);
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  const int plies = game.plies_max <= 6 ? 3 : game.plies_max <= 9 ? 1 : 0;
  walk (&game, rules, &plain, start, text, plies, &memory, tables);
  memory_free (&memory);
  free (start);
  destroy_tables (tables);
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
  struct table *tables[TABLES];
  game_open_or_fail (&game, title);
  make_tables (&game, tables, UINT64_C (1) << 28);
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  const struct answer answer = ask_with (&game, start, METHOD_NULL_WINDOW, false, 1, tables[0]);
  assert_true (answer.solved);
  check_all (&game, start, "", answer.bounds.lower, tables, false);
  free (start);
  destroy_tables (tables);
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
  const char *const larger[] = { "mnk:4,3,3,maker-breaker", "mnk:3,4,3,maker-breaker", "mnk:4,3,4,maker-breaker", "mnk:7,2,3,maker-breaker" };
  for (size_t i = 0; i < sizeof larger / sizeof *larger; i++)
    check_root (larger[i]);
}

/** The root by the searches alone, without the methods that list or walk everything. */
static void
check_root_by_search (const char *title)
{
  struct game game;
  struct table *tables[TABLES];
  game_open_or_fail (&game, title);
  make_tables (&game, tables, UINT64_C (1) << 26);
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  int expected = 0;
  for (size_t m = 0; m < sizeof exact_methods / sizeof *exact_methods; m++) {
    if (exhaustive (exact_methods[m]))
      continue;
    table_clear (tables[0]);
    const struct answer answer = ask_with (&game, start, exact_methods[m], false, 1 + (int) (m % 2), tables[0]);
    assert_true (answer.solved);
    expected = m == 0 ? answer.bounds.lower : expected;
    check_answer (&game, "", &answer, exact_methods[m], false, expected);
  }
  free (start);
  destroy_tables (tables);
  engine_close (&game);
}

/** What the two before leave: all boards of 13 to 16 cells both ways up, every k, both rules. Where a line of three or four
 *  can be made, every method; else the searches. */
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

/* ---- every position of 4x4 draughts ---- */

struct small {
  struct plain plain;
  char fen[100];
  int value; /* 2: not decided */
  int first_child, children;
};

static int
compare_small (const void *a, const void *b)
{
  return strcmp (((const struct small *) a)->fen, ((const struct small *) b)->fen);
}

static int
small_number (const struct small *all, int count, const char *fen)
{
  struct small key;
  strcpy (key.fen, fen);
  const struct small *found = bsearch (&key, all, (size_t) count, sizeof *all, compare_small);
  assert_non_null (found);
  return (int) (found - all);
}

/** All placements on 4x4 with one or two pieces a side, both sides to move, by the plain rules. */
static int
list_small (const char *board, struct small *all)
{
  int count = 0;
  for (int code = 0; code < 390625; code++) { /* 5^8: empty, man, king of either side */
    char white[60] = "", black[60] = "", fen[130];
    bool right = true;
    int pieces[2] = { 0, 0 };
    for (int square = 1, rest = code; square <= 8; square++, rest /= 5) {
      const int piece = rest % 5;
      if (piece == 0)
        continue;
      char *side = piece <= 2 ? white : black;
      const bool king = piece == 2 || piece == 4;
      right = right && ++pieces[piece > 2] <= 2;
      right = right && !(piece == 1 && square <= 2) && !(piece == 3 && square >= 7);
      sprintf (side + strlen (side), "%s%s%d", *side ? "," : "", king ? "K" : "", square);
    }
    if (!right || *white == 0 || *black == 0)
      continue;
    for (int side = 0; side < 2; side++) {
      snprintf (fen, sizeof fen, "%c:W%s:B%s", side ? 'B' : 'W', white, black);
      assert_true (plain_draughts.parse (board, fen, &all[count].plain));
      plain_draughts.print (&all[count].plain, all[count].fen);
      all[count].value = plain_draughts.outcome (&all[count].plain);
      count++;
    }
  }
  qsort (all, (size_t) count, sizeof *all, compare_small);
  return count;
}

/** Values by plain iteration over the plain rules. */
static void
solve_small (struct small *all, int count, int *child)
{
  struct plain_move *moves = allocate (PLAIN_MOVES_MAX, sizeof *moves);
  int children = 0;
  for (int i = 0; i < count; i++) {
    all[i].first_child = children;
    all[i].children = all[i].value == 2 ? plain_draughts.moves (&all[i].plain, moves) : 0;
    for (int m = 0; m < all[i].children; m++) {
      /* A side without pieces has lost: such positions are no part of the list. */
      char fen[PLAIN_POSITION_TEXT];
      plain_draughts.print (&moves[m].after, fen);
      const int outcome = plain_draughts.outcome (&moves[m].after);
      const bool listed = strstr (fen, "W:B") == NULL && fen[strlen (fen) - 1] != 'B';
      child[children++] = listed ? small_number (all, count, fen) : -2 - outcome;
    }
  }
  free (moves);
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < count; i++) {
      bool win = false, all_lost = true;
      for (int c = all[i].first_child; c < all[i].first_child + all[i].children; c++) {
        const int below = child[c] < 0 ? -2 - child[c] : all[child[c]].value;
        win = win || below == -1;
        all_lost = all_lost && below == 1;
      }
      if (all[i].value == 2 && (win || all_lost)) {
        all[i].value = win ? 1 : -1;
        changed = true;
      }
    }
  }
  for (int i = 0; i < count; i++)
    if (all[i].value == 2)
      all[i].value = 0;
}

static void
check_draughts_4x4 (const char *title, const char *board)
{
  struct small *all = allocate (12000, sizeof *all);
  int *child = allocate (300000, sizeof *child);
  const int count = list_small (board, all);
  assert_int_equal (count, 2 * (172 + 1796 + 3921)); /* 1v1; 1v2 and 2v1; 2v2 */
  solve_small (all, count, child);
  struct game game;
  struct table *tables[TABLES];
  game_open_or_fail (&game, title);
  make_tables (&game, tables, UINT64_C (1) << 24);
  struct position *position = position_allocate (&game);
  char normal[1000];
  struct failure failure = { 0 };
  for (int i = 0; i < count; i++) {
    assert_true (game.engine->parse (&game, all[i].fen, position, normal, &failure));
    const enum method methods[] = { METHOD_ALPHA_BETA, METHOD_NULL_WINDOW, METHOD_PROOF_NUMBER };
    for (int m = 0; m < 3; m++) {
      struct table *table = tables[methods[m] == METHOD_PROOF_NUMBER ? OWN_TABLE : 0];
      const struct answer answer = ask_with (&game, position, methods[m], false, 1, table);
      check_answer (&game, all[i].fen, &answer, methods[m], false, all[i].value);
    }
    /* The slower ones on a sample, and with them the scores. */
    if (i % 40 == 0)
      check_all (&game, position, all[i].fen, all[i].value, tables, true);
  }
  free (position);
  free (all);
  free (child);
  destroy_tables (tables);
  engine_close (&game);
}

static void
test_draughts_4x4 (void **state)
{
  (void) state;
  check_draughts_4x4 ("draughts:4x4", "4x4");
}

/* ---- 10 000 random positions a game, from one file ---- */

enum { RANDOM_POSITIONS = 10000 };

struct origin {
  const char *game;
  int least, most; /* moves made */
  int pieces;      /* draughts: at most so many on the board; 0: any */
};

/** Pieces on the board of a FEN as we print it. */
static int
pieces_of (const char *fen)
{
  int pieces = 2;
  for (; *fen != 0; fen++)
    pieces += *fen == ',';
  return pieces;
}

/** Is this a position for the file? */
static bool
suits (const struct game *game, const struct position *position, const char *text, int pieces)
{
  char normal[20000];
  struct failure failure = { 0 };
  if (game->engine->outcome (game, position) != GOING_ON)
    return false;
  struct position *same = position_allocate (game);
  assert_true (game->engine->parse (game, text, same, normal, &failure));
  free (same);
  return pieces == 0 || pieces_of (normal) <= pieces;
}

/** Write the file: GAME, tab, moves. Half of the positions has an odd number of moves made. */
static void
write_positions (const char *path, const struct origin *origins, int count)
{
  FILE *file = fopen (path, "w");
  assert_non_null (file);
  uint64_t random = seed;
  char text[8192];
  for (int i = 0; i < RANDOM_POSITIONS; i++) {
    const struct origin *origin = &origins[i % count];
    struct game game;
    game_open_or_fail (&game, origin->game);
    struct position *position = NULL;
    do {
      free (position);
      const int moves = origin->least + random_below (&random, origin->most - origin->least + 1);
      position = random_position (&game, &random, (moves & ~1) + i / count % 2, text);
    } while (!suits (&game, position, text, origin->pieces));
    fprintf (file, "%s\t%s\n", origin->game, text);
    free (position);
    engine_close (&game);
  }
  fclose (file);
}

/** Read the file once a method; all values must be those of the first one. */
static void
compare_methods (const char *path)
{
  signed char *expected = allocate (RANDOM_POSITIONS, 1);
  for (size_t m = 0; m < sizeof exact_methods / sizeof *exact_methods; m++) {
    const enum method method = exact_methods[m];
    FILE *file = fopen (path, "r");
    assert_non_null (file);
    char line[8300], normal[20000], title[100] = "";
    struct game game = { 0 };
    struct table *tables[TABLES] = { NULL };
    struct position *position = NULL;
    struct failure failure = { 0 };
    for (int i = 0; fgets (line, sizeof line, file) != NULL; i++) {
      line[strcspn (line, "\n")] = 0;
      char *text = strchr (line, '\t');
      *text++ = 0;
      if (strcmp (title, line) != 0) {
        free (position);
        engine_close (&game);
        destroy_tables (tables);
        strcpy (title, line);
        game_open_or_fail (&game, title);
        make_tables (&game, tables, UINT64_C (1) << 24);
        position = position_allocate (&game);
      }
      if (!applies (&game, method, false))
        continue;
      assert_true (game.engine->parse (&game, text, position, normal, &failure));
      if (exhaustive (method) && !near_the_end (&game, position))
        continue;
      table_clear (tables[0]);
      const struct answer answer = ask_with (&game, position, method, false, 1 + i % 2, tables[0]);
      assert_true (answer.solved);
      if (m == 0)
        expected[i] = (signed char) answer.bounds.lower;
      check_answer (&game, text, &answer, method, false, expected[i]);
    }
    free (position);
    engine_close (&game);
    destroy_tables (tables);
    fclose (file);
  }
  free (expected);
}

static void
compare_on_random (const char *name, const struct origin *origins, int count)
{
  char path[300];
  snprintf (path, sizeof path, "%s/positions-%s.tsv", TEST_OUTPUT_DIR, name);
  write_positions (path, origins, count);
  compare_methods (path);
}

static void
test_random_mnk (void **state)
{
  (void) state;
  /* Every board up to 5x5 with k from 3 on, both rules; half of them from the first moves on, half near the end. */
  static char titles[100][32];
  struct origin origins[200];
  int boards = 0;
  for (int m = 3; m <= 5; m++)
    for (int n = 3; n <= m; n++)
      for (int k = 3; k <= m; k++)
        for (int exact = 0; exact < 2; exact++, boards++) {
          snprintf (titles[boards], sizeof titles[boards], "mnk:%d,%d,%d%s", m, n, k, exact ? ",exact" : "");
          origins[2 * boards] = (struct origin) { titles[boards], 0, m * n - 9, 0 };
          origins[2 * boards + 1] = (struct origin) { titles[boards], m * n - 9, m * n - 2, 0 };
        }
  compare_on_random ("mnk", origins, 2 * boards);
}

static void
test_random_connect4 (void **state)
{
  (void) state;
  const struct origin origins[] = { { "connect4:4x4", 3, 14, 0 }, { "connect4:5x4", 9, 18, 0 }, { "connect4:5x5", 14, 23, 0 },
                                    { "connect4:7x6", 31, 40, 0 }, { "connect4:7x8", 45, 54, 0 } };
  compare_on_random ("connect4", origins, 5);
}

static void
test_random_draughts (void **state)
{
  (void) state;
  /* On 6x6 a few endings: retrograde analysis lists all that can be reached. */
  struct origin origins[50];
  for (int i = 0; i < 50; i++)
    origins[i] = (struct origin) { i % 2 ? "draughts:4x4,rules=seed" : "draughts:4x4", 0, 20, 0 };
  origins[7] = (struct origin) { "draughts:6x6", 40, 120, 3 };
  compare_on_random ("draughts", origins, 50);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  if (argc > 2)
    seed = strtoull (argv[2], NULL, 0);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_boards_nim),      cmocka_unit_test (test_boards_maker_breaker), cmocka_unit_test (test_boards_mnk),
    cmocka_unit_test (test_boards_mnk_16),   cmocka_unit_test (test_boards_mnk_16_all),
    cmocka_unit_test (test_boards_connect4),
    cmocka_unit_test (test_draughts_4x4),    cmocka_unit_test (test_random_mnk),
    cmocka_unit_test (test_random_connect4), cmocka_unit_test (test_random_draughts),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
