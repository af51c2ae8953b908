/* Certificates: what is found for a known value is accepted, by any number of threads, and again after it was
 * in a file; one that lacks a position, has another move, rank or claim is refused, wherever that is. Values
 * come from endgame tables that the proof may not use. */
#include "base/threads.h"
#include "certificate/certificate.h"
#include "checker/checker.h"
#include "search/search.h"
#include "search/table.h"

#include "support/endgames.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_PATH TEST_OUTPUT_DIR "/certificate.h5"

static bool certify (const struct game *game, const struct endgames *endgames,
                     const struct position *position, enum outcome value, struct certificate *certificate) {
  struct failure failure = { 0 };
  struct search *search = allocate (1, sizeof *search);
  const struct search_means means
      = { .table = table_create (1 << 22, game->key_words, REPLACE_TWOBIG1, &failure),
          .endgames = endgames == NULL ? NULL : endgames_tables (endgames),
          .memory = 1 << 26 };
  search_fill (search, game, position, &(struct query){ .method = METHOD_AUTO }, &means);
  search_begin (search);
  const bool done = game->engine->certify (search, certificate, position, value);
  table_destroy (search->table);
  free (search);
  return done;
}

static struct verdict check_as_file (struct certificate_file *file, int threads) {
  struct verdict verdict;
  omp_set_num_threads (threads);
  check_certificate (file, &verdict);
  return verdict;
}

static struct verdict check (const struct certificate *certificate, const struct game *game, int threads) {
  struct certificate_file file;
  certificate_as_file (&file, certificate, game);
  const struct verdict verdict = check_as_file (&file, threads);
  certificate_file_close (&file);
  return verdict;
}

static void check_accepted (const struct certificate *certificate, const struct game *game) {
  const struct verdict one = check (certificate, game, 1), three = check (certificate, game, 3);
  if (!one.accepted)
    fail_msg ("%s: %s", game->title, one.reason);
  assert_true (three.accepted);
  assert_int_equal (one.positions, three.positions);
  assert_int_equal (one.count[FINISHED], three.count[FINISHED]);
}

static void check_file (const struct certificate *certificate, const struct game *game) {
  struct failure failure = { 0 };
  struct certificate_file read;
  struct game other;
  assert_true (certificate_write (certificate, game, FILE_PATH, &failure));
  const int64_t before = bytes_read ();
  assert_true (certificate_read (&read, &other, FILE_PATH, NULL, &failure));
  check_read_once (before, FILE_PATH);
  assert_string_equal (other.title, game->title);
  assert_int_equal (read.claims, certificate->claims);
  const struct verdict one = check_as_file (&read, 1), three = check_as_file (&read, 3);
  assert_true (one.accepted && three.accepted);
  assert_int_equal (one.positions, three.positions);
  for (int kind = 0; kind < STRATEGIES; kind++)
    assert_int_equal (read.strategy[kind].count, certificate->strategy[kind].positions.count);
  certificate_file_close (&read);
  engine_close (&other);
}

/* ---- accepted ---- */

/* The start of 4x4, by search alone and with tables of several sizes: a draw. */
static void test_small_board (void **state) {
  (void) state;
  static const char *const titles[] = { "draughts:4x4", "draughts:4x4,rules=seed" };
  for (int i = 0; i < 2; i++)
    for (int pieces = 1; pieces <= 4; pieces++) {
      struct game game;
      struct certificate certificate;
      game_open_or_fail (&game, titles[i]);
      struct endgames *endgames = pieces == 1 ? NULL : endgames_up_to (&game, pieces, 1);
      struct position *start = position_allocate (&game);
      game.engine->start (&game, start);
      certificate_begin (&certificate, game.key_bytes);
      assert_true (certify (&game, endgames, start, DRAWN, &certificate));
      check_accepted (&certificate, &game);
      check_file (&certificate, &game);
      certificate_free (&certificate);
      free (start);
      if (endgames != NULL)
        endgames_destroy (endgames);
      engine_close (&game);
    }
}

/* Random positions: their values from tables that hold them, the proof with tables that do (extra 0) or do
 * not. All in one certificate. */
static void compare_random (const char *title, int pieces, int fewer, int positions) {
  struct game game;
  struct certificate certificate;
  uint64_t random = 5;
  int values[3] = { 0 };
  game_open_or_fail (&game, title);
  struct endgames *large = endgames_up_to (&game, pieces, 1),
                  *small = endgames_up_to (&game, pieces - fewer, 1);
  struct position *position = position_allocate (&game);
  certificate_begin (&certificate, game.key_bytes);
  for (int i = 0; i < positions; i++) {
    enum outcome outcome;
    int distance;
    random_endgame (&game, pieces, &random, position);
    if (!endgames_probe (large, position, &outcome, &distance)) {
      outcome = game.engine->outcome (&game, position);
      assert_int_not_equal (outcome, GOING_ON);
    }
    values[outcome + 1]++;
    assert_true (certify (&game, small, position, outcome, &certificate));
  }
  assert_true (values[0] > 0 && values[1] > 0 && values[2] > 0);
  assert_int_equal (certificate.claims, positions);
  check_accepted (&certificate, &game);
  check_file (&certificate, &game);
  certificate_free (&certificate);
  free (position);
  endgames_destroy (small);
  endgames_destroy (large);
  engine_close (&game);
}

static void test_random (void **state) {
  (void) state;
  compare_random ("draughts:4x4", 4, 0, 100);
  compare_random ("draughts:4x4,rules=seed", 4, 2, 40);
  compare_random ("draughts:6x6", 4, 0, 40);
  compare_random ("draughts:6x6", 4, 1, 10);
  compare_random ("draughts:6x6,rules=seed", 3, 1, 20);
}

/* In a table nothing wrong can be proven. */
static void test_wrong_value (void **state) {
  (void) state;
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, "draughts:4x4");
  struct endgames *endgames = endgames_up_to (&game, 4, 1);
  struct position *position = position_allocate (&game);
  assert_true (position_parse (&game, "", position, &failure));
  for (int value = LOST; value <= WON; value++) {
    struct certificate certificate;
    certificate_begin (&certificate, game.key_bytes);
    assert_int_equal (certify (&game, endgames, position, (enum outcome) value, &certificate),
                      value == DRAWN);
    certificate_free (&certificate);
  }
  free (position);
  endgames_destroy (endgames);
  engine_close (&game);
}

/* ---- refused ---- */

/* A copy without row `left_out` of a set (SIZE_MAX: a whole copy). */
static void copy (const struct certificate *from, enum strategy_kind of, size_t left_out,
                  struct certificate *to) {
  certificate_begin (to, from->strategy[0].positions.key_bytes);
  for (size_t i = 0; i < from->claims; i++)
    certificate_claim (to, from->claim[i].key, from->claim[i].value);
  for (int kind = 0; kind < STRATEGIES; kind++) {
    const struct strategy *strategy = &from->strategy[kind];
    for (size_t i = 0; i < strategy->positions.count; i++)
      if (kind != (int) of || i != left_out) {
        const size_t number = certificate_add (to, (enum strategy_kind) kind,
                                               key_set_key (&strategy->positions, i), strategy->rank[i]);
        to->strategy[kind].move[number] = strategy->move[i];
      }
  }
}

static void refuse_without (const struct certificate *right, const struct game *game,
                            enum strategy_kind kind) {
  for (size_t i = 0; i < right->strategy[kind].positions.count; i++) {
    struct certificate wrong;
    copy (right, kind, i, &wrong);
    assert_false (check (&wrong, game, 1).accepted);
    certificate_free (&wrong);
  }
}

/* Is the first position that fails the one of that key? */
static void assert_wrong_position (const struct verdict *verdict, const struct game *game,
                                   const uint8_t *key) {
  struct position *position = position_allocate (game);
  uint8_t named[PACKED_MAX];
  struct failure failure = { 0 };
  assert_true (position_parse (game, verdict->wrong, position, &failure));
  game->engine->pack_canonical (game, position, named);
  assert_memory_equal (named, key, game->key_bytes);
  free (position);
}

/* Other moves: one that is accepted keeps the value, too, since the checker looked at all of its replies;
 * most are not, and no number that is none. A larger rank is refused where a position before it is won in
 * more. */
static void refuse_changed (struct certificate *changed, const struct game *game, enum strategy_kind kind) {
  struct strategy *strategy = &changed->strategy[kind];
  int refused = 0, raised = 0;
  for (size_t i = 0; i < strategy->positions.count; i++) {
    const uint8_t move = strategy->move[i];
    const uint16_t rank = strategy->rank[i];
    strategy->move[i] = (uint8_t) (move == 0 ? 1 : 0);
    refused += !check (changed, game, 1).accepted;
    strategy->move[i] = 200;
    const struct verdict verdict = check (changed, game, 1);
    assert_false (verdict.accepted);
    assert_string_equal (verdict.reason, "has no move with that number");
    assert_wrong_position (&verdict, game, key_set_key (&strategy->positions, i));
    strategy->move[i] = move;
    strategy->rank[i] = UINT16_MAX;
    raised += !check (changed, game, 1).accepted;
    strategy->rank[i] = rank;
  }
  assert_true (refused > (int) strategy->positions.count / 2);
  assert_true (raised > (kind == STRATEGY_WON ? (int) strategy->positions.count / 2 : -1));
}

static void refuse_claims (struct certificate *changed, const struct game *game) {
  for (size_t i = 0; i < changed->claims; i++) {
    const int value = changed->claim[i].value;
    for (int other = LOST; other <= GOING_ON; other++) {
      changed->claim[i].value = other;
      assert_int_equal (check (changed, game, 2).accepted, other == value);
    }
    changed->claim[i].value = value;
    changed->claim[i].key[0] ^= 1; /* the other side to move: not canonical */
    assert_false (check (changed, game, 2).accepted);
    changed->claim[i].key[0] ^= 1;
  }
}

/* Bytes that are no position of the game, and the end of one. */
static void refuse_rows (const struct certificate *right, const struct game *game) {
  struct failure failure = { 0 };
  struct position *position = position_allocate (game);
  uint8_t keys[2][PACKED_MAX];
  memset (keys[0], 255, sizeof keys[0]);
  assert_true (position_parse (game, "W:WK1:B", position, &failure));
  game->engine->pack_canonical (game, position, keys[1]);
  for (int i = 0; i < 2; i++)
    for (int kind = 0; kind < STRATEGIES; kind++) {
      struct certificate wrong;
      copy (right, STRATEGY_HELD, SIZE_MAX, &wrong);
      const size_t number = certificate_add (&wrong, (enum strategy_kind) kind, keys[i], 9);
      wrong.strategy[kind].move[number] = 0;
      const struct verdict verdict = check (&wrong, game, 3);
      assert_false (verdict.accepted);
      assert_string_equal (verdict.reason,
                           i == 0 ? "is no canonical position" : "is the end of a game and needs no row");
      if (i == 0)
        assert_string_equal (verdict.wrong + strspn (verdict.wrong, "f"),
                             ""); /* bytes that are no position */
      else
        assert_wrong_position (&verdict, game, keys[i]);
      certificate_free (&wrong);
    }
  free (position);
}

static void refuse_all (const char *title, const char *text, int pieces, enum outcome value) {
  struct game game;
  struct certificate certificate, changed;
  struct failure failure = { 0 };
  game_open_or_fail (&game, title);
  struct endgames *endgames = endgames_up_to (&game, pieces, 1);
  struct position *position = position_allocate (&game);
  if (!position_parse (&game, text, position, &failure))
    fail_msg ("%s", failure.text);
  certificate_begin (&certificate, game.key_bytes);
  assert_true (certify (&game, endgames, position, value, &certificate));
  check_accepted (&certificate, &game);
  for (int kind = 0; kind < STRATEGIES; kind++)
    refuse_without (&certificate, &game, (enum strategy_kind) kind);
  copy (&certificate, STRATEGY_HELD, SIZE_MAX, &changed);
  refuse_changed (&changed, &game, value == DRAWN ? STRATEGY_HELD : STRATEGY_WON);
  refuse_claims (&changed, &game);
  check_accepted (&changed, &game);
  refuse_rows (&certificate, &game);
  certificate_free (&changed);
  certificate_free (&certificate);
  free (position);
  endgames_destroy (endgames);
  engine_close (&game);
}

/* What claims nothing proves nothing. */
static void test_no_claim (void **state) {
  (void) state;
  struct game game, other;
  struct failure failure = { 0 };
  struct certificate certificate;
  struct certificate_file read;
  game_open_or_fail (&game, "draughts:4x4");
  certificate_begin (&certificate, game.key_bytes);
  assert_true (certificate_write (&certificate, &game, FILE_PATH, &failure));
  assert_false (certificate_read (&read, &other, FILE_PATH, NULL, &failure));
  assert_int_equal (failure.code, EXIT_BAD_DATA);
  assert_non_null (strstr (failure.text, "claims nothing"));
  certificate_free (&certificate);
  engine_close (&game);
}

static void test_refused (void **state) {
  (void) state;
  refuse_all ("draughts:4x4", "", 3, DRAWN);
  refuse_all ("draughts:6x6", "W:WK18,K17:BK1", 3, WON);
  refuse_all ("draughts:6x6", "B:WK18,K17:BK1", 2, LOST);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_small_board), cmocka_unit_test (test_random),
                                      cmocka_unit_test (test_wrong_value), cmocka_unit_test (test_refused),
                                      cmocka_unit_test (test_no_claim) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
