/* A tournament held by all ranks: each game is a query, which a rank plays (play/match.h), and whose
 * report is the game. The run's checkpoint keeps the games that are over. */
#ifndef ZERMELO_RUN_TOURNAMENT_RUN_H
#define ZERMELO_RUN_TOURNAMENT_RUN_H

#include "play/tournament.h"
#include "run/run.h"
#include "settings/job_file.h"

/* If the job names depths, each of its players takes part once for each depth, looking so far ahead (with the
 * key depth=N), and meets only the others of that depth: a group of the tournament. */

/** The name of the job's tournament for its checkpoint. The caller frees it. NULL: EXIT_BAD_DATA. */
char *tournament_name (const struct job *, struct failure *);

/** Can every player play on every board? EXIT_BAD_DATA: "FILE:LINE: ...". Each rank can call it by itself. */
bool tournament_check (const struct session *, const struct job *, struct failure *);

/** Hold it: print the standings, write the games (paths->games, paths->game_texts). Returns the exit code.
 *  Collective. */
int tournament_hold (struct run *, const struct job *, const struct job_paths *, struct failure *);

#endif
