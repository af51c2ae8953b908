/* Endgame tables on disk: every position is found with the value and distance it has in memory, from several
 * threads and with a cache that is too small, by tables.h and by the public zermelo/tables.h, and when the
 * file is read back into memory; files are the same bytes for any number of threads; a damaged file is
 * refused. */
#include "base/threads.h"
#include "tablebase/tables_file.h"

#include "support/endgames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo/tables.h>

#define FILE_A TEST_OUTPUT_DIR "/tables-a.h5"
#define FILE_B TEST_OUTPUT_DIR "/tables-b.h5"

struct questions {
  const struct endgames *endgames, *again; /* made, and read from the file */
  struct tables *tables;
  zermelo_tables *library;
  const struct game *game;
  int pieces;
  bool distances;
  int wrong[4];
};

/* As a play engine asks, with either side to move: the value of a position in normal form is that of the
 * turned one. */
static bool library_agrees (const struct questions *q, const struct position *position, enum outcome outcome,
                            int distance) {
  uint64_t pieces[2], kings;
  bool second;
  q->game->engine->slices->squares (q->game, position, pieces, &kings, &second);
  zermelo_tables_identity identity;
  zermelo_tables_identify (q->library, &identity);
  zermelo_tables_position asked = { (uint32_t) pieces[0], (uint32_t) pieces[1], (uint32_t) kings, second };
  zermelo_tables_position turned = { .black_to_move = !second };
  for (int i = 0; i < identity.squares; i++) {
    const int other = identity.squares - 1 - i;
    turned.white |= (asked.black >> i & 1) << other;
    turned.black |= (asked.white >> i & 1) << other;
    turned.kings |= (asked.kings >> i & 1) << other;
  }
  zermelo_tables_entry one, two;
  return zermelo_tables_probe (q->library, &asked, &one) == 1
         && zermelo_tables_probe (q->library, &turned, &two) == 1 && one.value == (int) outcome
         && one.distance == distance && two.value == one.value && two.distance == one.distance;
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
  int code;
  zermelo_tables *library = zermelo_tables_open (FILE_A, 0, &code, NULL, 0);
  assert_non_null (library);
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
  zermelo_tables_close (library);
  tables_close (tables);
  endgames_destroy (again);
  endgames_destroy (endgames);
  engine_close (&game);
  remove (FILE_A);
}

/* What is no position, what is in no table, and texts. */
static void test_library (void **state) {
  (void) state;
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, "draughts:6x6");
  struct endgames *endgames = endgames_up_to (&game, 2, 1);
  assert_true (endgames_write (endgames, FILE_A, true, &failure));
  endgames_destroy (endgames);
  engine_close (&game);
  int code;
  char error[200];
  assert_null (zermelo_tables_open ("absent.h5", 0, &code, error, sizeof error));
  assert_int_equal (code, 66);
  zermelo_tables *tables = zermelo_tables_open (FILE_A, 0, &code, error, sizeof error);
  zermelo_tables_identity identity;
  assert_non_null (tables);
  zermelo_tables_identify (tables, &identity);
  assert_string_equal (identity.game, "draughts:6x6");
  assert_int_equal (identity.squares, 18);
  assert_int_equal (identity.pieces, 2);
  static const struct {
    zermelo_tables_position position;
    int answer, value, distance;
  } cases[] = {
    { { 1, 1u << 12, 1 | 1u << 12, 0 }, 1, ZERMELO_LOSS, 6 },
    { { 1, 0, 1, 0 }, 1, ZERMELO_WIN, 0 },
    { { 1, 0, 1, 1 }, 1, ZERMELO_LOSS, 0 },
    { { 1, 6, 7, 0 }, 0, 0, 0 },
    { { 1, 1, 1, 0 }, -1, 0, 0 },
    { { 1, 2, 2, 0 }, -1, 0, 0 },
    { { 1u << 18, 2, 2, 0 }, -1, 0, 0 },
    { { 1u << 7, 2, 4, 0 }, -1, 0, 0 },
    { { 0, 0, 0, 0 }, -1, 0, 0 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    zermelo_tables_entry entry = { 0, 0 };
    assert_int_equal (zermelo_tables_probe (tables, &cases[i].position, &entry), cases[i].answer);
    assert_int_equal (entry.value, cases[i].value);
    assert_int_equal (entry.distance, cases[i].distance);
  }
  zermelo_tables_position position;
  assert_int_equal (zermelo_tables_read_fen (tables, "B:W7,K18:BK1", &position, NULL, 0), 1);
  assert_int_equal (position.white, 1u << 6 | 1u << 17);
  assert_int_equal (position.black, 1);
  assert_int_equal (position.kings, 1u << 17 | 1);
  assert_int_equal (position.black_to_move, 1);
  assert_int_equal (zermelo_tables_read_fen (tables, "W:W1:BK2", &position, error, sizeof error), 0);
  assert_non_null (strstr (error, "becomes a king"));
  zermelo_tables_close (tables);
  zermelo_tables_close (NULL);
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
