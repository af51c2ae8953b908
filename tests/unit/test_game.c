/* What every game promises in solver/game.h, tried on every game through its engine, on the boards that its
 * plain rules name: games and toys go through the same list. */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct walk {
  struct game game;
  struct position *position, *child, *other;
  struct successor *list;
  char text[8192], normal[20000];
};

static void walk_open (struct walk *w, const char *game) {
  game_open_or_fail (&w->game, game);
  w->position = position_allocate (&w->game);
  w->child = position_allocate (&w->game);
  w->other = position_allocate (&w->game);
  w->list = allocate ((size_t) w->game.moves_max, sizeof *w->list);
}

static void walk_close (struct walk *w) {
  free (w->position);
  free (w->child);
  free (w->other);
  free (w->list);
  engine_close (&w->game);
}

/** Do this on every board of every game. */
static void on_every_board (void (*check) (struct walk *)) {
  for (const struct plain_rules *const *rules = plain_rules; *rules != NULL; rules++)
    for (const struct plain_board *board = (*rules)->boards; board->title != NULL; board++) {
      struct walk w;
      walk_open (&w, board->title);
      check (&w);
      walk_close (&w);
    }
}

static void check_packing (struct walk *w) {
  const struct engine *e = w->game.engine;
  uint8_t as_it_stands[PACKED_MAX], again[PACKED_MAX], canonical[PACKED_MAX], twice[PACKED_MAX];
  const size_t bytes = (size_t) w->game.key_bytes;
  e->pack (&w->game, w->position, as_it_stands);
  assert_true (e->unpack (&w->game, as_it_stands, w->other));
  e->pack (&w->game, w->other, again);
  assert_memory_equal (as_it_stands, again, bytes);
  assert_int_equal (e->outcome (&w->game, w->other), e->outcome (&w->game, w->position));
  assert_int_equal (e->plies (&w->game, w->other), e->plies (&w->game, w->position));

  e->pack_canonical (&w->game, w->position, canonical);
  assert_true (memcmp (canonical, as_it_stands, bytes) <= 0);
  assert_true (e->unpack (&w->game, canonical, w->other));
  e->pack_canonical (&w->game, w->other, twice);
  assert_memory_equal (canonical, twice, bytes);
}

/* Symmetric positions have one key, which leaves the bits free that searches set. */
static void check_key (struct walk *w) {
  const struct engine *e = w->game.engine;
  uint64_t key[4] = { 0 }, same[4] = { 0 };
  uint8_t canonical[PACKED_MAX];
  e->key (&w->game, w->position, key);
  if ((key[w->game.key_words - 1] & e->key_tags) != 0)
    fail_msg ("%s: game_key() of '%s' sets bits of GAME_KEY_TAGS", w->game.title, w->text);
  if (w->game.key_bytes == 0)
    return;
  e->pack_canonical (&w->game, w->position, canonical);
  assert_true (e->unpack (&w->game, canonical, w->other));
  e->key (&w->game, w->other, same);
  assert_memory_equal (key, same, sizeof key);
}

static int compare_keys (const void *a, const void *b) { return memcmp (a, b, PACKED_MAX); }

/* The children by expand() and children() are those by successors(), canonical or not. */
static void check_expansion (struct walk *w, int count) {
  const struct engine *e = w->game.engine;
  const size_t bytes = (size_t) w->game.key_bytes;
  uint8_t packed[PACKED_MAX];
  uint8_t *expanded = allocate ((size_t) w->game.moves_max, PACKED_MAX);
  uint8_t *one = allocate ((size_t) count, PACKED_MAX), *two = allocate ((size_t) count, PACKED_MAX);
  e->pack (&w->game, w->position, packed);
  for (int form = 0; form < 3; form++) {
    struct terminal_status terminal_status = { .outcome = GOING_ON };
    const bool canonical = form > 0;
    assert_int_equal (form == 2 ? e->expand (&w->game, packed, expanded)
                                : e->children (&w->game, packed, canonical, expanded, &terminal_status),
                      count);
    assert_int_equal (terminal_status.outcome, GOING_ON);
    for (int i = 0; i < count; i++)
      memcpy (one + (size_t) i * PACKED_MAX, expanded + (size_t) i * bytes, bytes);
    for (int i = 0; i < count && form < 2; i++) { /* for the third form they are as for the second */
      e->child (&w->game, w->position, w->list[i].move, w->child);
      (canonical ? e->pack_canonical : e->pack) (&w->game, w->child, two + (size_t) i * PACKED_MAX);
    }
    qsort (one, (size_t) count, PACKED_MAX, compare_keys);
    if (form < 2)
      qsort (two, (size_t) count, PACKED_MAX, compare_keys);
    assert_memory_equal (one, two, (size_t) count * PACKED_MAX);
  }
  free (expanded);
  free (one);
  free (two);
}

/* Move texts are sorted, distinct, and lead back to the same child when read after the moves so far. */
static void check_texts (struct walk *w, int count, uint64_t *random) {
  const struct engine *e = w->game.engine;
  struct failure failure = { 0 };
  for (int i = 1; i < count; i++)
    assert_true (strcmp (w->list[i - 1].text, w->list[i].text) < 0);
  const int i = random_below (random, count);
  char extended[sizeof w->text + MOVE_TEXT + 2];
  snprintf (extended, sizeof extended, "%s%s%s", w->text, *w->text ? move_separator (&w->game) : "",
            w->list[i].text);
  struct normal_form normal = { .text = w->normal, .size = sizeof w->normal };
  if (!e->parse (&w->game, extended, w->other, &normal, &failure))
    fail_msg ("%s: '%s': %s", w->game.title, extended, failure.text);
  assert_string_equal (normal.last, w->list[i].text);
  e->child (&w->game, w->position, w->list[i].move, w->child);
  uint8_t read[PACKED_MAX] = { 0 }, played[PACKED_MAX] = { 0 };
  if (w->game.key_bytes == 0)
    return;
  e->pack (&w->game, w->other, read);
  e->pack (&w->game, w->child, played);
  assert_memory_equal (read, played, sizeof read);
  /* The normal form is a fixed point. */
  char first[sizeof w->normal];
  strcpy (first, w->normal);
  assert_true (e->parse (&w->game, first, w->other, &normal, &failure));
  assert_string_equal (first, w->normal);
}

/* A text that is cut short is the beginning of the whole one, and nothing is written behind it: the memory is
 * as large as it is said to be, so that the sanitizers see what goes beyond. */
static void check_beginning (char *cut, size_t size, const char *whole) {
  const size_t length = strlen (whole);
  assert_int_equal (strlen (cut), length < size ? length : size - 1);
  assert_memory_equal (cut, whole, strlen (cut));
  free (cut);
}

static void check_room (struct walk *w, uint64_t *random) {
  const struct engine *e = w->game.engine;
  struct failure failure = { 0 };
  struct normal_form whole = { .text = w->normal, .size = sizeof w->normal };
  char score[SCORE_TEXT], printed[4096];
  assert_true (e->parse (&w->game, w->text, w->other, &whole, &failure));
  const size_t length = strlen (whole.text),
               sizes[] = { 1, (size_t) random_below (random, (int) length + 1) + 1, length + 1 };
  e->print_score (&w->game, w->position, 1, score, sizeof score);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct normal_form cut = { .text = allocate (sizes[i], 1), .size = sizes[i] };
    assert_true (e->parse (&w->game, w->text, w->other, &cut, &failure));
    check_beginning (cut.text, cut.size, whole.text);
    char *text = allocate (i + 1, 1);
    e->print_score (&w->game, w->position, 1, text, i + 1);
    check_beginning (text, i + 1, score);
  }
  if (!e->print_position (&w->game, w->position, printed, sizeof printed))
    return;
  char *text = allocate (strlen (printed) / 2 + 1, 1);
  e->print_position (&w->game, w->position, text, strlen (printed) / 2 + 1);
  check_beginning (text, strlen (printed) / 2 + 1, printed);
}

static void check_scores (struct walk *w) {
  const struct engine *e = w->game.engine;
  for (int distance = 1; distance < 4; distance++) {
    const enum outcome outcome = distance % 2 == 1 ? WON : LOST;
    if (w->game.plies_max > 0 && e->plies (&w->game, w->position) + distance > w->game.plies_max)
      return;
    const int score = e->score (&w->game, w->position, outcome, distance);
    assert_true (outcome == WON ? score > 0 && score <= SCORE_MAX : score < 0 && score >= -SCORE_MAX);
    assert_int_equal (e->distance (&w->game, w->position, score), e->score_by_distance ? distance : -1);
    assert_int_equal (e->score (&w->game, w->position, DRAWN, distance), 0);
  }
}

/* A game that ends knows how many moves led to a position at most: more with each move. */
static void check_plies (struct walk *w, int ply, int before) {
  const int plies = w->game.engine->plies (&w->game, w->position);
  if (w->game.plies_max > 0)
    assert_true (plies > before && plies >= ply && plies <= w->game.plies_max);
}

/* The score of an end has the sign of its outcome, and is no more than it could be before. */
static void check_final_score (struct walk *w) {
  const struct engine *e = w->game.engine;
  const enum outcome outcome = e->outcome (&w->game, w->position);
  const int score = e->score (&w->game, w->position, outcome, 0);
  assert_int_equal ((score > 0) - (score < 0), (int) outcome);
  if (!e->score_by_distance)
    assert_true (abs (score) <= abs (e->score (&w->game, w->position, outcome, 1)));
}

static void check_games (struct walk *w) {
  uint64_t random = 20261121;
  for (int round = 0; round < repetitions (25); round++) {
    w->game.engine->start (&w->game, w->position);
    w->text[0] = 0;
    for (int ply = 0, plies = -1; ply < 80; ply++) {
      check_plies (w, ply, plies);
      plies = w->game.engine->plies (&w->game, w->position);
      check_key (w);
      if (w->game.key_bytes > 0)
        check_packing (w);
      const int count = w->game.engine->successors (&w->game, w->position, w->list);
      assert_int_equal (count == 0, w->game.engine->outcome (&w->game, w->position) != GOING_ON);
      if (count == 0) {
        check_final_score (w);
        break;
      }
      assert_true (count <= w->game.moves_max);
      check_texts (w, count, &random);
      if (ply % 8 == 0)
        check_room (w, &random);
      if (w->game.key_bytes > 0)
        check_expansion (w, count);
      check_scores (w);
      const struct successor *chosen = &w->list[random_below (&random, count)];
      snprintf (w->text + strlen (w->text), sizeof w->text - strlen (w->text), "%s%s",
                *w->text ? move_separator (&w->game) : "", chosen->text);
      w->game.engine->child (&w->game, w->position, chosen->move, w->child);
      memcpy (w->position, w->child, w->game.position_bytes);
    }
  }
}

static void test_contract (void **state) {
  (void) state;
  on_every_board (check_games);
}

/* perft is the sum of perft over the children. */
static void check_perft (struct walk *w) {
  const struct game *game = &w->game;
  game->engine->start (game, w->position);
  const int count = game->engine->successors (game, w->position, w->list);
  uint64_t paths = 0, distinct = 0;
  for (int i = 0; i < count; i++) {
    game->engine->child (game, w->position, w->list[i].move, w->child);
    paths += (uint64_t) w->list[i].paths * game->engine->perft (game, w->child, 1, false);
    distinct += game->engine->perft (game, w->child, 1, true);
  }
  assert_int_equal (game->engine->perft (game, w->position, 0, false), 1);
  assert_int_equal (game->engine->perft (game, w->position, 2, false), paths);
  assert_int_equal (game->engine->perft (game, w->position, 2, true), distinct);
}

static void test_perft_adds_up (void **state) {
  (void) state;
  on_every_board (check_perft);
}

/* A random move; at the end of the game, its start. */
static void play_on (struct walk *w, uint64_t *random) {
  const int count = w->game.engine->successors (&w->game, w->position, w->list);
  if (count == 0) {
    w->game.engine->start (&w->game, w->position);
    return;
  }
  w->game.engine->child (&w->game, w->position, w->list[random_below (random, count)].move, w->child);
  memcpy (w->position, w->child, w->game.position_bytes);
}

/* Random bytes are mostly no position; where they are one, they pack back to the same bytes. They are those
 * of the first positions of random games, with some bits flipped. */
static void check_unpacking (struct walk *w) {
  uint64_t random = 7;
  for (int i = 0; i < repetitions (5000) && w->game.key_bytes > 0; i++) {
    uint8_t bytes[PACKED_MAX], again[PACKED_MAX];
    if (i % 20 == 0)
      w->game.engine->start (&w->game, w->position);
    else
      play_on (w, &random);
    w->game.engine->pack (&w->game, w->position, bytes);
    for (int flips = 1 + i % 3; flips > 0; flips--)
      bytes[random_below (&random, w->game.key_bytes)] ^= (uint8_t) (1 << random_below (&random, 8));
    if (w->game.engine->unpack (&w->game, bytes, w->other)) {
      w->game.engine->pack (&w->game, w->other, again);
      assert_memory_equal (bytes, again, (size_t) w->game.key_bytes);
    }
  }
}

static void test_unpack_checks (void **state) {
  (void) state;
  on_every_board (check_unpacking);
}

/* Positions of random games are printed as texts that lead back to them, finished ones too. */
static void check_printed (struct walk *w) {
  uint8_t bytes[PACKED_MAX], again[PACKED_MAX];
  uint64_t random = 11;
  struct failure failure = { 0 };
  w->game.engine->start (&w->game, w->position);
  for (int i = 0; i < repetitions (500); i++) {
    if (!w->game.engine->print_position (&w->game, w->position, w->text, sizeof w->text)) {
      if (i > 0)
        fail_msg ("%s: position %d is not printed", w->game.title, i);
      return;
    }
    if (!position_parse (&w->game, w->text, w->other, &failure))
      fail_msg ("%s: position %d is printed as %s: %s", w->game.title, i, w->text, failure.text);
    w->game.engine->pack (&w->game, w->position, bytes);
    w->game.engine->pack (&w->game, w->other, again);
    if (memcmp (again, bytes, (size_t) w->game.key_bytes) != 0)
      fail_msg ("%s: position %d of %d plies is printed as %s", w->game.title, i,
                w->game.engine->plies (&w->game, w->position), w->text);
    play_on (w, &random);
  }
}

static void test_positions_print (void **state) {
  (void) state;
  on_every_board (check_printed);
}

/* Each alias opens the board it stands for; each description's example and each board opens as what it says.
 */
static void test_aliases (void **state) {
  (void) state;
  struct game game;
  for (const struct engine *const *e = engines; *e != NULL; e++)
    for (const char *const(*alias)[2] = (*e)->aliases; (*alias)[0] != NULL; alias++) {
      game_open_or_fail (&game, (*alias)[0]);
      assert_string_equal (game.title, (*alias)[1]);
      assert_string_equal (game.name, (*e)->name);
      engine_close (&game);
    }
  /* Rules may follow an alias; the default need not be named. */
  static const char *const alias[][2] = { { "gomoku,exact", "mnk:15,15,5,exact" },
                                          { "draughts,rules=seed", "draughts:8x8,rules=seed" },
                                          { "mnk:4,4,4,standard", "mnk:4,4,4" } };
  for (size_t i = 0; i < sizeof alias / sizeof *alias; i++) {
    game_open_or_fail (&game, alias[i][0]);
    assert_string_equal (game.title, alias[i][1]);
    engine_close (&game);
  }
}

static void check_refused (const char *text) {
  struct game game;
  struct failure failure = { 0 };
  if (engine_open (&game, text, &failure))
    fail_msg ("'%s' was opened as %s", text, game.title);
  assert_int_equal (failure.code, EXIT_BAD_DATA);
  assert_true (strlen (failure.text) > 0 && strchr (failure.text, '\n') == NULL);
}

static void test_refusals (void **state) {
  (void) state;
  check_refused ("");
  check_refused ("chess");
  for (const struct plain_rules *const *rules = plain_rules; *rules != NULL; rules++)
    for (const char *const *text = (*rules)->refused; *text != NULL; text++)
      check_refused (*text);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_contract),      cmocka_unit_test (test_perft_adds_up),
    cmocka_unit_test (test_unpack_checks), cmocka_unit_test (test_aliases),
    cmocka_unit_test (test_refusals),      cmocka_unit_test (test_positions_print),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
