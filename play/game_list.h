/* The games of a tournament that have been played: as records in memory, as messages, and in HDF5.
 *
 * The columns of a file are /games and /moves: a row a game, and a row a move, the moves of a game in
 * consecutive rows. The file of a tournament and its checkpoint hold the same columns. One thread. */
#ifndef ZERMELO_ANALYSIS_PLAY_GAME_LIST_H
#define ZERMELO_ANALYSIS_PLAY_GAME_LIST_H

#include "play/course.h"
#include "base/bytes.h"

#include <stddef.h>
#include <stdint.h>

struct file_in;
struct file_out;

struct played_move {
  char text[MOVE_TEXT]; /* as the engine prints it */
  double seconds;       /* the time that the player took */
  uint64_t nodes;
};

/** A game between the players with these numbers. */
struct played_game {
  uint32_t number; /* number in the tournament, from 0 */
  uint32_t board, first, second;
  int32_t result;   /* for the first player: 1 won, 0 drawn, -1 lost */
  uint32_t ending;  /* enum game_end */
  uint32_t opening; /* number of random moves before the players began */
  uint32_t moves;
  uint64_t first_move; /* the index of its first move among the moves of all games */
  double late;         /* the seconds of a late move that ended the game; else 0 */
};

/** Zero-initialised: empty. */
struct game_list {
  struct played_game *games;
  size_t count, capacity;
  struct played_move *moves;
  size_t move_count, move_capacity;
};

void game_list_free (struct game_list *);

/** Sort by number. The moves go with their games. */
void game_list_sort (struct game_list *);

/** Make the course of a game from its moves. course_end() frees it. False: they are not moves of this game,
 * and there is no course. */
bool game_replay (struct course *, const struct game *, const struct played_move *, uint32_t moves);

/** A game as a message between ranks of one run, and back: false if the message is not a game. */
void game_pack (struct bytes *, const struct played_game *, const struct played_move *);
bool game_unpack (struct game_list *, const uint8_t *message, size_t size);

/** The numbers of games, boards and players with which a file must agree. */
struct game_limits {
  size_t games, boards, players;
};

/** Write the columns; read them into an empty list. False: they are not such games; then either the file has
 * the failure, or the list is freed. */
void game_list_save (struct file_out *, const struct game_list *);
bool game_list_load (struct file_in *, struct game_list *, const struct game_limits *);

#endif
