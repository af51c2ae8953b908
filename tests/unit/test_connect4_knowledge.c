/* What connect4/knowledge.h and connect4/search_key.h claim about a position, against minimax over the plain
 * rules: every position of a small board, and every position below random ones with few empty cells on larger
 * boards. Then the searches against the same minimax. */
#define GAME_BITS 64
#include "games/connect4/connect4_rules.h"
#include "games/connect4/connect4_knowledge.h"
#include "games/connect4/plain/connect4_plain.h"
#include "games/connect4/search_key.h"

#include "game_defaults.h"

#include "support/support.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 20 };

/** Scores of positions by their code, and by the key of the searches. */
struct memory {
  struct {
    struct key key;
    int score;
  } slot[SLOTS];
  uint32_t taken[SLOTS]; /* slots in use */
  int used;
};

struct judge {
  struct board board;
  struct memory *memory;
  uint64_t positions, won_early, lost_early, not_won, not_lost; /* how often the knowledge says something */
  uint64_t shared;                                              /* positions whose key another one had */
  uint64_t held;                                                /* by the cells of one column */
};

static int *memory_score (struct memory *memory, struct key key) {
  uint64_t i
      = (key.word[0] * UINT64_C (0x9e3779b97f4a7c15) ^ key.word[1]) * UINT64_C (0xd6e8feb86659fd93) >> 44;
  while (memory->slot[i].key.word[0] != 0 && memcmp (&memory->slot[i].key, &key, sizeof key) != 0)
    i = (i + 1) % SLOTS;
  if (memory->slot[i].key.word[0] == 0) {
    memory->slot[i].key = key;
    memory->slot[i].score = INT_MIN;
    memory->taken[memory->used] = (uint32_t) i;
    assert_true (++memory->used < SLOTS * 3 / 4);
  }
  return &memory->slot[i].score;
}

static void memory_clear (struct memory *memory) {
  while (memory->used > 0)
    memset (&memory->slot[memory->taken[--memory->used]], 0, sizeof *memory->slot);
}

static int sign_of (int score) { return (score > 0) - (score < 0); }

static void check_bounds (struct judge *j, const struct position *position, int score) {
  struct bounds exact_score = { -SCORE_MAX, SCORE_MAX }, weak = { -1, 1 };
  game_static_bounds (&j->board, position, true, &exact_score);
  game_static_bounds (&j->board, position, false, &weak);
  if (exact_score.lower > score || score > exact_score.upper || weak.lower > sign_of (score)
      || sign_of (score) > weak.upper)
    fail_msg ("%dx%d code %llx: score %d, but bounds %d..%d, %d..%d", j->board.columns, j->board.rows,
              (unsigned long long) position_code (&j->board, position), score, exact_score.lower,
              exact_score.upper, weak.lower, weak.upper);
  const bool odd = (j->board.cells - position->plies) % 2 != 0;
  if (odd && (position->own_winning & next_cells (&j->board, position)) == 0
      && column_holds (&j->board, position)) {
    j->held++;
    assert_true (score <= 0);
  }
  j->positions++;
  j->won_early += weak.lower == 1;
  j->lost_early += weak.upper == -1;
  j->not_won += weak.upper == 0;
  j->not_lost += weak.lower == 0;
}

/** Positions with the same key for the searches have the same score, and so have mirror images. */
static void check_key (struct judge *j, const struct position *position, int score) {
  const struct position image = { .own = position->own_mirrored,
                                  .mask = position->mask_mirrored,
                                  .own_mirrored = position->own,
                                  .mask_mirrored = position->mask,
                                  .own_winning = mirror_image (&j->board, position->own_winning),
                                  .other_winning = mirror_image (&j->board, position->other_winning),
                                  .plies = position->plies };
  struct key key, key_of_image;
  game_search_key (&j->board, position, &key);
  game_search_key (&j->board, &image, &key_of_image);
  assert_memory_equal (&key, &key_of_image, sizeof key);
  int *found = memory_score (j->memory, key);
  if (*found != INT_MIN && *found != score)
    fail_msg ("%dx%d code %llx: score %d, but %d by another position with its key", j->board.columns,
              j->board.rows, (unsigned long long) position_code (&j->board, position), score, *found);
  j->shared += *found != INT_MIN;
  *found = score;
}

/** The score by full-width search over the plain rules; checks the knowledge at every position below. */
static int judge_score (struct judge *j, const struct plain *plain, const struct position *position) {
  const int outcome = plain_connect4.outcome (plain);
  assert_int_equal (outcome, game_outcome (&j->board, position));
  if (outcome != 2)
    return outcome * ((j->board.cells + 2 - plain->plies) / 2);
  const uint64_t code = (uint64_t) position_code (&j->board, position);
  const struct key itself = { { code, UINT64_MAX } };
  int score = *memory_score (j->memory, itself);
  if (score != INT_MIN)
    return score;

  struct move forced[GAME_MOVES_MAX], only;
  const int forced_count = game_forced (&j->board, position, forced);
  int best_forced = INT_MIN;
  score = INT_MIN;
  struct plain_move *moves = allocate ((size_t) j->board.columns, sizeof *moves);
  const int count = plain_connect4.moves (plain, moves);
  for (int i = 0; i < count; i++) {
    const struct move move = { (uint8_t) column_of_letter (moves[i].text[0]) };
    const struct position child = game_play (&j->board, position, move);
    const int result = -judge_score (j, &moves[i].after, &child);
    if (result > score)
      score = result;
    for (int f = 0; f < forced_count; f++)
      if (forced[f].column == move.column && result > best_forced)
        best_forced = result;
    assert_true (game_order (&j->board, position, move) >= 0);
  }
  free (moves);
  if (best_forced != score)
    fail_msg ("code %llx: score %d, by the moves worth a look %d", (unsigned long long) code, score,
              best_forced);
  assert_int_equal (game_only_move (&j->board, position, &only), forced_count == 1);
  if (forced_count == 1)
    assert_int_equal (only.column, forced[0].column);
  check_bounds (j, position, score);
  check_key (j, position, score);
  *memory_score (j->memory, itself) = score;
  return score;
}

static void judge_open (struct judge *j, const char *board, struct plain *plain) {
  struct failure failure = { 0 };
  *j = (struct judge){ .memory = allocate (1, sizeof *j->memory) };
  assert_int_equal (game_open (&j->board, board, &failure), OPENING_DONE);
  assert_true (plain_connect4.start (board, plain));
}

static void test_every_position (void **state) {
  (void) state;
  const char *const boards[] = { "4x4", "5x3", "3x5", "2x8", "1x6", "3x6", "6x2" };
  for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
    struct judge j;
    struct plain plain;
    judge_open (&j, boards[b], &plain);
    const struct position start = game_start (&j.board);
    assert_int_equal (judge_score (&j, &plain, &start), 0);
    free (j.memory);
  }
}

/** Random moves that do not end the game, until `left` cells are empty. Returns false if there are none. */
static bool play_at_random (struct judge *j, uint64_t *random, int left, struct plain *plain,
                            struct position *position, char *text) {
  struct plain_move *moves = allocate (COLUMNS_MAX, sizeof *moves);
  bool going_on = true;
  while (going_on && j->board.cells - plain->plies > left) {
    int count = plain_connect4.moves (plain, moves), tries = 20;
    const struct plain_move *move;
    do
      move = &moves[random_below (random, count)];
    while (plain_connect4.outcome (&move->after) != 2 && --tries > 0);
    going_on = tries > 0;
    if (going_on) {
      *plain = move->after;
      *text++ = move->text[0];
      *position
          = game_play (&j->board, position, (struct move){ (uint8_t) column_of_letter (move->text[0]) });
    }
  }
  *text = 0;
  free (moves);
  return going_on;
}

static void test_below_random_positions (void **state) {
  (void) state;
  static const struct {
    const char *board;
    int left, positions;
  } boards[]
      = { { "5x4", 12, 40 }, { "4x5", 13, 30 }, { "5x5", 13, 30 }, { "6x4", 13, 30 }, { "4x6", 14, 30 },
          { "7x4", 12, 40 }, { "4x7", 14, 30 }, { "6x5", 14, 30 }, { "5x6", 14, 30 }, { "7x5", 14, 30 },
          { "6x6", 14, 30 }, { "5x7", 14, 30 }, { "7x6", 14, 50 }, { "6x7", 14, 30 }, { "8x5", 14, 30 },
          { "7x7", 14, 30 }, { "7x8", 14, 30 } };
  uint64_t random = 4;
  for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
    struct judge j;
    struct plain empty;
    struct game game;
    struct failure failure = { 0 };
    judge_open (&j, boards[b].board, &empty);
    char title[32] = "connect4:", text[256];
    strcat (title, boards[b].board);
    game_open_or_fail (&game, title);
    struct position *asked = position_allocate (&game);
    for (int i = 0; i < repetitions (boards[b].positions); i++) {
      struct plain plain;
      struct position position;
      do {
        plain = empty;
        position = game_start (&j.board);
      } while (!play_at_random (&j, &random, boards[b].left, &plain, &position, text));
      memory_clear (j.memory);
      const int score = judge_score (&j, &plain, &position);
      assert_true (position_parse (&game, text, asked, &failure));
      for (int exact_score = 0; exact_score < 2; exact_score++) {
        const struct result result = ask (&game, asked, METHOD_AUTO, exact_score, 1 + i % 2);
        const int expected = exact_score ? score : sign_of (score);
        if (!result.solved || result.bounds.lower != expected || result.bounds.upper != expected)
          fail_msg ("%s %s: %d..%d, minimax says %d", title, text, result.bounds.lower, result.bounds.upper,
                    expected);
      }
    }
    print_message ("%s: %llu positions; settled as won %llu, lost %llu, not won %llu, not lost %llu; held by "
                   "a column %llu; key shared %llu\n",
                   title, (unsigned long long) j.positions, (unsigned long long) j.won_early,
                   (unsigned long long) j.lost_early, (unsigned long long) j.not_won,
                   (unsigned long long) j.not_lost, (unsigned long long) j.held,
                   (unsigned long long) j.shared);
    if (repetitions (8) == 8) /* else a board may lack one */
      assert_true (j.won_early > 0 && j.lost_early > 0 && j.not_won > 0 && j.held > 0);
    assert_true (j.shared > j.positions / 3);
    free (asked);
    engine_close (&game);
    free (j.memory);
  }
}

/** Positions that random play seldom meets. In the first two Y must block upwards right below a cell that it
 * claims, so that a threat elsewhere does not hold the column. In the third the column of the threat has
 * another winning cell of Y further down, which Y gives up, so that X gets above it. */
static void test_below_chosen_positions (void **state) {
  (void) state;
  static const struct {
    const char *board, *moves;
  } positions[] = { { "6x6", "2131511112225263344464455455" },
                    { "6x6", "11211433235545444466565566" },
                    { "6x7", "141115112232422264444245555655" } };
  for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
    struct judge j;
    struct plain plain;
    struct plain_move *moves = allocate (COLUMNS_MAX, sizeof *moves);
    judge_open (&j, positions[i].board, &plain);
    struct position position = game_start (&j.board);
    for (const char *text = positions[i].moves; *text != 0; text++) {
      int k = 0;
      for (const int count = plain_connect4.moves (&plain, moves); moves[k].text[0] != *text; k++)
        assert_true (k + 1 < count);
      plain = moves[k].after;
      position = game_play (&j.board, &position, (struct move){ (uint8_t) column_of_letter (*text) });
    }
    assert_true (judge_score (&j, &plain, &position) > 0);
    free (moves);
    free (j.memory);
  }
}

/** The scores of the moves of the empty board, where published: Pons; BitBully for 7x6 (solved in seconds,
 *  not here). */
static void test_first_moves (void **state) {
  (void) state;
  static const struct {
    const char *game;
    int scores[8];
  } boards[] = { { "connect4:4x4", { 0, 0, 0, 0 } },
                 { "connect4:4x5", { 0, 0, 0, 0 } },
                 { "connect4:5x4", { -1, 0, 0, 0, -1 } },
                 { "connect4:4x6", { 0, 0, 0, 0 } },
                 { "connect4:6x4", { -1, -1, -1, -1, -1, -1 } },
                 { "connect4:5x5", { 0, 0, 0, 0, 0 } },
                 { "connect4:7x4", { -1, -1, -1, 0, -1, -1, -1 } } };
  for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
    struct game game;
    game_open_or_fail (&game, boards[b].game);
    struct position *start = position_allocate (&game), *child = position_allocate (&game);
    struct successor list[GAME_MOVES_MAX];
    game.engine->start (&game, start);
    const int count = game.engine->successors (&game, start, list);
    for (int i = 0; i < count; i++) {
      game.engine->child (&game, start, list[i].move, child);
      for (int exact_score = 0; exact_score < 2; exact_score++) {
        const struct result result = ask (&game, child, METHOD_AUTO, exact_score, 1);
        const int score = boards[b].scores[i];
        assert_true (result.solved);
        assert_int_equal (-result.bounds.lower, exact_score ? score : sign_of (score));
      }
    }
    free (start);
    free (child);
    engine_close (&game);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_every_position),
    cmocka_unit_test (test_below_random_positions),
    cmocka_unit_test (test_below_chosen_positions),
    cmocka_unit_test (test_first_moves),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
