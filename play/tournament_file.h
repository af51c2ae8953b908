/* The file of a tournament in HDF5: its players, boards and terms, and all games (game_list.h).
 *
 * /players/group is present if there are groups. The columns of /games refer to /players/name and
 * /boards/game; the terms are attributes of the root. Not collective; rank 0 only. */
#ifndef ZERMELO_ANALYSIS_PLAY_TOURNAMENT_FILE_H
#define ZERMELO_ANALYSIS_PLAY_TOURNAMENT_FILE_H

#include "play/tournament.h"

#include <stdbool.h>

/** Write a file. The list must be sorted. EXIT_CANNOT_CREATE, EXIT_IO. */
bool tournament_file_write (const char *path, const struct tournament *, const struct game_list *,
                            struct failure *);

/** The contents of a file; tournament_file_free() frees them. */
struct tournament_file {
  struct tournament tournament;
  struct game_list list;
  void *names; /* the memory of the texts of the tournament */
};

/** Is the file one of a tournament? */
bool tournament_file_is_one (const char *path);

/** EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. */
bool tournament_file_read (struct tournament_file *, const char *path, struct failure *);
void tournament_file_free (struct tournament_file *);

#endif
