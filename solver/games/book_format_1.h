/* The encodings of moves and scores in books of format 1, for the games with which this format began: the
 * sentences name them all. They enter the checksum of a book, so they do not change; later games have
 * sentences of their own (game.h). */
#ifndef ZERMELO_GAMES_BOOK_FORMAT_1_H
#define ZERMELO_GAMES_BOOK_FORMAT_1_H

#define BOOK_1_MOVES                                                                                         \
  "bit i (byte i / 8, bit i % 8) is set if move i keeps the value: the move in column i (connect4), on "     \
  "cell row * columns + column (mnk), or the i-th of the sorted moves (draughts) "                           \
  "of the canonical position"

#define BOOK_1_SCORES                                                                                        \
  "as `zermelo solve --score` prints it: plies to the end (mnk, draughts), or (cells + 1 - stones before "   \
  "the winning move) / 2 rounded down (connect4); negative if the side to move loses, 0 for a draw"

#endif
