/* The m,n,k-game: M columns, N rows; the first player with K stones in a row wins.
 *
 * Players take turns putting a stone on an empty cell. K or more in a row win (`standard`), or exactly K, and
 * longer rows do not count (`exact`). A full board without a line is a draw; there is no other end of a game.
 * Only the last mover can have a line. mnk_board.h draws the cells and symmetries,
 * mnk_position.h says what a position holds.
 *
 * GAME_BITS     cells up to   key
 *         32         32       exact: both players' stones, 1 word
 *         64         64       exact, 2 words
 *        128        128       exact, 4 words
 *    512, 16384  512, 16384   hash of 128 bits
 *
 * With MNK_MAKER_BREAKER 1 (an engine of its own, mnk_maker_breaker_engine.c, for rules `maker-breaker`) the
 * game ends differently: the first player is Maker and wins with K or more in a row; the second, Breaker,
 * wins if the board is full without such a row. Breaker's rows do not count, and there are no draws. */
#ifndef ZERMELO_MNK_MNK_RULES_H
#define ZERMELO_MNK_MNK_RULES_H

#define GAME_NAME "mnk"
#define GAME_MOVES_MAX GAME_BITS
#define GAME_COUNT_PATHS 1
#define GAME_MOVE_AT 1
#define GAME_ALIASES                                                                                         \
  { "tictactoe", "mnk:3,3,3" }, { "gomoku", "mnk:15,15,5" }
#define GAME_DEFAULT_RULES "standard"
#define GAME_RULES_PREFIX ""
#define GAME_TITLE "the m,n,k-game"
#define GAME_BOARD_TITLE                                                                                     \
  { "the ", " game" }
#define GAME_BOARDS "mnk:M,N,K"
#define GAME_EXAMPLE "mnk:5,5,4"
#define GAME_MAKER_BREAKER true
#define GAME_MOVES_ENCODING BOOK_1_MOVES
#define GAME_SCORES_ENCODING BOOK_1_SCORES
#define GAME_BEFORE 1
#define GAME_MOVE_SEPARATOR " "
#define GAME_PACKING                                                                                         \
  "2 bits a cell, cell = row * M + column with row 0 at the bottom, cell 0 in the highest bits of "          \
  "the first byte: 0 empty, 1 side to move, 2 opponent"

#include "games/mnk/mnk_position.h"
#include "games/mnk/mnk_notation.h"
#include "games/mnk/mnk_packing.h"

#endif
