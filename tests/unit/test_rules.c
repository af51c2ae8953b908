/* The two sets of rules of each game, side by side: 100 000 random games a game, every ply; then
 * their symmetries.
 *
 * A game in which they differ is shrunk (moves are left out as long as it still fails) and written to the
 * output folder; put into tests/failures/ (GAME on the first line, moves on the second) it is tried for ever.
 * test_rules [NAME [SEED [GAMES]]]: only the tests of that name (test_mnk), another seed, more games. */
#include "support/support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 200 };

static uint64_t seed = 20261121;
static int games_each = 100000;

struct pair {
  struct game game;
  const struct plain_rules *plain;
  struct plain plain_position;
  struct position *position, *child;
  struct successor *list;
  struct plain_move *plain_list;
  const struct plain_move *plain_sorted[PLAIN_MOVES_MAX];
  char difference[500];
};

static void
pair_open (struct pair *p, const char *game)
{
  game_open_or_fail (&p->game, game);
  p->plain = plain_rules_of (p->game.name);
  assert_non_null (p->plain);
  p->position = position_allocate (&p->game);
  p->child = position_allocate (&p->game);
  p->list = allocate ((size_t) p->game.moves_max, sizeof *p->list);
  p->plain_list = allocate (PLAIN_MOVES_MAX, sizeof *p->plain_list);
}

static void
pair_close (struct pair *p)
{
  free (p->position);
  free (p->child);
  free (p->list);
  free (p->plain_list);
  engine_close (&p->game);
}

static void
pair_start (struct pair *p)
{
  p->game.engine->start (&p->game, p->position);
  assert_true (p->plain->start (strchr (p->game.title, ':') + 1, &p->plain_position));
}

static int
compare_plain_moves (const void *a, const void *b)
{
  const struct plain_move *const *x = a, *const *y = b;
  return strcmp ((*x)->text, (*y)->text);
}

/** List the moves of both; false (and what differs) if they are not the same. */
static bool
pair_agrees (struct pair *p, int *count)
{
  const int outcome = p->game.engine->outcome (&p->game, p->position);
  const int plain_outcome = p->plain->outcome (&p->plain_position);
  if (outcome != plain_outcome) {
    snprintf (p->difference, sizeof p->difference, "outcome %d, plain rules say %d", outcome, plain_outcome);
    return false;
  }
  *count = p->game.engine->successors (&p->game, p->position, p->list);
  const int plain_count = outcome == GOING_ON ? p->plain->moves (&p->plain_position, p->plain_list) : 0;
  if (*count != plain_count) {
    snprintf (p->difference, sizeof p->difference, "%d moves, plain rules have %d", *count, plain_count);
    return false;
  }
  for (int i = 0; i < plain_count; i++)
    p->plain_sorted[i] = &p->plain_list[i];
  qsort (p->plain_sorted, (size_t) plain_count, sizeof *p->plain_sorted, compare_plain_moves);
  for (int i = 0; i < plain_count; i++) {
    const struct successor *fast = &p->list[i];
    const struct plain_move *slow = p->plain_sorted[i];
    if (strcmp (fast->text, slow->text) != 0 || fast->paths != slow->paths) {
      snprintf (p->difference, sizeof p->difference, "move %s (%d paths), plain rules have %s (%d)",
                fast->text, fast->paths, slow->text, slow->paths);
      return false;
    }
  }
  return true;
}

static void
pair_play (struct pair *p, int i)
{
  p->game.engine->child (&p->game, p->position, p->list[i].move, p->child);
  struct position *old = p->position;
  p->position = p->child;
  p->child = old;
  p->plain_position = p->plain_sorted[i]->after;
}

/** Play the moves whose texts are given, as far as they are legal. Does some position on the way differ? */
static bool
moves_fail (struct pair *p, char moves[][MOVE_TEXT], int count)
{
  int listed;
  pair_start (p);
  for (int m = 0; m <= count; m++) {
    if (!pair_agrees (p, &listed))
      return true;
    int i = 0;
    while (m < count && i < listed && strcmp (p->list[i].text, moves[m]) != 0)
      i++;
    if (m == count || i == listed)
      return false;
    pair_play (p, i);
  }
  return false;
}

/** Leave out moves while it still fails; keep the rest in a file; fail the test. */
static void
shrink_and_fail (struct pair *p, char moves[][MOVE_TEXT], int count)
{
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (int out = count - 1; out >= 0; out--) {
      char tried[PLIES_MAX][MOVE_TEXT];
      memcpy (tried, moves, (size_t) out * MOVE_TEXT);
      memcpy (tried + out, moves + out + 1, (size_t) (count - 1 - out) * MOVE_TEXT);
      if (moves_fail (p, tried, count - 1)) {
        memcpy (moves, tried, (size_t) --count * MOVE_TEXT);
        smaller = true;
      }
    }
  }
  assert_true (moves_fail (p, moves, count));
  char text[PLIES_MAX * 8] = "";
  for (int i = 0; i < count; i++)
    snprintf (text + strlen (text), sizeof text - strlen (text), "%s ", moves[i]);
  char path[300];
  snprintf (path, sizeof path, "%s/failure-%s-%llx.txt", TEST_OUTPUT_DIR, p->game.name,
            (unsigned long long) seed);
  FILE *file = fopen (path, "w");
  if (file != NULL) {
    fprintf (file, "%s\n%s\n", p->game.title, text);
    fclose (file);
  }
  fail_msg ("%s after '%s': %s (kept in %s)", p->game.title, text, p->difference, path);
}

static void
compare_games (const char *game, int games, uint64_t *random)
{
  struct pair p;
  pair_open (&p, game);
  char moves[PLIES_MAX][MOVE_TEXT];
  for (int g = 0; g < games; g++) {
    pair_start (&p);
    int count, played = 0;
    for (;;) {
      if (!pair_agrees (&p, &count))
        shrink_and_fail (&p, moves, played);
      if (count == 0 || played == PLIES_MAX)
        break;
      const int i = random_below (random, count);
      strcpy (moves[played++], p.list[i].text);
      pair_play (&p, i);
    }
  }
  pair_close (&p);
}

struct share {
  const char *game;
  int per_mille; /* of the games */
};

static void
compare_shares (const struct share *shares, size_t count)
{
  uint64_t random = seed;
  for (size_t i = 0; i < count; i++)
    compare_games (shares[i].game, games_each * shares[i].per_mille / 1000, &random);
}

static void
test_nim (void **state)
{
  (void) state;
  const struct share shares[] = { { "nim:3,4,5", 500 }, { "nim:15,2,7,4", 500 } };
  compare_shares (shares, 2);
}

static void
test_mnk (void **state)
{
  (void) state;
  const struct share shares[] = { { "mnk:3,3,3", 200 },
                                  { "mnk:1,7,2", 50 },
                                  { "mnk:4,3,3,exact", 95 },
                                  { "mnk:5,5,4", 150 },
                                  { "mnk:5,6,3,exact", 100 },
                                  { "mnk:7,5,5", 100 },
                                  { "mnk:8,8,5", 50 },
                                  { "mnk:8,8,4,exact", 50 },
                                  { "mnk:10,11,4", 20 },
                                  { "mnk:12,9,3,exact", 20 },
                                  { "mnk:15,15,5", 5 },
                                  { "mnk:16,9,4,exact", 4 },
                                  { "mnk:22,22,6", 1 },
                                  { "mnk:4,3,3,maker-breaker", 100 },
                                  { "mnk:7,6,4,maker-breaker", 50 },
                                  { "mnk:12,12,5,maker-breaker", 5 } };
  compare_shares (shares, sizeof shares / sizeof *shares);
}

static void
test_connect4 (void **state)
{
  (void) state;
  const struct share shares[] = { { "connect4:7x6", 400 }, { "connect4:4x4", 150 }, { "connect4:5x4", 100 },
                                  { "connect4:7x8", 150 }, { "connect4:8x8", 50 },  { "connect4:12x9", 50 },
                                  { "connect4:35x2", 30 }, { "connect4:1x9", 20 },  { "connect4:9x1", 50 } };
  compare_shares (shares, sizeof shares / sizeof *shares);
}

static void
test_draughts (void **state)
{
  (void) state;
  const struct share shares[] = { { "draughts:8x8", 250 },
                                  { "draughts:8x8,rules=seed", 150 },
                                  { "draughts:6x6", 300 },
                                  { "draughts:6x6,rules=seed", 100 },
                                  { "draughts:4x4", 200 } };
  compare_shares (shares, sizeof shares / sizeof *shares);
}

/** Games kept from earlier failures. */
static void
test_kept_failures (void **state)
{
  (void) state;
  DIR *folder = opendir (TEST_FAILURES_DIR);
  assert_non_null (folder);
  for (struct dirent *entry; (entry = readdir (folder)) != NULL;) {
    char path[600], game[100] = "", line[PLIES_MAX * 8] = "";
    if (strstr (entry->d_name, ".txt") == NULL)
      continue;
    snprintf (path, sizeof path, "%s/%s", TEST_FAILURES_DIR, entry->d_name);
    FILE *file = fopen (path, "r");
    assert_non_null (file);
    assert_non_null (fgets (game, sizeof game, file));
    if (fgets (line, sizeof line, file) == NULL)
      line[0] = 0;
    fclose (file);
    game[strcspn (game, "\n")] = 0;
    struct pair p;
    pair_open (&p, game);
    char moves[PLIES_MAX][MOVE_TEXT];
    int count = 0;
    for (char *word = strtok (line, " \n"); word != NULL && count < PLIES_MAX; word = strtok (NULL, " \n"))
      snprintf (moves[count++], MOVE_TEXT, "%s", word);
    if (moves_fail (&p, moves, count))
      fail_msg ("%s: %s", path, p.difference);
    pair_close (&p);
  }
  closedir (folder);
}

static void
test_symmetries (void **state)
{
  (void) state;
  const char *const boards[] = { "mnk:3,3,3",       "mnk:4,3,3",
                                 "mnk:3,4,3,exact", "mnk:5,5,4",
                                 "mnk:6,7,4",       "mnk:9,9,5",
                                 "mnk:12,12,5",     "mnk:13,12,5",
                                 "mnk:1,8,3",       "mnk:4,4,3,maker-breaker",
                                 "connect4:4x4",    "connect4:7x6",
                                 "connect4:5x5",    "connect4:9x8",
                                 "draughts:4x4",    "draughts:6x6",
                                 "draughts:8x8",    "draughts:6x6,rules=seed",
                                 "nim:3,4,5" };
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    struct game game;
    game_open_or_fail (&game, boards[i]);
    assert_int_equal (symmetry_differences (&game, 500, seed), 0);
    engine_close (&game);
  }
}

/* ---- other notations ---- */

/** The moves of `words` as PDN writes a game: numbers, here and there a comment, a result. */
static void
write_movetext (char *words, uint64_t *random, char *text)
{
  static const char *const between[]
      = { " ", "\n", " {1. 22-18, or not?} ", " $2 ", "! ", "{}", "\t {a\nb} {c} " };
  static const char *const results[] = { "", "*", "1-0", "1/2-1/2 ", "0-1 {resigned}\n", "1-1", "2-0" };
  int number = 0;
  for (char *word = strtok (words, " "); word != NULL; word = strtok (NULL, " "), number++) {
    if (number % 2 == 0)
      text += sprintf (text, random_below (random, 4) == 0 ? "%d." : "%d. ", number / 2 + 1);
    else if (random_below (random, 5) == 0)
      text += sprintf (text, "%d... ", number / 2 + 1);
    text += sprintf (text, "%s%s", word, between[random_below (random, 7)]);
  }
  sprintf (text, " %s", results[random_below (random, 7)]);
}

/** The moves of `words` as columns and rows from 0, by hand. */
static void
write_numbers (char *words, uint64_t *random, char *text)
{
  static const char *const between[] = { " ", "\n", "\r\n" };
  for (char *word = strtok (words, " "); word != NULL; word = strtok (NULL, " ")) {
    int column = 0;
    const char *c = word;
    for (; *c >= 'a'; c++)
      column = 26 * column + *c - 'a' + 1;
    if (random_below (random, 4) == 0)
      text += sprintf (text, "%s ", word); /* both in one text */
    else
      text += sprintf (text, "%d,%d%s", column - 1, atoi (c) - 1, between[random_below (random, 3)]);
  }
}

static void
compare_notations (const char *title, uint64_t *random)
{
  struct game game;
  struct failure failure = { 0 };
  char words[4096], text[16384], one[10000], two[40000], last[MOVE_TEXT], end[MOVE_TEXT] = "";
  game_open_or_fail (&game, title);
  struct position *position = position_allocate (&game);
  for (int round = 0; round < repetitions (300); round++) {
    free (random_position (&game, random, random_below (random, 60), words));
    assert_true (game.engine->parse (&game, words, position, one, &failure));
    const char *final = strrchr (words, ' ');
    snprintf (end, sizeof end, "%s", final == NULL ? words : final + 1);
    text[0] = 0;
    (strcmp (game.name, "mnk") == 0 ? write_numbers : write_movetext) (words, random, text);
    if (!game.engine->parse_game (&game, text, position, last, two, &failure))
      fail_msg ("%s \"%s\": %s", title, text, failure.text);
    assert_string_equal (one, two);
    assert_string_equal (last, end);
  }
  free (position);
  engine_close (&game);
}

struct refused {
  const char *game, *text, *says;
};

/** Games in the notations of other programs: PDN's movetext, the numbers of the Gomocup protocol. */
static void
test_notations (void **state)
{
  (void) state;
  uint64_t random = seed;
  static const char *const boards[]
      = { "mnk:3,3,3",    "mnk:15,15,5",  "mnk:20,7,5,exact",        "mnk:70,70,10",           "draughts:8x8",
          "draughts:6x6", "draughts:4x4", "mnk:6,6,4,maker-breaker", "draughts:8x8,rules=seed" };
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
    compare_notations (boards[i], &random);
  static const struct refused refused[] = {
    { "mnk:15,15,5", "15,0", "column 15 is off the board, columns are from 0 to 14" },
    { "mnk:15,15,5", "0,15", "row 15 is off the board, rows are from 0 to 14" },
    { "mnk:15,15,5", "99999999999999999999,0", "off the board" },
    { "mnk:15,15,5", "7,7 h8", "move 2 (h8): cell is taken" },
    { "mnk:15,15,5", "7,", "move 1 (7,)" },
    { "mnk:15,15,5", "7,7,1", "move 1 (7,7,1)" },
    { "mnk:15,15,5", "-1,7", "move 1 (-1,7)" },
    { "mnk:15,15,5", "7,7h8", "move 1 (7,7h8)" },
    { "draughts:8x8", "1. 23-19 {and so on", "has no end" },
    { "draughts:8x8", "23-19 1-0 12-16", "\"12-16\" comes after the result" },
    { "draughts:8x8", "1. 23-19 (23-20 12-16) 12-16", "move 2" },
    { "draughts:8x8", "[Event \"\"] 1. 23-19", "FEN" },
    { "draughts:8x8", "1.. 23-19 2. 1-2", "move 2: \"1-2\"" },
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    struct game game;
    struct failure failure = { 0 };
    char normal[1000];
    game_open_or_fail (&game, refused[i].game);
    struct position *position = position_allocate (&game);
    assert_false (game.engine->parse (&game, refused[i].text, position, normal, &failure));
    assert_int_equal (failure.code, EXIT_BAD_DATA);
    if (strstr (failure.text, refused[i].says) == NULL)
      fail_msg ("%s: %s", refused[i].text, failure.text);
    free (position);
    engine_close (&game);
  }
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  if (argc > 2)
    seed = strtoull (argv[2], NULL, 0);
  if (argc > 3)
    games_each = atoi (argv[3]);
  printf ("seed %llu, %d games each\n", (unsigned long long) seed, games_each);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_kept_failures), cmocka_unit_test (test_symmetries),
    cmocka_unit_test (test_nim),           cmocka_unit_test (test_mnk),
    cmocka_unit_test (test_connect4),      cmocka_unit_test (test_draughts),
    cmocka_unit_test (test_notations),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
