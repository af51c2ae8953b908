/* Knowledge of Connect Four beyond the rules, at the price of a few shifts: the cells that complete a line,
 * and conclusions from them without a search.
 *
 * A winning cell of a side is an empty cell where its stone completes four, whether it is playable now or
 * later.
 * - If the side to move has a playable winning cell, it wins at once.
 * - Otherwise it must take the opponent's playable winning cell (if there are two it loses), and must not
 *   play below a winning cell of the opponent. If no move is left, it loses at the second ply.
 * - If it can make a double threat then, it wins with its second stone.
 * - A side can no longer win if no four cells in a line are its own or empty.
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

/** The cells of `next` after which an opponent with these winning cells has no immediate win. To be called if
 * there is no winning move. Empty: every move loses at the second ply. */
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

/** The score if the other side wins, at the latest by the first stone in `dead` after all other cells are
 * filled. */
static inline int lost_without (bitboard dead) { return dead == 0 ? LOST : -((count_bits (dead) + 1) / 2); }

/** A claim: the cells that Y gets of a column against X, provided that Y has a claim on another column, and
 * its price. */
struct claim {
  bitboard cells;    /* Y gets all these cells in one of the two columns */
  bitboard given;    /* the price: cells of the column that Y would get by following up */
  bitboard conflict; /* if an open line of X upwards begins here, Y has to block it at the wrong time */
};

/** The cells that each side gets if Y follows up. */
struct follow_up {
  bitboard next;     /* the cells of the next stones */
  bitboard playable; /* the cells that will still be played, without the column of a threat */
  bitboard follow;   /* the playable cells that Y gets, or that are never played because Y wins before */
  bitboard goals;    /* the winning cells of Y among the cells that it gets */
  bitboard reach;    /* X's stones and the cells that X gets */
};

/** The claim to which a cell of X belongs.
 *
 * If the cell is playable now, Y takes it when X takes the cell of the other claim, which is playable, too
 * (Allis's baseinverse). If following up forbids Y to play it, X gets the cell above, and Y the cells further
 * up that it gets by following up. But Y gives up the whole column if it would win above, or if X has a stone
 * below (X may get three there, so that Y must block).
 *
 * If the cell is not playable, Y takes every second cell from it upwards and downwards, except playable ones:
 * Y never plays below one of them, and answers on top (Allis's lowinverse). Of the two columns Y must give up
 * at most one, when no other cells are left. */
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

/** Is X kept from all lines because Y gets all cells of the claim `one`, with the help of a threat: a winning
 * cell of Y in another column, which Y does not get by following up? `cell`, not playable now, belongs to
 * that claim. `given`: the cells that Y gives up.
 *
 * In both columns Y waits: it never plays below a cell of the claim or below the threat, nor below every
 * second cell down from there, and answers on top when X does. X never plays right below the threat, unless
 * it wins there, since Y would win on top. So when one of the two columns has to be given up, Y can give up
 * that of the threat: it plays the next cell there and follows up in this column from then on. Below the
 * threat X may get every cell; above it Y still gets the cells of following up. A winning cell below the
 * threat that following up would give to Y is given up, too, and so X may get further up than that cell. V.
 * Allis (1988), chapter 3, has this for a threat of each side. */
static inline bool kept_by_threat (const struct board *board, const struct position *position,
                                   const struct follow_up *f, bitboard cell, const struct claim *one,
                                   const struct completed *completed, bitboard *given) {
  assert ((cell & (f->next | board->uppers)) == 0);
  bitboard waiting = f->playable & ~board->uppers & ~f->next;
  bitboard threats = position->other_winning & waiting & ~board->column[board->column_of[lowest_bit (cell)]];
  for (; threats != 0; threats &= threats - 1) {
    bitboard threat = threats & -threats, column = board->column[board->column_of[lowest_bit (threat)]];
    bitboard lowest = waiting & column & -(waiting & column);
    *given = one->given | (column & f->follow & ((threat - 1) | ~board->uppers));
    if ((four_upwards (f->reach | *given) & (one->conflict | lowest >> 4)) == 0
        && open_line (board, f->reach | *given, one->cells, one->cells, *given, completed) == 0)
      return true;
  }
  return false;
}

/** Do lines that Y completes earlier keep X from all lines within its reach, possibly together with a claim
 * and a threat, or with a pair of claims? X has a line across within its reach. `given`: the cells that Y
 * gives up for them. */
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
    if ((cell & (f->next | board->uppers)) == 0
        && kept_by_threat (board, position, f, cell, &one, &completed, given))
      return true;
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

/** Give up the columns in which following up fails. If X has three upwards, Y must block. If the block is
 * right below a cell that Y gets, following up fails in this column, but not elsewhere: the number of cells
 * left in the column stays odd. */
static inline void call_off (const struct board *board, struct follow_up *f, bitboard conflicts) {
  for (; conflicts != 0; conflicts &= conflicts - 1) {
    bitboard column = board->column[board->column_of[lowest_bit (conflicts)]];
    f->follow &= ~column;
    f->reach |= f->playable & column;
  }
  f->goals &= f->follow;
}

/** A bound on the score of the side to move, X, from the cells that the other side, Y, gets by following up,
 * whatever X does; an even number of cells is left. X gets all other cells; if they hold no line, X does not
 * win.
 *
 * Y answers on top of each stone. If X takes the lowest cell of a column with an odd number of cells left, Y
 * takes the lowest cell of another such column. So Y gets the top cell of each column and every second cell
 * below, except playable ones. Y wins if one of them completes a line, so that X never gets above it; or if
 * at the end Y's stones and these cells hold a line. If a line remains for X, Y may still get part of it by
 * other means in two columns. Claimeven of V. Allis, "A knowledge-based approach of Connect-Four" (1988), for
 * any height. */
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
 * Y never plays below the winning cell, nor below every second cell down from there, and takes these cells
 * when X plays below them. Everywhere else Y takes every second cell from the top, as in following up, and
 * plays any move when X takes one of these cells. Y is never forced to play below a cell that it waits for:
 * when no other cells are left, every column except that of the winning cell has an even number of cells
 * left, so it is X's turn, and in the end X must play below the winning cell. Zugzwang: Allis, chapter 3. */
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
 * Y never plays below one, and answers on top when X does. Y is never forced to play below one: when no other
 * cells are left, the column has an odd number of empty cells, so it is X's turn. (So even if an odd number
 * of cells is left, when Y cannot follow up, Y can control one column; Allis, chapter 3, has this for one
 * threat.) Elsewhere Y plays any move, but blocks three upwards; in the column itself Y can block, except at
 * the cell below the first of its cells. So X does not win if each line across that is open to it contains
 * one of these cells. */
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

/** The first cells of the lines in a direction in which a side has two or more cells and the other cells are
 * open to it. */
static inline lanes lines_with_two (lanes stones, lanes open, steps step) {
  lanes next = backwards (stones, step), both = stones & next, either = stones | next;
  lanes two = both | backwards (backwards (both, step), step)
              | (either & backwards (backwards (either, step), step));
  return two & four_along (open, step);
}

/** Can the side to move make a double threat, so that it wins with its second stone? It has no winning move,
 * and `safe` are the cells after which the other side has none.
 *
 * A double threat is two playable winning cells, or one with another right above it. So the stone that makes
 * it is part of a line of two stones or more and of cells that can be played by then, unless both winning
 * cells are there already, right above it. */
static inline bool has_double_threat (const struct board *board, const struct position *position,
                                      bitboard safe) {
  bitboard own = position->own, empty = board->all ^ position->mask, next = next_cells (board, position);
  bitboard open = own | next | ((safe << 1 | safe << 2) & empty);
  lanes lines = spread (0);
  for (int i = 0; i < DIRECTIONS / LANES; i++) {
    const steps step = board->step[i];
    lanes first = lines_with_two (spread (own), spread (open), step), pair = first | forwards (first, step);
    lines |= pair | forwards (forwards (pair, step), step);
  }
  bitboard cells = safe & (gather (lines) | (position->own_winning >> 1 & position->own_winning >> 2));
  for (; cells != 0; cells &= cells - 1) {
    bitboard cell = cells & -cells, winning = winning_cells (board, own | cell) & empty & ~cell;
    bitboard threats = winning & ((next ^ cell) | cell << 1);
    if ((threats & (threats - 1)) != 0 || (threats & winning >> 1) != 0)
      return true;
  }
  return false;
}

/** Bounds, which are exact if a side wins within two plies, or by a double threat within three. Otherwise a
 * win is at least three plies away and a loss four (which matters for scores and near the full board), and a
 * side without an open line cannot win. */
static inline void game_static_bounds (const struct board *board, const struct position *position,
                                       bool exact_score, struct bounds *bounds) {
  bitboard own = position->own, other = own ^ position->mask, empty = board->all ^ position->mask;
  bitboard next = next_cells (board, position);
  if (position->own_winning & next) {
    settle_at (bounds, exact_score ? game_score (board, position, WON, 1) : WON);
    return;
  }
  bitboard winning_of_other = position->other_winning & empty;
  bitboard safe = safe_cells (next, winning_of_other);
  if (safe == 0) {
    settle_at (bounds, exact_score ? game_score (board, position, LOST, 2) : LOST);
    return;
  }
  if (has_double_threat (board, position, safe)) {
    settle_at (bounds, exact_score ? game_score (board, position, WON, 3) : WON);
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

/** The cells worth searching: a cell that wins at once, or the safe cells, or any cell if all lose equally
 * soon. */
static inline bitboard worthwhile_cells (const struct board *board, const struct position *position) {
  bitboard next = next_cells (board, position);
  bitboard cells = position->own_winning & next;
  if (cells == 0)
    cells = safe_cells (next, position->other_winning & ~position->mask);
  else
    cells &= -cells;
  assert (next != 0); /* since the board is not full */
  return cells != 0 ? cells : next & -next;
}

/** The moves worth searching, from the centre outwards. */
static inline int game_forced (const struct board *board, const struct position *position,
                               struct move *list) {
  bitboard cells = worthwhile_cells (board, position);
  int count = 0;
  for (int i = 0; i < board->columns; i++) {
    uint8_t column = board->outwards[i];
    list[count] = (struct move){ column }; /* unconditional, since a branch would be mispredicted */
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
 * ../../analysis/notes/proof-number.md. */
static inline void game_numbers (const struct board *board, const struct position *position, bool win,
                                 uint32_t *proof, uint32_t *disproof) {
  bitboard cells = worthwhile_cells (board, position);
  (void) win;
  *proof = 1;
  *disproof = 1 + 8 * (uint32_t) (count_bits (cells) - 1);
}

/** The order of a move: the winning cells after it, counted twice if the cell below is the next to be played
 * in its column, and not at all above a winning cell of the other side; minus those of the opponent; plus
 * lines with two stones or more; ties go to the column nearer to the centre. Not negative. Weights:
 * ../../analysis/notes/connect4-search.md. */
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
