/* Winning sequences of fours: stones that each complete all of a line but one cell, so that the other side has one answer.
 *
 * The side to move cannot complete a line at once, nor can the other side. A stone that leaves two cells to complete a line
 * wins; one that leaves one is answered there. If the answer in turn leaves the other side a cell to complete a line, the
 * next stone must be on it and be such a threat as well, else the sequence ends. All replies are considered, since all others lose at
 * once; whoever doubts a win plays it out.
 *
 * With `exact`, a line counts if no own stone lies at its ends: the stone that completes it then makes a row of exactly k.
 * Costs up to THREATS_MOST stones tried; gives up after that. Nothing is carried over from one stone to the next: all lines that
 * lack two are found at once, a direction at a time. (8,4,4 took 9.5 s when lines were gone through one by one, 5.3 s so, and 4.7 s
 * with one order only for attacks that have nothing to do with each other; nodes differ by 2 %.) Source: Thomsen, Lambda-search in game trees, ICGA J. 23(4),
 * 2000 (order 1); Allis, van den Herik, Huntjens, Go-Moku solved by new search techniques (1996). */
#ifndef ZERMELO_MNK_THREATS_H
#define ZERMELO_MNK_THREATS_H

#include "games/mnk/board.h"

enum { THREATS_MOST = 64 };

struct threat_sequence {
  const struct board *board;
  int tried;
};

/** The cells where a line through `cell` that lacks one stone is completed. */
static inline cells
threats_through (const struct board *board, cells stones, cells opponent, int cell)
{
  cells completing = 0;
  const uint16_t *end = board->line_through + board->through_first[cell + 1];
  for (const uint16_t *i = board->line_through + board->through_first[cell]; i < end; i++) {
    cells lacks = board->line[*i] & ~stones;
    if ((lacks & (lacks - 1)) == 0 && (lacks & opponent) == 0 && (board->line_ends[*i] & stones) == 0)
      completing |= lacks;
  }
  return completing;
}

/** First cells of the lines in a direction that lack two stones and can still be completed. Rows are put together from their halves, as
 *  in lacking_one() (knowledge.h). */
static inline cells
threats_lacking_two (const struct board *board, const struct direction *d, cells stones, cells opponent)
{
  const int length = board->lines.length, step = d->step;
  const cells open = lines_runs (~opponent, step, length) & d->starts;
  if (open == 0)
    return 0;
  int have = 1;
  cells none = stones, one = ~(cells) 0, two = one; /* rows of `have` cells that lack at most so many */
  for (int bit = 1 << (31 - __builtin_clz ((unsigned) length)) >> 1; bit != 0; bit >>= 1) {
    const cells none_next = cells_down (none, have * step), one_next = cells_down (one, have * step);
    two = (two & none_next) | (one & one_next) | (none & cells_down (two, have * step));
    one = (one & none_next) | (none & one_next);
    none &= none_next;
    have *= 2;
    if (length & bit) {
      const cells next = cells_down (stones, have * step);
      two = (two & next) | one;
      one = (one & next) | none;
      none &= next;
      have++;
    }
  }
  cells lines = open & two & ~one;
  if (board->lines.exact) {
    lines &= ~cells_up (stones & d->steps, step);
    lines &= ~(cells_down (stones, d->reach) & d->longer);
  }
  return lines;
}

/** All stones that leave a line lacking one. */
struct threat_attacks {
  cells at;                 /* where such a stone goes */
  cells doubles;            /* where it leaves several cells to complete a line */
  cells answers[GAME_BITS]; /* those cells; defined for the cells of `at` */
};

static inline void
threats_attacks (const struct board *board, cells stones, cells opponent, struct threat_attacks *attacks)
{
  attacks->at = attacks->doubles = 0;
  for (int i = 0; i < 4; i++) {
    const struct direction *d = &board->lines.direction[i];
    for (cells starts = threats_lacking_two (board, d, stones, opponent); starts != 0;) {
      const cells lacks = cells_up (board->line_pattern[i], cells_pop (&starts)) & ~stones;
      for (cells rest = lacks; rest != 0;) {
        const int cell = cells_pop (&rest);
        const cells stone = (cells) 1 << cell, answer = lacks & ~stone;
        if ((attacks->at & stone) == 0)
          attacks->answers[cell] = answer;
        else if (attacks->answers[cell] != answer)
          attacks->doubles |= stone;
        attacks->at |= stone;
      }
    }
  }
}

/** The same for one cell. */
static inline void
threats_attack (const struct board *board, cells stones, cells opponent, int cell, struct threat_attacks *attacks)
{
  const cells stone = (cells) 1 << cell, answers = threats_through (board, stones | stone, opponent, cell);
  attacks->answers[cell] = answers;
  attacks->at = answers != 0 ? stone : 0;
  attacks->doubles = (answers & (answers - 1)) != 0 ? stone : 0;
}

/** How many stones of the side to move, the last of which completes a line, win by force? The first must be in `allowed`. 0: none
 *  found. Of attacks that have nothing to do with each other only one order is tried. */
static int
threats_win (struct threat_sequence *sequence, cells stones, cells opponent, cells allowed)
{
  const struct board *board = sequence->board;
  struct threat_attacks attacks;
  if ((allowed & (allowed - 1)) == 0)
    threats_attack (board, stones, opponent, cells_first (&allowed), &attacks);
  else
    threats_attacks (board, stones, opponent, &attacks);
  if ((attacks.doubles & allowed) != 0)
    return 2;
  for (attacks.at &= allowed; attacks.at != 0;) {
    const int attack = cells_pop (&attacks.at);
    if (++sequence->tried > THREATS_MOST)
      return 0;
    const cells with = stones | (cells) 1 << attack, against = opponent | attacks.answers[attack];
    const cells urgent = threats_through (board, against, with, cells_first (&attacks.answers[attack]));
    if ((urgent & (urgent - 1)) != 0)
      continue;
    cells next = urgent;
    if (urgent == 0) {
      next = attacks.at;
      for (int i = board->through_first[attack]; i < board->through_first[attack + 1]; i++)
        next |= board->through[i];
    }
    const int more = threats_win (sequence, with, against, next);
    if (more != 0)
      return more + 1;
  }
  return 0;
}

#endif
