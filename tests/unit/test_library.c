/* The calls of zermelo/probe.h: by several threads at once, with bad arguments, on a book of a game that is
 * not known, and on one that contradicts the rules. That answers are true is for
 * tests/command/library_cases.py.
 */
#include "damage.h"

#include "support/support.h"
#include "synthetic_book.h"
#include "zermelo/probe.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 200 };

/* A book of the start position of a game, with the first move in its mask; `key` instead of its own, if not
 * NULL. */
static void write_book_of_one (const char *title, const uint8_t *key) {
  struct game game;
  uint8_t packed[PACKED_MAX] = { 0 }, mask[64] = { 1 }, ply = 0;
  int8_t value = 1;
  int16_t score = 3;
  struct failure failure = { 0 };
  game_open_or_fail (&game, title);
  struct position *position = position_allocate (&game);
  game.engine->start (&game, position);
  game.engine->pack_canonical (&game, position, packed);
  const struct book_content content = { .game = &game,
                                        .arrays = { .count = 1,
                                                    .key_bytes = game.key_bytes,
                                                    .mask_bytes = 1,
                                                    .key = key != NULL ? key : packed,
                                                    .value = &value,
                                                    .score = &score,
                                                    .moves = mask,
                                                    .ply = &ply },
                                        .key_encoding = "k",
                                        .moves_encoding = "m",
                                        .score_encoding = "s" };
  if (!book_write (in_folder ("one"), &content, &failure))
    fail_msg ("%s", failure.text);
  free (position);
  engine_close (&game);
}

static zermelo *book_of_one (const char *title, const uint8_t *key) {
  zermelo *z;
  write_book_of_one (title, key);
  assert_int_equal (zermelo_open (NULL, &z), 0);
  assert_int_equal (zermelo_add_file (z, in_folder ("one")), 0);
  return z;
}

/* The best moves, with blanks between them. */
static void best_moves (const zermelo_answer *answer, char text[200]) {
  const char *names[16];
  int count = 0;
  for (int i = 0; i < answer->move_count && count < 16; i++)
    if (answer->moves[i].best)
      names[count++] = answer->moves[i].name;
  text[0] = 0;
  for (int wanted = 0; wanted < count; wanted++)
    sprintf (text + strlen (text), "%s%s", wanted > 0 ? " " : "", names[wanted]);
}

static bool start_is_right (const zermelo_answer *answer, int wants) {
  char best[200];
  best_moves (answer, best);
  return answer->known.value == ZERMELO_WIN && answer->known.has_score && answer->known.proven
         && answer->known.file == 0 && strcmp (answer->known.source, "book") == 0
         && answer->move_count == (wants == 0 ? 0 : 9) && (wants == 0 || strcmp (best, "a1 a3 c1 c3") == 0)
         && answer->mover == 0 && answer->plies == 0;
}

static void *ask_again_and_again (void *context) {
  size_t wrong = 0;
  for (int i = 0; i < ROUNDS; i++) {
    zermelo_answer *answer;
    const int wants = i % 3 == 0 ? 0 : ZERMELO_MOVES;
    wrong += zermelo_probe (context, "", wants, &answer) != 0 || !start_is_right (answer, wants);
    zermelo_answer_free (answer);
    wrong += zermelo_probe (context, "b2 b2", wants, &answer) != ZERMELO_BAD_DATA || answer != NULL
             || strchr (zermelo_error (), '2') == NULL;
    wrong += zermelo_probe (context, "b2 a1", wants, &answer) != 0 || answer->known.value != ZERMELO_UNKNOWN
             || answer->known.file != -1 || *answer->known.source != 0;
    zermelo_answer_free (answer);
  }
  return wrong == 0 ? NULL : context;
}

static void test_threads (void **state) {
  (void) state;
  zermelo *z = book_of_one ("mnk:3,3,3", NULL);
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    assert_int_equal (pthread_create (&thread[i], NULL, ask_again_and_again, z), 0);
  for (int i = 0; i < THREADS; i++) {
    void *wrong;
    assert_int_equal (pthread_join (thread[i], &wrong), 0);
    assert_null (wrong);
  }
  zermelo_close (z);
}

static void test_unknown_game (void **state) {
  (void) state;
  struct failure failure = { 0 };
  struct book_content content = synthetic_book (10, false);
  zermelo *z;
  assert_true (book_write (in_folder ("toy"), &content, &failure));
  synthetic_free (&content);
  assert_int_equal (zermelo_open (NULL, &z), 0);
  assert_int_equal (zermelo_add_file (z, in_folder ("toy")), ZERMELO_BAD_DATA);
  assert_non_null (strstr (zermelo_error (), "unknown game 'toy'"));
  assert_int_equal (zermelo_file_count (z), 0);
  assert_string_equal (zermelo_game (z), "");
  zermelo_close (z);
}

/* Moves are those of both images where the position is its own image; a position that is not there is not
 * found. */
static void test_images (void **state) {
  (void) state;
  zermelo *z = book_of_one ("connect4:4x4", NULL);
  zermelo_answer *answer;
  char best[200];
  assert_int_equal (zermelo_probe (z, "", ZERMELO_MOVES, &answer), 0);
  best_moves (answer, best);
  assert_string_equal (best, "1 4"); /* and its mirror image */
  zermelo_answer_free (answer);
  assert_int_equal (zermelo_probe (z, "11111", ZERMELO_MOVES, &answer), ZERMELO_BAD_DATA);
  assert_non_null (strstr (zermelo_error (), "column 1 is full"));
  zermelo_close (z);
  const uint8_t none[PACKED_MAX] = { 0 };
  z = book_of_one ("connect4:4x4", none);
  assert_int_equal (zermelo_probe (z, "", 0, &answer), 0);
  assert_int_equal (answer->known.value, ZERMELO_UNKNOWN);
  zermelo_answer_free (answer);
  zermelo_close (z);
}

/* What a file says of itself, its rows, and the keys of these. */
static void test_files (void **state) {
  (void) state;
  zermelo *z = book_of_one ("connect4:4x4", NULL);
  zermelo_file_identity identity;
  zermelo_row row;
  zermelo_knowledge known;
  assert_string_equal (zermelo_game (z), "connect4:4x4");
  assert_int_equal (zermelo_identify (z, 0, &identity), 0);
  assert_string_equal (identity.kind, "book");
  assert_string_equal (identity.path, in_folder ("one"));
  assert_int_equal (identity.positions, 1);
  assert_int_equal (identity.pieces, -1);
  assert_int_equal (strlen (identity.checksum), 16);
  assert_true (*identity.revision != 0);
  assert_int_equal (zermelo_identify (z, 1, &identity), ZERMELO_USAGE);
  assert_int_equal (zermelo_identify (z, -1, &identity), ZERMELO_USAGE);
  assert_int_equal (zermelo_row_at (z, 0, 0, &row), 0);
  assert_int_equal (row.ply, 0);
  assert_int_equal (row.known.value, ZERMELO_WIN);
  assert_int_equal (zermelo_row_at (z, 0, 1, &row), ZERMELO_USAGE);
  assert_int_equal (zermelo_probe_key (z, row.key, &known), 0);
  assert_int_equal (known.value, ZERMELO_WIN);
  assert_int_equal (known.score, row.known.score);
  memset (row.key, 0xff, sizeof row.key);
  assert_int_equal (zermelo_probe_key (z, row.key, &known), ZERMELO_BAD_DATA);

  assert_int_equal (zermelo_verify (z, 0), 0);
  write_book_of_one ("connect4:5x4", NULL);
  assert_int_equal (zermelo_verify (z, 0), ZERMELO_BAD_DATA);
  assert_int_equal (zermelo_add_file (z, in_folder ("one")), ZERMELO_BAD_DATA); /* of another game now */
  assert_non_null (strstr (zermelo_error (), "5x4"));
  assert_int_equal (zermelo_add_file (z, in_folder ("absent")), ZERMELO_NO_INPUT);
  assert_int_equal (zermelo_file_count (z), 1);
  zermelo_close (z);
}

/* Without files there are the rules, and without a game there is nothing. */
static void test_rules (void **state) {
  (void) state;
  zermelo *z;
  zermelo_answer *answer;
  assert_int_equal (zermelo_open ("chess:8x8", &z), ZERMELO_BAD_DATA);
  assert_null (z);
  assert_non_null (strstr (zermelo_error (), "chess"));
  assert_int_equal (zermelo_open (NULL, &z), 0);
  assert_int_equal (zermelo_probe (z, "", 0, &answer), ZERMELO_USAGE);
  assert_null (answer);
  zermelo_close (z);

  assert_int_equal (zermelo_open ("mnk:3,3,3", &z), 0);
  assert_int_equal (zermelo_probe (z, "a1 b1 a2 b2 a3", 0, &answer), 0);
  assert_true (answer->ended && answer->known.proven);
  assert_int_equal (answer->known.value, ZERMELO_LOSS);
  assert_string_equal (answer->known.argument, "finished");
  zermelo_answer_free (answer);
  assert_int_equal (zermelo_probe (z, "a1 b1 a2 b2", ZERMELO_MOVES | ZERMELO_LINE, &answer), 0);
  assert_int_equal (answer->known.value, ZERMELO_WIN); /* by a move that ends the game */
  assert_int_equal (answer->moves[0].known.distance, 1);
  assert_string_equal (answer->known.source, "rules");
  assert_string_equal (answer->moves[0].name, "a3");
  assert_true (answer->moves[0].best && !answer->moves[1].best);
  assert_int_equal (answer->line_count, 1);
  assert_string_equal (answer->line[0], "a3");
  zermelo_answer_free (answer);
  zermelo_answer_free (NULL);
  zermelo_close (z);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_threads), cmocka_unit_test (test_unknown_game), cmocka_unit_test (test_images),
    cmocka_unit_test (test_files),   cmocka_unit_test (test_rules),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
