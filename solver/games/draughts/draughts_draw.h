/* A board of Italian draughts as text: w and b for men, W and B for kings, numbers on empty dark squares, and
 * the squares of the last move in brackets. White is at the bottom, whoever is to move. */
#ifndef ZERMELO_DRAUGHTS_DRAUGHTS_DRAW_H
#define ZERMELO_DRAUGHTS_DRAUGHTS_DRAW_H

#include "base/diagram.h"
#include "games/draughts/draughts_rules.h"

#include <stdlib.h>

#define GAME_DRAW 1
#define GAME_PLAYERS                                                                                         \
  { "White", "Black" }
#define GAME_MARKS                                                                                           \
  { "w", "b" }

/** Does the move name the square? */
static inline bool move_names (const char *move, int number) {
  for (char *end; *move != '\0'; move = *end != '\0' ? end + 1 : end)
    if (strtol (move, &end, 10) == number || end == move)
      return end != move;
  return false;
}

static inline void draw_square (const struct board *board, const struct position *position, int number,
                                const char *last, struct diagram *diagram) {
  const uint64_t square = (uint64_t) 1 << board_bit (board, position->black, number);
  const bool own = (position->own & square) != 0, taken = own || (position->opponent & square) != 0;
  const bool white = own != position->black, named = move_names (last, number);
  const int ink = (taken ? white ? INK_FIRST : INK_SECOND : INK_FAINT) + (named ? INK_LAST : 0);
  char text[16];
  snprintf (text, sizeof text, "%d", number);
  if (taken)
    snprintf (text, sizeof text, "%c", (white ? 'w' : 'b') ^ ((position->kings & square) != 0 ? 32 : 0));
  diagram_add (diagram, INK_PLAIN, "%*s", 3 - (int) strlen (text) - named, "");
  diagram_add (diagram, ink, named ? "[%s]" : "%s", text);
  if (!named)
    diagram_add (diagram, INK_PLAIN, " ");
}

static inline void game_draw (const struct board *board, const struct position *position, const char *last,
                              struct diagram *diagram) {
  const int half = board->size / 2;
  for (int row = 0; row < board->size; row++) {
    const int first = row * half + 1;
    diagram_add (diagram, INK_FAINT, "%2d-%-2d ", first, first + half - 1);
    for (int i = 0; i < half; i++) {
      if (row % 2 == 1)
        diagram_add (diagram, INK_PLAIN, "    ");
      draw_square (board, position, first + i, last, diagram);
      if (row % 2 == 0)
        diagram_add (diagram, INK_PLAIN, "    ");
    }
    diagram_add (diagram, INK_PLAIN, "\n");
  }
}

#endif
