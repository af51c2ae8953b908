#include "support/methods.h"

#include <stdlib.h>

const enum method exact_methods[METHODS_EXACT]
    = { METHOD_AUTO,        METHOD_MINIMAX,      METHOD_ALPHA_BETA,
        METHOD_NULL_WINDOW, METHOD_PROOF_NUMBER, METHOD_RETROGRADE };

bool method_applies (const struct game *game, enum method method, bool exact_score) {
  return method == METHOD_MINIMAX ? game->plies_max > 0
                                  : !method_descriptions[method].values_only || !exact_score;
}

void check_result (const struct game *game, const char *text, const struct result *result, enum method method,
                   bool exact_score, int expected) {
  const int lower
      = exact_score ? (result->bounds.lower > 0) - (result->bounds.lower < 0) : result->bounds.lower;
  if (!result->solved || result->bounds.lower != result->bounds.upper || lower != expected)
    fail_msg ("%s '%s': %s%s says [%d, %d]%s, expected value %d", game->title, text,
              method_descriptions[method].name, exact_score ? " with score" : "", result->bounds.lower,
              result->bounds.upper, result->solved ? "" : " unsolved", expected);
}

/** The best move that a result names keeps the value. */
static void check_best (const struct game *game, const struct position *position, const struct result *result,
                        bool exact_score, struct table *table) {
  if (result->move < 0)
    return;
  struct position *child = position_allocate (game);
  game->engine->child (game, position, result->move, child);
  const struct result below = ask_with (game, child, METHOD_AUTO, exact_score, 1, table);
  const int value = exact_score ? game->engine->score_from_child (below.bounds.lower) : -below.bounds.lower;
  assert_int_equal (value, result->bounds.lower);
  free (child);
}

bool method_is_exhaustive (enum method method) { return method_descriptions[method].exhaustive; }

int check_all_methods (const struct game *game, const struct position *position, const char *text,
                       int expected, struct table *tables[METHODS_TABLES], bool all_scores) {
  int score = SCORE_MAX + 1;
  for (int exact_score = 0; exact_score < 2; exact_score++)
    for (size_t m = 0; m < METHODS_EXACT; m++) {
      const enum method method = exact_methods[m];
      if (!method_applies (game, method, exact_score)
          || (exact_score && !all_scores && method_is_exhaustive (method)))
        continue;
      table_clear (tables[exact_score]);
      const struct result result
          = ask_with (game, position, method, exact_score, 1 + (int) (m % 2), tables[exact_score]);
      check_result (game, text, &result, method, exact_score, expected);
      check_best (game, position, &result, exact_score, tables[2 + exact_score]);
      if (!exact_score)
        continue;
      if (score <= SCORE_MAX)
        assert_int_equal (score, result.bounds.lower);
      score = result.bounds.lower;
    }
  return score;
}

/* Tables that are not in use now. A fresh one costs more than all that is searched on a small board: the
 * system zeroes its pages. */
static struct table *spare[2 * METHODS_TABLES];
enum { SPARES = sizeof spare / sizeof *spare };

static bool has_size (const struct table *table, uint64_t bytes, int key_words) {
  const uint64_t pair_bytes = 2 * sizeof (uint64_t) * (uint64_t) (key_words + 1);
  return table->key_words == key_words && table->bytes == bytes / pair_bytes * pair_bytes;
}

/* An empty table. */
static struct table *take_table (uint64_t bytes, int key_words) {
  struct failure failure = { 0 };
  for (int i = 0; i < SPARES; i++)
    if (spare[i] != NULL && has_size (spare[i], bytes, key_words)) {
      struct table *table = spare[i];
      spare[i] = NULL;
      table_clear (table);
      return table;
    }
  return table_create (bytes, key_words, REPLACE_TWOBIG1, &failure);
}

void methods_make_tables (const struct game *game, struct table *tables[METHODS_TABLES], uint64_t bytes) {
  for (int i = 0; i < METHODS_TABLES; i++) {
    tables[i] = take_table (bytes, game->key_words);
    assert_non_null (tables[i]);
  }
}

void methods_destroy_tables (struct table *tables[METHODS_TABLES]) {
  for (int i = 0; i < METHODS_TABLES; i++) {
    int place = 0;
    while (place < SPARES && spare[place] != NULL)
      place++;
    if (place == SPARES)
      table_destroy (tables[i]);
    else
      spare[place] = tables[i];
  }
}
