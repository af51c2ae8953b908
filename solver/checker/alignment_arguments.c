/* The theorems that a row of a certificate may appeal to, for m,n,k-games and Connect Four. Each function
 * checks every condition of its theorem, with the numbers that belong to the row. */
#include "alignment.h"
#include "certificate_file.h"

#include <stdlib.h>
#include <string.h>

/* ---- stealing ----
 *
 * From the empty board of the k-or-more game the first player does not lose. If the second had a winning
 * strategy the first could use it: he places a stone anywhere, forgets it, and plays as second player; when
 * the strategy asks for a stone that he has already, he places another stone anywhere; an extra stone does no
 * harm. Source: J. Nash, about 1949; Hales & Jewett (1963). */

const char *check_stealing (const struct argument *a) {
  const bool holds = !a->game->gravity && a->game->variant == STANDARD && a->position->plies == 0
                     && a->mark == 1 && a->bound <= 0 && a->numbers == 0;
  return holds ? NULL : "is no empty board on which a strategy can be stolen";
}

/* ---- tiling, pairing ----
 *
 * The numbers of a tiling are, for each tile: how many cells it has, 2 to 12; these cells; how many sets it
 * has, up to 64; and the sets, in which bit i stands for cell i of the tile. The numbers of a pairing are
 * pairs of cells; a pair is a tile of two cells with one set, both cells. No cell is on two tiles. On each
 * tile, with the stones that lie there and the other side to move, the player must get a stone in every set;
 * this is played out. Then he gets these stones on the board, too, if he answers each stone on its own tile,
 * and the other side does not complete a line that contains a set (A. W. Hales, R. I. Jewett, Regularity and
 * positional games, Trans. AMS 106, 1963; T. G. L. Zetters, in answer to R. K. Guy and J. L. Selfridge, Amer.
 * Math. Monthly 87 (1980) 575).
 *
 * In all other lines that the other side could still complete, all cells of tiles count as its stones. Such a
 * line, if it lacks n more stones, weighs 2^-n. Outside the tiles the player takes the cell whose lines weigh
 * most. The other side's next stone adds the weight of the lines through its cell, which is no more than the
 * weight that the player has just removed, so the sum does not grow (P. Erdos, J. L. Selfridge, On a
 * combinatorial game, JCT A 14, 1973). A completed line would weigh 1. So the other side completes no line if
 * the sum is below 1 with the player to move, or after any stone of the other side, which adds the weight of
 * the lines through its cell. Extra stones of the player do no harm, so he plays anywhere when no answer is
 * left. Not for games in which stones fall.
 *
 * Weights are in units of 2^-60; a line that lacks more than 60 stones counts one unit, which is too much and
 * therefore safe. */

/* The weight of a complete line. */
static const uint64_t weight_of_row = (uint64_t) 1 << 60;

enum { TILE_STATES = 531441 /* 3^12 */, NOT_PLAYED = 0, MEETS, FAILS };

/* What covers a cell: the cells of its tile; the number of sets of the tile, followed by the sets; and the
 * bit of the cell in the sets. */
struct tile {
  const uint16_t *cell, *set; /* NULL: the cell is on no tile */
  uint16_t bit;
  uint64_t through; /* the weight of the lines through the cell */
};

/* Does the player get a stone in every set? Only cells of sets in which he has no stone matter. */
static bool meets_all (const uint16_t *set, uint8_t *states, unsigned theirs, unsigned own) {
  unsigned index = 0, open = 0;
  for (int i = TILE_MOST - 1; i >= 0; i--)
    index = 3 * index + (theirs >> i & 1) + 2 * (own >> i & 1);
  if (states[index] != NOT_PLAYED)
    return states[index] == MEETS;
  bool good = true;
  for (int i = 1; i <= set[0]; i++) {
    good = good && (set[i] & ~theirs) != 0;
    open |= (set[i] & own) == 0 ? set[i] & ~theirs : 0;
  }
  for (unsigned stone, rest = open; rest != 0 && good; rest &= rest - 1) {
    stone = rest & -rest;
    good = false;
    for (unsigned answers = open & ~stone; answers != 0 && !good; answers &= answers - 1)
      good = meets_all (set, states, theirs | stone, own | (answers & -answers));
  }
  states[index] = good ? MEETS : FAILS;
  return good;
}

/* Lay a tile. Returns what is wrong with it, or NULL. */
static const char *lay_tile (const struct argument *a, struct tile *on, struct tile tile, int cells) {
  /* Too large for the stack of a function that is called so often. */
  static _Thread_local uint8_t states[TILE_STATES];
  unsigned stones[3] = { 0 }, marked = 0;
  size_t number = 1; /* the number of states */
  for (int i = 0; i < cells; i++, number *= 3) {
    if (tile.cell[i] >= a->game->cells || on[tile.cell[i]].cell != NULL)
      return "has a tile with a cell that is not its own";
    tile.bit = (uint16_t) (1 << i);
    on[tile.cell[i]] = tile;
    stones[a->position->cell[tile.cell[i]]] |= tile.bit;
  }
  memset (states, NOT_PLAYED, number);
  for (int i = 1; i <= tile.set[0]; i++)
    marked |= tile.set[i];
  return marked >> cells == 0 && meets_all (tile.set, states, stones[3 - a->mark], stones[a->mark])
             ? NULL
             : "has a tile on which the other side gets a set";
}

/* The weight of a line. */
static uint64_t weight_of (const struct argument *a, const struct tile *on, const struct line *line) {
  int lacks = line_lacks (a->game, a->position, line, 3 - a->mark);
  bool met = lacks < 0;
  for (int j = 0; j < a->game->length && !met; j++) {
    const int cell = line->first + j * line->step;
    unsigned held = 0; /* cells of the tile that are in the line */
    for (int k = 0; k < a->game->length && on[cell].cell != NULL; k++) {
      const struct tile *other = &on[line->first + k * line->step];
      held |= other->cell == on[cell].cell ? other->bit : 0;
    }
    for (int i = 1; on[cell].cell != NULL && i <= on[cell].set[0]; i++)
      met = met || (on[cell].set[i] & ~held) == 0;
    lacks -= on[cell].cell != NULL && a->position->cell[cell] == 0;
  }
  return met ? 0 : lacks <= 60 ? weight_of_row >> lacks : 1;
}

/* Check the numbers of pairs, or of tiles. `on` has an entry for each cell, all 0. */
static const char *check_covering (const struct argument *a, bool pairs, struct tile *on) {
  static const uint16_t both[] = { 1, 3 };
  const struct array_game *game = a->game;
  uint64_t sum = 0;
  if (worth_of (game, full_board_for (game, a->mark), game->cells) < a->bound)
    return "needs more than that the other side completes no row";
  if (game->gravity)
    return "cannot be blocked like that: stones fall";
  for (size_t begin = 0, end = 0; begin < a->numbers; begin = end) {
    const uint16_t cells = pairs ? 2 : a->number[begin], *const cell = a->number + begin + !pairs;
    end = begin + cells + (pairs ? 0 : 2);
    const uint16_t *const set = pairs ? both : cell + cells;
    if (cells < 2 || cells > TILE_MOST || end > a->numbers || set[0] > SETS_MOST
        || (end += pairs ? 0 : set[0]) > a->numbers)
      return "has a tile with too many cells or sets, or too few";
    const char *wrong = lay_tile (a, on, (struct tile){ cell, set, 0, 0 }, cells);
    if (wrong != NULL)
      return wrong;
  }
  for (const struct line *line = game->line; line < game->line + game->lines; line++) {
    const uint64_t weight = weight_of (a, on, line);
    for (int j = 0; j < game->length; j++)
      on[line->first + j * line->step].through += weight;
    if ((sum += weight) >= weight_of_row)
      return "leaves a potential of 1 or more outside its tiles";
  }
  for (int cell = 0; cell < game->cells && mark_to_move (a->position) != a->mark; cell++)
    if (a->position->cell[cell] == 0 && on[cell].cell == NULL && sum + on[cell].through >= weight_of_row)
      return "leaves a potential of 1 or more after a stone outside its tiles";
  return NULL;
}

static const char *check_tiles (const struct argument *a, bool pairs) {
  struct tile *const on = calloc ((size_t) a->game->cells, sizeof *on);
  const char *const wrong = on == NULL ? "needs more memory than there is" : check_covering (a, pairs, on);
  free (on);
  return wrong;
}

const char *check_pairing (const struct argument *a) { return check_tiles (a, true); }

const char *check_tiling (const struct argument *a) { return check_tiles (a, false); }
