/* Knowledge of the m,n,k-game beyond its rules, without search.
 *
 * GAME_FORCED         a cell that completes a line, or the answer to a cell that would
 * GAME_ONLY_MOVE      such a cell, without a list of all moves if there is none
 * GAME_STATIC_BOUNDS  a cell that completes a line, or two such cells of the other side; a winning sequence
 *                     of threats; else the side that has no line left, the earliest plies with which lines
 *                     can be completed, and the side that cannot win because of pairs or the potential
 * GAME_STATIC_MOVE    the stone that completes a line, or the first of a winning sequence of threats
 * GAME_ORDER          the lines through the cell that one side can still complete, by their stones
 *
 * The first two handle all lines of a direction at once and cost about as much as playing a move or two; the
 * order goes through the lines through one cell. What they gain: ../../../analysis/notes/mnk-search.md.
 *
 * Every argument here holds for both rules; differences with `exact` are stated. */
#ifndef ZERMELO_MNK_MNK_KNOWLEDGE_H
#define ZERMELO_MNK_MNK_KNOWLEDGE_H

#define GAME_FORCED 1
#define GAME_ONLY_MOVE 1
#define GAME_REPLIES (GAME_BITS <= 512)
#define GAME_STATIC_BOUNDS 1
#define GAME_STATIC_MOVE 1
#define GAME_ORDER 1

#include "games/mnk/mnk_rules.h"
#include "games/mnk/periodic.h"

#include <assert.h>

#if GAME_BITS <= 128
#include "games/mnk/dominated.h"
#include "games/mnk/potential.h"
#endif
#if GAME_BITS <= 512
#include "games/mnk/threats_second.h"
#endif

/** First cells of the lines in a direction that hold stones on all cells but one, and win with a stone there.
 *
 * Of the two halves of a row that lacks at most one stone, one is full and the other lacks at most one. k is
 * assembled from its binary digits by doubling and adding one. With `exact`, moreover, the row must not be
 * part of a row of k + 1 cells that lacks one: there the missing stone would make a longer row. */
static inline cells lacking_one (const struct board *board, const struct direction *d, cells stones) {
  int length = board->lines.length, have = 1;
  /* first cells of rows of `have` cells that lack no stone, or at most one */
  cells full = stones, at_most = board->all;
  for (int bit = 1 << (31 - __builtin_clz ((unsigned) length)) >> 1; bit != 0; bit >>= 1) {
    cells next = cells_down (full, have * d->step);
    at_most = cells_or (cells_and (at_most, next), cells_and (full, cells_down (at_most, have * d->step)));
    full = cells_and (full, next);
    have *= 2;
    if (length & bit) {
      next = cells_down (stones, have * d->step);
      at_most = cells_or (cells_and (at_most, next), full);
      full = cells_and (full, next);
      have++;
    }
  }
  cells lacking = cells_and (cells_minus (at_most, full), d->starts);
  if (!board->lines.exact)
    return lacking;
  cells next = cells_down (stones, d->reach);
  cells longer = cells_and (cells_minus (cells_or (cells_and (at_most, next), full), cells_and (full, next)),
                            d->longer);
  return cells_minus (cells_minus (lacking, longer), cells_up (longer, d->step));
}

/** All cells of the lines that start in `starts`. */
static inline cells cells_of_lines (const struct board *board, const struct direction *d, cells starts) {
  for (int have = 1; have < board->lines.length;) {
    int rest = board->lines.length - have, more = have < rest ? have : rest;
    starts = cells_or (starts, cells_up (starts, more * d->step));
    have += more;
  }
  return starts;
}

/** The empty cells where one more stone completes a line. */
static inline cells winning_cells (const struct board *board, const cells *stones, const cells *empty) {
  cells winning = cells_none ();
  for (const struct direction *d = board->lines.direction; d < board->lines.direction + 4; d++) {
    cells starts = lacking_one (board, d, *stones);
    if (cells_any (&starts))
      winning = cells_or (winning, cells_and (cells_of_lines (board, d, starts), *empty));
  }
  return winning;
}

/** The cells where the side to move, and where the other side, completes a line at once; both empty while
 * neither has enough stones. The cells of the other side are not computed if the side to move has one. */
struct threats {
  cells own, other;
};

static inline struct threats threats_of (const struct board *board, const struct position *position) {
  struct threats threats = { cells_none (), cells_none () };
  int mover = position_mover (position);
  /* the stones of the other side and one more do not suffice */
  if (position->plies / 2 + mover + 1 < board->lines.length)
    return threats;
  cells empty = position_empty (board, position);
  threats.own = winning_cells (board, &position->stones[mover][0], &empty);
  if (!cells_any (&threats.own))
    threats.other = winning_cells (board, &position->stones[!mover][0], &empty);
  return threats;
}

/** A winning move alone; else a cell where the opponent threatens to complete a line, alone.
 *
 * Only a stone on this cell stops him: besides its own cells, a line only needs that no stone of its side is
 * next to its ends (`exact`), and our stone is not of that side. If there are two such cells, any move loses
 * to the opponent's next one, so all moves have the same value and score, and one of them is enough. */
static inline bool game_only_move (const struct board *board, const struct position *position,
                                   struct move *move) {
  struct threats threats = threats_of (board, position);
  cells urgent = cells_or (threats.own, threats.other); /* one of the two sets is empty */
  assert (!cells_any (&threats.own) || !cells_any (&threats.other));
  if (!cells_any (&urgent))
    return false;
  move->cell = (uint16_t) cells_first (&urgent);
  return true;
}

static inline int game_forced (const struct board *board, const struct position *position,
                               struct move *list) {
  return game_only_move (board, position, list) ? 1 : game_moves (board, position, list);
}

#if GAME_REPLIES
/** The empty cells, or those of them that may prevent the other side from winning by threes if it would win
 * by them if it were to move: the zone of this win (threats_second.h), and fours. All other stones lose.
 * Neither side can complete a line; gives up after trying `most` stones. */
static inline cells replies_to_threes (const struct board *board, const struct position *position, int most) {
  const int mover = position_mover (position);
  const cells own = position->stones[mover][0], other = position->stones[!mover][0];
  const cells empty = position_empty (board, position);
  struct second_search search = { .board = board, .most = most, .records = true };
  if (board->lines.exact || (position->plies + 1) / 2 + 3 < board->lines.length
      || second_win (&search, other, own, cells_none ()) == 0)
    return empty;
  struct threat_attacks fours;
  threats_attacks (board, own, other, &fours);
  return cells_and (empty, cells_or (search.whole, fours.at));
}

/** The empty cells, or those of them that may prevent the other side from winning by a sequence of fours if
 * it would win by one if it were to move: the zone of this sequence (threats.h), and fours. All other stones
 * lose. Also with `exact`. */
static inline cells replies_to_fours (const struct board *board, const struct position *position) {
  const int mover = position_mover (position);
  const cells own = position->stones[mover][0], other = position->stones[!mover][0];
  const cells empty = position_empty (board, position);
  struct threat_sequence sequence = { .board = board };
  if ((position->plies + 1) / 2 + 2 < board->lines.length
      || threats_win (&sequence, other, own, board->all) == 0)
    return empty;
  struct threat_attacks fours;
  threats_attacks (board, own, other, &fours);
  return cells_and (empty, cells_or (sequence.zone, fours.at));
}

/** For values only. Without the stones that lose to a sequence of fours or, on boards too large for the
 * Maker-Breaker game, of threes, and without dominated cells. */
static inline int game_replies (const struct board *board, const struct position *position,
                                struct move *list) {
  if (game_only_move (board, position, list))
    return 1;
  cells rest = position_empty (board, position);
#if GAME_BITS <= 128
  if (board->threats)
    rest = replies_to_fours (board, position);
  if (!board->lines.exact) {
    const int mover = position_mover (position);
    const cells left = cells_minus (
        rest, dominated_cells (board, position->stones[mover][0], position->stones[!mover][0]));
    rest = cells_any (&left) ? left : rest; /* if every cell of the zone is dominated, they all lose */
  }
#else
  if (board->threats)
    rest = board->lines.exact ? replies_to_fours (board, position)
                              : replies_to_threes (board, position, board->area);
#endif
  int count = 0;
  while (cells_any (&rest))
    list[count++].cell = (uint16_t) cells_pop (&rest);
  assert (count > 0 && count <= board->area - position->plies);
  return count;
}
#endif

/** Is there a line that these stones can still complete: without an opponent's stone on it and, with `exact`,
 * without an own stone next to either end? */
static inline bool line_is_left (const struct board *board, const cells *stones, const cells *opponent) {
  cells open = cells_minus (board->all, *opponent), left = cells_none ();
  for (const struct direction *d = board->lines.direction; d < board->lines.direction + 4; d++) {
    cells lines = cells_and (lines_runs (open, d->step, board->lines.length), d->starts);
    if (board->lines.exact) {
      lines = cells_minus (lines, cells_up (cells_and (*stones, d->steps), d->step));
      lines = cells_minus (lines, cells_and (cells_down (*stones, d->reach), d->longer));
    }
    left = cells_or (left, lines);
  }
  return cells_any (&left);
}

/** The earliest ply with which a player can complete a line, if not before ply `soonest`; -1: never. It takes
 *  k stones: the first player's k-th is ply 2 k - 1, the second player's 2 k. */
static inline int earliest_win (const struct board *board, const struct position *position, int player,
                                int soonest) {
  assert ((player == 0 || player == 1) && soonest > position->plies);
  int64_t stones = 2 * (int64_t) board->lines.length - 1 + player;
  int64_t earliest = stones > soonest ? stones : soonest;
  if (earliest > board->area
      || !line_is_left (board, &position->stones[player][0], &position->stones[!player][0]))
    return -1;
  return (int) earliest;
}

/** On the empty board of the k-or-more game the second player does not win (strategy stealing). With a
 * winning strategy of his the first player would win: his first stone is arbitrary, and so is each stone for
 * which the strategy names a cell that he has, since an extra stone never hurts him. With `exact` it can.
 * Source: J. Nash; Hales & Jewett (1963). */
static inline bool strategy_is_stolen (const struct board *board, const struct position *position) {
  return position->plies == 0 && !board->lines.exact;
}

/** Do the arguments about a side that wants a line show that it cannot win? */
static inline bool side_is_blocked (const struct board *board, const struct position *position, int player) {
  const cells *stones = &position->stones[player][0], *opponent = &position->stones[!player][0];
  bool to_move = position_mover (position) == player;
  if (periodic_blocks (board, stones, opponent, to_move))
    return true;
#if GAME_BITS <= 128
  return potential_blocks_lines (board, *stones, *opponent, to_move);
#else
  return false;
#endif
}

/** The number of stones, the last of which completes a line, that the side to move needs to win by a sequence
 * of threats; 0: no such sequence is known. It cannot complete a line at once; `answer`: the cell where the
 * other side can, or none. `first`: the first stone of the sequence. */
static inline int stones_to_win (const struct board *board, const struct position *position,
                                 const cells *answer, struct move *first) {
#if GAME_BITS <= 512
  int mover = position_mover (position);
  struct threat_sequence sequence = { .board = board };
  /* the stones of the side to move and two more do not suffice */
  if (!board->threats || position->plies / 2 + 2 < board->lines.length)
    return 0;
  const int stones = threats_win (&sequence, position->stones[mover][0], position->stones[!mover][0],
                                  cells_any (answer) ? *answer : board->all);
  first->cell = (uint16_t) sequence.first;
  return stones;
#else
  (void) board, (void) position, (void) answer, (void) first;
  return 0;
#endif
}

/** As stones_to_win(), but also by threes (threats_second.h), and in any unfinished position; gives up after
 * trying `most` stones. `first`: the first stone of the sequence. */
static inline int stones_to_win_by_threes (const struct board *board, const struct position *position,
                                           int most, struct move *first) {
#if GAME_BITS <= 512
  const int mover = position_mover (position);
  const struct threats threats = threats_of (board, position);
  struct second_search search = { .board = board, .most = most };
  if (!board->threats || position->plies / 2 + 3 < board->lines.length || cells_any (&threats.own)
      || cells_exceed (&threats.other, 1))
    return 0;
  const int stones
      = second_win (&search, position->stones[mover][0], position->stones[!mover][0], threats.other);
  first->cell = (uint16_t) search.first;
  return stones;
#else
  (void) board, (void) position, (void) most, (void) first;
  return 0;
#endif
}

/** The lowest value, for the side to move, of a win with this number of stones. */
static inline int value_of_stones (const struct board *board, const struct position *position,
                                   bool exact_score, int stones) {
  assert (stones >= 1);
  return exact_score ? board->area + 1 - (position->plies + 2 * stones - 1) : 1;
}

/** Bounds of a position. A cell that completes a line wins; of two such cells of the opponent only one can be
 * taken. Otherwise neither side loses to the other's next stone; a sequence of threats wins; and a side that
 * has no line left, or is blocked, cannot win. */
static inline void game_static_bounds (const struct board *board, const struct position *position,
                                       bool exact_score, struct bounds *bounds) {
  struct threats threats = threats_of (board, position);
  int mover = position_mover (position), plies = position->plies;
  int win = -1, loss = -1,
      least = SCORE_MAX + 1; /* the earliest plies of a win and of a loss; the score of a certain win */
  cells several = threats.other;
  if (cells_any (&several))
    cells_pop (&several);
  if (cells_any (&threats.own))
    win = least = plies + 1;
  else if (cells_any (&several))
    loss = plies + 2;
  else {
    struct move first;
    int stones = stones_to_win (board, position, &threats.other, &first);
    if (stones != 0)
      least = plies + 2 * stones - 1;
    win = earliest_win (board, position, mover, plies + 3);
    loss = stones != 0 ? -1 : earliest_win (board, position, !mover, plies + 4);
    if (stones == 0 && win > 0 && side_is_blocked (board, position, mover))
      win = -1;
    if (loss > 0 && (strategy_is_stolen (board, position) || side_is_blocked (board, position, !mover)))
      loss = -1;
  }
  int upper = win < 0 ? 0 : exact_score ? board->area + 1 - win : 1;
  int lower = loss < 0 ? 0 : exact_score ? loss - board->area - 1 : -1;
  if (least <= board->area)
    lower = exact_score ? board->area + 1 - least : 1;
  if (cells_any (&several) && !cells_any (&threats.own))
    upper = lower;
  assert (lower <= upper);
  bounds_narrow (bounds, (struct bounds){ lower, upper });
}

static inline bool game_static_move (const struct board *board, const struct position *position,
                                     struct move *move) {
  const struct threats threats = threats_of (board, position);
  if (cells_any (&threats.own))
    *move = (struct move){ (uint16_t) cells_first (&threats.own) };
  return cells_any (&threats.own)
         || (!cells_exceed (&threats.other, 1) && stones_to_win (board, position, &threats.other, move) != 0);
}

/** The value, for the side to move, of extending an open line with this number of stones, or of blocking such
 * a line of the other side. Equal weights are far worse: ../../../analysis/notes/mnk-search.md, "Move
 * order". */
static inline int line_weight (bool own, int stones) {
  assert (stones >= 0);
  static const int16_t weight[2][6] = { { 1, 4, 16, 64, 256, 1024 }, { 2, 9, 33, 129, 513, 2049 } };
  return weight[own][stones < 5 ? stones : 5];
}

#if GAME_BITS > 128
#define GAME_NUMBER_ROOM 1 /* many second choices are no better: stay longer */
#define GAME_COUNTS_EFFORT 1
#define GAME_ASKS_LOSS_FIRST 1

/** On large boards the second player hardly ever wins, and to refute that he does is as hard as a draw. */
static inline bool game_asks_loss_first (const struct board *board, const struct position *position) {
  (void) board;
  return position_mover (position) == 1;
}
#endif

#if GAME_BITS <= 128
#define GAME_NUMBERS 1
#define GAME_NUMBER_PER_CHILD 3

/** Initial numbers for proof-number search, from the lines that the attacker can still complete: with a large
 * potential he is hard to stop, with a small one a win is far away. What they gain:
 * ../../../analysis/notes/proof-number.md. */
static inline void game_numbers (const struct board *board, const struct position *position, bool win,
                                 uint32_t *proof, uint32_t *disproof) {
  const int mover = position_mover (position), attacker = win ? mover : !mover;
  const cells stones = position->stones[attacker][0], opponent = position->stones[!attacker][0];
  int64_t potential = 1;
  for (int i = 0; i < board->line_count; i++)
    if ((board->line[i] & opponent) == 0 && (board->line_ends[i] & stones) == 0) {
      const cells lacks = board->line[i] & ~stones;
      potential += potential_of_edge (cells_count (&lacks));
    }
  const int64_t far = 128 * (int64_t) POTENTIAL_ONE / potential;
  const uint32_t attack = 1 + (uint32_t) (far < 1000 ? far : 1000);
  const uint32_t defence = 1 + (uint32_t) (16 * potential / POTENTIAL_ONE);
  *proof = win ? attack : defence;
  *disproof = win ? defence : attack;
}
#endif

#if GAME_BITS > 128
/** The sum of line_weight() over the lines through an empty cell in this direction. */
static inline int direction_weight (const struct lines *lines, const struct direction *d, int cell,
                                    const cells *own, const cells *other) {
  enum { MIDDLE = SIDE_MAX, EMPTY = 0, OWN, OTHER };
  uint8_t content[2 * SIDE_MAX]; /* of the cells from `begin` on, before `end`; the cell is in the middle */
  int begin = MIDDLE, end = MIDDLE + 1, sum = 0, count[] = { 0, 0, 0 };
  content[MIDDLE] = EMPTY;
  for (int c = cell; end < MIDDLE + lines->length && cells_has (&d->steps, c);) {
    c += d->step;
    content[end++] = cells_has (own, c) ? OWN : cells_has (other, c) ? OTHER : EMPTY;
  }
  for (int c = cell - d->step; begin > MIDDLE + 1 - lines->length && c >= 0 && cells_has (&d->steps, c);
       c -= d->step)
    content[--begin] = cells_has (own, c) ? OWN : cells_has (other, c) ? OTHER : EMPTY;
  for (int last = begin; last < end; last++) {
    count[content[last]]++;
    const int first = last + 1 - lines->length;
    if (first < begin)
      continue;
    if (count[OTHER] == 0)
      sum += line_weight (true, count[OWN]);
    if (count[OWN] == 0)
      sum += line_weight (false, count[OTHER]);
    count[content[first]]--;
  }
  return sum;
}
#endif

/** The sum of the weights of the lines through the cell that are open to a side; ties go towards the centre.
 *  Never negative, below 2^28. */
static inline int game_order (const struct board *board, const struct position *position, struct move move) {
  int mover = position_mover (position), sum = 0;
  const cells *own = &position->stones[mover][0], *other = &position->stones[!mover][0];
#if GAME_BITS <= 128
  const cells *end = board->through + board->through_first[move.cell + 1];
  for (const cells *line = board->through + board->through_first[move.cell]; line < end; line++) {
    cells mine = *line & *own, theirs = *line & *other;
    if (theirs == 0)
      sum += line_weight (true, cells_count (&mine));
    if (mine == 0)
      sum += line_weight (false, cells_count (&theirs));
  }
#else
  for (const struct direction *d = board->lines.direction; d < board->lines.direction + 4; d++)
    sum += direction_weight (&board->lines, d, move.cell, own, other);
#endif
  assert (sum >= 0 && sum < 1 << 21); /* so that the order is below 2^28 */
  return 128 * sum + board->central[move.cell];
}

#endif
