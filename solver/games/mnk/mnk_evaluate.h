/* The evaluations of m,n,k-positions for depth-limited search, and the moves that it considers.
 *
 * `equation9` is equation 9 of the report of Clerici and Volpe (MoNKey, Bologna 2021). A row of stones of one
 * player, without another stone of his next to its ends, is a threat if its length is k - 1 with one free end
 * (half) or two (open), or k - 2 with two. A free end is an empty cell of the board. The threats of one side
 * count
 *
 *                 k - 2 open   k - 1 half   k - 1 open
 *      own               100           80          250
 *      opponent's      -1300        -2000        -5020
 *
 * (the report prints plus before the last two, which would reward the opponent). The report's 1 000 000 for a
 * finished row is the end of the game, which searches recognise. So the evaluation for one side is not the
 * negative of that for the other: it is made for the side that has just moved. With `exact` a row counts by
 * its length alone.
 *
 * The threats are updated move by move: a stone changes only the rows that it lengthens or closes, at most
 * two in each direction, which takes O(k) steps and no table; a position carries 6 numbers.
 *
 * `lines` counts the lines that can still become a row of k: every line of k cells on which only one side has
 * stones has a weight for that side, which grows with its stones; the lines of the side to move count 7 to 4.
 * Unlike equation 9 it takes broken rows and crossing rows into account; our own players use it. It is
 * updated in O(k) steps for each direction, too. (It does not distinguish overlines from rows of k.)
 *
 * No proof relies on either. */
#ifndef ZERMELO_MNK_MNK_EVALUATE_H
#define ZERMELO_MNK_MNK_EVALUATE_H

#include "games/mnk/mnk_rules.h"

#include <assert.h>

#define GAME_EVALUATION 1
#define GAME_EVALUATIONS 1
#define GAME_RELEVANT 1
#define GAME_ORDERS 1
#define GAME_CANDIDATES 24

#define GAME_EVALUATION_OF_PLAY EVALUATE_LINES

enum { EVALUATE_EQUATION_9, EVALUATE_LINES };

static const char *const game_evaluations[] = { "equation9", "lines", NULL };

enum threat_kind { THREAT_SHORT_OPEN, THREAT_LONG_HALF, THREAT_LONG_OPEN, THREAT_NONE, THREAT_KINDS };

struct evaluation {
  int which; /* index in game_evaluations */
  union {
    int16_t threats[2][THREAT_KINDS]; /* the numbers of threats of the players; THREAT_NONE is unused */
    int32_t lines[2];                 /* the sums of the weights of the players' lines */
  };
};

static inline enum threat_kind threat_kind (const struct board *board, int length, int free_ends) {
  assert (length >= 1 && free_ends >= 0 && free_ends <= 2);
  if (length == board->lines.length - 1)
    return free_ends == 2 ? THREAT_LONG_OPEN : free_ends == 1 ? THREAT_LONG_HALF : THREAT_NONE;
  return length == board->lines.length - 2 && free_ends == 2 ? THREAT_SHORT_OPEN : THREAT_NONE;
}

/** The neighbours of a cell on one side: a row of stones of `owner`, or none. */
struct arm {
  int length, owner;
  bool open; /* the cell after the row is empty */
};

/** The cell after `cell` in a direction, or before it; -1: the edge of the board. */
static inline int cell_beside (const struct direction *d, int cell, bool after) {
  if (after)
    return cells_has (&d->steps, cell) ? cell + d->step : -1;
  const int before = cell - d->step;
  return before >= 0 && cells_has (&d->steps, before) ? before : -1;
}

static inline struct arm arm_of (const cells *const stones[2], const struct direction *d, int cell,
                                 bool after) {
  struct arm arm = { 0, 0, false };
  int beside = cell_beside (d, cell, after);
  if (beside < 0)
    return arm;
  if (cells_has (stones[1], beside))
    arm.owner = 1;
  else if (!cells_has (stones[0], beside)) {
    arm.open = true;
    return arm;
  }
  do {
    arm.length++;
    beside = cell_beside (d, beside, after);
  } while (beside >= 0 && cells_has (stones[arm.owner], beside));
  arm.open = beside >= 0 && !cells_has (stones[!arm.owner], beside);
  return arm;
}

/** The value of a line for the only side that has stones on it. */
static inline int evaluation_of_line (const struct board *board, int stones) {
  static const int16_t worth[] = { 0, 300, 75, 15, 1 }; /* by the number of stones that it lacks */
  const int lacking = board->lines.length - stones;
  assert (stones >= 0 && lacking >= 0);
  return stones == 0 ? 0 : lacking < 5 ? worth[lacking] : 1;
}

/** Update the weights of the lines through an empty cell in this direction, when a player puts a stone there.
 * A window of k cells slides over the lines; `back` is the number of its places that still hold the cell. */
static inline void evaluation_place_on_lines (const struct board *board, const cells *const stones[2],
                                              int player, int cell, const struct direction *d,
                                              struct evaluation *evaluation) {
  const int length = board->lines.length;
  int first = cell, back = 0, met[2] = { 0, 0 };
  for (int before; back < length - 1 && (before = cell_beside (d, first, false)) >= 0; back++)
    first = before;
  for (int last = first, from = first, cells_met = 1; last >= 0 && back >= 0;
       last = cell_beside (d, last, true), cells_met++) {
    for (int side = 0; side < 2; side++)
      met[side] += cells_has (stones[side], last);
    if (cells_met < length)
      continue;
    if (met[!player] == 0)
      evaluation->lines[player]
          += evaluation_of_line (board, met[player] + 1) - evaluation_of_line (board, met[player]);
    else if (met[player] == 0)
      evaluation->lines[!player] -= evaluation_of_line (board, met[!player]);
    for (int side = 0; side < 2; side++)
      met[side] -= cells_has (stones[side], from);
    from += d->step;
    back--;
  }
}

/** Are all numbers of threats and all sums of weights nonnegative? */
static inline bool evaluation_is_right (const struct evaluation *evaluation) {
  for (int player = 0; player < 2; player++) {
    if (evaluation->which == EVALUATE_LINES && evaluation->lines[player] < 0)
      return false;
    for (int kind = 0; evaluation->which == EVALUATE_EQUATION_9 && kind < THREAT_NONE; kind++)
      if (evaluation->threats[player][kind] < 0)
        return false;
  }
  return true;
}

/** Update the threats for a stone. Threats are counted by rows of stones, not by lines of cells. */
static inline void evaluation_place_threats (const struct board *board, const cells *const stones[2],
                                             int player, int cell, const struct direction *d,
                                             struct evaluation *evaluation) {
  int length = 1, free_ends = 0;
  for (int after = 0; after < 2; after++) {
    const struct arm arm = arm_of (stones, d, cell, after);
    const bool own = arm.owner == player;
    if (arm.length > 0) {
      evaluation->threats[arm.owner][threat_kind (board, arm.length, arm.open + 1)]--;
      if (own)
        length += arm.length;
      else
        evaluation->threats[arm.owner][threat_kind (board, arm.length, arm.open)]++;
    }
    free_ends += arm.open && (own || arm.length == 0);
  }
  evaluation->threats[player][threat_kind (board, length, free_ends)]++;
}

/** Update the evaluation when a player puts a stone on an empty cell; `stones` are the stones before it. */
static inline void evaluation_place (const struct board *board, const cells *const stones[2], int player,
                                     int cell, struct evaluation *evaluation) {
  assert (!cells_has (stones[0], cell) && !cells_has (stones[1], cell));
  const struct direction *const end = board->lines.direction + 4;
  if (evaluation->which == EVALUATE_LINES)
    for (const struct direction *d = board->lines.direction; d < end; d++)
      evaluation_place_on_lines (board, stones, player, cell, d, evaluation);
  else
    for (const struct direction *d = board->lines.direction; d < end; d++)
      evaluation_place_threats (board, stones, player, cell, d, evaluation);
  assert (evaluation_is_right (evaluation));
}

static inline void game_evaluation_begin (const struct board *board, const struct position *position,
                                          int which, struct evaluation *evaluation) {
  cells placed[2] = { cells_none (), cells_none () };
  const cells *const stones[2] = { &placed[0], &placed[1] };
  *evaluation = (struct evaluation){ .which = which };
  for (int player = 0; player < 2; player++)
    for (cells rest = position->stones[player][0]; cells_any (&rest);) {
      const int cell = cells_pop (&rest);
      evaluation_place (board, stones, player, cell, evaluation);
      cells_add (&placed[player], cell);
    }
}

static inline void game_evaluation_play (const struct board *board, const struct position *position,
                                         struct move move, struct evaluation *evaluation) {
  const cells *const stones[2] = { &position->stones[0][0], &position->stones[1][0] };
  evaluation_place (board, stones, position_mover (position), move.cell, evaluation);
}

static inline int game_evaluation_value (const struct board *board, const struct position *position,
                                         const struct evaluation *evaluation, bool other) {
  static const int weight[2][THREAT_NONE] = { { 100, 80, 250 }, { -1300, -2000, -5020 } };
  (void) board;
  const int self = position_mover (position) ^ other;
  int value = 0;
  if (evaluation->which == EVALUATE_LINES)
    value = (other ? 4 : 7) * evaluation->lines[self] / 4 - (other ? 7 : 4) * evaluation->lines[!self] / 4;
  for (int kind = 0; evaluation->which == EVALUATE_EQUATION_9 && kind < THREAT_NONE; kind++)
    value += weight[0][kind] * evaluation->threats[self][kind]
             + weight[1][kind] * evaluation->threats[!self][kind];
  return value >= EVALUATION_MAX ? EVALUATION_MAX - 1 : value <= -EVALUATION_MAX ? 1 - EVALUATION_MAX : value;
}

/** The cells at most one step from these, in all eight directions. */
static inline cells cells_around (const struct board *board, cells set) {
  cells around = set;
  for (int i = 0; i < 4; i++) {
    const int step = line_by_row[i] * board->columns + line_by_column[i];
    if (!cells_any (&board->has_next[i]))
      continue;
    around = cells_or (around, cells_up (cells_and (set, board->has_next[i]), step));
    around = cells_or (around, cells_and (cells_down (set, step), board->has_next[i]));
  }
  return around;
}

static const char *const game_orders[] = { "spiral", NULL };

/** The order of the report of Clerici and Volpe: a spiral from the centre. The cells are numbered along the
 * spiral from the top left corner inwards, clockwise, so that the centre has the highest number. */
static inline int game_order_by (const struct board *board, struct move move, int which) {
  const int column = move.cell % board->columns, row = board->rows - 1 - move.cell / board->columns;
  const int right = board->columns - 1 - column, below = board->rows - 1 - row;
  const int across = column < right ? column : right, down = row < below ? row : below;
  const int ring = across < down ? across : down;
  const int width = board->columns - 2 * ring,
            height = board->rows - 2 * ring; /* size of the board without the outer rings */
  const int x = column - ring, y = row - ring;
  const int along = y == 0            ? x
                    : x == width - 1  ? width - 1 + y
                    : y == height - 1 ? 2 * (width - 1) + height - 1 - x
                                      : 2 * (width + height - 2) - y;
  (void) which;
  assert (along >= 0 && along < width * height);
  return board->area - width * height + along;
}

/** The empty cells at most `steps` from a stone; on the empty board the middle cell. */
static inline int moves_near_stones (const struct board *board, const struct position *position, int steps,
                                     struct move *list, bool *all) {
  if (position->plies == 0) {
    list[0].cell = (uint16_t) (board->rows / 2 * board->columns + board->columns / 2);
    *all = board->area == 1;
    return 1;
  }
  const cells stones = cells_or (position->stones[0][0], position->stones[1][0]);
  cells near = stones;
  while (steps-- > 0)
    near = cells_around (board, near);
  int count = 0;
  for (near = cells_minus (near, stones); cells_any (&near);)
    list[count++].cell = (uint16_t) cells_pop (&near);
  *all = count == board->area - position->plies;
  return count;
}

static inline int game_relevant (const struct board *board, const struct position *position,
                                 struct move *list, bool *all) {
  return moves_near_stones (board, position, 1, list, all);
}

static inline int game_candidates (const struct board *board, const struct position *position,
                                   struct move *list, bool *all) {
  return moves_near_stones (board, position, 2, list, all);
}

#endif
