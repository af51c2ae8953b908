/* The two sets of rules of each game, side by side: 100 000 random games a game, every ply; then
 * their symmetries. The plain rules say which boards.
 *
 * A game in which they differ is shrunk (moves are left out as long as it still fails) and written to the
 * output folder; put into tests/failures/ (GAME on the first line, moves on the second) it is tried for ever.
 * test_rules [NAME [SEED [GAMES]]]: only the tests of that name (test_mnk), another seed, more games. */
#include "support/support.h"

#include "base/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 200 };

static uint64_t seed = 20261121;
static int games_each = 100000;

struct named {
  uint64_t head; /* of the text */
  const struct plain_move *move;
};

struct pair {
  struct game game;
  const struct plain_rules *plain;
  struct plain plain_position;
  struct position *position, *child;
  struct successor *list;
  struct plain_move *plain_list;
  struct named plain_sorted[PLAIN_MOVES_MAX];
  char difference[500];
};

static void pair_open (struct pair *p, const char *game) {
  game_open_or_fail (&p->game, game);
  p->plain = plain_rules_of (p->game.name);
  assert_non_null (p->plain);
  p->position = position_allocate (&p->game);
  p->child = position_allocate (&p->game);
  p->list = allocate ((size_t) p->game.moves_max, sizeof *p->list);
  p->plain_list = allocate (PLAIN_MOVES_MAX, sizeof *p->plain_list);
}

static void pair_close (struct pair *p) {
  free (p->position);
  free (p->child);
  free (p->list);
  free (p->plain_list);
  engine_close (&p->game);
}

static void pair_start (struct pair *p) {
  p->game.engine->start (&p->game, p->position);
  assert_true (p->plain->start (strchr (p->game.title, ':') + 1, &p->plain_position));
}

static int compare_named (const void *a, const void *b) {
  const struct named *x = a, *y = b;
  if (x->head != y->head)
    return x->head < y->head ? -1 : 1;
  return strcmp (x->move->text, y->move->text);
}

/** List the moves of both, which must be sorted; false (and what differs) if they are not the same. */
static bool pair_agrees (struct pair *p, int *count) {
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
    p->plain_sorted[i] = (struct named){ text_head (p->plain_list[i].text), &p->plain_list[i] };
  qsort (p->plain_sorted, (size_t) plain_count, sizeof *p->plain_sorted, compare_named);
  for (int i = 0; i < plain_count; i++) {
    const struct successor *fast = &p->list[i];
    const struct plain_move *slow = p->plain_sorted[i].move;
    if (strcmp (fast->text, slow->text) != 0 || fast->paths != slow->paths) {
      snprintf (p->difference, sizeof p->difference, "move %s (%d paths), plain rules have %s (%d)",
                fast->text, fast->paths, slow->text, slow->paths);
      return false;
    }
    if (i > 0 && strcmp (fast[-1].text, fast->text) >= 0) {
      snprintf (p->difference, sizeof p->difference, "move %s is listed before %s", fast[-1].text,
                fast->text);
      return false;
    }
  }
  return true;
}

static void pair_play (struct pair *p, int i) {
  p->game.engine->child (&p->game, p->position, p->list[i].move, p->child);
  struct position *old = p->position;
  p->position = p->child;
  p->child = old;
  p->plain_position = p->plain_sorted[i].move->after;
}

/** Play the moves whose texts are given, as far as they are legal. Does some position on the way differ? */
static bool moves_fail (struct pair *p, char moves[][MOVE_TEXT], int count) {
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
static void shrink_and_fail (struct pair *p, char moves[][MOVE_TEXT], int count) {
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

static void compare_games (const char *game, int games, uint64_t *random) {
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

/** The games of one set of plain rules, on all its boards. */
static void test_game (void **state) {
  const struct plain_rules *rules = *state;
  uint64_t random = seed;
  int shares = 0;
  for (const struct plain_board *board = rules->boards; board->title != NULL; board++) {
    compare_games (board->title, games_each * board->per_mille / 1000, &random);
    shares += board->per_mille;
  }
  assert_int_equal (shares, 1000);
}

/** Games kept from earlier failures. */
static void test_kept_failures (void **state) {
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

static void test_symmetries (void **state) {
  (void) state;
  for (const struct plain_rules *const *rules = plain_rules; *rules != NULL; rules++)
    for (const struct plain_board *board = (*rules)->boards; board->title != NULL; board++) {
      struct game game;
      game_open_or_fail (&game, board->title);
      if (game.key_bytes > 0)
        assert_int_equal (symmetry_differences (&game, repetitions (500), seed), 0);
      engine_close (&game);
    }
}

/** Every engine has plain rules. */
static void test_all_games (void **state) {
  (void) state;
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if (plain_rules_of ((*e)->name) == NULL)
      fail_msg ("%s has no plain rules", (*e)->name);
}

int main (int argc, char **argv) {
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  if (argc > 2)
    seed = strtoull (argv[2], NULL, 0);
  if (argc > 3)
    games_each = atoi (argv[3]);
  printf ("seed %llu, %d games each\n", (unsigned long long) seed, games_each);
  enum { GAMES_MAX = 32 };
  static struct CMUnitTest tests[GAMES_MAX + 3]
      = { cmocka_unit_test (test_kept_failures), cmocka_unit_test (test_symmetries),
          cmocka_unit_test (test_all_games) };
  static char names[GAMES_MAX][40];
  size_t count = 3;
  for (int i = 0; plain_rules[i] != NULL && i < GAMES_MAX; i++) {
    snprintf (names[i], sizeof names[i], "test_%s", plain_rules[i]->name);
    tests[count++]
        = (struct CMUnitTest){ names[i], test_game, NULL, NULL, (void *) (uintptr_t) plain_rules[i] };
  }
  return _cmocka_run_group_tests ("rules", tests, count, NULL, NULL);
}
