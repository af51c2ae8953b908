/* Protocols of other programs in which a game is played on a board of points: which GAME a board is, and
 * which move a point is.
 *
 * Such a protocol is about one game, so it stands in the folder of that game:
 * games/NAME/protocol/X_protocol.c defines protocol_X, and add_game() finds it. What is said in it is in
 * analysis/play/. */
#ifndef ZERMELO_GAMES_PROTOCOLS_H
#define ZERMELO_GAMES_PROTOCOLS_H

#include <stdbool.h>
#include <stddef.h>

struct board_protocol {
  const char *name; /* "gomocup" */
  int least;        /* the shortest side of a board that is played */

  /** The GAME text of a board. `exact`: a longer row does not win. */
  void (*game_text) (int columns, int rows, bool exact, char *text, size_t size);

  /** The move to a point, counted from 0 at the top left, as a POSITION text has it: MOVE_TEXT bytes. */
  void (*move_text) (int rows, int x, int y, char *text);

  /** The point of a move. */
  void (*point) (int rows, const char *move, int *x, int *y);
};

/** Those of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct board_protocol *const board_protocols[];

#endif
