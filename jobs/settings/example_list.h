/* The examples of all games (games/examples.h), as help and bench list them. */
#ifndef ZERMELO_SETTINGS_EXAMPLE_LIST_H
#define ZERMELO_SETTINGS_EXAMPLE_LIST_H

#include "games/examples.h"

/** Workload or run of the signature i, from 0, in the order in which they are printed; NULL after the last.
 */
const struct workload *workload_at (int i);
const struct signed_run *signed_run_at (int i);

/** How to call that command: an example of a game, or NULL. */
const char *example_of_command (const char *command);

/** GAME of a job file that names none. */
const char *example_job_game (void);

/** The name of that game. `text` holds `size` bytes. Returns `text`. */
const char *example_job_name (char *text, size_t size);

/** The game and the positions of a job, as lines of a job file. */
const char *example_job (void);

#endif
