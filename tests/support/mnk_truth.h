/* The truth about m,n,k-positions of small boards, all of which are valued here from the full board down, and
 * how often an argument says something else. Included after rules.h and knowledge.h, by one test program at a
 * time.
 *
 * Two truths: who wins when only one side's lines count (Maker to move, Breaker to move), for any stones; and
 * the value of the game, for positions of play. */
#ifndef ZERMELO_TESTS_MNK_TRUTH_H
#define ZERMELO_TESTS_MNK_TRUTH_H

#include "games/mnk/mnk_board.h"

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- all positions of a board: a digit 0, 1, 2 a cell, for empty and the stones of two players ---- */

enum { CELLS_MAX = 16, HALF = 8, HALF_CODES = 6561 };

static struct truth {
  const char *text;
  struct truth *next;
  struct board board;
  uint32_t codes, power[CELLS_MAX + 1];
  uint8_t half[2][HALF_CODES]; /* stones on eight cells, by their code */
  uint8_t *maker_wins; /* by code, player 1 is Maker: bit 0 if Maker is to move, bit 1 if Breaker is */
  signed char *value;  /* by code, for the side to move; 2: no position of play */
} * truths;

/** The stones of a player, 0 or 1. */
static inline cells stones_of (const struct truth *t, int player, uint32_t code) {
  return (cells) t->half[player][code % HALF_CODES] | (cells) t->half[player][code / HALF_CODES] << HALF;
}

static inline void truth_halves (struct truth *t) {
  for (int code = 0; code < HALF_CODES; code++)
    for (int cell = 0, rest = code; cell < HALF; cell++, rest /= 3)
      for (int player = 0; player < 2; player++)
        if (rest % 3 == player + 1)
          t->half[player][code] |= (uint8_t) (1 << cell);
}

/** Has Maker a line? Longer ones count under both rules. */
static inline bool has_line (const struct board *board, uint32_t stones) {
  for (int i = 0; i < board->line_count; i++)
    if ((board->line[i] & ~stones) == 0)
      return true;
  return false;
}

static inline void truth_maker_breaker (struct truth *t) {
  t->maker_wins = allocate (t->codes, 1);
  for (uint32_t code = t->codes; code-- > 0;) {
    const cells maker = stones_of (t, 0, code);
    if (has_line (&t->board, maker)) {
      t->maker_wins[code] = 3;
      continue;
    }
    cells empty = t->board.all & ~(maker | stones_of (t, 1, code));
    bool by_maker = false, by_breaker = empty != 0;
    while (empty != 0) {
      const int cell = cells_pop (&empty);
      by_maker |= t->maker_wins[code + t->power[cell]] >> 1 & 1;
      by_breaker &= t->maker_wins[code + 2 * t->power[cell]] & 1;
    }
    t->maker_wins[code] = (uint8_t) (by_maker | by_breaker << 1);
  }
}

/** The best value after a stone on an empty cell; each of these is a position of play. */
static inline int best_after (const struct truth *t, uint32_t code, uint32_t mover, uint32_t empty) {
  int best = -1;
  while (empty != 0 && best < 1) {
    const int value = -t->value[code + (mover + 1) * t->power[cells_pop (&empty)]];
    if (value > best)
      best = value;
  }
  return best;
}

static inline void truth_values (struct truth *t) {
  t->value = allocate (t->codes, 1);
  for (uint32_t code = t->codes; code-- > 0;) {
    const cells stones[2] = { stones_of (t, 0, code), stones_of (t, 1, code) };
    const int mover = cells_count (&stones[0]) - cells_count (&stones[1]);
    const cells empty = t->board.all & ~(stones[0] | stones[1]);
    if ((mover != 0 && mover != 1) || lines_any (&t->board.lines, &stones[mover]))
      t->value[code] = 2; /* the last to move is the only one who can have a line */
    else if (lines_any (&t->board.lines, &stones[!mover]))
      t->value[code] = -1;
    else
      t->value[code] = (signed char) (empty == 0 ? 0 : best_after (t, code, (uint32_t) mover, empty));
  }
}

/** The truth of a board; valued once, kept for the other tests. */
static inline struct truth *truth_of (const char *text) {
  struct truth *t = truths;
  while (t != NULL && strcmp (t->text, text) != 0)
    t = t->next;
  if (t != NULL)
    return t;
  t = allocate (1, sizeof *t);
  t->text = text;
  t->next = truths;
  truths = t;
  struct failure failure = { 0 };
  assert_int_equal (game_open (&t->board, text, &failure), OPENING_DONE);
  assert_true (t->board.area <= CELLS_MAX);
  t->power[0] = 1;
  for (int i = 0; i < t->board.area; i++)
    t->power[i + 1] = 3 * t->power[i];
  t->codes = t->power[t->board.area];
  truth_halves (t);
  truth_maker_breaker (t);
  truth_values (t);
  return t;
}

static inline int truths_free (void **state) {
  (void) state;
  while (truths != NULL) {
    struct truth *next = truths->next;
    free (truths->maker_wins);
    free (truths->value);
    free (truths);
    truths = next;
  }
  return 0;
}

/* ---- what is said of all positions ---- */

/** What an argument says about a side: BREAKER_WINS: it does not win the Maker-Breaker game; MAKER_WINS: it
 *  does. */
typedef enum maker_breaker argument (const struct board *, cells maker, cells breaker, bool maker_to_move);

struct tally {
  uint64_t asked, said, wrong;
};

/** Every position, but of 4x4 boards (43 million) one in some; fewer if repetitions() are. */
static inline uint32_t stride (const struct truth *t) {
  const uint32_t among = 8 / (uint32_t) repetitions (8); /* 1 or 8, no multiple of 3: the codes are ternary */
  return t->board.area < 14 ? among : 61 * among;
}

/** All stones of Maker and Breaker without a line of Maker, both turns. */
static inline struct tally compare (const struct truth *t, argument *says) {
  struct tally tally = { 0, 0, 0 };
  for (uint32_t code = 0; code < t->codes; code += stride (t)) {
    const cells maker = stones_of (t, 0, code), breaker = stones_of (t, 1, code);
    if (has_line (&t->board, maker))
      continue;
    for (int turn = 0; turn < 2; turn++) {
      const bool wins = t->maker_wins[code] >> turn & 1;
      const enum maker_breaker said = says (&t->board, maker, breaker, turn == 0);
      tally.asked++;
      tally.said += said != NOT_SETTLED;
      tally.wrong += said != NOT_SETTLED && wins != (said == MAKER_WINS);
    }
  }
  return tally;
}

static const char *const small_boards[] = { "3,3,3",  "4,3,3", "4,3,4",       "6,2,3", "4,3,2", "12,1,3",
                                            "12,1,4", "6,2,5", "3,4,3,exact", "3,3,1", "4,4,4" };

static inline struct tally compare_all (argument *says) {
  struct tally sum = { 0, 0, 0 };
  for (size_t i = 0; i < sizeof small_boards / sizeof *small_boards; i++) {
    struct truth *t = truth_of (small_boards[i]);
    const struct tally tally = compare (t, says);
    sum.asked += tally.asked;
    sum.said += tally.said;
    sum.wrong += tally.wrong;
  }
  return sum;
}

static inline void check_argument (argument *says) {
  const struct tally tally = compare_all (says);
  assert_true (tally.said > tally.asked / 10); /* it has something to say */
  assert_int_equal (tally.wrong, 0);
}

#endif
