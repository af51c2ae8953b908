/* What a human at `zermelo play` reads and types: a line of input is a move or a command. */
#ifndef ZERMELO_COMMAND_PLAY_DIALOGUE_H
#define ZERMELO_COMMAND_PLAY_DIALOGUE_H

#include "play/play.h"
#include "file/line_input.h"
#include "run/run.h"

struct dialogue {
  struct run *run;
  struct player *judge; /* proves values, for hints and for what a move threw away; NULL: not wanted */
  bool prompts;         /* input and output are a terminal */
  bool erases;          /* output is a terminal, where what was written can be erased */
  struct line_input input;
  int judged;           /* moves of the course for which `bounds` holds, or -1 */
  struct bounds bounds; /* proven of the current position, for the side to move */
};

/** Print a sentence: wrapped for people, otherwise as it is. */
void dialogue_say (struct dialogue *, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/** Draw the board, and say whose turn it is. */
void dialogue_show (struct dialogue *, const struct play *);

/** Read lines until a move is made, or something else should happen: struct play_audience. */
enum human_choice dialogue_ask (void *dialogue, struct play *);

/** On a terminal, say that the side to move thinks, or erase that: struct play_audience. */
void dialogue_thinks (void *dialogue, const struct play *, bool begins);

/** Report a move that was made, and what it threw away: struct play_audience. */
void dialogue_tell (void *dialogue, struct play *, const struct thought *);

/* ---- saving a game that is played (play_record.c) ---- */

/** Write the game so far (play/game_text.h); the file has its name only when it is whole. `format`
 *  (may be NULL) gets the name of the format, for a sentence. EXIT_CANNOT_CREATE, EXIT_IO. */
bool play_save (const struct play *, const char *path, const char **format, struct failure *);

#endif
