/* Eight in a row on any board: tiles of twelve cells, on each of which the opponent answers separately.
 *
 * A tile has three rows of four cells, each row `shift` cells to the right of the row below. Tiles side by
 * side make a band of three rows; the bands above and below are made of mirrored tiles, moved `offset` cells
 * to the side. They cover the plane:
 *
 *      2  2  2  1  1  1  1  0  0  0  0 -1       (shift 1, offset 3, as found by the search; the mirrored
 *      2  2  1  1  1  1  0  0  0  0 -1 -1        tiles are counted to the left)
 *      2  1  1  1  1  0  0  0  0 -1 -1 -1
 *     -1 -1  0  0  0  0  1  1  1  1  2  2
 *     -1  0  0  0  0  1  1  1  1  2  2  2
 *      0  0  0  0  1  1  1  1  2  2  2  2
 *
 * On a tile some sets of cells are marked, on a mirrored one their mirror images, so that
 * 1. every eight cells in a row of the plane contain a marked set of one tile, and
 * 2. Breaker gets a stone in every marked set of a tile, even if Maker begins.
 *
 * If he answers each stone on its own tile as in 2., he gets a stone in every eight in a row. An extra stone
 * never hurts Breaker, so where no answer is needed he plays anywhere; sets with a cell off the board are in
 * no line of the board. So the argument applies to every board. In a position each tile is considered with
 * its stones: if Breaker is to move and behind on one tile only, he moves there. The pattern has 96
 * placements on the board: moved by less than its period (24), upside down, columns for rows. Condition 1.
 * holds for all of them, since they map rows of eight to rows of eight, and any one suffices. How much that
 * helps: ../../analysis/mnk-search.md, "Eight in a row with stones on the board".
 *
 * The argument is about one side that wants a line, and shows that it cannot win. Longer lines contain lines
 * of eight; with `exact` a side needs k in a row as well. Used for both sides, it shows a draw under both
 * rules.
 *
 * Shift, offset and sets are found by a search when a board for eight in a row is opened, and that search
 * checks conditions 1. and 2.: the pattern repeats every four columns and six rows, so 1. concerns 96 rows of
 * eight cells, and
 * 2. is a game on twelve cells.
 *
 * Source: that a tile of twelve cells suffices is due to T. G. L. Zetters (Amer. Math. Monthly 87, 1980,
 * 575), the answer to a problem of R. K. Guy and J. L. Selfridge. */
#ifndef ZERMELO_GAMES_TILING_H
#define ZERMELO_GAMES_TILING_H

#include "games/directions.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum {
  TILING_LENGTH = 8,
  TILE_ROWS = 3,
  TILE_COLUMNS = 4,
  TILE_CELLS = TILE_ROWS * TILE_COLUMNS,
  TILING_PERIOD = 2 * TILE_CELLS, /* cells of the period: four columns, six rows */
  TILING_SETS = 16,
  TILING_PLACEMENTS = 4 * TILING_PERIOD
};

struct tiling {
  int shift, offset;
  int count;
  uint16_t set[TILING_SETS]; /* bit 4 * row + column of a tile; in mirrored tiles columns run to the left */
};

/** A cell of the plane as a cell of a tile. */
struct tile_cell {
  int band, tile; /* the tile: tile 0 of a band begins at column 0, or at `offset` */
  int cell;       /* 0 .. 11 */
};

static inline int tiling_floor (int number, int divisor) {
  assert (divisor > 0);
  return (number >= 0 ? number : number - divisor + 1) / divisor;
}

static inline struct tile_cell tiling_at (const struct tiling *tiling, int column, int row) {
  const int band = tiling_floor (row, TILE_ROWS), inside = row - TILE_ROWS * band;
  const int along = ((band & 1) != 0 ? tiling->offset - column : column) - tiling->shift * inside;
  const int tile = tiling_floor (along, TILE_COLUMNS);
  assert (inside >= 0 && inside < TILE_ROWS);
  return (struct tile_cell){ band, tile, TILE_COLUMNS * inside + along - TILE_COLUMNS * tile };
}

/** The cell of the plane under a cell of the board, in one placement of the pattern. */
static inline struct tile_cell tiling_placed_at (const struct tiling *tiling, int placement, int column,
                                                 int row) {
  assert (placement >= 0 && placement < TILING_PLACEMENTS);
  const int across = (placement & 1) != 0 ? row : column, up = (placement & 1) != 0 ? column : row;
  return tiling_at (tiling, across + placement / 4 % TILE_COLUMNS,
                    ((placement & 2) != 0 ? -up : up) + placement / (4 * TILE_COLUMNS));
}

/** The inverse of tiling_placed_at(). */
static inline void tiling_placed_cell (const struct tiling *tiling, int placement, struct tile_cell at,
                                       int *column, int *row) {
  const int inside = at.cell / TILE_COLUMNS;
  const int along = TILE_COLUMNS * at.tile + at.cell % TILE_COLUMNS + tiling->shift * inside;
  const int across = ((at.band & 1) != 0 ? tiling->offset - along : along) - placement / 4 % TILE_COLUMNS;
  int up = TILE_ROWS * at.band + inside - placement / (4 * TILE_COLUMNS);
  up = (placement & 2) != 0 ? -up : up;
  *column = (placement & 1) != 0 ? up : across;
  *row = (placement & 1) != 0 ? across : up;
}

/** Does Breaker get a stone in every set? `maker`, `breaker`: their cells on the tile. */
static inline bool tile_breaker_wins (const struct tiling *tiling, uint16_t maker, uint16_t breaker,
                                      bool maker_to_move) {
  assert ((maker & breaker) == 0);
  int potential = 0; /* the potential of mnk/potential.h, in units of 2^-12 */
  uint16_t single = 0, used = 0;
  for (int i = 0; i < tiling->count; i++) {
    if ((tiling->set[i] & breaker) != 0)
      continue;
    const uint16_t lacks = (uint16_t) (tiling->set[i] & ~maker);
    if (lacks == 0)
      return false;
    if ((lacks & (lacks - 1)) == 0)
      single |= lacks;
    used |= lacks;
    potential += (1 << TILE_CELLS) >> __builtin_popcount (lacks);
  }
  if (potential < (1 << TILE_CELLS) >> maker_to_move)
    return true; /* Maker's move at most doubles the potential */
  if (single != 0 && (maker_to_move || (single & (single - 1)) != 0))
    return false;
  for (uint16_t rest = single != 0 ? single : used; rest != 0; rest &= (uint16_t) (rest - 1)) {
    const uint16_t cell = (uint16_t) (rest & -rest);
    if (maker_to_move && !tile_breaker_wins (tiling, maker | cell, breaker, false))
      return false;
    if (!maker_to_move && tile_breaker_wins (tiling, maker, breaker | cell, true))
      return true;
  }
  return maker_to_move;
}

/** Split a row of eight cells into its parts on single tiles. Returns the number of parts. */
static inline int tiling_parts (const struct tiling *tiling, int direction, int start,
                                uint16_t parts[TILING_LENGTH]) {
  struct tile_cell first[TILING_LENGTH];
  int count = 0;
  for (int i = 0; i < TILING_LENGTH; i++) {
    const struct tile_cell at = tiling_at (tiling, start % TILE_COLUMNS + i * line_by_column[direction],
                                           start / TILE_COLUMNS + i * line_by_row[direction]);
    int part = 0;
    while (part < count && (first[part].band != at.band || first[part].tile != at.tile))
      part++;
    if (part == count) {
      first[count] = at;
      parts[count++] = 0;
    }
    parts[part] |= (uint16_t) (1 << at.cell);
  }
  return count;
}

/** Does one of the parts contain a marked set? */
static inline bool tiling_holds (const struct tiling *tiling, const uint16_t *parts, int count) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < tiling->count; j++)
      if ((tiling->set[j] & ~parts[i]) == 0)
        return true;
  return false;
}

/** Mark sets until every row of eight contains one, from row number `row` on. Larger sets come first, since
 * they are easier for Breaker. */
static inline bool tiling_mark (struct tiling *tiling, int row) {
  uint16_t parts[TILING_LENGTH];
  if (row == 4 * TILING_PERIOD)
    return true;
  const int count = tiling_parts (tiling, row / TILING_PERIOD, row % TILING_PERIOD, parts);
  if (tiling_holds (tiling, parts, count))
    return tiling_mark (tiling, row + 1);
  if (tiling->count == TILING_SETS)
    return false;
  for (int size = TILING_LENGTH; size >= 2; size--)
    for (int i = 0; i < count; i++) {
      if (__builtin_popcount (parts[i]) != size)
        continue;
      tiling->set[tiling->count++] = parts[i];
      if (tile_breaker_wins (tiling, 0, 0, true) && tiling_mark (tiling, row + 1))
        return true;
      tiling->count--;
    }
  return false;
}

/** Find a tiling. Large shifts come first: without a shift there is none, and that search takes much longer
 * (../../analysis/mnk-search.md). False: there is no tiling of this kind. */
static inline bool tiling_find (struct tiling *tiling) {
  for (int shift = TILE_COLUMNS - 1; shift >= 0; shift--)
    for (int offset = TILE_COLUMNS - 1; offset >= 0; offset--) {
      *tiling = (struct tiling){ .shift = shift, .offset = offset };
      if (tiling_mark (tiling, 0)) {
        assert (tiling->count > 0 && tile_breaker_wins (tiling, 0, 0, true));
        return true;
      }
    }
  return false;
}

#endif
