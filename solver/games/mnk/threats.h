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
 * row of exactly k. The search gives up after trying THREATS_MOST stones. Lines that lack two are found a
 * direction at a time at the beginning; after a stone and its answer only the lines through the stone are
 * new. Independent attacks are tried in only one order (../../../analysis/notes/mnk-search.md, "Sequences of
 * threats"). Boards up to 512 cells. Source: Thomsen, Lambda-search in game trees, ICGA J. 23(4), 2000 (order
 * 1); Allis, van den Herik, Huntjens, Go-Moku solved by new search techniques (1996). */
#ifndef ZERMELO_MNK_THREATS_H
#define ZERMELO_MNK_THREATS_H

#include "games/mnk/mnk_board.h"

#include <assert.h>

#ifndef THREATS_MOST
#define THREATS_MOST 64 /* stones; a test that compares two searches lets no sequence give up */
#endif

enum {
  THREATS_PAIRS = 2048 /* room for the pairs of all positions of a sequence, at least LINES_MAX */
};

struct threat_sequence {
  const struct board *board;
  int tried;
  int first;   /* the first stone of the win that was found */
  cells zone;  /* the zone of this win; empty at the beginning */
  bool widens; /* find `wide` as well */
  cells wide;  /* the wider zone, which contains `zone`; empty at the beginning */
};

/** Does a line lack at most `most` stones, and can it still be completed? */
static inline bool threats_line (const struct board *board, int line, const cells *stones,
                                 const cells *opponent, int most) {
#if GAME_BITS <= 128
  const cells lacks = board->line[line] & ~*stones;
  return ((lacks & *opponent) | (board->line_ends[line] & *stones)) == 0 && !cells_exceed (&lacks, most);
#else
  for (int i = board->line_words[line][0]; i <= board->line_words[line][1]; i++) {
    uint64_t lacks = board->line[line].word[i] & ~stones->word[i];
    if ((lacks & opponent->word[i]) != 0)
      return false;
    for (; lacks != 0; lacks &= lacks - 1)
      if (--most < 0)
        return false;
  }
  if (!board->lines.exact)
    return true;
  const cells longer = cells_and (board->line_ends[line], *stones);
  return !cells_any (&longer);
#endif
}

/** The empty cells of lines through a cell that lack at most `most` stones and can still be completed. */
static inline cells threats_through (const struct board *board, cells stones, cells opponent, int cell,
                                     int most) {
  cells lines = cells_none ();
  const uint16_t *end = board->line_through + board->through_first[cell + 1];
  for (const uint16_t *i = board->line_through + board->through_first[cell]; i < end; i++)
    if (threats_line (board, *i, &stones, &opponent, most))
      lines = cells_or (lines, board->line[*i]);
  return cells_minus (lines, stones);
}

/** All cells of the lines through a cell. */
static inline cells threats_near (const struct board *board, int cell) {
  cells near = cells_none ();
  for (uint32_t i = board->through_first[cell]; i < board->through_first[cell + 1]; i++)
    near = cells_or (near, board->line[board->line_through[i]]);
  return near;
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

/** The two cells of a line that lacks two stones and can still be completed. */
struct threat_pair {
  uint16_t cell[2];
};

/** The pairs of a position, on a stack that holds those of the positions before as well. */
struct threat_pairs {
  struct threat_pair *all;
  int first, end;
};

static inline void threats_add_pair (struct threat_pairs *pairs, cells lacks) {
  assert (cells_count (&lacks) == 2 && pairs->end < THREATS_PAIRS);
  const uint16_t cell = (uint16_t) cells_pop (&lacks);
  pairs->all[pairs->end++] = (struct threat_pair){ { cell, (uint16_t) cells_first (&lacks) } };
}

/** List all pairs of a position. False: there is no room; an empty stack has room for all lines. */
static inline bool threats_list (const struct board *board, cells stones, cells opponent,
                                 struct threat_pairs *pairs) {
  for (int i = 0; i < 4; i++)
    for (cells starts = threats_lacking (board, &board->lines.direction[i], stones, opponent, 2);
         cells_any (&starts);) {
      if (pairs->end == THREATS_PAIRS)
        return false;
      threats_add_pair (pairs, cells_minus (board_line (board, i, cells_pop (&starts)), stones));
    }
  return true;
}

/** List the pairs after a stone of the other side. False: there is no room. */
static inline bool threats_list_without (const struct threat_pairs *before, int cell,
                                         struct threat_pairs *pairs) {
  *pairs = (struct threat_pairs){ before->all, before->end, before->end };
  if (before->end + (before->end - before->first) > THREATS_PAIRS)
    return false;
  for (int i = before->first; i < before->end; i++)
    if (before->all[i].cell[0] != cell && before->all[i].cell[1] != cell)
      pairs->all[pairs->end++] = before->all[i];
  return true;
}

/** List the pairs after a stone of this side, and its answer (or the same cell again: no answer yet), from
 * those before. False: there is no room. */
static inline bool threats_list_after (const struct board *board, const struct threat_pairs *before,
                                       cells stones, cells opponent, int stone, int answer,
                                       struct threat_pairs *pairs) {
  *pairs = (struct threat_pairs){ before->all, before->end, before->end };
  if (board->lines.exact) /* the stone may have spoilt lines next to it */
    return threats_list (board, stones, opponent, pairs);
  if (before->end + (before->end - before->first) > THREATS_PAIRS)
    return false;
  for (int i = before->first; i < before->end; i++) {
    const uint16_t *cell = before->all[i].cell;
    if (cell[0] != stone && cell[1] != stone && cell[0] != answer && cell[1] != answer)
      pairs->all[pairs->end++] = before->all[i];
  }
  const uint16_t *end = board->line_through + board->through_first[stone + 1];
  for (const uint16_t *i = board->line_through + board->through_first[stone]; i < end; i++) {
    if (!threats_line (board, *i, &stones, &opponent, 2))
      continue;
    if (pairs->end == THREATS_PAIRS)
      return false;
    const cells lacks = cells_minus (board->line[*i], stones);
    if (cells_exceed (&lacks, 1))
      threats_add_pair (pairs, lacks);
  }
  return true;
}

/** All stones that leave a line lacking one stone. */
struct threat_attacks {
  cells at;                    /* the cells of such stones */
  cells doubles;               /* those cells of `at` where a stone leaves several cells to complete a line */
  uint16_t answers[GAME_BITS]; /* one of the cells that a stone leaves; defined for the cells of `at` */
};

/** Add the stones that leave a line lacking one to `attacks`. */
static inline void threats_pair_attacks (const struct threat_pair *pair, struct threat_attacks *attacks) {
  for (int i = 0; i < 2; i++) {
    const int cell = pair->cell[i];
    if (!cells_has (&attacks->at, cell))
      attacks->answers[cell] = pair->cell[!i];
    else if (attacks->answers[cell] != pair->cell[!i])
      cells_add (&attacks->doubles, cell);
    cells_add (&attacks->at, cell);
  }
}

static inline void threats_attacks_of (const struct threat_pairs *pairs, struct threat_attacks *attacks) {
  attacks->at = attacks->doubles = cells_none ();
  for (int i = pairs->first; i < pairs->end; i++)
    threats_pair_attacks (&pairs->all[i], attacks);
}

static inline void threats_attacks (const struct board *board, cells stones, cells opponent,
                                    struct threat_attacks *attacks) {
  _Static_assert((int) THREATS_PAIRS >= (int) LINES_MAX, "no attack is left out");
  struct threat_pair room[THREATS_PAIRS];
  struct threat_pairs pairs = { room, 0, 0 };
  threats_list (board, stones, opponent, &pairs);
  threats_attacks_of (&pairs, attacks);
}

/** As threats_win(), with the pairs of the position. */
static int threats_continue (struct threat_sequence *sequence, const struct threat_pairs *pairs, cells stones,
                             cells opponent, cells allowed) {
  const struct board *board = sequence->board;
  struct threat_attacks attacks;
  threats_attacks_of (pairs, &attacks);
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
    struct threat_pairs after;
    if (!threats_list_after (board, pairs, with, against, attack, answer, &after))
      return 0;
    const int more = threats_continue (sequence, &after, with, against, next);
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

/** The number of stones, the last of which completes a line, with which the side to move can force a win. The
 * first must be in `allowed`. 0: no win found. Independent attacks are tried in only one order. */
static inline int threats_win (struct threat_sequence *sequence, cells stones, cells opponent,
                               cells allowed) {
  struct threat_pair room[THREATS_PAIRS];
  struct threat_pairs pairs = { room, 0, 0 };
  threats_list (sequence->board, stones, opponent, &pairs);
  return threats_continue (sequence, &pairs, stones, opponent, allowed);
}

#endif
