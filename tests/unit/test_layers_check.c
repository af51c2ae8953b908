/* The verifier of layers: it accepts what layers_solve() writes, of every game with layers, and refuses a
 * file with one wrong row, one row too many or too few, or anything wrong that it says besides; the verdict
 * does not depend on threads. The planted faults get checksum and seal like any content, so that nothing but
 * the rules can tell. */
#include "layers/layers_check.h"
#include "layers/layers_layout.h"
#include "store/file_game.h"

#include "support/layers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define RIGHT_PATH TEST_OUTPUT_DIR "/layers-check-right.h5"
#define WRONG_PATH TEST_OUTPUT_DIR "/layers-check-wrong.h5"

static struct check_verdict check (const char *path, int threads, bool complete) {
  struct failure failure = { 0 };
  struct check_verdict verdict;
  const struct check_options options = { .threads = threads, .complete = complete, .seed = 7 };
  if (!layers_check (path, &options, &verdict, &failure))
    fail_msg ("%s", failure.text);
  assert_false (verdict.stopped);
  return verdict;
}

/* ---- right files ---- */

static void accept (const char *title) {
  struct layers_run run = { .threads = 2 };
  uint64_t rows = 0;
  char claim[200];
  assert_true (layers_run (&run, title, RIGHT_PATH));
  for (int ply = 0; ply < run.count; ply++)
    rows += run.plies[ply].canonical;
  const struct check_verdict one = check (RIGHT_PATH, 1, true), three = check (RIGHT_PATH, 3, true),
                             some = check (RIGHT_PATH, 2, false);
  if (one.result != CHECK_ACCEPTED)
    fail_msg ("%s: %s %s", title, one.wrong, one.reason);
  assert_int_equal (three.result, CHECK_ACCEPTED);
  assert_int_equal (some.result, CHECK_SAMPLED);
  assert_int_equal (one.positions, rows);
  assert_int_equal (one.all, rows);
  snprintf (claim, sizeof claim,
            "%s: the value and the distance to the end of every position of plies 0 to %d", title,
            run.count - 1);
  assert_string_equal (one.claim, claim);
  assert_int_equal (three.positions, rows);
  assert_int_equal (three.finished, one.finished);
  assert_in_range (some.positions, 1, rows);
}

static void test_accepts (void **state) {
  (void) state;
  static const char *const boards[] = { "mnk:3,3,3",    "mnk:4,3,3,exact", "mnk:3,4,2",    "mnk:1,6,2",
                                        "connect4:4x4", "connect4:1x5",    "connect4:3x4", NULL };
  for (const char *const *board = boards; *board != NULL; board++)
    accept (*board);
  for (const char *const *board = converging_boards (); *board != NULL; board++)
    accept (*board);
  unlink (RIGHT_PATH);
}

/* A sample is smaller than the file, and the same for any number of threads. */
static void test_samples (void **state) {
  (void) state;
  struct layers_run run = { .threads = 2 };
  assert_true (layers_run (&run, "connect4:5x4", RIGHT_PATH));
  const struct check_verdict one = check (RIGHT_PATH, 1, false), three = check (RIGHT_PATH, 3, false);
  assert_int_equal (one.result, CHECK_SAMPLED);
  assert_in_range (one.positions, 20000, one.all - 1);
  assert_int_equal (one.positions, three.positions);
  assert_int_equal (one.finished, three.finished);
  unlink (RIGHT_PATH);
}

/* ---- a file in memory ---- */

enum { POSITIONS, CANONICAL, WIN, DRAW, LOSS, NUMBERS };

static const char *const numbers[NUMBERS] = { "positions", "canonical", "win", "draw", "loss" };

struct ply {
  size_t rows, distances;
  uint8_t *key, *value, *distance;
  uint64_t (*count)[2];
  int64_t number[NUMBERS];
};

struct content {
  struct file_identity identity;
  struct game game;
  int64_t last, number[2]; /* positions and canonical of the root */
  struct ply ply[130];
  int odd_encoding; /* the dataset of ply 1 that is described otherwise; -1: none */
  bool more;        /* a group beyond the last ply */
};

static void *read_rows (struct file_in *file, const struct content *content, int ply,
                        enum layers_dataset which, size_t *rows) {
  char path[LAYERS_PATH];
  const struct dataset layout = layers_dataset (path, ply, which, content->game.key_bytes, "");
  *rows = SIZE_MAX;
  void *data = file_read (file, &layout, rows);
  assert_non_null (data);
  return data;
}

static void read_content (struct content *content, const char *path) {
  struct failure failure = { 0 };
  struct file_in *file = file_open (path, LAYERS_KIND, LAYERS_FORMAT, &failure);
  assert_non_null (file);
  *content = (struct content){ .identity = *file_identify (file), .odd_encoding = -1 };
  assert_true (file_open_game (&content->identity, &content->game, &failure));
  assert_true (file_get_integer (file, "/", "plies", 0, 126, &content->last));
  for (int i = 0; i < 2; i++)
    assert_true (file_get_integer (file, "/", numbers[i], 0, INT64_MAX, &content->number[i]));
  for (int i = 0; i <= content->last; i++) {
    struct ply *ply = &content->ply[i];
    char group[LAYERS_PATH];
    snprintf (group, sizeof group, "/ply%02d", i);
    ply->key = read_rows (file, content, i, LAYERS_KEY, &ply->rows);
    ply->value = read_rows (file, content, i, LAYERS_VALUE, &ply->rows);
    ply->distance = read_rows (file, content, i, LAYERS_DISTANCE, &ply->rows);
    ply->count = read_rows (file, content, i, LAYERS_DISTANCES, &ply->distances);
    for (int j = 0; j < NUMBERS; j++)
      assert_true (file_get_integer (file, group, numbers[j], 0, INT64_MAX, &ply->number[j]));
  }
  assert_true (file_adds_up (file));
  file_close (file);
}

static void write_ply (struct file_out *file, const struct content *content, int number) {
  const struct ply *ply = &content->ply[number];
  const void *const data[] = { ply->key, ply->value, ply->distance, ply->count };
  char group[LAYERS_PATH], encoding[KEY_ENCODING];
  snprintf (group, sizeof group, "/ply%02d", number);
  file_group (file, group, "A ply");
  for (int i = 0; i < NUMBERS; i++)
    file_put_integer (file, group, numbers[i], ply->number[i]);
  file_key_encoding (&content->game, encoding);
  for (int which = 0; which < LAYERS_DATASETS; which++) {
    char path[LAYERS_PATH];
    struct dataset layout
        = layers_dataset (path, number, (enum layers_dataset) which, content->game.key_bytes, encoding);
    if (number == 1 && which == content->odd_encoding)
      layout.encoding = "upside down";
    file_write (file, &layout, data[which], which == LAYERS_DISTANCES ? ply->distances : ply->rows);
  }
}

/* Write and free. */
static void write_content (struct content *content) {
  struct failure failure = { 0 };
  struct file_out *file = file_create (WRONG_PATH, &content->identity, &failure);
  assert_non_null (file);
  file_put_integer (file, "/", "plies", content->last);
  for (int i = 0; i < 2; i++)
    file_put_integer (file, "/", numbers[i], content->number[i]);
  for (int i = 0; i < 130 && content->ply[i].key != NULL; i++) {
    write_ply (file, content, i);
    free (content->ply[i].key);
    free (content->ply[i].value);
    free (content->ply[i].distance);
    free (content->ply[i].count);
  }
  if (content->more)
    file_group (file, "/ply99", "A ply");
  assert_true (file_commit (file));
  engine_close (&content->game);
}

static void remove_row (struct content *content, int ply_number, size_t row) {
  struct ply *ply = &content->ply[ply_number];
  const size_t bytes = (size_t) content->game.key_bytes, after = --ply->rows - row;
  memmove (ply->key + row * bytes, ply->key + (row + 1) * bytes, after * bytes);
  memmove (ply->value + row, ply->value + row + 1, after);
  memmove (ply->distance + row, ply->distance + row + 1, after);
}

/* A draw with that key where it belongs. */
static void insert_row (struct content *content, int ply_number, const uint8_t *key) {
  struct ply *ply = &content->ply[ply_number];
  const size_t bytes = (size_t) content->game.key_bytes;
  size_t row = 0;
  while (row < ply->rows && memcmp (ply->key + row * bytes, key, bytes) < 0)
    row++;
  const size_t after = ply->rows++ - row;
  ply->key = reallocate (ply->key, ply->rows, bytes);
  ply->value = reallocate (ply->value, ply->rows, 1);
  ply->distance = reallocate (ply->distance, ply->rows, 1);
  memmove (ply->key + (row + 1) * bytes, ply->key + row * bytes, after * bytes);
  memmove (ply->value + row + 1, ply->value + row, after);
  memmove (ply->distance + row + 1, ply->distance + row, after);
  memcpy (ply->key + row * bytes, key, bytes);
  ply->value[row] = 0;
  ply->distance[row] = LAYERS_NO_DISTANCE;
}

/* ---- planted faults ---- */

/* Every fault is found; by a sample only if `sampled`. */
static void refuse (const char *wrong, const char *reason, bool sampled) {
  const struct check_verdict one = check (WRONG_PATH, 1, true), three = check (WRONG_PATH, 3, true);
  assert_int_equal (one.result, CHECK_REFUSED);
  assert_int_equal (three.result, CHECK_REFUSED);
  assert_string_equal (one.wrong, three.wrong);
  assert_string_equal (one.reason, three.reason);
  if (strncmp (one.wrong, wrong, strlen (wrong)) != 0 || strcmp (one.reason, reason) != 0)
    fail_msg ("'%s' '%s' instead of '%s' '%s'", one.wrong, one.reason, wrong, reason);
  assert_int_equal (check (WRONG_PATH, 2, false).result, sampled ? CHECK_REFUSED : CHECK_SAMPLED);
}

static void test_as_read (void **state) {
  (void) state;
  struct content content;
  read_content (&content, RIGHT_PATH);
  write_content (&content);
  assert_int_equal (check (WRONG_PATH, 2, true).result, CHECK_ACCEPTED);
}

static const char value_reason[] = "has a value that does not follow from the positions after it";

static void test_values (void **state) {
  (void) state;
  static const struct {
    int ply;
    size_t row;
    int value, distance;
    const char *reason;
  } faults[] = { { 0, 0, 1, 9, value_reason },
                 { 0, 0, -1, 8, value_reason },
                 { 3, 5, 2, 255, "has no value" },
                 { 3, 5, 127, 255, "has no value" },
                 { 3, 5, 0, 7, "has no value" },
                 { 3, 5, 1, 7, "has no value" },
                 { 9, 0, 0, 0, "has no value" },
                 { 5, 0, 1, 1, NULL },
                 { 5, 0, 1, 3, NULL },
                 { 6, 3, -1, 0, NULL } };
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    struct content content;
    read_content (&content, RIGHT_PATH);
    struct ply *ply = &content.ply[faults[i].ply];
    const bool same_value = (int8_t) ply->value[faults[i].row] == faults[i].value;
    if (same_value && ply->distance[faults[i].row] == faults[i].distance)
      ply->distance[faults[i].row] = (uint8_t) (faults[i].distance ^ 2);
    else {
      ply->value[faults[i].row] = (uint8_t) (int8_t) faults[i].value;
      ply->distance[faults[i].row] = (uint8_t) faults[i].distance;
    }
    write_content (&content);
    const struct check_verdict verdict = check (WRONG_PATH, 1, true);
    /* The first row that fails may be one from which a move leads to it. */
    assert_int_equal (verdict.result, CHECK_REFUSED);
    if (faults[i].ply == 0)
      refuse ("ply 0, row 0", faults[i].reason, true);
    else
      refuse ("ply ", verdict.reason, true);
    assert_string_not_equal (verdict.wrong, "the checksum");
  }
  /* A win that the position before it avoids. */
  struct content content;
  char wrong[32];
  size_t row = 0;
  read_content (&content, RIGHT_PATH);
  while (content.ply[2].distance[row] != 5)
    row++;
  content.ply[2].distance[row] = 3;
  write_content (&content);
  snprintf (wrong, sizeof wrong, "ply 2, row %zu (", row);
  refuse (wrong, "has a distance that does not follow from the positions after it", true);
}

/* The moves that a refusal prints lead to the row. */
static void test_moves_of_a_refusal (void **state) {
  (void) state;
  struct content content;
  struct failure failure = { 0 };
  char moves[200], expected[32];
  read_content (&content, RIGHT_PATH);
  uint8_t key[PACKED_MAX] = { 0 }, wanted[PACKED_MAX];
  const size_t bytes = (size_t) content.game.key_bytes;
  struct ply *last = &content.ply[9];
  memcpy (wanted, last->key, bytes);
  last->distance[0] = last->value[0] == 0 ? 0 : 3;
  write_content (&content);
  const struct check_verdict verdict = check (WRONG_PATH, 1, true);
  assert_int_equal (verdict.result, CHECK_REFUSED);
  int ply = 0;
  size_t row = 0;
  assert_int_equal (sscanf (verdict.wrong, "ply %d, row %zu (%199[^)])", &ply, &row, moves), 3);
  assert_string_equal (verdict.reason, "leads to a position that has no value");
  snprintf (expected, sizeof expected, "ply %d, row %zu (", ply, row);
  assert_int_equal (strncmp (expected, verdict.wrong, strlen (expected)), 0);
  assert_int_equal (ply, 8);
  struct game game;
  game_open_or_fail (&game, "mnk:3,3,3");
  struct position *position = position_allocate (&game);
  assert_true (position_parse (&game, moves, position, &failure));
  game.engine->pack_canonical (&game, position, key);
  read_content (&content, RIGHT_PATH);
  assert_memory_equal (key, content.ply[8].key + row * bytes, bytes);
  write_content (&content);
  /* One of its moves leads to the row that was changed. */
  struct terminal_status status;
  uint8_t *children = allocate ((size_t) game.moves_max, bytes);
  int count = game.engine->children (&game, key, true, children, &status);
  bool found = false;
  while (count-- > 0)
    found |= memcmp (children + (size_t) count * bytes, wanted, bytes) == 0;
  assert_true (found);
  free (children);
  free (position);
  engine_close (&game);
}

static void test_rows (void **state) {
  (void) state;
  struct content content;
  for (int ply = 1; ply <= 9; ply += 4) {
    char next[32];
    read_content (&content, RIGHT_PATH);
    remove_row (&content, ply, content.ply[ply].rows / 2);
    write_content (&content);
    snprintf (next, sizeof next, "ply %d, row ", ply - 1);
    refuse (next, "leads to a position that is not in the file", true);
  }
  /* A position of two plies later, which no move leads to in time. */
  read_content (&content, RIGHT_PATH);
  insert_row (&content, 4, content.ply[6].key);
  write_content (&content);
  refuse ("ply 4, row ", "is reached by no move", true);
  /* Of the last ply: no move of it leads anywhere. */
  read_content (&content, RIGHT_PATH);
  const int last = (int) content.last;
  insert_row (&content, 8, content.ply[last].key);
  write_content (&content);
  refuse ("ply 8, row ", "is reached by no move", check (WRONG_PATH, 1, false).result == CHECK_REFUSED);
  /* No position. */
  uint8_t key[PACKED_MAX];
  memset (key, 0xff, sizeof key);
  read_content (&content, RIGHT_PATH);
  insert_row (&content, 4, key);
  write_content (&content);
  refuse ("ply 4, row ", "is reached by no move", true);
  assert_string_equal (check (WRONG_PATH, 1, false).reason, "is no position");
  /* Another start. */
  read_content (&content, RIGHT_PATH);
  memcpy (content.ply[0].key, content.ply[2].key, (size_t) content.game.key_bytes);
  write_content (&content);
  refuse ("ply 0", "is not the start", true);
  /* A ply without rows. */
  read_content (&content, RIGHT_PATH);
  content.ply[last].rows = 0;
  write_content (&content);
  refuse ("ply 9", "has no positions", true);
  /* A ply that is not asked for. */
  read_content (&content, RIGHT_PATH);
  content.last--;
  write_content (&content);
  refuse ("ply 8, row ", "leads to a position that is not in the file", true);
}

static void test_keys (void **state) {
  (void) state;
  struct content content;
  for (int twice = 0; twice < 2; twice++) {
    uint8_t key[PACKED_MAX];
    read_content (&content, RIGHT_PATH);
    const size_t bytes = (size_t) content.game.key_bytes;
    uint8_t *first = content.ply[5].key + 10 * bytes, *second = first + bytes;
    memcpy (key, second, bytes);
    memcpy (second, first, bytes);
    if (!twice)
      memcpy (first, key, bytes);
    write_content (&content);
    refuse ("ply 5", "has keys that do not ascend", true);
  }
  /* A position beside its mirror image. */
  read_content (&content, RIGHT_PATH);
  struct successor *list = allocate ((size_t) content.game.moves_max, sizeof *list);
  struct position *start = position_allocate (&content.game), *child = position_allocate (&content.game);
  const struct engine *engine = content.game.engine;
  uint8_t key[PACKED_MAX] = { 0 }, canonical[PACKED_MAX] = { 0 };
  engine->start (&content.game, start);
  int count = engine->successors (&content.game, start, list);
  while (count-- > 0 && memcmp (key, canonical, sizeof key) == 0) {
    engine->child (&content.game, start, list[count].move, child);
    engine->pack (&content.game, child, key);
    engine->pack_canonical (&content.game, child, canonical);
  }
  assert_memory_not_equal (key, canonical, sizeof key);
  insert_row (&content, 1, key);
  write_content (&content);
  refuse ("ply 1, row ", "is reached by no move", true);
  assert_string_equal (check (WRONG_PATH, 1, false).reason, "is not canonical");
  free (list);
  free (start);
  free (child);
}

static void test_totals (void **state) {
  (void) state;
  static const char reason[] = "is not that of the positions";
  struct content content;
  char wrong[64];
  for (int i = 0; i < NUMBERS; i++) {
    read_content (&content, RIGHT_PATH);
    content.ply[3 + i % 2].number[i] += i % 2 == 0 ? 1 : -1;
    write_content (&content);
    snprintf (wrong, sizeof wrong, "the number %s of /ply%02d", numbers[i], 3 + i % 2);
    refuse (wrong, reason, false);
  }
  for (int i = 0; i < 2; i++) {
    read_content (&content, RIGHT_PATH);
    content.number[i]++;
    write_content (&content);
    snprintf (wrong, sizeof wrong, "the number %s of /", numbers[i]);
    refuse (wrong, reason, false);
  }
  for (int side = 0; side < 2; side++) {
    read_content (&content, RIGHT_PATH);
    content.ply[5].count[1][side]++;
    write_content (&content);
    refuse ("ply 5", "has other numbers of distances than it says", false);
  }
  read_content (&content, RIGHT_PATH);
  content.ply[5].distances--;
  write_content (&content);
  refuse ("ply 5", "has another longest distance than it says", false);
}

static void test_descriptions (void **state) {
  (void) state;
  static const char *const paths[] = { "/ply01/key", "/ply01/value", "/ply01/distance", "/ply01/distances" };
  struct content content;
  for (int which = 0; which < LAYERS_DATASETS; which++) {
    read_content (&content, RIGHT_PATH);
    content.odd_encoding = which;
    write_content (&content);
    refuse (paths[which], "is described by another encoding", false);
  }
  read_content (&content, RIGHT_PATH);
  strcpy (content.identity.options, "--plies 8");
  write_content (&content);
  refuse ("the options", "are not those that make such a file", false);
  read_content (&content, RIGHT_PATH);
  content.more = true;
  write_content (&content);
  refuse ("ply 99", "is beyond the last one that the file names", false);
  /* These rows are not those of other rules. */
  read_content (&content, RIGHT_PATH);
  strcpy (content.identity.rules, "maker-breaker");
  write_content (&content);
  assert_int_equal (check (WRONG_PATH, 1, true).result, CHECK_REFUSED);
}

/* One byte or number anywhere. */
static void test_anything (void **state) {
  (void) state;
  uint64_t random = 20261123;
  const int trials = repetitions (100);
  for (int i = 0; i < trials; i++) {
    struct content content;
    read_content (&content, RIGHT_PATH);
    struct ply *ply = &content.ply[random_below (&random, (int) content.last + 1)];
    const size_t row = (size_t) random_below (&random, (int) ply->rows);
    const uint8_t other = (uint8_t) (1 + random_below (&random, 255));
    switch (i % 5) {
    case 0: ply->value[row] = (uint8_t) (ply->value[row] + other); break;
    case 1: ply->distance[row] = (uint8_t) (ply->distance[row] + other); break;
    case 2:
      ply->key[row * (size_t) content.game.key_bytes
               + (size_t) random_below (&random, content.game.key_bytes)]
          ^= other;
      break;
    case 3: ply->number[random_below (&random, NUMBERS)] += other; break;
    default:
      if (ply->distances == 0)
        content.number[0]--;
      else
        ply->count[random_below (&random, (int) ply->distances)][row % 2] += other;
    }
    write_content (&content);
    refuse ("", check (WRONG_PATH, 2, true).reason, check (WRONG_PATH, 2, false).result == CHECK_REFUSED);
  }
}

/* ---- the command: exit code 1 and the position ---- */

static void test_command (void **state) {
  (void) state;
  struct content content;
  char line[1000] = "", more[10];
  read_content (&content, RIGHT_PATH);
  content.ply[7].distance[2] ^= 1;
  write_content (&content);
  const struct check_verdict verdict = check (WRONG_PATH, 1, true);
  FILE *command = popen (TEST_COMMAND " check " WRONG_PATH " --complete --threads 2 2>" TEST_OUTPUT_DIR
                                      "/layers-check.err",
                         "r");
  assert_non_null (command);
  assert_non_null (fgets (line, sizeof line, command));
  assert_null (fgets (more, sizeof more, command));
  const int status = pclose (command);
  assert_true (WIFEXITED (status));
  assert_int_equal (WEXITSTATUS (status), EXIT_DIFFERS);
  line[strcspn (line, "\n")] = 0;
  assert_memory_equal (strrchr (line, '\t') + 1, verdict.wrong, strlen (verdict.wrong));
  assert_non_null (strstr (line, verdict.reason));
}

/* ---- what is no such file, and limits ---- */

static bool stop (void *context) { return ++*(int *) context > 3; }

static void test_limits (void **state) {
  (void) state;
  int calls = 0;
  struct failure failure = { 0 };
  struct check_verdict verdict;
  struct check_options options = { .threads = 1, .complete = true, .must_stop = stop, .context = &calls };
  assert_true (layers_check (RIGHT_PATH, &options, &verdict, &failure));
  assert_true (verdict.stopped);
  options.must_stop = NULL;
  options.memory = 200;
  assert_false (layers_check (RIGHT_PATH, &options, &verdict, &failure));
  assert_int_equal (failure.code, EXIT_INTERNAL);
  failure = (struct failure){ 0 };
  assert_false (layers_check (TEST_OUTPUT_DIR "/absent", &options, &verdict, &failure));
  assert_int_equal (failure.code, EXIT_NO_INPUT);
}

static int make_file (void **state) {
  (void) state;
  struct layers_run run = { .threads = 1 };
  return layers_run (&run, "mnk:3,3,3", RIGHT_PATH) ? 0 : -1;
}

static int remove_files (void **state) {
  (void) state;
  unlink (RIGHT_PATH);
  unlink (WRONG_PATH);
  return 0;
}

int main (void) {
  const struct CMUnitTest right[] = { cmocka_unit_test (test_accepts), cmocka_unit_test (test_samples) };
  const struct CMUnitTest wrong[] = { cmocka_unit_test (test_as_read),
                                      cmocka_unit_test (test_values),
                                      cmocka_unit_test (test_moves_of_a_refusal),
                                      cmocka_unit_test (test_rows),
                                      cmocka_unit_test (test_keys),
                                      cmocka_unit_test (test_totals),
                                      cmocka_unit_test (test_descriptions),
                                      cmocka_unit_test (test_anything),
                                      cmocka_unit_test (test_command),
                                      cmocka_unit_test (test_limits) };
  const int failed = cmocka_run_group_tests (right, NULL, NULL);
  return failed + cmocka_run_group_tests (wrong, make_file, remove_files);
}
