/* "did you mean ...?": what is near is found, what is not is left alone, whatever the word. */
#include "base/suggest.h"

#include "support/support.h"

#include <string.h>

static void test_names (void **state) {
  (void) state;
  static const char *const names[] = { "solve", "moves", "verify", NULL, "tablebase", "connect4", "mnk" };
  static const char *const cases[][2]
      = { { "slove", "solve" },      { "sovle", "solve" }, { "sol", "solve" },
          { "SOLVE", "solve" },      { "move", "moves" },  { "conect4", "connect4" },
          { "connect", "connect4" }, { "mmk", "mnk" },     { "tabelbase", "tablebase" },
          { "verfy", "verify" } };
  static const char *const others[] = { "", "x", "chess", "help", "xyzzy", "tablebasetablebase" };
  const size_t count = sizeof names / sizeof *names;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *found = suggest (cases[i][0], names, count);
    assert_non_null (found);
    assert_string_equal (found, cases[i][1]);
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    assert_null (suggest (others[i], names, count));
  assert_null (suggest ("solve", names, 0));
}

static void test_long_words (void **state) {
  (void) state;
  char word[2000];
  memset (word, 'a', sizeof word - 1);
  word[sizeof word - 1] = 0;
  static const char *const names[] = { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" };
  assert_null (suggest (word, names, 1));
  assert_null (suggest ("a", names, 1));
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_names), cmocka_unit_test (test_long_words) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
