/* Winning sequences of fours: stones that each complete a line except for one cell, so that the other side
 * has only one answer.
 *
 * Neither side can complete a line at once. A stone that leaves two cells to complete a line wins; a stone
 * that leaves one cell is answered there. If the answer in turn leaves the other side a cell to complete a
 * line, the next stone must be on this cell and be such a threat as well, otherwise the sequence ends. All
 * replies are considered, since all others lose at once, so a win can be verified by playing it out.
 *
 * A win has a zone. Give the other side an extra stone outside the zone that leaves none of its lines lacking
 * one: then the same sequence still wins. For the cells where the sequence puts stones are in the zone, so
 * they are free; and the answers give the other side no cell to complete a line that it would not have
 * without the extra stone, since a line through an answer that lacks two after it has its empty cells in the
 * zone. (If with `exact` the stone lengthens a row beyond k, there are fewer such cells.) Against two extra
 * stones, which together leave none of the lines lacking one, the same holds if the first is outside the zone
 * and the second outside a wider one, which also has the empty cells of lines through an answer that lack
 * three after it: a line with both stones then lacks two.
 *
 * With `exact`, a line counts if no own stone is next to its ends: the stone that completes it then makes a
 * row of exactly k. The search gives up after trying THREATS_MOST stones. It carries no data over from one
 * stone to the next: all lines that lack two are found at once, a direction at a time; and independent
 * attacks are tried in only one order (../../../analysis/notes/mnk-search.md, "Sequences of threats"). Boards
 * up to 512 cells. Source: Thomsen, Lambda-search in game trees, ICGA J. 23(4), 2000 (order 1); Allis, van
 * den Herik, Huntjens, Go-Moku solved by new search techniques (1996). */
#ifndef ZERMELO_MNK_THREATS_H
#define ZERMELO_MNK_THREATS_H

#include "games/mnk/mnk_board.h"

#include <assert.h>

enum { THREATS_MOST = 64 };

struct threat_sequence {
  const struct board *board;
  int tried;
  int first;   /* the first stone of the win that was found */
  cells zone;  /* the zone of this win; empty at the beginning */
  bool widens; /* find `wide` as well */
  cells wide;  /* the wider zone, which contains `zone`; empty at the beginning */
};

/** The empty cells of a line that lacks at most `most` stones and can still be completed. */
static inline cells threats_line (cells line, cells ends, cells stones, cells opponent, int most) {
  const cells lacks = cells_minus (line, stones);
  const cells against = cells_or (cells_and (lacks, opponent), cells_and (ends, stones));
  return cells_any (&against) || cells_exceed (&lacks, most) ? cells_none () : lacks;
}

/** The empty cells of lines through a cell that lack at most `most` stones and can still be completed. */
static inline cells threats_through (const struct board *board, cells stones, cells opponent, int cell,
                                     int most) {
  cells lacking = cells_none ();
#if GAME_BITS <= 128
  const uint16_t *end = board->line_through + board->through_first[cell + 1];
  for (const uint16_t *i = board->line_through + board->through_first[cell]; i < end; i++)
    lacking |= threats_line (board->line[*i], board->line_ends[*i], stones, opponent, most);
#else
  for (int i = 0; i < 4; i++) {
    const struct direction *d = &board->lines.direction[i];
    for (int j = 0, start = cell; cells_any (&d->starts) && j < board->lines.length && start >= 0;
         j++, start -= d->step)
      if (cells_has (&d->starts, start))
        lacking
            = cells_or (lacking, threats_line (board_line (board, i, start),
                                               board_line_ends (board, i, start), stones, opponent, most));
  }
#endif
  return lacking;
}

/** All cells of the lines through a cell. */
static inline cells threats_near (const struct board *board, int cell) {
#if GAME_BITS <= 128
  cells near = 0;
  for (int i = board->through_first[cell]; i < board->through_first[cell + 1]; i++)
    near |= board->through[i];
  return near;
#else
  return threats_through (board, cells_none (), cells_none (), cell, board->lines.length);
#endif
}

/** First cells of the lines in a direction that lack exactly `lacking` stones, 2 or 3, and can still be
 *  completed. Rows are assembled from their halves, as in lacking_one() (mnk_knowledge.h). */
static inline cells threats_lacking (const struct board *board, const struct direction *d, cells stones,
                                     cells opponent, int lacking) {
  assert (lacking == 2 || lacking == 3);
  const int length = board->lines.length, step = d->step;
  const cells open = cells_and (lines_runs (cells_minus (board->all, opponent), step, length), d->starts);
  if (!cells_any (&open))
    return open;
  int have = 1;
  cells most[4]; /* first cells of rows of `have` cells that lack at most 0, 1, 2, 3 stones */
  most[0] = stones;
  for (int i = 1; i <= lacking; i++)
    most[i] = board->all;
  for (int bit = 1 << (31 - __builtin_clz ((unsigned) length)) >> 1; bit != 0; bit >>= 1) {
    cells next[4];
    for (int i = 0; i <= lacking; i++)
      next[i] = cells_down (most[i], have * step);
    for (int i = lacking; i >= 0; i--) {
      cells rows = cells_and (most[i], next[0]);
      for (int j = 1; j <= i; j++)
        rows = cells_or (rows, cells_and (most[i - j], next[j]));
      most[i] = rows;
    }
    have *= 2;
    if (length & bit) {
      const cells one = cells_down (stones, have * step);
      for (int i = lacking; i > 0; i--)
        most[i] = cells_or (cells_and (most[i], one), most[i - 1]);
      most[0] = cells_and (most[0], one);
      have++;
    }
  }
  cells lines = cells_and (open, cells_minus (most[lacking], most[lacking - 1]));
  if (board->lines.exact) {
    lines = cells_minus (lines, cells_up (cells_and (stones, d->steps), step));
    lines = cells_minus (lines, cells_and (cells_down (stones, d->reach), d->longer));
  }
  return lines;
}

/** All stones that leave a line lacking one stone. */
struct threat_attacks {
  cells at;                    /* the cells of such stones */
  cells doubles;               /* those cells of `at` where a stone leaves several cells to complete a line */
  uint16_t answers[GAME_BITS]; /* one of the cells that a stone leaves; defined for the cells of `at` */
};

static inline void threats_attacks (const struct board *board, cells stones, cells opponent,
                                    struct threat_attacks *attacks) {
  attacks->at = attacks->doubles = cells_none ();
  for (int i = 0; i < 4; i++) {
    const struct direction *d = &board->lines.direction[i];
    for (cells starts = threats_lacking (board, d, stones, opponent, 2); cells_any (&starts);) {
      cells lacks = cells_minus (board_line (board, i, cells_pop (&starts)), stones);
      assert (cells_count (&lacks) == 2);
      const int cell[2] = { cells_pop (&lacks), cells_first (&lacks) };
      for (int j = 0; j < 2; j++) {
        if (!cells_has (&attacks->at, cell[j]))
          attacks->answers[cell[j]] = (uint16_t) cell[!j];
        else if (attacks->answers[cell[j]] != cell[!j])
          cells_add (&attacks->doubles, cell[j]);
        cells_add (&attacks->at, cell[j]);
      }
    }
  }
}

/** Record the stone on one cell, if it leaves a line lacking one stone. */
static inline void threats_attack (const struct board *board, cells stones, cells opponent, int cell,
                                   struct threat_attacks *attacks) {
  const cells stone = cells_of (cell),
              answers = threats_through (board, cells_or (stones, stone), opponent, cell, 1);
  attacks->at = attacks->doubles = cells_none ();
  if (!cells_any (&answers))
    return;
  attacks->answers[cell] = (uint16_t) cells_first (&answers);
  attacks->at = stone;
  if (cells_exceed (&answers, 1))
    attacks->doubles = stone;
}

/** The number of stones, the last of which completes a line, with which the side to move can force a win. The
 * first must be in `allowed`. 0: no win found. Independent attacks are tried in only one order. */
static int threats_win (struct threat_sequence *sequence, cells stones, cells opponent, cells allowed) {
  const struct board *board = sequence->board;
  struct threat_attacks attacks;
  if (!cells_exceed (&allowed, 1))
    threats_attack (board, stones, opponent, cells_first (&allowed), &attacks);
  else
    threats_attacks (board, stones, opponent, &attacks);
  const cells doubles = cells_and (attacks.doubles, allowed);
  if (cells_any (&doubles)) {
    const int attack = cells_first (&doubles);
    const cells stone = cells_of (attack),
                completing = threats_through (board, cells_or (stones, stone), opponent, attack, 1);
    sequence->zone = cells_or (sequence->zone, cells_or (stone, completing));
    sequence->wide = cells_or (sequence->wide, cells_or (stone, completing));
    sequence->first = attack;
    return 2;
  }
  for (attacks.at = cells_and (attacks.at, allowed); cells_any (&attacks.at);) {
    const int attack = cells_pop (&attacks.at), answer = attacks.answers[attack];
    if (++sequence->tried > THREATS_MOST)
      return 0;
    assert (attack != answer && !cells_has (&stones, attack) && !cells_has (&opponent, attack)
            && !cells_has (&stones, answer) && !cells_has (&opponent, answer));
    cells with = stones, against = opponent;
    cells_add (&with, attack);
    cells_add (&against, answer);
    const cells urgent = threats_through (board, against, with, answer, 1);
    if (cells_exceed (&urgent, 1))
      continue;
    const cells next = cells_any (&urgent) ? urgent : cells_or (attacks.at, threats_near (board, attack));
    const int more = threats_win (sequence, with, against, next);
    if (more == 0)
      continue;
    sequence->zone = cells_or (sequence->zone, threats_through (board, against, with, answer, 2));
    cells_add (&sequence->zone, attack);
    cells_add (&sequence->zone, answer);
    if (sequence->widens)
      sequence->wide = cells_or (cells_or (sequence->wide, sequence->zone),
                                 threats_through (board, against, with, answer, 3));
    sequence->first = attack;
    return more + 1;
  }
  return 0;
}

#endif
