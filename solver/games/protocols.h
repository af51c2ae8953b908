/* Protocols of other programs in which a game is played: the boards that can be played, and the notation of
 * boards, points and positions.
 *
 * A protocol is about one game, so its file is in the folder of that game: games/NAME/protocol/X_protocol.c
 * defines protocol_X, and add_game() finds it. The dialogue itself is in play/. Functions that a protocol
 * does not need are NULL. */
#ifndef ZERMELO_GAMES_PROTOCOLS_H
#define ZERMELO_GAMES_PROTOCOLS_H

#include "engine.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { PROTOCOL_POSITION = 128 }; /* bytes of a position as a protocol writes it */

/** A board on which rows of stones win. */
struct protocol_board {
  int columns, rows;
  int line;   /* the number of stones in a row that win */
  bool exact; /* a longer row does not win */
};

struct board_protocol {
  const char *name; /* "gomocup" */

  /** Can the board be played in it? */
  bool (*plays) (const struct game *);

  /* ---- protocols whose moves are points of a board ---- */

  int least, line; /* the shortest side of a board that can be played, and the number in a row that wins,
                      unless agreed otherwise */

  /** The GAME text of a board, and the board of a game. */
  void (*game_text) (const struct protocol_board *, char *text, size_t size);
  struct protocol_board (*board_of) (const struct game *);

  /** The move to a point, counted from 0 at the top left, in the notation of POSITION texts. */
  void (*move_text) (int rows, int x, int y, char *text, size_t size);

  /** The point of a move. */
  void (*point) (int rows, const char *move, int *x, int *y);

  /* ---- protocols whose positions have one character for each square ---- */

  const char *game;  /* GAME text of the board */
  const char *rules; /* names of the rules for this board, separated by blanks, the usual one first */

  /** Convert a POSITION text of the engine to the protocol, and back: the side to move (W, B), then w, b, W,
   * B (kings) or e for each square. False: it is not a position. */
  bool (*write_position) (const char *position, char text[PROTOCOL_POSITION]);
  bool (*read_position) (const char *text, char *position, size_t size);
};

/** The protocols of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct board_protocol *const board_protocols[];

/** The protocol with a name, or NULL. */
static inline const struct board_protocol *board_protocol_by_name (const char *name) {
  const struct board_protocol *const *protocol = board_protocols;
  while (*protocol != NULL && strcmp ((*protocol)->name, name) != 0)
    protocol++;
  return *protocol;
}

#endif
