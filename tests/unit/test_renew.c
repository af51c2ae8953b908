/* What stands for rows of the kind ROW_UPWARDS: one plan, or, where its play is too long for one, rows for
 * what follows; nothing for a row that did not hold. In a checkpoint their positions are open again. */
#include "certificate/partial_certificate.h"
#include "certificate/shrink.h"
#include "certificate/certificate.h"
#include "checker/alignment.h"
#include "checker/checker.h"
#include "store/file_game.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_PATH TEST_OUTPUT_DIR "/renew.h5"

enum { NONE = 0xffff, COLUMNS = 8, ROWS = 6 };

/* A position, and the lowest and the highest row that the second player claims in each column. */
struct old_row {
  const char *moves;
  uint16_t claim[2 * COLUMNS];
};

static const struct old_row short_play
    = { "6622227745448855887755663144", { 3, 5, 5, 5, 3, 5, NONE, NONE, 5, 5, 5, 5, 5, 5, 5, 5 } };
static const struct old_row long_play
    = { "516666873488773322884444", { 3, 5, 3, 5, 5, 5, NONE, NONE, 3, 5, 5, 5, 5, 5, NONE, NONE } };

static void play (const struct array_game *board, const char *moves, struct array_position *position) {
  board->rules->unpack (board, NULL, position);
  for (; *moves != 0; moves++)
    place_stone (position, cell_of_place (board, position, *moves - '1'));
}

/* A certificate with that row in the strategy of the second player, who gets at least `bound`. */
static void begin (struct certificate *certificate, const struct game *game, const struct old_row *old,
                   int bound) {
  struct array_game board;
  struct array_position position, canonical;
  uint8_t key[KEY_MOST] = { 0 };
  uint16_t claim[2 * COLUMNS];
  assert_true (array_game_open (&board, game->name, game->board_text, game->rules));
  play (&board, old->moves, &position);
  array_canonical (&board, &position, key);
  assert_true (board.rules->unpack (&board, key, &canonical));
  const bool mirrored = memcmp (position.cell, canonical.cell, COLUMNS * ROWS) != 0;
  for (int column = 0; column < COLUMNS; column++)
    memcpy (claim + 2 * column, old->claim + 2 * (mirrored ? COLUMNS - 1 - column : column),
            2 * sizeof *claim);
  certificate_begin (certificate, game->key_bytes);
  certificate_claim (certificate, key, -bound);
  certificate->strategy[1].present = true;
  certificate->strategy[1].bound = bound;
  strategy_add (&certificate->strategy[1], key, ROW_UPWARDS, claim, 2 * COLUMNS);
  array_game_close (&board);
}

/* Does the strategy of the second player hold, and does it cover what is claimed? */
static bool is_shown (const struct certificate *certificate, const struct game *game) {
  struct certificate_file file;
  uint64_t count[COUNTS] = { 0 };
  certificate_as_file (&file, certificate, game);
  bool shown = true;
  for (size_t row = 0; row < file.strategy[1].count; row++)
    shown = shown && inspect (&file, 1, row, count) == NULL;
  file.claim_value[0] = -1; /* for this the first player needs no strategy */
  file.strategy[1].bound = 1;
  shown = shown && inspect (&file, CLAIMS, 0, count) == NULL;
  certificate_file_close (&file);
  return shown;
}

static void test_renewed (void **state) {
  const struct old_row *const rows[] = { &short_play, &long_play };
  (void) state;
  for (int i = 0; i < 2; i++) {
    struct game game;
    struct certificate certificate;
    game_open_or_fail (&game, "connect4:8x6");
    begin (&certificate, &game, rows[i], 0);
    assert_false (is_shown (&certificate, &game));
    assert_int_equal (certificate_renew (&certificate, &game), 1);
    assert_int_equal (certificate.strategy[1].rows > 1, i == 1);
    assert_true (is_shown (&certificate, &game));
    assert_int_equal (certificate_renew (&certificate, &game), 0);
    certificate_free (&certificate);
    engine_close (&game);
  }
}

/* A draw that was to be a win, and a second player who claims nothing. */
static void test_false_row (void **state) {
  struct game game;
  struct certificate certificate;
  const struct old_row nothing = {
    "", { NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE }
  };
  const struct old_row *const rows[] = { &short_play, &nothing };
  (void) state;
  for (int i = 0; i < 2; i++) {
    game_open_or_fail (&game, "connect4:8x6");
    begin (&certificate, &game, rows[i], 1 - i);
    assert_int_equal (certificate_renew (&certificate, &game), 1);
    assert_false (is_shown (&certificate, &game));
    certificate_free (&certificate);
    engine_close (&game);
  }
}

/* Written as a run that was stopped would have. */
static void test_reopened (void **state) {
  struct game game;
  struct failure failure = { 0 };
  struct certificate certificate;
  struct partial_certificate partial, loaded;
  struct file_identity identity
      = { .kind = "test", .format = 1, .description = "A certificate in the making" };
  const uint16_t move = 3;
  uint8_t other[PACKED_MAX] = { 1 };
  (void) state;
  game_open_or_fail (&game, "connect4:8x6");
  begin (&certificate, &game, &long_play, 0);
  const uint8_t *const key = certificate.claim[0].key;
  partial_begin (&partial, game.key_bytes, false, 1000);
  snprintf (partial.title, sizeof partial.title, "%s", game.title);
  partial.packing = game.engine->packing;
  certificate_claim (&partial.certificate, key, 0);
  struct strategy *const strategy = &partial.certificate.strategy[1];
  strategy->present = true;
  strategy_add (strategy, key, ROW_UPWARDS, certificate.strategy[1].number, 2 * COLUMNS);
  strategy_add (strategy, other, ROW_MOVE, &move, 1);
  file_name_game (&identity, &game);
  struct file_out *out = file_create (FILE_PATH, &identity, &failure);
  assert_non_null (out);
  partial_save (out, &partial);
  assert_true (file_commit (out));
  struct file_in *in = file_open (FILE_PATH, "test", 1, &failure);
  assert_non_null (in);
  assert_true (partial_load (in, &loaded, &failure));
  file_close (in);
  assert_int_equal (partial_rows (&loaded), 1);
  assert_true (strategy_has (&loaded.certificate.strategy[1], other));
  const size_t place = partial_hand_out (&loaded, true);
  assert_int_not_equal (place, SIZE_MAX);
  assert_memory_equal (loaded.out[place].key, key, (size_t) game.key_bytes);
  assert_int_equal (partial_hand_out (&loaded, true), SIZE_MAX);
  partial_free (&loaded);
  partial_free (&partial);
  certificate_free (&certificate);
  engine_close (&game);
  unlink (FILE_PATH);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_renewed),
    cmocka_unit_test (test_false_row),
    cmocka_unit_test (test_reopened),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
