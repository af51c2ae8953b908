/* What is known of Connect Four beyond the rules, at the price of a few shifts: which cells complete
 * a line, and what follows from them without a search.
 *
 * Winning cell of a side: an empty cell where a stone of that side completes four, be it playable now
 * or later.
 * - One of them is playable: the side to move wins at once.
 * - Otherwise the opponent's playable winning cell must be taken (two of them: lost), and the cell
 *   below one of his must not be. No move left: lost at the second ply.
 * - A side without any four cells that are its own or empty cannot win any more.
 * Source: P. Pons, "Solving Connect 4", parts 9 and 10 (blog.gamesolver.org), for non-losing moves
 * and for ordering moves by the number of winning cells. */
#ifndef ZERMELO_CONNECT4_KNOWLEDGE_H
#define ZERMELO_CONNECT4_KNOWLEDGE_H

#include "games/connect4/rules.h"

#define GAME_SETTLE 1
#define GAME_FORCED 1
#define GAME_ONLY_MOVE 1
#define GAME_ORDER 1

/** Of the cells `next`, those after which an opponent with these winning cells has no winning move at
 *  once. To be asked when there is no winning move; empty: every move loses at the second ply. */
static inline bitboard
safe_cells (bitboard next, bitboard winning_of_other)
{
  bitboard threats = next & winning_of_other;
  bitboard safe = next & ~(winning_of_other >> 1);
  if (threats == 0)
    return safe;
  return threats & (threats - 1) ? 0 : safe & threats;
}

static inline void
settle_at (struct bounds *bounds, int value)
{
  bounds->lower = bounds->upper = value;
}

/** In each column, the cells at or above the lowest of `cells`. */
static inline bitboard
at_or_above (const struct board *board, bitboard cells)
{
  return ((board->spares - cells) | cells) & board->all;
}

/** The follow-up: the side not to move answers each stone by one on top of it, or (where there is no room) ... */
static inline void
settle_follow_up (const struct board *board, const struct position *position, bitboard winning_of_other,
                  bitboard next, struct bounds *bounds)
{
  bitboard own = position->own, other = own ^ position->mask, empty = board->all ^ position->mask;
  if ((board->cells - position->plies) % 2 == 0) {
    bitboard sure = empty & board->uppers & ~next, goals = winning_of_other & sure;
    bitboard dead = at_or_above (board, goals);
    bitboard reach = (own | (empty & ~sure)) & ~dead;
    if (has_four (board, reach)) {
#ifndef NO_SPLIT
      bitboard doubtful = next & board->uppers;
      bitboard a = doubtful & -doubtful, b = doubtful ^ a;
      if (b == 0 || (b & (b - 1)) || has_four (board, reach ^ a) || has_four (board, reach ^ b))
#endif
      return;
    }
    if (goals != 0 || has_four (board, other | sure))
      bounds->upper = -1;
    else
      bounds->upper = 0;
  }
#ifndef NO_ODD
  else {
    bitboard odd = next & board->uppers; /* the bottoms of columns with an odd number of cells left */
    bitboard zugzwang = winning_of_other & ~board->uppers & ~next;
    for (; zugzwang != 0; zugzwang &= zugzwang - 1) {
      bitboard cell = zugzwang & -zugzwang;
      int column = 0;
      while (!(board->column[column] & cell))
        column++;
      if (board->column[column] & odd)
        continue;
      for (bitboard flips = odd; flips != 0; flips &= flips - 1) {
        int flip = 0;
        while (!(board->column[flip] & flips & -flips))
          flip++;
        bitboard sure = empty & board->uppers & ~next & ~board->column[flip] & ~board->column[column];
        bitboard dead = at_or_above (board, (winning_of_other & sure) | cell);
        if (!has_four (board, (own | (empty & ~sure)) & ~dead)) {
          bounds->upper = -1;
          return;
        }
      }
    }
  }
#endif
}

/** Exact if a side wins within two plies. Else a win is three plies away, a loss four (of use
 *  for scores and near the full board), and none comes without a line to complete. */
static inline void
game_settle (const struct board *board, const struct position *position, bool strong, struct bounds *bounds)
{
  bitboard own = position->own, other = own ^ position->mask, empty = board->all ^ position->mask;
  bitboard next = next_cells (board, position);
  if (position->own_winning & next) {
    settle_at (bounds, strong ? game_score (board, position, WON, 1) : WON);
    return;
  }
  bitboard winning_of_other = position->other_winning & empty;
  if (safe_cells (next, winning_of_other) == 0) {
    settle_at (bounds, strong ? game_score (board, position, LOST, 2) : LOST);
    return;
  }
  struct bounds found = { game_score (board, position, LOST, 4), game_score (board, position, WON, 3) };
  if (position->plies >= board->lines_whole) {
    if (!has_four (board, own | empty))
      found.upper = 0;
    if (!has_four (board, other | empty))
      found.lower = 0;
  }
#ifndef NO_FOLLOW
  if (found.upper > 0)
    settle_follow_up (board, position, winning_of_other, next, &found);
#endif
  if (!strong) {
    found.upper = (found.upper > 0) - (found.upper < 0);
    found.lower = -(found.lower < 0);
  }
  if (found.upper < bounds->upper)
    bounds->upper = found.upper;
  if (found.lower > bounds->lower)
    bounds->lower = found.lower;
}

/** The cells that need a look: one that wins at once, or the safe ones, or any if all lose equally soon. */
static inline bitboard
worthwhile_cells (const struct board *board, const struct position *position)
{
  bitboard next = next_cells (board, position);
  bitboard cells = position->own_winning & next;
  if (cells == 0)
    cells = safe_cells (next, position->other_winning & ~position->mask);
  else
    cells &= -cells;
  return cells != 0 ? cells : next & -next;
}

/** From the centre outwards. */
static inline int
game_forced (const struct board *board, const struct position *position, struct move *list)
{
  bitboard cells = worthwhile_cells (board, position);
  int count = 0;
  for (int i = 0; i < board->columns; i++) {
    uint8_t column = board->outwards[i];
    if (cells & board->column[column])
      list[count++] = (struct move) { column };
  }
  return count;
}

static inline bool
game_only_move (const struct board *board, const struct position *position, struct move *move)
{
  bitboard cells = worthwhile_cells (board, position);
  move->column = board->column_of[lowest_bit (cells)];
  return (cells & (cells - 1)) == 0;
}

#ifndef WU
#define WU 35
#endif
#ifndef WE
#define WE 0
#endif
#ifndef WL
#define WL 35
#endif
#ifndef WC
#define WC 1
#endif
#ifndef WB
#define WB 0
#endif
#ifndef W2
#define W2 0
#endif
#ifndef W2O
#define W2O 0
#endif
#ifndef WN
#define WN 0
#endif
static inline int lines2 (bitboard own, bitboard open, int step)
{
  bitboard o1 = backwards(own,step), o2=backwards(o1,step), o3=backwards(o2,step);
  bitboard e1 = backwards(open,step), e2=backwards(e1,step), e3=backwards(e2,step);
  bitboard all = open&e1&e2&e3;
  bitboard two = (own&o1)|(own&o2)|(own&o3)|(o1&o2)|(o1&o3)|(o2&o3);
  return count_bits(all&two);
}
static inline int
game_order (const struct board *board, const struct position *position, struct move move)
{
  bitboard mask = position->mask | (position->mask + board->bottom[move.column]);
  bitboard own = position->own | (mask ^ position->mask);
  bitboard other = position->mask ^ position->own, empty = board->all ^ mask; (void) other;
  bitboard theirs = position->other_winning & empty, ours = winning_cells (board, own) & empty;
  bitboard useful = ours & ~at_or_above (board, theirs);
  int last = board->columns - 1, off_centre = 2 * move.column - last;
  bitboard good = position->plies % 2 == 0 ? ~board->uppers : board->uppers;
  bitboard next = (mask + board->bottoms) & board->all;
  if (board->rows % 2) good = ~good;
  int two = 0;
  if (W2) { bitboard open = own|empty; two += W2*(lines2(own,open,1)+lines2(own,open,board->right)+lines2(own,open,board->rising)+lines2(own,open,board->falling)); }
  if (W2O) { bitboard open = other|empty; two -= W2O*(lines2(other,open,1)+lines2(other,open,board->right)+lines2(other,open,board->rising)+lines2(other,open,board->falling)); }
  return two + WU * count_bits (useful) + WE * count_bits (useful & good) + WL * count_bits (useful & (next << 1)) + WB * count_bits (ours&~useful)
   + WN * count_bits (useful & next)
         + WC * (off_centre < 0 ? last + off_centre : last - off_centre);
}

#endif
