/* What is known of Connect Four beyond the rules, at the price of a few shifts: which cells complete a line,
 * and what follows from them without a search.
 *
 * A winning cell of a side is an empty cell where its stone completes four, whether it is playable now or
 * later.
 * - If the side to move has a playable one, it wins at once.
 * - Otherwise it must take the opponent's playable winning cell (if there are two it loses), and must not
 *   play below one. If no move is left, it loses at the second ply.
 * - A side without any four cells that are its own or empty can no longer win.
 * Source: P. Pons, "Solving Connect 4", parts 9 and 10 (blog.gamesolver.org), for non-losing moves and for
 * ordering moves by the number of winning cells. */
#ifndef ZERMELO_CONNECT4_CONNECT4_KNOWLEDGE_H
#define ZERMELO_CONNECT4_CONNECT4_KNOWLEDGE_H

#include "games/connect4/aftereven.h"

#include <assert.h>

#define GAME_STATIC_BOUNDS 1
#define GAME_FORCED 1
#define GAME_ONLY_MOVE 1
#define GAME_ORDER 1
#define GAME_NUMBERS 1
#define GAME_SHARED_PLIES 18

/** Of the cells `next`, those after which an opponent with these winning cells has no immediate win. To be
 *  called if there is no winning move. Empty: every move loses at the second ply. */
static inline bitboard safe_cells (bitboard next, bitboard winning_of_other) {
  bitboard threats = next & winning_of_other;
  bitboard safe = next & ~(winning_of_other >> 1);
  if (threats == 0)
    return safe;
  return threats & (threats - 1) ? 0 : safe & threats;
}

static inline void settle_at (struct bounds *bounds, int value) { bounds->lower = bounds->upper = value; }

/** The empty cells that may still be played. */
static inline bitboard playable_cells (const struct board *board, const struct position *position) {
  bitboard empty = board->all ^ position->mask;
  bitboard own = position->own_winning & empty, other = position->other_winning & empty;
  bitboard twice = (own & own >> 1) | (other & other >> 1);
  return empty & ~at_or_above (board, ((own & other) << 1 | twice << 2) & board->all);
}

/** The score if the other side wins at the latest when all but these cells are filled, and one of them. */
static inline int lost_without (bitboard dead) { return dead == 0 ? LOST : -((count_bits (dead) + 1) / 2); }

/** What Y gets of a column against X, provided that it gets a claim on another column, and what it pays. */
struct claim {
  bitboard cells;    /* Y gets all of them in one of the two columns */
  bitboard given;    /* cells of the column that Y would get by following up */
  bitboard conflict; /* an open line of X upwards that begins here calls Y away at the wrong time */
};

/** Who gets which cells if Y follows up. */
struct follow_up {
  bitboard next;     /* where the next stones would lie */
  bitboard playable; /* the cells that will still be played, without the column of a threat */
  bitboard follow;   /* those of them that Y gets, or that are never played because Y wins before */
  bitboard goals;    /* winning cells of Y among those that it gets */
  bitboard reach;    /* X's stones and the cells it gets */
};

/** The claim that a cell of X is part of.
 *
 * If the cell is playable now, Y takes it when X takes the other one, which is playable, too (Allis's
 * baseinverse). If Y must not play it while it follows up, X gets the cell above, and Y what it gets further
 * up. But Y gives up the column if it would win above, or if X has a stone below (X may get three there, so
 * that Y must block).
 * Else Y takes every second cell from it upwards and downwards, except playable ones: it never plays below
 * one of them and answers on top (Allis's lowinverse). Of the two columns Y must give up at most one, when
 * nothing else is left. */
static inline struct claim claim_of (const struct board *board, const struct position *position,
                                     const struct follow_up *f, bitboard cell) {
  assert (cell != 0 && (cell & (cell - 1)) == 0 && (cell & position->mask) == 0);
  bitboard column = board->column[board->column_of[lowest_bit (cell)]];
  if (cell & f->next & board->uppers)
    return (struct claim){ cell, 0, cell >> 2 };
  if (cell & f->next) {
    bool whole = (cell & (position->own << 1 | position->other_winning >> 1)) != 0;
    return (struct claim){ cell, (whole ? column : cell << 1) & f->follow, cell >> 2 };
  }
  bitboard cells = column & f->playable & ~board->uppers & ~f->next;
  return (struct claim){ cells, column & f->follow, (cells & -cells) >> 4 };
}

/** Is X kept from all lines within its reach by lines that Y completes before, or also by a pair of claims?
 *  There is a line across in its reach. `given`: what Y gives up for the claims. */
static inline bool kept_from_lines (const struct board *board, const struct position *position,
                                    const struct follow_up *f, bitboard *given) {
  bitboard other = position->own ^ position->mask;
  bitboard gets = f->follow & board->uppers & ~f->next & ~at_or_above (board, f->goals);
  struct completed completed;
  find_completed (board, other, gets, &completed);
  *given = 0;
  bitboard left = open_line (board, f->reach, 0, 0, 0, &completed);
  if (left == 0)
    return true;
  for (left &= f->playable; left != 0; left &= left - 1) {
    bitboard cell = left & -left, others = left ^ cell;
    struct claim one = claim_of (board, position, f, cell);
    for (others &= cell & f->next ? f->next : ~f->next; others != 0; others &= others - 1) {
      struct claim two = claim_of (board, position, f, others & -others);
      *given = one.given | two.given;
      if ((four_upwards (f->reach | *given) & (one.conflict | two.conflict)) == 0
          && open_line (board, f->reach | *given, one.cells, two.cells, *given, &completed) == 0)
        return true;
    }
  }
  return false;
}

/** If X has three upwards, Y must block. If the block is right below a cell that Y gets, following up fails
 *  in that column, but not elsewhere: the number of cells left in the column stays odd. */
static inline void call_off (const struct board *board, struct follow_up *f, bitboard conflicts) {
  for (; conflicts != 0; conflicts &= conflicts - 1) {
    bitboard column = board->column[board->column_of[lowest_bit (conflicts)]];
    f->follow &= ~column;
    f->reach |= f->playable & column;
  }
  f->goals &= f->follow;
}

/** A bound on the score from what the side not to move, Y, gets by following up, whatever the side to move,
 * X, does; an even number of cells is left. X gets the rest; if that holds no line, X does not win.
 *
 * Y answers on top of each stone. If X takes the lowest cell of a column with an odd number of cells left, Y
 * takes the lowest cell of another such column. So Y gets the top cell of each column and every second one
 * below, except playable ones. Y wins if one of them completes a line, so X never gets above it; or if at the
 * end Y's stones and these cells hold a line. If X is left with a line, Y may still get part of it by other
 * means in two columns. Claimeven of V. Allis, "A knowledge-based approach of Connect-Four" (1988), for any
 * height. */
static inline int follow_up_bound (const struct board *board, const struct position *position) {
  assert ((board->cells - position->plies) % 2 == 0);
  bitboard own = position->own, other = own ^ position->mask, empty = board->all ^ position->mask, given = 0;
  struct follow_up f = { .next = next_cells (board, position), .playable = playable_cells (board, position) };
  bitboard sure = empty & board->uppers & ~f.next;
  f.goals = position->other_winning & sure;
  f.follow = (sure | at_or_above (board, f.goals)) & f.playable;
  f.reach = own | (f.playable & ~f.follow);
  call_off (board, &f, four_upwards (f.reach));
  if (has_four_across (board, f.reach) && !kept_from_lines (board, position, &f, &given))
    return SCORE_MAX;
  sure &= f.follow & ~given;
  bitboard goals = f.goals & sure;
  return goals != 0 || has_four (board, other | sure) ? lost_without (at_or_above (board, goals)) : DRAWN;
}

/** The bound of following up if an odd number of cells is left: Y wins by a winning cell of its own with an
 * odd number of cells above it, provided that X is kept from all lines.
 *
 * Y never plays below the winning cell, nor below every second cell down from there, and takes those when X
 * plays below them. Everywhere else Y takes every second cell from the top, as in following up, and plays
 * anything when X takes another one. Y is never forced to play below a cell that it waits for: when nothing
 * else is left, every column except that of the winning cell has an even number of cells left, so it is X's
 * turn, and in the end X must play below the winning cell. Zugzwang: Allis, chapter 3. */
static inline int zugzwang_bound (const struct board *board, const struct position *position) {
  assert ((board->cells - position->plies) % 2 == 1);
  bitboard empty = board->all ^ position->mask, next = next_cells (board, position), given = 0;
  bitboard winning = position->other_winning & empty, sure = empty & board->uppers & ~next;
  bitboard playable = playable_cells (board, position);
  for (bitboard cells = winning & ~board->uppers & ~next; cells != 0; cells &= cells - 1) {
    bitboard cell = cells & -cells, column = board->column[board->column_of[lowest_bit (cell)]];
    bitboard below = column & empty & (cell - 1) & (board->uppers | next);
    struct follow_up f = { .next = next, .playable = playable & ~column, .goals = winning & sure & ~column };
    bitboard dead = at_or_above (board, f.goals | cell);
    f.follow = f.playable & (sure | dead);
    f.reach = position->own | below | (f.playable & ~f.follow);
    bitboard conflicts = four_upwards (f.reach);
    if (conflicts & column)
      continue;
    call_off (board, &f, conflicts);
    if (!has_four_across (board, f.reach))
      return lost_without (conflicts == 0 ? dead : at_or_above (board, cell));
    if (kept_from_lines (board, position, &f, &given))
      return lost_without (at_or_above (board, cell));
  }
  return SCORE_MAX;
}

/** Does Y, the side not to move, keep X from winning by the cells of one column? An odd number of cells is
 * left, and X does not win at once.
 *
 * In the column Y takes every second cell from the last but one downwards, except playable ones. To get them
 * Y never plays below one, and answers on top when X does. Nothing forces Y to: when nothing else is left,
 * the column has an odd number of empty cells, so it is X's turn. (So even an odd number of cells left, with
 * which Y cannot follow up, lets it control one column; Allis, chapter 3, has this for one threat.) Elsewhere
 * Y plays anything, but blocks three upwards; in the column itself it can block, unless at the cell below the
 * first one to take. So X does not win if each line across that is open to it contains one of these cells. */
static inline bool column_holds (const struct board *board, const struct position *position) {
  assert ((board->cells - position->plies) % 2 == 1);
  bitboard playable = playable_cells (board, position), open = position->own | playable;
  bitboard taken = playable & ~board->uppers & ~next_cells (board, position);
  bitboard upwards = four_upwards (open), line = line_across (board, open);
  for (bitboard left = line & taken; left != 0; left &= left - 1) {
    bitboard cells = taken & board->column[board->column_of[lowest_bit (left)]];
    if ((upwards & (cells & -cells) >> 4) == 0 && !has_four_across (board, open ^ cells))
      return true;
  }
  return line == 0;
}

/** Exact if a side wins within two plies. Otherwise a win is at least three plies away and a loss four (which
 *  matters for scores and near the full board), and a side without an open line cannot win. */
static inline void game_static_bounds (const struct board *board, const struct position *position,
                                       bool exact_score, struct bounds *bounds) {
  bitboard own = position->own, other = own ^ position->mask, empty = board->all ^ position->mask;
  bitboard next = next_cells (board, position);
  if (position->own_winning & next) {
    settle_at (bounds, exact_score ? game_score (board, position, WON, 1) : WON);
    return;
  }
  bitboard winning_of_other = position->other_winning & empty;
  if (safe_cells (next, winning_of_other) == 0) {
    settle_at (bounds, exact_score ? game_score (board, position, LOST, 2) : LOST);
    return;
  }
  struct bounds found = { game_score (board, position, LOST, 4), game_score (board, position, WON, 3) };
  if (position->plies >= board->lines_whole) {
    if (!has_four (board, own | empty))
      found.upper = 0;
    if (!has_four (board, other | empty))
      found.lower = 0;
  }
  if (found.upper >= 0) {
    bool even = (board->cells - position->plies) % 2 == 0;
    int bound = even ? follow_up_bound (board, position) : zugzwang_bound (board, position);
    if (bound < found.upper)
      found.upper = bound;
    if (found.upper > DRAWN && !even && column_holds (board, position))
      found.upper = DRAWN;
  }
  if (!exact_score) {
    found.upper = (found.upper > 0) - (found.upper < 0);
    found.lower = -(found.lower < 0);
  }
  assert (found.lower <= found.upper);
  bounds_narrow (bounds, found);
}

/** The cells worth searching: one that wins at once, or the safe ones, or any one if all lose equally soon.
 */
static inline bitboard worthwhile_cells (const struct board *board, const struct position *position) {
  bitboard next = next_cells (board, position);
  bitboard cells = position->own_winning & next;
  if (cells == 0)
    cells = safe_cells (next, position->other_winning & ~position->mask);
  else
    cells &= -cells;
  assert (next != 0); /* the board is not full */
  return cells != 0 ? cells : next & -next;
}

/** From the centre outwards. */
static inline int game_forced (const struct board *board, const struct position *position,
                               struct move *list) {
  bitboard cells = worthwhile_cells (board, position);
  int count = 0;
  for (int i = 0; i < board->columns; i++) {
    uint8_t column = board->outwards[i];
    list[count] = (struct move){ column }; /* without a branch, which would be mispredicted */
    count += (cells & board->column[column]) != 0;
  }
  assert (count > 0 && count == count_bits (cells));
  return count;
}

static inline bool game_only_move (const struct board *board, const struct position *position,
                                   struct move *move) {
  bitboard cells = worthwhile_cells (board, position);
  move->column = board->column_of[lowest_bit (cells)];
  return (cells & (cells - 1)) == 0;
}

/** Initial numbers for proof-number search: each move worth playing must be refuted. What they gain:
 *  ../../analysis/notes/proof-number.md. */
static inline void game_numbers (const struct board *board, const struct position *position, bool win,
                                 uint32_t *proof, uint32_t *disproof) {
  bitboard cells = worthwhile_cells (board, position);
  (void) win;
  *proof = 1;
  *disproof = 1 + 8 * (uint32_t) (count_bits (cells) - 1);
}

/** The first cells of the lines in a direction of which a side holds two or more cells and the rest is open
 *  to it. */
static inline lanes lines_with_two (lanes stones, lanes open, steps step) {
  lanes next = backwards (stones, step), both = stones & next, either = stones | next;
  lanes two = both | backwards (backwards (both, step), step)
              | (either & backwards (backwards (either, step), step));
  return two & four_along (open, step);
}

/** Winning cells, counted twice if the cell below is the next to be played in its column, and not at all
 *  above a winning cell of the other side; minus those of the opponent; plus lines under way; ties go to the
 *  column nearer to the centre. Not negative. Weights: ../../analysis/notes/connect4-search.md. */
static inline int game_order (const struct board *board, const struct position *position, struct move move) {
  bitboard mask = position->mask | (position->mask + board->bottom[move.column]);
  bitboard own = position->own | (mask ^ position->mask), empty = board->all ^ mask, open = own | empty;
  bitboard theirs = position->other_winning & empty, ours = winning_cells (board, own) & empty;
  bitboard useful = ours & ~at_or_above (board, theirs), next = (mask + board->bottoms) & board->all;
  int threats = count_bits (useful) + count_bits (useful & next << 1);
  int their_threats = count_bits (theirs & ~at_or_above (board, ours));
  lanes fours = spread (0);
  for (int i = 0; i < DIRECTIONS / LANES; i++)
    fours += count_in_fours (lines_with_two (spread (own), spread (open), board->step[i]));
  int last = board->columns - 1, off_centre = 2 * move.column - last;
  int central = off_centre < 0 ? last + off_centre : last - off_centre;
  assert (their_threats <= BITS_MAX && central >= 0);
  return 35 * threats + 20 * (BITS_MAX - their_threats) + count_all (add_up (fours)) + central;
}

#endif
