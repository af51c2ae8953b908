/* A Connect Four board as text: x for the first player, o for the second; the last stone in brackets, or a
 * capital if there is no room for brackets. */
#ifndef ZERMELO_CONNECT4_CONNECT4_DRAW_H
#define ZERMELO_CONNECT4_CONNECT4_DRAW_H

#include "base/diagram.h"
#include "games/connect4/connect4_rules.h"

#include <assert.h>

#define GAME_DRAW 1

static inline void draw_stone (const struct board *board, const struct position *position, int cell, int ink,
                               bool capital, struct diagram *diagram) {
  assert (board->all >> cell & 1);
  const bitboard bit = (bitboard) 1 << cell;
  const bool taken = (position->mask & bit) != 0;
  const bool first = ((position->own & bit) != 0) == (position->plies % 2 == 0);
  const char letter = !taken ? '.' : first ? 'x' : 'o';
  (void) board;
  diagram_add (diagram, ink + (taken ? first ? INK_FIRST : INK_SECOND : INK_FAINT), "%c",
               capital ? letter ^ 32 : letter);
}

static inline void game_draw (const struct board *board, const struct position *position, const char *last,
                              struct diagram *diagram) {
  const bool roomy = diagram->width == 0 || 2 * board->columns + 1 <= diagram->width;
  const int column = *last == 0 ? -1 : column_of_letter (*last);
  int top = -1; /* the cell of the last move */
  for (int row = 0; row < board->rows && column >= 0; row++)
    if (position->mask >> (column * board->column_bits + row) & 1)
      top = column * board->column_bits + row;
  for (int row = board->rows - 1; row >= 0; row--) {
    for (int c = 0; c <= board->columns; c++) {
      const int cell = c * board->column_bits + row, before = cell - board->column_bits;
      if (roomy)
        diagram_add (diagram, INK_PLAIN, "%s",
                     top >= 0 && cell == top     ? "("
                     : top >= 0 && before == top ? ")"
                                                 : " ");
      if (c < board->columns)
        draw_stone (board, position, cell, cell == top ? INK_LAST : 0, !roomy && cell == top, diagram);
    }
    diagram_add (diagram, INK_PLAIN, "\n");
  }
  for (int c = 0; c < board->columns; c++)
    diagram_add (diagram, INK_FAINT, roomy ? " %c" : "%c", column_letter (c));
  diagram_add (diagram, INK_PLAIN, "\n");
}

#endif
