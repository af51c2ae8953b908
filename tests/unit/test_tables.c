/* Endgame tables on disk: every position is found with the value and distance it has in memory, from several
 * threads and with a cache that is too small, by tables_file.h and by the public zermelo/probe.h, and when
 * the file is read back into memory; files are the same bytes for any number of threads; a damaged file is
 * refused. */
#include "base/threads.h"
#include "tablebase/tables_file.h"

#include "support/endgames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo/probe.h>

#define FILE_A TEST_OUTPUT_DIR "/tables-a.h5"
#define FILE_B TEST_OUTPUT_DIR "/tables-b.h5"

struct questions {
  const struct endgames *endgames, *again; /* made, and read from the file */
  struct tables *tables;
  zermelo *library;
  const struct game *game;
  int pieces;
  bool distances;
  int wrong[4];
};

/* As another program asks, by text. */
static bool library_knows (zermelo *z, const struct game *game, const struct position *position,
                           enum outcome outcome, int distance) {
  char text[300];
  zermelo_answer *answer;
  if (!game->engine->print_position (game, position, text, sizeof text)
      || zermelo_probe (z, text, 0, &answer) != 0)
    return false;
  const bool ended = answer->ended;
  const bool knows = answer->known.value == (int) outcome
                     && answer->known.distance
                            == (outcome == DRAWN ? -1
                                : ended          ? 0
                                                 : distance);
  zermelo_answer_free (answer);
  return knows;
}

/* With either side to move: the value of a position in normal form is that of the turned one. */
static bool library_agrees (const struct questions *q, const struct position *position, enum outcome outcome,
                            int distance) {
  uint64_t pieces[2], kings, turned[2] = { 0, 0 }, turned_kings = 0;
  bool second;
  const struct slices_engine *engine = q->game->engine->slices;
  engine->squares (q->game, position, pieces, &kings, &second);
  const int side = atoi (q->game->board_text), squares = side * side / 2;
  for (int i = 0; i < squares; i++) {
    const int other = squares - 1 - i;
    turned[0] |= (pieces[1] >> i & 1) << other;
    turned[1] |= (pieces[0] >> i & 1) << other;
    turned_kings |= (kings >> i & 1) << other;
  }
  struct position *image = position_allocate (q->game);
  const bool agrees = engine->place (q->game, turned, turned_kings, !second, image)
                      && library_knows (q->library, q->game, position, outcome, distance)
                      && library_knows (q->library, q->game, image, outcome, distance);
  free (image);
  return agrees;
}

/* Every position of all slices, each thread in its own order. */
static void ask_all (void *context, int thread) {
  struct questions *q = context;
  const struct slices_engine *engine = q->game->engine->slices;
  struct position *position = position_allocate (q->game);
  for (int pieces = 2; pieces <= q->pieces; pieces++) {
    int count;
    struct slice *list = slices_of_pieces (q->game, pieces, &count);
    for (int i = 0; i < 2 * count; i++) {
      const int k = (i + 5 * thread) % (2 * count);
      struct slice *slice = malloc (engine->slice_bytes);
      memcpy (slice, slice_at (q->game, list, k / 2), engine->slice_bytes);
      const uint64_t size = engine->size (q->game, slice, k % 2 == 1);
      for (uint64_t index = 0; index < size; index++) {
        enum outcome expected, outcome;
        int distance, expected_distance;
        engine->position (q->game, slice, index, position);
        endgames_probe (q->endgames, position, &expected, &expected_distance);
        if (tables_probe (q->tables, position, &outcome, &distance) != TABLES_FOUND || outcome != expected
            || distance != (q->distances ? expected_distance : -1))
          q->wrong[thread]++;
        if (thread == 0 && !library_agrees (q, position, expected, distance))
          q->wrong[0]++;
        if (!endgames_probe (q->again, position, &outcome, &distance) || outcome != expected
            || (q->distances && distance != expected_distance))
          q->wrong[thread]++;
      }
      free (slice);
    }
    free (list);
  }
  free (position);
}

static void ask_file (const char *board, int pieces, bool distances) {
  struct game game, other;
  struct failure failure = { 0 };
  game_open_or_fail (&game, board);
  struct endgames *endgames = endgames_up_to (&game, pieces, 1);
  assert_true (endgames_write (endgames, FILE_A, distances, &failure));
  struct tables *tables = tables_open (FILE_A, 0, &other, &failure);
  assert_non_null (tables);
  assert_string_equal (other.title, game.title);
  assert_int_equal (tables_identify (tables)->pieces, pieces);
  struct endgames *again = endgames_create (&game, &(struct endgames_options){ .threads = 2 });
  assert_true (endgames_read (again, FILE_A, NULL, &failure));
  assert_int_equal (endgames_have_distances (again), distances);
  assert_int_equal (endgames_pieces (again), pieces);
  zermelo *library;
  assert_int_equal (zermelo_open (board, &library), 0);
  if (zermelo_add_file (library, FILE_A) != 0)
    fail_msg ("%s", zermelo_error ());
  struct questions questions = { endgames, again, tables, library, &game, pieces, distances, { 0 } };
  team_run (3, ask_all, &questions);
  for (int i = 0; i < 3; i++)
    assert_int_equal (questions.wrong[i], 0);
  struct position *start = position_allocate (&game);
  enum outcome outcome;
  int distance;
  game.engine->start (&game, start);
  if (pieces < 4)
    assert_int_equal (tables_probe (tables, start, &outcome, &distance), TABLES_ABSENT);
  free (start);
  zermelo_close (library);
  tables_close (tables);
  endgames_destroy (again);
  endgames_destroy (endgames);
  engine_close (&game);
  remove (FILE_A);
}

/* Each row is a position of its own, its text and its key name it, and a probe says what the row says. */
static void check_rows (zermelo *z, uint64_t count) {
  static char earlier[2000][24];
  zermelo_row row;
  assert_in_range (count, 1, sizeof earlier / sizeof *earlier);
  for (uint64_t i = 0; i < count; i++) {
    char text[ZERMELO_TEXT];
    uint8_t key[ZERMELO_KEY_BYTES];
    int bytes;
    zermelo_answer *answer;
    assert_int_equal (zermelo_row_at (z, 0, i, &row), 0);
    assert_int_equal (row.ply, -1);
    char digits[2 * ZERMELO_KEY_BYTES + 3] = "0x";
    for (int b = 0; b < 10; b++)
      snprintf (digits + 2 + 2 * (size_t) b, 3, "%02x", row.key[b]);
    assert_int_equal (zermelo_text (z, digits, text, sizeof text), 0);
    assert_int_equal (zermelo_key (z, text, key, &bytes), 0);
    assert_int_equal (bytes, 10);
    assert_memory_equal (key, row.key, bytes);
    assert_int_equal (zermelo_probe (z, text, 0, &answer), 0);
    assert_int_equal (answer->known.value, row.known.value);
    assert_int_equal (answer->known.distance, row.known.distance);
    zermelo_answer_free (answer);
    snprintf (earlier[i], sizeof earlier[i], "%s", text);
    for (uint64_t j = 0; j < i; j++)
      assert_string_not_equal (earlier[j], text);
  }
  assert_int_equal (zermelo_row_at (z, 0, count, &row), ZERMELO_USAGE);
  char text[ZERMELO_TEXT];
  assert_int_equal (zermelo_text (z, "", text, ZERMELO_TEXT - 1), ZERMELO_USAGE);
  assert_int_equal (zermelo_text (z, "9-9", text, ZERMELO_TEXT), ZERMELO_BAD_DATA);
}

/* What is no position, and what is in no table. */
static void test_library (void **state) {
  (void) state;
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, "draughts:6x6");
  struct endgames *endgames = endgames_up_to (&game, 2, 1);
  assert_true (endgames_write (endgames, FILE_A, true, &failure));
  endgames_destroy (endgames);
  engine_close (&game);
  zermelo *z;
  zermelo_answer *answer;
  zermelo_file_identity identity;
  assert_int_equal (zermelo_open (NULL, &z), 0);
  assert_int_equal (zermelo_add_file (z, "absent.h5"), ZERMELO_NO_INPUT);
  assert_int_equal (zermelo_add_file (z, FILE_A), 0);
  assert_int_equal (zermelo_identify (z, 0, &identity), 0);
  assert_string_equal (identity.game, "draughts:6x6");
  assert_string_equal (identity.kind, "tables");
  assert_int_equal (identity.pieces, 2);
  check_rows (z, identity.positions);
  static const struct {
    const char *position;
    int code, value, distance;
  } cases[] = {
    { "W:WK1:BK13", 0, ZERMELO_LOSS, 6 },     { "W:WK1:B", 0, ZERMELO_WIN, 0 },
    { "B:WK1:B", 0, ZERMELO_LOSS, 0 },        { "W:WK1:BK17,K18", 0, ZERMELO_UNKNOWN, -1 },
    { "W:WK1:BK1", ZERMELO_BAD_DATA, 0, 0 },  { "W:W1:BK2", ZERMELO_BAD_DATA, 0, 0 },
    { "W:WK19:BK2", ZERMELO_BAD_DATA, 0, 0 }, { "W:W:B", ZERMELO_BAD_DATA, 0, 0 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal (zermelo_probe (z, cases[i].position, 0, &answer), cases[i].code);
    assert_int_equal (answer == NULL, cases[i].code != 0);
    if (answer != NULL) {
      assert_int_equal (answer->known.value, cases[i].value);
      assert_int_equal (answer->known.distance, cases[i].distance);
      assert_int_equal (answer->known.proven, 0 + answer->ended);
    }
    zermelo_answer_free (answer);
  }
  assert_int_equal (zermelo_probe (z, "W:W1:BK2", 0, &answer), ZERMELO_BAD_DATA);
  assert_non_null (strstr (zermelo_error (), "becomes a king"));
  zermelo_close (z);
  zermelo_close (NULL);
  remove (FILE_A);
}

static void test_all_positions (void **state) {
  (void) state;
  ask_file ("draughts:4x4", 4, true);
  ask_file ("draughts:4x4,rules=seed", 3, false);
  ask_file ("draughts:6x6", 3, true);
  ask_file ("draughts:6x6", 4, false);
}

static uint8_t *bytes_of (const char *path, size_t *size) {
  FILE *file = fopen (path, "rb");
  assert_non_null (file);
  fseek (file, 0, SEEK_END);
  *size = (size_t) ftell (file);
  rewind (file);
  uint8_t *bytes = malloc (*size);
  assert_int_equal (fread (bytes, 1, *size, file), *size);
  fclose (file);
  return bytes;
}

static void test_same_bytes (void **state) {
  (void) state;
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, "draughts:8x8");
  const char *const path[] = { FILE_A, FILE_B };
  uint8_t *bytes[2];
  size_t size[2];
  for (int i = 0; i < 2; i++) {
    struct endgames *endgames = endgames_up_to (&game, 3, 1 + 2 * i);
    assert_true (endgames_write (endgames, path[i], true, &failure));
    endgames_destroy (endgames);
    bytes[i] = bytes_of (path[i], &size[i]);
  }
  assert_int_equal (size[0], size[1]);
  assert_memory_equal (bytes[0], bytes[1], size[0]);

  bytes[0][size[0] / 2] ^= 16;
  FILE *file = fopen (FILE_A, "wb");
  assert_int_equal (fwrite (bytes[0], 1, size[0], file), size[0]);
  fclose (file);
  struct game other;
  assert_null (tables_open (FILE_A, 0, &other, &failure));
  assert_int_equal (failure.code, EXIT_BAD_DATA);
  failure = (struct failure){ 0 };
  remove (FILE_A);
  assert_null (tables_open (FILE_A, 0, &other, &failure));
  assert_int_equal (failure.code, EXIT_NO_INPUT);
  for (int i = 0; i < 2; i++)
    free (bytes[i]);
  remove (FILE_B);
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_all_positions), cmocka_unit_test (test_library),
                                      cmocka_unit_test (test_same_bytes) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
