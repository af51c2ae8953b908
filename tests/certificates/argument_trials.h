/* Rows that appeal to an argument, one at a time: what the checker accepts must be true by full search. The
 * numbers are random, or proposed by the maker of certificates, or proposed and then changed; most bounds
 * ask for more than the position is worth. */
#ifndef ZERMELO_TESTS_ARGUMENT_TRIALS_H
#define ZERMELO_TESTS_ARGUMENT_TRIALS_H

#include "certificates/full_search.h"

#include "checker/alignment.h"
#include "checker/checker.h"

enum { TRIAL_NUMBERS = 128 };

struct tally {
  uint64_t tried, refused, sound, wrong; /* sound, wrong: accepted and true, or not */
};

/** A board as the checker has it, and full search of it. */
struct trial_board {
  struct array_game game;
  struct full_search search;
};

/** "4,4,3,exact" or "5x4". */
void trial_board_open (struct trial_board *, const char *text);
void trial_board_close (struct trial_board *);

/** What a position is worth to a player (0: first), by value or by score. */
int trial_worth (struct trial_board *, const struct array_position *, int player, bool exact_score);

/** A canonical position with `empty` empty cells, by random play; it may be over if `over`. */
void trial_position (struct trial_board *, uint64_t *random, int empty, bool over, struct array_position *,
                     uint8_t *key);

/** Rows of that kind on `positions` random positions of each board that suits it; `until_wrong`: the first
 * wrong one is enough. */
struct tally try_arguments (enum row_kind, int positions, bool until_wrong);

/** Numbers for a row of that kind, which may be wrong in any way. */
void trial_numbers (struct argument *, enum row_kind, uint64_t *random, uint16_t *number);

/** Rows that win, by the checker and by full search, in `games` random games on each board. */
struct tally try_endings (int games);

#endif
