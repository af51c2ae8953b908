/* All methods give the same value on every position of 4x4 draughts with one or two pieces a side, both sides
 * to move. The reference is an iteration over the plain rules. */
#include "games/draughts/plain/draughts_plain.h"
#include "support/methods.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct small {
  struct plain plain;
  char fen[100];
  int value; /* 2: not decided */
  int first_child, children;
};

static int compare_small (const void *a, const void *b) {
  return strcmp (((const struct small *) a)->fen, ((const struct small *) b)->fen);
}

static int small_number (const struct small *all, int count, const char *fen) {
  struct small key;
  strcpy (key.fen, fen);
  const struct small *found = bsearch (&key, all, (size_t) count, sizeof *all, compare_small);
  assert_non_null (found);
  return (int) (found - all);
}

/** All placements on 4x4 with one or two pieces a side, both sides to move, by the plain rules. */
static int list_small (const char *board, struct small *all) {
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
static void solve_small (struct small *all, int count, int *child) {
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

static void check_draughts_4x4 (const char *title, const char *board) {
  struct small *all = allocate (12000, sizeof *all);
  int *child = allocate (300000, sizeof *child);
  const int count = list_small (board, all);
  assert_int_equal (count, 2 * (172 + 1796 + 3921)); /* 1v1; 1v2 and 2v1; 2v2 */
  solve_small (all, count, child);
  struct game game;
  struct table *tables[METHODS_TABLES];
  game_open_or_fail (&game, title);
  methods_make_tables (&game, tables, UINT64_C (1) << 24);
  struct position *position = position_allocate (&game);
  struct failure failure = { 0 };
  for (int i = 0; i < count; i++) {
    assert_true (position_parse (&game, all[i].fen, position, &failure));
    const enum method methods[] = { METHOD_ALPHA_BETA, METHOD_NULL_WINDOW, METHOD_PROOF_NUMBER };
    for (int m = 0; m < 3; m++) {
      struct table *table = tables[methods[m] == METHOD_PROOF_NUMBER ? METHODS_OWN_TABLE : 0];
      const struct result result = ask_with (&game, position, methods[m], false, 1, table);
      check_result (&game, all[i].fen, &result, methods[m], false, all[i].value);
    }
    /* The slower ones on a sample, and with them the scores. */
    if (i % 40 == 0)
      check_all_methods (&game, position, all[i].fen, all[i].value, tables, true);
  }
  free (position);
  free (all);
  free (child);
  methods_destroy_tables (tables);
  engine_close (&game);
}

static void test_draughts_4x4 (void **state) {
  (void) state;
  check_draughts_4x4 ("draughts:4x4", "4x4");
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_draughts_4x4) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
