/* The file of a tournament: who played where under which terms, and all games (game_list.h), in HDF5.
 *
 * /players/group stands there if there are groups. /players/name and /boards/game are what the columns of
 * /games refer to; the terms are attributes of the root. Not collective; rank 0 only. */
#ifndef ZERMELO_ANALYSIS_PLAY_TOURNAMENT_FILE_H
#define ZERMELO_ANALYSIS_PLAY_TOURNAMENT_FILE_H

#include "play/tournament.h"

#include <stdbool.h>

/** Write it. The list is sorted. EXIT_CANNOT_CREATE, EXIT_IO. */
bool tournament_file_write (const char *path, const struct tournament *, const struct game_list *,
                            struct failure *);

/** What a file holds; tournament_file_free() frees it. */
struct tournament_file {
  struct tournament tournament;
  struct game_list list;
  void *names; /* what the texts of the tournament point to */
};

/** Is it such a file? */
bool tournament_file_is_one (const char *path);

/** EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. */
bool tournament_file_read (struct tournament_file *, const char *path, struct failure *);
void tournament_file_free (struct tournament_file *);

#endif
