/* The functions of the commands.
 *
 * Under a launcher all ranks call the function with equal options, and only rank 0 reads files and prints. A
 * function returns an exit code. If it fails, it sets `failure`, on any rank; main.c then agrees with the
 * other ranks, prints the failure and ends the program. */
#ifndef ZERMELO_COMMAND_COMMAND_H
#define ZERMELO_COMMAND_COMMAND_H

#include "run/run.h"

#include <stdio.h>

int command_solve (struct run *, struct failure *);
int command_moves (struct run *, struct failure *);
int command_show (struct run *, struct failure *);
int command_play (struct run *, struct failure *);
int command_engine (struct run *, struct failure *);
int command_serve (struct run *, struct failure *);
int command_verify (struct run *, struct failure *);
int command_book (struct run *, struct failure *);
int command_tablebase (struct run *, struct failure *);
int command_layers (struct run *, struct failure *);
int command_probe (struct run *, struct failure *);
int command_export (struct run *, struct failure *);
int command_import (struct run *, struct failure *);
int command_check (struct run *, struct failure *);
int command_certificate (struct run *, struct failure *);
int command_perft (struct run *, struct failure *);
int command_count (struct run *, struct failure *);
int command_run (struct run *, struct failure *);
int command_submit (struct run *, struct failure *);
int command_status (struct run *, struct failure *);
int command_complexity (struct run *, struct failure *);
int command_report (struct run *, struct failure *);
int command_bench (struct run *, struct failure *);
int command_help (struct run *, struct failure *);

/** Print the help of one command, or the list of commands (NULL). */
void help_print (const struct command *, FILE *);
void help_print_version (FILE *);

/** Print what `of` picks from the description of each game, with `last` between the last two. */
void help_list_games (FILE *, const char *(*of) (const struct game_description *), const char *last);

#endif
