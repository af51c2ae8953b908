/* Games in the notations of other programs: PDN's movetext for draughts, the numbers of the Gomocup protocol
 * for the m,n,k-game. */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** The moves of `words` as PDN writes a game: numbers, here and there a comment, a result. */
static void write_movetext (char *words, uint64_t *random, char *text) {
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
static void write_numbers (char *words, uint64_t *random, char *text) {
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

static void compare_notations (const char *title, uint64_t *random) {
  struct game game;
  struct failure failure = { 0 };
  char words[4096], text[16384], one[10000], two[40000], end[MOVE_TEXT] = "";
  struct normal_form first = { .text = one, .size = sizeof one },
                     second = { .text = two, .size = sizeof two };
  game_open_or_fail (&game, title);
  struct position *position = position_allocate (&game);
  for (int round = 0; round < repetitions (300); round++) {
    free (random_position (&game, random, random_below (random, 60), words));
    assert_true (game.engine->parse (&game, words, position, &first, &failure));
    const char *final = strrchr (words, ' ');
    snprintf (end, sizeof end, "%s", final == NULL ? words : final + 1);
    text[0] = 0;
    (strcmp (game.name, "mnk") == 0 ? write_numbers : write_movetext) (words, random, text);
    if (!game.engine->parse (&game, text, position, &second, &failure))
      fail_msg ("%s \"%s\": %s", title, text, failure.text);
    assert_string_equal (one, two);
    assert_string_equal (second.last, end);
  }
  free (position);
  engine_close (&game);
}

struct refused {
  const char *game, *text, *says;
};

static void test_notations (void **state) {
  (void) state;
  uint64_t random = 20261121;
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
    { "draughts:8x8", "W:W21:BK5:H:F1", "expected a number" },
    { "draughts:8x8", "1.. 23-19 2. 1-2", "move 2: \"1-2\"" },
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    struct game game;
    struct failure failure = { 0 };
    game_open_or_fail (&game, refused[i].game);
    struct position *position = position_allocate (&game);
    assert_false (position_parse (&game, refused[i].text, position, &failure));
    assert_int_equal (failure.code, EXIT_BAD_DATA);
    if (strstr (failure.text, refused[i].says) == NULL)
      fail_msg ("%s: %s", refused[i].text, failure.text);
    free (position);
    engine_close (&game);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_notations) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
