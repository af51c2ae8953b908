/* Protocols of other programs in which a game is played: which boards can be played in them, and how their
 * boards, points and positions are written.
 *
 * Such a protocol is about one game, so it stands in the folder of that game:
 * games/NAME/protocol/X_protocol.c defines protocol_X, and add_game() finds it. What is said in it is in
 * play/. Functions that a protocol has no use for are NULL. */
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
  int line;   /* stones in a row that win */
  bool exact; /* a longer row does not win */
};

struct board_protocol {
  const char *name; /* "gomocup" */

  /** Can the board be played in it? */
  bool (*plays) (const struct game *);

  /* ---- whose moves are points of a board ---- */

  int least, line; /* the shortest side of a board that is played, and how many in a row win, unless agreed
                      otherwise */

  /** The GAME text of a board. And back. */
  void (*game_text) (const struct protocol_board *, char *text, size_t size);
  struct protocol_board (*board_of) (const struct game *);

  /** The move to a point, counted from 0 at the top left, as a POSITION text has it. */
  void (*move_text) (int rows, int x, int y, char *text, size_t size);

  /** The point of a move. */
  void (*point) (int rows, const char *move, int *x, int *y);

  /* ---- whose positions are a character a square ---- */

  const char *game;  /* GAME text of the board that is played */
  const char *rules; /* those that there are for it, with blanks between them, the usual first */

  /** From a POSITION text as the engine prints it, and back: the side to move (W, B), then w, b, W, B (kings)
   *  or e for each square. False: it is none. */
  bool (*write_position) (const char *position, char text[PROTOCOL_POSITION]);
  bool (*read_position) (const char *text, char *position, size_t size);
};

/** Those of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct board_protocol *const board_protocols[];

/** The protocol of that name, or NULL. */
static inline const struct board_protocol *board_protocol_by_name (const char *name) {
  const struct board_protocol *const *protocol = board_protocols;
  while (*protocol != NULL && strcmp ((*protocol)->name, name) != 0)
    protocol++;
  return *protocol;
}

#endif
