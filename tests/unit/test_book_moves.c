/* Positions of a book by their moves (zermelo_book_probe_moves): by several threads at once; a book of an
 * unknown game. That the answers are true is tests/command/book_cases.py's. */
#include "damage.h"

#include "support/support.h"
#include "synthetic_book.h"
#include "zermelo/book.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 200 };

/* The start position of a game and the first move in its mask; `key` instead of its own, if not NULL. */
static zermelo_book *book_of_one (const char *title, const uint8_t *key) {
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
  char error[300];
  zermelo_book *book = zermelo_book_open (in_folder ("one"), NULL, error, sizeof error);
  if (book == NULL)
    fail_msg ("%s", error);
  return book;
}

static void *ask_again_and_again (void *context) {
  size_t wrong = 0;
  for (int i = 0; i < ROUNDS; i++) {
    zermelo_book_answer answer;
    char error[300];
    wrong += zermelo_book_probe_moves (context, "", &answer, error, sizeof error) != 1 || answer.value != 1
             || answer.score != 3 || answer.count != 4 || strcmp (answer.moves, "a1 a3 c1 c3") != 0;
    wrong += zermelo_book_probe_moves (context, i % 2 == 0 ? "b2 b2" : "b2 a1", &answer, error, sizeof error)
             != (i % 2 == 0 ? -1 : 0);
  }
  return wrong == 0 ? NULL : context;
}

static void test_threads (void **state) {
  (void) state;
  zermelo_book *book = book_of_one ("mnk:3,3,3", NULL);
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    assert_int_equal (pthread_create (&thread[i], NULL, ask_again_and_again, book), 0);
  for (int i = 0; i < THREADS; i++) {
    void *wrong;
    assert_int_equal (pthread_join (thread[i], &wrong), 0);
    assert_null (wrong);
  }
  zermelo_book_close (book);
}

static void test_unknown_game (void **state) {
  (void) state;
  struct failure failure = { 0 };
  struct book_content content = synthetic_book (10, false);
  zermelo_book_answer answer;
  char error[300];
  assert_true (book_write (in_folder ("toy"), &content, &failure));
  synthetic_free (&content);
  zermelo_book *book = zermelo_book_open (in_folder ("toy"), NULL, error, sizeof error);
  assert_non_null (book);
  assert_int_equal (zermelo_book_probe_moves (book, "", &answer, error, sizeof error), -1);
  assert_non_null (strstr (error, "unknown game 'toy'"));
  assert_int_equal (zermelo_book_probe_moves (book, "", &answer, NULL, 0), -1);
  zermelo_book_close (book);
}

/* Moves are those of both images where the position is its own image; a position that is not there is not
 * found. */
static void test_images (void **state) {
  (void) state;
  zermelo_book *book = book_of_one ("connect4:4x4", NULL);
  zermelo_book_answer answer;
  char error[300];
  assert_int_equal (zermelo_book_probe_moves (book, "", &answer, error, sizeof error), 1);
  assert_string_equal (answer.moves, "1 4"); /* and its mirror image */
  assert_int_equal (zermelo_book_probe_moves (book, "11111", &answer, error, sizeof error), -1);
  assert_non_null (strstr (error, "column 1 is full"));
  zermelo_book_close (book);
  const uint8_t none[PACKED_MAX] = { 0 };
  book = book_of_one ("connect4:4x4", none);
  assert_int_equal (zermelo_book_probe_moves (book, "", &answer, error, sizeof error), 0);
  zermelo_book_close (book);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_threads),
    cmocka_unit_test (test_unknown_game),
    cmocka_unit_test (test_images),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
