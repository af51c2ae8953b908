#include "alignment_arguments.h"

#include <stdlib.h>

/* What the player has for certain if the other side never completes a row: at worst a full board. */
static const char *
held_is_enough (const struct argument *a)
{
  const int worth = worth_of (a->game, a->exact_score, full_board_for (a->game, a->mark), a->game->cells);
  return worth >= a->bound ? NULL : "needs more than that the other side completes no row";
}

/* ---- pairing ----
 *
 * Numbers: cells, two and two: pairs of empty cells, no cell twice. The player answers a stone on one cell of
 * a pair with the other one, so he gets a stone in every line that holds a pair (Hales & Jewett). In all
 * other lines that the other side could still complete, both cells of each pair count as its stones. Such a
 * line, lacking n more, weighs 2^-n. Outside the pairs the player takes the cell whose lines weigh most; what
 * the other side's next stone adds, the weight of the lines through it, is no more than what has just gone,
 * so the sum does not grow (Erdos & Selfridge). A completed line would weigh 1. So the other side completes
 * no line if the sum is below 1 with the player to move, or after any stone of the other side, which adds the
 * weight of the lines through its cell. Stones that the player has besides do no harm. Not where stones fall.
 *
 * In units of 2^-60; a line that lacks more than 60 counts one unit, which is too much and so safe.
 * Sources: A. W. Hales, R. I. Jewett, Regularity and positional games, Trans. AMS 106 (1963); P. Erdos,
 * J. L. Selfridge, On a combinatorial game, JCT A 14 (1973). */

static const uint64_t potential_one = (uint64_t) 1 << 60;

/* Fill in the partner of each cell in a pair, and -1 elsewhere. */
static bool
read_pairs (const struct argument *a, int *partner)
{
  for (int cell = 0; cell < a->game->cells; cell++)
    partner[cell] = -1;
  for (size_t i = 0; i + 1 < a->numbers; i += 2) {
    const int cell = a->number[i], mate = a->number[i + 1];
    if (cell >= a->game->cells || mate >= a->game->cells || cell == mate || partner[cell] >= 0
        || partner[mate] >= 0 || a->position->cell[cell] != 0 || a->position->cell[mate] != 0)
      return false;
    partner[cell] = mate;
    partner[mate] = cell;
  }
  return a->numbers % 2 == 0;
}

/* What a line of the other side weighs: 0 if it is met. */
static uint64_t
weigh_line (const struct argument *a, const struct line *line, const int *partner)
{
  int lacks = line_lacks (a->game, a->position, line, 3 - a->mark);
  if (lacks < 0)
    return 0;
  for (int i = 0; i < a->game->length; i++) {
    const int cell = line->first + i * line->step;
    for (int j = 0; j < i; j++)
      if (partner[cell] == line->first + j * line->step)
        return 0;
    lacks -= partner[cell] >= 0;
  }
  return lacks <= 60 ? potential_one >> lacks : 1;
}

const char *
check_pairing (const struct argument *a)
{
  const struct array_game *game = a->game;
  const char *reason = held_is_enough (a);
  if (reason != NULL || game->gravity)
    return reason != NULL ? reason : "cannot be paired: stones fall";
  int *partner = malloc ((size_t) game->cells * sizeof *partner);
  uint64_t sum = 0, *through = calloc ((size_t) game->cells, sizeof *through);
  if (partner == NULL || through == NULL)
    reason = "needs more memory than there is";
  else if (!read_pairs (a, partner))
    reason = "has a pair of cells that are not empty, or not its own";
  for (int i = 0; i < game->lines && reason == NULL; i++) {
    const uint64_t weight = weigh_line (a, &game->line[i], partner);
    sum += weight;
    for (int j = 0; j < game->length; j++)
      through[game->line[i].first + j * game->line[i].step] += weight;
    if (sum >= potential_one)
      reason = "leaves a potential of 1 or more outside its pairs";
  }
  if (mark_to_move (a->position) != a->mark)
    for (int cell = 0; cell < game->cells && reason == NULL; cell++)
      if (a->position->cell[cell] == 0 && partner[cell] < 0 && sum + through[cell] >= potential_one)
        reason = "leaves a potential of 1 or more after a stone outside its pairs";
  free (partner);
  free (through);
  return reason;
}

/* ---- threats ----
 *
 * Numbers: cells for the player, who is to move. After each of these stones he could complete a row, and the
 * other side could not: so it has to answer there, or the answer is one of several and does not help. The
 * last stone completes a row, or leaves two cells to do so. Source: L. V. Allis, H. J. van den Herik, M. P.
 * H. Huntjens, Go-Moku solved by new search techniques (1996). */

/* Where that player would complete a row with one stone: how many cells (2: two or more), and the first. */
static int
winning_cells (const struct array_game *game, const struct array_position *position, int mark, int *first)
{
  int count = 0;
  for (int cell = 0; cell < game->cells && count < 2; cell++)
    if (may_place (game, position, cell) && completes_row (game, position, cell, mark) && count++ == 0)
      *first = cell;
  return count;
}

const char *
check_threats (const struct argument *a)
{
  const struct array_game *game = a->game;
  struct array_position position;
  array_position_copy (game, &position, a->position);
  if (mark_to_move (&position) != a->mark)
    return "has the wrong side to move for threats";
  for (size_t i = 0; i < a->numbers; i++) {
    int answer = -1, counter = -1;
    if (!may_place (game, &position, a->number[i]))
      return "has a threat where no stone may be placed";
    place_stone (&position, a->number[i]);
    if (completes_row (game, &position, a->number[i], a->mark))
      return worth_of (game, a->exact_score, WINS, position.plies) >= a->bound ? NULL
                                                                               : "is won by threats too late";
    const int threats = winning_cells (game, &position, a->mark, &answer);
    if (winning_cells (game, &position, 3 - a->mark, &counter) > 0)
      return "has a threat that the other side need not answer, since it wins";
    if (threats == 0)
      return "has a stone among its threats that threatens nothing";
    if (threats > 1)
      return worth_of (game, a->exact_score, WINS, position.plies + 2) >= a->bound
                 ? NULL
                 : "is won by threats too late";
    place_stone (&position, answer);
  }
  return "has threats that lead to no win";
}

/* ---- upwards ----
 *
 * For Connect Four; the other side, X, is to move. Numbers: for each column the lowest and the highest row of
 * the cells that the player, Y, claims, or NOT_PAIRED twice. He claims every second cell in between, and each
 * forms a pair with the empty cell below it. The rest of the empty cells is free, except those above a claim
 * that ends below the top: they are never filled, for there Y's stone completes a row at once, with stones
 * that he has already. The number of free cells is even.
 *
 * Y answers the lower cell of a pair on top of it, and a free cell by any other free one. (Free cells lie
 * below the pairs of their column, so one of an odd number that are left can be played.) So it is always X
 * who must begin a pair, and Y gets all cells that he claims, unless he wins before. If no row is made of X's
 * stones, the free cells and the lower cells of the pairs, X never completes one. If besides a claim ends
 * below the top, or at a cell that completes a row like that, or Y's stones and his claims hold a row, then Y
 * wins.
 *
 * Claimeven, and the control of zugzwang by an odd threat: V. Allis, A knowledge-based approach of
 * Connect-Four (1988), chapter 3. */

enum cell_owner { FREE, CLAIMED, NEVER_FILLED };

/* Set the owners of a column's empty cells. `goal`: a claim there completes a row at once. */
static const char *
claim_column (const struct argument *a, int column, uint8_t *owner, int *free_cells, bool *goal)
{
  const struct array_game *game = a->game;
  const int lowest = a->number[2 * column], highest = a->number[2 * column + 1];
  const bool paired = lowest != NOT_PAIRED;
  int next = 0;
  while (next < game->rows && a->position->cell[next * game->columns + column] != 0)
    next++;
  if (paired && (lowest <= next || highest < lowest || highest >= game->rows || (highest - lowest) % 2 != 0))
    return "claims cells that do not form pairs";
  const int top = highest * game->columns + column;
  const bool completes = paired && completes_row (game, a->position, top, a->mark);
  if (paired && highest + 1 < game->rows && !completes)
    return "claims too little of a column";
  *goal = *goal || completes;
  for (int row = next; row < game->rows; row++) {
    const bool claimed = paired && row >= lowest && row <= highest && (row - lowest) % 2 == 0;
    owner[row * game->columns + column] = paired && row > highest ? NEVER_FILLED : claimed ? CLAIMED : FREE;
    *free_cells += !paired || row < lowest - 1;
  }
  return NULL;
}

/* Is there a line of that player's stones, and empty cells of that owner? */
static bool
holds_line (const struct argument *a, int mark, const uint8_t *owner, enum cell_owner wanted)
{
  for (int i = 0; i < a->game->lines; i++) {
    const struct line *line = &a->game->line[i];
    bool held = true;
    for (int j = 0; j < a->game->length && held; j++) {
      const int cell = line->first + j * line->step, stone = a->position->cell[cell];
      held = stone == mark || (stone == 0 && owner[cell] == wanted);
    }
    if (held)
      return true;
  }
  return false;
}

const char *
check_upwards (const struct argument *a)
{
  const struct array_game *game = a->game;
  int free_cells = 0;
  bool goal = false;
  const char *reason = NULL;
  if (!game->gravity || a->numbers != 2 * (size_t) game->columns || mark_to_move (a->position) == a->mark)
    return "cannot be claimed upwards like that";
  uint8_t *owner = calloc ((size_t) game->cells, 1);
  if (owner == NULL)
    return "needs more memory than there is";
  for (int column = 0; column < game->columns && reason == NULL; column++)
    reason = claim_column (a, column, owner, &free_cells, &goal);
  if (reason == NULL && free_cells % 2 != 0)
    reason = "leaves an odd number of free cells";
  if (reason == NULL && holds_line (a, 3 - a->mark, owner, FREE))
    reason = "leaves the other side a line";
  if (reason == NULL && worth_of (game, a->exact_score, DRAWS, game->cells) < a->bound) {
    const bool wins = goal || holds_line (a, a->mark, owner, CLAIMED);
    if (!wins || worth_of (game, a->exact_score, WINS, game->cells) < a->bound)
      reason = "claims no line of its own";
  }
  free (owner);
  return reason;
}

/* ---- stealing ----
 *
 * From the empty board of the k-or-more game the first player does not lose. If the second had a winning
 * strategy the first could use it: he places a stone anywhere, forgets it, and plays as second player; when
 * the strategy asks for the stone that he has, he places another one anywhere, and an extra stone does no
 * harm. Source: J. Nash, about 1949; Hales & Jewett (1963). */

const char *
check_stealing (const struct argument *a)
{
  const bool holds = !a->game->gravity && a->game->variant == STANDARD && a->position->plies == 0
                     && a->mark == 1 && a->bound <= 0 && a->numbers == 0;
  return holds ? NULL : "is no empty board on which a strategy can be stolen";
}
