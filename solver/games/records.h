/* Formats in which a played game is saved, for other programs to read.
 *
 * A format is about one game, so its file is in the folder of that game: games/NAME/record/X_record.c defines
 * record_X, and add_game() finds it. A game that no format can represent is saved as a POSITION text. */
#ifndef ZERMELO_GAMES_RECORDS_H
#define ZERMELO_GAMES_RECORDS_H

#include "engine.h"

#include <stdbool.h>
#include <stdio.h>

/** The result of a game for the first player. */
enum record_result { RECORD_LOST, RECORD_DRAWN, RECORD_WON, RECORD_UNFINISHED };

/** The reason for the end: by the rules, by a limit on the length, or because a player forfeited the game. */
enum record_end { RECORD_END_NORMAL, RECORD_END_CAP, RECORD_END_LATE, RECORD_END_ILLEGAL, RECORD_END_GONE };

struct game_record {
  const struct game *game;
  const char *start;        /* the position from which play began, in its normal form */
  bool from_start;          /* play began from the start position of the game */
  int first_mover;          /* the side to move in `start`: 0, the first player, or 1 */
  const char *const *moves; /* as the engine prints them */
  int count;
  const char *players[2]; /* names */
  enum record_result result;
  enum record_end end; /* meaningless if the game is unfinished */
};

struct record_format {
  const char *name; /* "PDN" */
  bool (*fits) (const struct game *);
  /** Write the whole record. The caller checks for errors of the stream. */
  void (*write) (FILE *, const struct game_record *);
};

/** The formats of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct record_format *const record_formats[];

#endif
