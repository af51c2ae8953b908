/* The theorems that a row of a certificate may appeal to, for m,n,k-games and Connect Four. Each function
 * checks all that its theorem asks for, with the numbers that belong to the row. */
#include "alignment.h"

/* Why it is not enough that the other side completes no row, or cannot be shown by answers to its stones. */
static const char *
why_not_by_blocking (const struct argument *a)
{
  if (worth_of (a->game, a->exact_score, full_board_for (a->game, a->mark), a->game->cells) < a->bound)
    return "needs more than that the other side completes no row";
  return a->game->gravity ? "cannot be blocked like that: stones fall" : NULL;
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

const char *
check_pairing (const struct argument *a)
{
  const uint64_t one = (uint64_t) 1 << 60;
  const struct array_game *game = a->game;
  const int8_t *cells = a->position->cell;
  int partner[CELLS_MOST]; /* the other cell of the pair, or -1 */
  uint64_t sum = 0, through[CELLS_MOST];
  if (why_not_by_blocking (a) != NULL)
    return why_not_by_blocking (a);
  for (int cell = 0; cell < game->cells; cell++) {
    partner[cell] = -1;
    through[cell] = 0;
  }
  for (size_t i = 0; i < a->numbers; i++) {
    const int cell = a->number[i];
    if (a->numbers % 2 != 0 || cell >= game->cells || cells[cell] != 0 || partner[cell] >= 0)
      return "has a pair of cells that are not empty, or not its own";
    partner[cell] = a->number[i ^ 1];
  }
  for (const struct line *line = game->line; line < game->line + game->lines; line++) {
    int lacks = line_lacks (game, a->position, line, 3 - a->mark);
    bool met = lacks < 0;
    for (int j = 0; j < game->length; j++) {
      const int mate = partner[line->first + j * line->step], apart = mate - line->first;
      lacks -= mate >= 0;
      met = met || (apart >= 0 && apart % line->step == 0 && apart / line->step < game->length);
    }
    const uint64_t weight = met ? 0 : lacks <= 60 ? one >> lacks : 1;
    for (int j = 0; j < game->length; j++)
      through[line->first + j * line->step] += weight;
    sum += weight;
    if (sum >= one)
      return "leaves a potential of 1 or more outside its pairs";
  }
  for (int cell = 0; cell < game->cells && mark_to_move (a->position) != a->mark; cell++)
    if (cells[cell] == 0 && partner[cell] < 0 && sum + through[cell] >= one)
      return "leaves a potential of 1 or more after a stone outside its pairs";
  return NULL;
}

/* ---- threats ----
 *
 * Numbers: cells for the player, who is to move. After each of these stones he could complete a row, and the
 * other side could not: so it has to answer there, or the answer is one of several and does not help. The
 * last stone completes a row, or leaves two cells to do so. Source: L. V. Allis, H. J. van den Herik, M. P.
 * H. Huntjens, Go-Moku solved by new search techniques (1996). */

const char *
check_threats (const struct argument *a)
{
  struct array_position position;
  array_position_copy (a->game, &position, a->position);
  if (mark_to_move (&position) != a->mark)
    return "has the wrong side to move for threats";
  for (size_t i = 0; i < a->numbers; i++) {
    if (!may_place (a->game, &position, a->number[i]))
      return "has a threat where no stone may be placed";
    place_stone (&position, a->number[i]);
    const bool over = completes_row (a->game, &position, a->number[i], a->mark);
    int answer = winning_place (a->game, &position, a->mark, 0);
    const bool several = answer >= 0 && winning_place (a->game, &position, a->mark, answer + 1) >= 0;
    if (!over && winning_place (a->game, &position, 3 - a->mark, 0) >= 0)
      return "has a threat that the other side need not answer, since it wins";
    if (!over && answer < 0)
      return "has a stone among its threats that threatens nothing";
    if (over || several)
      return worth_of (a->game, a->exact_score, WINS, position.plies + (over ? 0 : 2)) >= a->bound
                 ? NULL
                 : "is won by threats too late";
    place_stone (&position, cell_of_place (a->game, &position, a->game->order[answer]));
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

enum cell_owner { NEVER_FILLED, FREE, CLAIMED };

/* Is there a line of that player's stones, and empty cells of that owner? */
static bool
holds_line (const struct argument *a, int mark, const uint8_t *owner, enum cell_owner wanted)
{
  for (const struct line *line = a->game->line; line < a->game->line + a->game->lines; line++) {
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
  uint8_t owner[8 * KEY_MOST] = { NEVER_FILLED };
  int free_cells = 0;
  bool goal = false; /* a claim completes a row at once */
  if (!game->gravity || a->numbers != 2 * (size_t) game->columns || mark_to_move (a->position) == a->mark)
    return "cannot be claimed upwards like that";
  for (int column = 0; column < game->columns; column++) {
    const int lowest = a->number[2 * column], highest = a->number[2 * column + 1];
    const bool paired = lowest != NOT_PAIRED;
    int next = 0; /* the lowest empty cell */
    while (next < game->rows && a->position->cell[next * game->columns + column] != 0)
      next++;
    if (paired
        && (lowest <= next || highest < lowest || highest >= game->rows || (highest - lowest) % 2 != 0))
      return "claims cells that do not form pairs";
    const bool completes
        = paired && completes_row (game, a->position, highest * game->columns + column, a->mark);
    if (paired && highest + 1 < game->rows && !completes)
      return "claims too little of a column";
    goal = goal || completes;
    for (int row = next; row < game->rows && (!paired || row <= highest); row++) {
      const bool claimed = paired && row >= lowest && (row - lowest) % 2 == 0;
      owner[row * game->columns + column] = claimed ? CLAIMED : FREE;
      free_cells += !paired || row < lowest - 1;
    }
  }
  if (free_cells % 2 != 0)
    return "leaves an odd number of free cells";
  if (holds_line (a, 3 - a->mark, owner, FREE))
    return "leaves the other side a line";
  if (worth_of (game, a->exact_score, DRAWS, game->cells) >= a->bound)
    return NULL;
  const bool wins = goal || holds_line (a, a->mark, owner, CLAIMED);
  return wins && worth_of (game, a->exact_score, WINS, game->cells) >= a->bound ? NULL
                                                                                : "claims no line of its own";
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

/* ---- tiling ----
 *
 * Numbers: for each tile how many cells it has, 2 to 12, these cells, how many sets of them, up to 64, and
 * the sets: bit i is cell i of the tile. No cell is on two tiles. Every line that the other side could still
 * complete contains a set. On each tile, with the stones that lie there and the other side to move, the
 * player gets a stone in every set; this is played out. So he does on the board if he answers each stone on
 * its tile, and the other side completes no line. Stones that he has besides do no harm: he plays anywhere if
 * he is to move, or no answer is left. Not where stones fall. Source: T. G. L. Zetters, in answer to R. K.
 * Guy and J. L. Selfridge, Amer. Math. Monthly 87 (1980) 575. */

enum { TILE_MOST = 12, SETS_MOST = 64, TILE_STATES = 531441 /* 3^12 */, NOT_PLAYED = 0, MEETS, FAILS };

/* Does the player get a stone in every set? Only cells of sets where he has none matter. */
static bool
meets_all (const uint16_t *set, size_t sets, uint8_t *states, unsigned theirs, unsigned own)
{
  unsigned index = 0, open = 0;
  for (int i = 0; i < TILE_MOST; i++)
    index = 3 * index + (theirs >> i & 1) + 2 * (own >> i & 1);
  if (states[index] != NOT_PLAYED)
    return states[index] == MEETS;
  bool good = true;
  for (size_t i = 0; i < sets; i++) {
    good = good && (set[i] & ~theirs) != 0;
    open |= (set[i] & own) == 0 ? set[i] & ~theirs : 0;
  }
  for (unsigned stone, rest = open; rest != 0 && good; rest &= rest - 1) {
    stone = rest & -rest;
    good = false;
    for (unsigned answers = open & ~stone; answers != 0 && !good; answers &= answers - 1)
      good = meets_all (set, sets, states, theirs | stone, own | (answers & -answers));
  }
  states[index] = good ? MEETS : FAILS;
  return good;
}

const char *
check_tiling (const struct argument *a)
{
  bool used[CELLS_MOST] = { false }, met[4 * CELLS_MOST] = { false };
  for (size_t begin = 0, end = 0; begin < a->numbers; begin = end) {
    const uint16_t *const cell = a->number + begin + 1, cells = cell[-1], *const set = cell + cells + 1;
    uint16_t bit[CELLS_MOST] = { 0 };
    uint8_t states[TILE_STATES] = { NOT_PLAYED };
    unsigned stones[3] = { 0 }, marked = 0;
    end = begin + cells + 2;
    if (cells < 2 || cells > TILE_MOST || end > a->numbers || set[-1] > SETS_MOST
        || (end += set[-1]) > a->numbers)
      return "has a tile with too many cells or sets, or too few";
    for (int i = 0; i < cells; i++) {
      if (cell[i] >= a->game->cells || used[cell[i]])
        return "has a tile with a cell that is not its own";
      used[cell[i]] = true;
      bit[cell[i]] = (uint16_t) (1 << i);
      stones[a->position->cell[cell[i]]] |= bit[cell[i]];
    }
    for (int i = 0; i < set[-1]; i++)
      marked |= set[i];
    if (marked >> cells != 0 || !meets_all (set, set[-1], states, stones[3 - a->mark], stones[a->mark]))
      return "has a tile on which the other side gets a set";
    for (int i = 0; i < a->game->lines; i++) {
      unsigned held = 0;
      for (int j = 0; j < a->game->length; j++)
        held |= bit[a->game->line[i].first + j * a->game->line[i].step];
      for (int j = 0; j < set[-1]; j++)
        met[i] = met[i] || (set[j] & ~held) == 0;
    }
  }
  for (int i = 0; i < a->game->lines; i++)
    if (line_lacks (a->game, a->position, &a->game->line[i], 3 - a->mark) >= 0 && !met[i])
      return "leaves the other side a line that holds no set";
  return why_not_by_blocking (a);
}
