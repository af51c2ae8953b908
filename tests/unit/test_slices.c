/* Retrograde analysis by slices: positions are counted as published; values and distances are those of a
 * plain solver that shares nothing with it but the rules of the plain board; the checker that asks the rules
 * agrees, and sees a mistake. */

#include "games/draughts/plain/draughts_plain.h"
#include "support/endgames.h"
#include "tablebase/endgames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the plain solver: all positions with up to N pieces, passes until nothing changes ---- */

enum { TEXT = 48, UNKNOWN = 2 };

struct node {
  char text[TEXT]; /* as plain_draughts.print() gives it */
  struct plain position;
  int first_child, children;
  int value, distance;
};

struct plain_solution {
  struct node *node;
  int *slot, *child;
  size_t count, capacity, slots, children, child_capacity;
};

static size_t find_slot (const struct plain_solution *solution, const char *text) {
  uint64_t hash = UINT64_C (14695981039346656037);
  for (const char *c = text; *c != 0; c++)
    hash = (hash ^ (unsigned char) *c) * UINT64_C (1099511628211);
  size_t slot = (hash ^ hash >> 31) % solution->slots;
  while (solution->slot[slot] >= 0 && strcmp (solution->node[solution->slot[slot]].text, text) != 0)
    slot = (slot + 1) % solution->slots;
  return slot;
}

static void enter_position (struct plain_solution *solution, const struct plain *position) {
  char text[PLAIN_POSITION_TEXT];
  plain_draughts.print (position, text);
  assert_true (strlen (text) < TEXT);
  assert_true (solution->count < solution->capacity);
  struct node *node = &solution->node[solution->count];
  memcpy (node->text, text, strlen (text) + 1);
  node->position = *position;
  solution->slot[find_slot (solution, text)] = (int) solution->count++;
}

/* Put `pieces` more on squares from `place` on; both sides to move if both have something. */
static void place_pieces (struct plain_solution *solution, struct plain *position, int place, int pieces,
                          int sides) {
  const int size = position->size[0];
  if (pieces == 0 && sides == 3)
    for (position->to_move = 0; position->to_move < 2; position->to_move++)
      enter_position (solution, position);
  if (pieces == 0)
    return;
  for (; place < size * size; place++)
    for (int piece = -2; piece <= 2; piece++) {
      const int row = place / size;
      if (piece == 0 || (row + place % size) % 2 != 0 || (piece == 1 && row == 0)
          || (piece == -1 && row == size - 1))
        continue;
      position->cell[place] = (signed char) piece;
      place_pieces (solution, position, place + 1, pieces - 1, sides | (piece > 0 ? 1 : 2));
      position->cell[place] = 0;
    }
}

static void find_children (struct plain_solution *solution, struct node *node) {
  static struct plain_move moves[PLAIN_MOVES_MAX];
  node->value = plain_draughts.outcome (&node->position);
  node->first_child = (int) solution->children;
  if (node->value != UNKNOWN)
    return;
  node->children = plain_draughts.moves (&node->position, moves);
  for (int i = 0; i < node->children; i++) {
    if (solution->children == solution->child_capacity) {
      solution->child_capacity = 2 * solution->child_capacity + 1000;
      solution->child = realloc (solution->child, solution->child_capacity * sizeof (int));
    }
    char text[PLAIN_POSITION_TEXT];
    plain_draughts.print (&moves[i].after, text);
    const int child = solution->slot[find_slot (solution, text)];
    if (child < 0) /* the side that is to move now has no pieces left */
      assert_int_equal (plain_draughts.outcome (&moves[i].after), -1);
    solution->child[solution->children++] = child;
  }
}

static bool decide (const struct plain_solution *solution, struct node *node, int pass) {
  bool all_won = true;
  for (int i = 0; i < node->children; i++) {
    const int child = solution->child[node->first_child + i];
    const int value = child < 0 ? -1 : solution->node[child].value;
    const bool known = child < 0 || (value != UNKNOWN && solution->node[child].distance < pass);
    if (known && value == -1) {
      node->value = 1;
      node->distance = pass;
      return true;
    }
    all_won = all_won && known && value == 1;
  }
  if (all_won) {
    node->value = -1;
    node->distance = pass;
  }
  return all_won;
}

static void solve_plainly (struct plain_solution *solution, const char *board, int pieces, size_t positions) {
  struct plain position;
  memset (solution, 0, sizeof *solution);
  solution->capacity = positions;
  solution->slots = 2 * positions + 100;
  solution->node = calloc (positions, sizeof *solution->node);
  solution->slot = malloc (solution->slots * sizeof *solution->slot);
  memset (solution->slot, -1, solution->slots * sizeof *solution->slot);
  assert_true (plain_draughts.start (board, &position));
  memset (position.cell, 0, sizeof position.cell);
  for (int n = 2; n <= pieces; n++)
    place_pieces (solution, &position, 0, n, 0);
  assert_int_equal (solution->count, positions);
  for (size_t i = 0; i < solution->count; i++)
    find_children (solution, &solution->node[i]);
  bool changed = true;
  for (int pass = 1; changed; pass++) {
    changed = false;
    for (size_t i = 0; i < solution->count; i++)
      if (solution->node[i].value == UNKNOWN)
        changed |= decide (solution, &solution->node[i], pass);
  }
}

static void free_plainly (struct plain_solution *solution) {
  free (solution->node);
  free (solution->slot);
  free (solution->child);
}

/* ---- comparisons ---- */

static struct endgames *solve (const struct game *game, int pieces, int threads, struct endgames_sum *sums) {
  struct failure failure = { 0 };
  struct endgames *endgames = endgames_create (game, &(struct endgames_options){ .threads = threads });
  for (int n = 2; n <= pieces; n++) {
    sums[n] = (struct endgames_sum){ .longest = -1 };
    assert_true (endgames_solve (endgames, n, endgames_sum_add, &sums[n], &failure));
    assert_int_equal (sums[n].positions, sums[n].won + sums[n].drawn + sums[n].lost);
  }
  return endgames;
}

/* Every position of the plain solution, both sides to move: value and distance. */
static void compare (const struct game *game, const struct endgames *endgames,
                     const struct plain_solution *solution) {
  struct position *position = position_allocate (game);
  struct failure failure = { 0 };
  for (size_t i = 0; i < solution->count; i++) {
    const struct node *node = &solution->node[i];
    const int value = node->value == UNKNOWN ? 0 : node->value;
    enum outcome outcome;
    int distance;
    assert_true (position_parse (game, node->text, position, &failure));
    assert_true (endgames_probe (endgames, position, &outcome, &distance));
    if ((int) outcome != value || distance != node->distance)
      fail_msg ("%s %s: value %d in %d plies, plainly %d in %d", game->title, node->text, outcome, distance,
                value, node->distance);
  }
  free (position);
}

static void compare_with_plain (const char *board, int pieces, size_t positions) {
  char title[64];
  struct game game;
  struct endgames_sum sums[8];
  struct plain_solution solution;
  snprintf (title, sizeof title, "draughts:%s", board);
  game_open_or_fail (&game, title);
  struct endgames *endgames = solve (&game, pieces, 1, sums);
  solve_plainly (&solution, board, pieces, 2 * positions);
  compare (&game, endgames, &solution);
  free_plainly (&solution);
  endgames_destroy (endgames);
  engine_close (&game);
}

static void test_plain_4x4 (void **state) {
  (void) state;
  compare_with_plain ("4x4", 4, 172 + 1796 + 9081);
  compare_with_plain ("4x4,rules=seed", 4, 172 + 1796 + 9081);
}

static void test_plain_6x6 (void **state) {
  (void) state;
  compare_with_plain ("6x6", 3, 1029 + 30126);
}

static void test_plain_8x8 (void **state) {
  (void) state;
  compare_with_plain ("8x8", 2, 3488);
}

static void test_counts (void **state) {
  (void) state;
  static const struct {
    const char *title;
    int pieces;
    uint64_t positions[7];
  } published[] = {
    { "draughts:8x8", 6, { 0, 0, 3488, 196032, 6209316, 139450808, 2426085676 } },
    { "draughts:6x6", 6, { 0, 0, 1029, 30126, 481755, 5276874, 43091465 } },
    { "draughts:4x4", 4, { 0, 0, 172, 1796, 9081, 0, 0 } },
  };
  for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
    struct game game;
    game_open_or_fail (&game, published[i].title);
    for (int n = 2; n <= published[i].pieces; n++)
      assert_int_equal (endgames_positions (&game, n), published[i].positions[n]);
    engine_close (&game);
  }
}

/* The values do not depend on the number of threads, and the checker agrees with all of them. */
static void check_board (const char *title, int pieces, uint64_t step) {
  struct game game;
  struct endgames_sum sums[2][8];
  game_open_or_fail (&game, title);
  for (int i = 0; i < 2; i++) {
    struct endgames *endgames = solve (&game, pieces, 1 + 2 * i, sums[i]);
    for (int n = 2; n <= pieces; n++)
      assert_true (endgames_follow (&game, endgames, n, step));
    endgames_destroy (endgames);
  }
  assert_memory_equal (&sums[0][2], &sums[1][2], (size_t) (pieces - 1) * sizeof sums[0][2]);
  engine_close (&game);
}

static void test_checker (void **state) {
  (void) state;
  check_board ("draughts:4x4", 4, 1);
  check_board ("draughts:6x6", 4, 1);
  check_board ("draughts:6x6,rules=seed", 4, 7);
  check_board ("draughts:8x8", 4, 13);
}

/* A table that says draw everywhere does not pass. */
static void test_checker_refuses (void **state) {
  (void) state;
  struct game game;
  struct slice_description description;
  game_open_or_fail (&game, "draughts:4x4");
  const struct slices_engine *slices = game.engine->slices;
  int count;
  struct slice *list = slices_of_pieces (&game, 2, &count);
  struct rows *rows = slices->open (&game, list);
  slices->describe (rows, 0, &description);
  struct row_table *tables = slices->tables ();
  uint8_t *value = calloc (description.rows, 64);
  slices->enter (tables, rows, value, false);
  assert_true (endgames_first_wrong (&game, tables, list, description.positions, 1) != UINT64_MAX);
  free (value);
  free (tables);
  free (list);
  slices->close (rows);
  engine_close (&game);
}

/* Nothing is published to compare with; the plain solver agrees on 2 pieces, the checker on all. */
static void test_known_sums (void **state) {
  (void) state;
  static const struct endgames_sum known[5] = {
    { 0 },
    { 0 },
    { 3488, 866, 2087, 535, 13 },
    { 196032, 96116, 17204, 82712, 65 },
    { 6209316, 2588968, 1579977, 2040371, 89 },
  };
  struct game game;
  struct endgames_sum sums[8];
  game_open_or_fail (&game, "draughts:8x8");
  struct endgames *endgames = solve (&game, 4, 2, sums);
  for (int n = 2; n <= 4; n++)
    assert_memory_equal (&sums[n], &known[n], sizeof known[n]);
  endgames_destroy (endgames);
  engine_close (&game);
}

#define LONG_SLICES TEST_OUTPUT_DIR "/long.slices"

/* Tables that hold no long distances, against those that hold all: values are the same, distances are right
 * up to where they may be longer, and the longest win is right or not said. */
static void compare_held (const char *board, int pieces, int threads, int held, int *unsaid, int *longer) {
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, board);
  struct endgames *whole = endgames_up_to (&game, pieces, 1);
  struct endgames_options options = { .threads = threads, .directory = LONG_SLICES, .file = ENDGAMES_VALUES };
  mkdir (LONG_SLICES, 0777);
  struct endgames *cut = endgames_create (&game, &options);
  cut->distance_max = held;
  for (int n = 2; n <= pieces; n++)
    assert_true (endgames_solve (cut, n, NULL, NULL, &failure));
  assert_true (endgames_have_distances (whole) && !endgames_have_distances (cut));
  for (int i = 0; i < whole->pairs; i++) {
    const struct endgame_pair *one = &whole->pair[i], *other = &cut->pair[i];
    for (uint64_t k = 0; k < endgame_pair_bytes (one); k++) {
      const uint8_t right = one->value[k], code = other->value[k];
      assert_int_equal (endgame_outcome (code), endgame_outcome (right));
      if (right != ENDGAME_DRAWN && endgame_distance (right) < held - 1)
        assert_int_equal (code, right);
      else if (right != ENDGAME_DRAWN)
        assert_in_range (endgame_distance (code), held - 1, held);
    }
    for (int side = 0; side < one->sides; side++) {
      const struct slice_summary *right = &one->summary[side], *seen = &other->summary[side];
      assert_int_equal (right->won, seen->won);
      assert_int_equal (right->lost, seen->lost);
      *unsaid += seen->longest == ENDGAME_LONGEST_UNKNOWN;
      if (seen->longest == ENDGAME_LONGEST_UNKNOWN) {
        assert_true (right->longest >= held - 1);
        continue;
      }
      *longer += seen->longest > held;
      assert_memory_equal (right, seen, sizeof *right);
    }
  }
  endgames_destroy (cut);
  options.file = ENDGAMES_DISTANCES;
  for (int run = 0; run < 2; run++) { /* first with the slices of the run before, then from nothing */
    failure = (struct failure){ 0 };
    cut = endgames_create (&game, &options);
    cut->distance_max = held;
    bool done = true;
    for (int n = 2; n <= pieces && done; n++)
      done = endgames_solve (cut, n, NULL, NULL, &failure);
    assert_false (done);
    assert_int_equal (failure.code, EXIT_BAD_DATA);
    assert_non_null (strstr (failure.text, " plies that a table holds"));
    endgames_destroy (cut);
    endgames_forget (LONG_SLICES);
    options.directory = NULL;
  }
  endgames_destroy (whole);
  engine_close (&game);
}

static void test_long_wins (void **state) {
  (void) state;
  int unsaid = 0, longer = 0; /* longest wins that are not known; that are longer than distances */
  for (int held = 4; held <= 8; held += 2)
    compare_held ("draughts:4x4", 4, 1, held, &unsaid, &longer);
  for (int held = 10; held <= 30; held += 2)
    compare_held ("draughts:6x6", 4, 2, held, &unsaid, &longer);
  for (int held = 16; held <= 40; held += 8)
    compare_held ("draughts:8x8", 3, 1, held, &unsaid, &longer);
  assert_true (unsaid > 10 && longer > 10);
}

/* What a process held at most, in bytes. */
static uint64_t held (void) {
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return 1024 * (uint64_t) usage.ru_maxrss;
}

/* A run takes the memory that was stated, measured in a process of its own: within a tenth and two threads'
 * stacks. */
static void test_memory (void **state) {
  (void) state;
#ifdef SANITIZED
  skip (); /* sanitizers keep what is freed, and more beside it */
#endif
  struct game game;
  struct endgames_sum sums[8];
  int status;
  game_open_or_fail (&game, "draughts:6x6");
  const uint64_t stated = endgames_memory (&game, 5, 1);
  const pid_t child = fork ();
  if (child == 0) {
    const uint64_t before = held ();
    struct endgames *endgames = solve (&game, 5, 1, sums);
    const uint64_t taken = held () - before;
    endgames_destroy (endgames);
    if (taken > stated + stated / 10 + (1 << 21) || taken < stated / 2)
      print_error ("%llu bytes, stated %llu\n", (unsigned long long) taken, (unsigned long long) stated);
    _exit (taken > stated + stated / 10 + (1 << 21) || taken < stated / 2);
  }
  assert_int_equal (waitpid (child, &status, 0), child);
  assert_int_equal (status, 0);
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_memory),     cmocka_unit_test (test_counts),
    cmocka_unit_test (test_plain_4x4),  cmocka_unit_test (test_plain_6x6),
    cmocka_unit_test (test_plain_8x8),  cmocka_unit_test (test_checker),
    cmocka_unit_test (test_known_sums), cmocka_unit_test (test_checker_refuses),
    cmocka_unit_test (test_long_wins),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
