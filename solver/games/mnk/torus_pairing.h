/* Nine or more in a row on any board: pairs of cells that hold a stone of the opponent in every line.
 *
 * Cover the plane with copies of the 8x8 torus. Each of its 32 closed lines (eight in each direction) gets
 * two neighbouring cells of its own: 32 pairs, 64 cells, each used once. Nine cells in a row of the plane run
 * once round a closed line and meet both cells of its pair one after the other. So a player who answers each
 * stone in a pair with the other cell gets a stone in every line of nine. If the other cell is already taken
 * or off the board no answer is needed, since then the pair is in no line that is still open. So the pairs
 * apply to every board and every position: a line is blocked if it contains a pair with both cells empty.
 *
 * The argument is about one side that wants a line, and shows that it cannot win. Longer lines contain lines
 * of nine; with `exact` a side needs k in a row as well. Used for both sides, it shows a draw under both
 * rules.
 *
 * The pairs are found as an exact cover when a board is opened. Source: Hales & Jewett, Regularity and
 * positional games, Trans. AMS 106 (1963), 222-229. */
#ifndef ZERMELO_MNK_TORUS_PAIRING_H
#define ZERMELO_MNK_TORUS_PAIRING_H

#include "games/mnk/lines.h"

#include <assert.h>

enum { TORUS_SIDE = 8, TORUS_PAIRING_LENGTH = TORUS_SIDE + 1 };

/** Pairs on the torus: bit 8 * row + column of first[d] stands for the pair of that cell and the next in
 *  direction d. */
struct torus_pairing {
  uint64_t first[4];
};

static inline int torus_cell (int column, int row) { return TORUS_SIDE * (row & 7) + (column & 7); }

/** The closed line in a direction through a cell, 0 .. 31. */
static inline int torus_line (int direction, int cell) {
  int column = cell % TORUS_SIDE, row = cell / TORUS_SIDE;
  int line[4] = { row, column, column - row, column + row };
  return TORUS_SIDE * direction + (line[direction] & 7);
}

/** Cover the remaining cells by pairs on the remaining lines: the lowest free cell is in one of eight
 * pairs. */
static inline bool torus_pairing_cover (struct torus_pairing *pairing, uint64_t covered, uint32_t lines) {
  if (covered == UINT64_MAX)
    return true;
  int cell = __builtin_ctzll (~covered), column = cell % TORUS_SIDE, row = cell / TORUS_SIDE;
  for (int d = 0; d < 4; d++)
    for (int side = 1; side >= -1; side -= 2) {
      int other = torus_cell (column + side * line_by_column[d], row + side * line_by_row[d]);
      uint64_t pair = (uint64_t) 1 << cell | (uint64_t) 1 << other,
               first = (uint64_t) 1 << (side > 0 ? cell : other);
      uint32_t line = (uint32_t) 1 << torus_line (d, cell);
      if ((covered & pair) != 0 || (lines & line) != 0)
        continue;
      pairing->first[d] |= first;
      if (torus_pairing_cover (pairing, covered | pair, lines | line))
        return true;
      pairing->first[d] &= ~first;
    }
  return false;
}

/** Are there two neighbours on each of the 32 closed lines? */
static inline bool torus_pairing_is_right (const struct torus_pairing *pairing) {
  uint32_t lines = 0;
  for (int d = 0; d < 4; d++)
    for (uint64_t first = pairing->first[d]; first != 0; first &= first - 1)
      lines |= (uint32_t) 1 << torus_line (d, __builtin_ctzll (first));
  return lines == UINT32_MAX;
}

/** The pairs that lie on an M x N board, by their first cells; none for fewer than nine in a row. */
static inline void torus_pairing_restrict (const struct lines *lines, int columns, int rows, cells pairs[4]) {
  struct torus_pairing pairing = { { 0 } };
  bool found = lines->length >= TORUS_PAIRING_LENGTH && torus_pairing_cover (&pairing, 0, 0);
  assert (!found || torus_pairing_is_right (&pairing));
  for (int d = 0; d < 4; d++) {
    pairs[d] = cells_none ();
    for (int cell = 0; found && cell < columns * rows; cell++)
      if (cells_has (&lines->direction[d].steps, cell)
          && (pairing.first[d] >> torus_cell (cell % columns, cell / columns) & 1))
        cells_add (&pairs[d], cell);
  }
}

/** First cells of the lines in a direction that are open to these stones, and contain no pair with both cells
 *  empty. */
static inline cells torus_pairing_misses (const struct lines *lines, const struct direction *d, cells pairs,
                                          cells not_theirs, cells empty) {
  cells open = cells_and (lines_runs (not_theirs, d->step, lines->length), d->starts);
  cells held = cells_and (pairs, cells_and (empty, cells_down (empty, d->step)));
  for (int have = 1; have < lines->length - 1;) {
    int more = have < lines->length - 1 - have ? have : lines->length - 1 - have;
    held = cells_or (held, cells_down (held, more * d->step));
    have += more;
  }
  return cells_minus (open, held);
}

/** Do the pairs show that a side cannot win? If it is the opponent's turn, he first takes a cell that is
 * common to all lines without a pair. */
static inline bool torus_pairing_blocks (const struct lines *lines, const cells pairs[4], cells all,
                                         const cells *stones, const cells *opponent, bool to_move) {
  if (lines->length < TORUS_PAIRING_LENGTH)
    return false;
  cells not_theirs = cells_minus (all, *opponent), empty = cells_minus (not_theirs, *stones), shared = empty;
  for (int i = 0; i < 4; i++) {
    const struct direction *d = &lines->direction[i];
    cells missed = torus_pairing_misses (lines, d, pairs[i], not_theirs, empty);
    if (to_move && cells_any (&missed))
      return false;
    while (cells_any (&missed)) {
      cells line = cells_none ();
      int start = cells_pop (&missed);
      for (int j = 0; j < lines->length; j++)
        cells_add (&line, start + j * d->step);
      shared = cells_and (shared, line);
      if (!cells_any (&shared))
        return false;
    }
  }
  return true;
}

#endif
