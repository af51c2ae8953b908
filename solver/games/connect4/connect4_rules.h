/* Connect Four on any board: only the rules.
 *
 * Two players take turns dropping stones into columns. The first to have four in a line (across, upwards or
 * diagonally) wins; a full board is a draw. bitboard.h draws the bits of the board,
 * connect4_position.h says what a position holds. */
#ifndef ZERMELO_CONNECT4_CONNECT4_RULES_H
#define ZERMELO_CONNECT4_CONNECT4_RULES_H

#define GAME_NAME "connect4"
#define GAME_MOVES_MAX 35
#define GAME_ALIASES                                                                                         \
  { "connect4", "connect4:7x6" }, { "forza4", "connect4:7x8" }
#define GAME_DEFAULT_RULES "standard"
#define GAME_RULES_PREFIX ""
#define GAME_TITLE "Connect Four"
#define GAME_BOARDS "connect4:WxH"
#define GAME_EXAMPLE "connect4:7x6"
#define GAME_POSITIONS "one digit a move: 44 is the middle column twice"
#define GAME_PRINT_SCORE 1
#define GAME_MOVES_ENCODING BOOK_1_MOVES
#define GAME_SCORES_ENCODING BOOK_1_SCORES
#define GAME_BEFORE 1
#define GAME_MOVE_SEPARATOR ""
#define GAME_PACKING                                                                                         \
  "column by column from the left, each of H + 1 bits, row 1 lowest, the first column in the "               \
  "lowest bits: 1 for a stone of the side to move, 0 for the other side, then a single 1 on top, 0 "         \
  "above it; as one big-endian number"

#include "games/connect4/connect4_position.h"
#include "games/connect4/connect4_notation.h"

#endif
