/* Formats in which a played game is saved, for other programs to read.
 *
 * Such a format is about one game, so it stands in the folder of that game: games/NAME/record/X_record.c
 * defines record_X, and add_game() finds it. A game that fits none is saved as a POSITION text. */
#ifndef ZERMELO_GAMES_RECORDS_H
#define ZERMELO_GAMES_RECORDS_H

#include "engine.h"

#include <stdbool.h>
#include <stdio.h>

/** How a game ended for the first player. */
enum record_result { RECORD_LOST, RECORD_DRAWN, RECORD_WON, RECORD_UNFINISHED };

/** Why it ended: as games do, by a limit on its length, or because a player forfeited it. */
enum record_end { RECORD_END_NORMAL, RECORD_END_CAP, RECORD_END_LATE, RECORD_END_ILLEGAL, RECORD_END_GONE };

struct game_record {
  const struct game *game;
  const char *start;        /* the position that play began with, in its normal form */
  bool from_start;          /* it is the start position of the game */
  int first_mover;          /* whose turn it was: 0, the first player's, or 1 */
  const char *const *moves; /* as the engine prints them */
  int count;
  const char *players[2]; /* names */
  enum record_result result;
  enum record_end end; /* of no meaning if it is unfinished */
};

struct record_format {
  const char *name; /* "PDN" */
  bool (*fits) (const struct game *);
  /** Write the whole record. The caller looks for errors of the stream. */
  void (*write) (FILE *, const struct game_record *);
};

/** Those of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct record_format *const record_formats[];

#endif
