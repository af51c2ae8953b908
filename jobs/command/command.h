/* The functions of the commands.
 *
 * Under a launcher all ranks call one with the same options; rank 0 alone reads files and prints. It returns
 * an exit code; if it fails it fills `failure` instead, on any rank, and main.c prints the one line, agrees
 * with the other ranks and ends. */
#ifndef ZERMELO_COMMAND_COMMAND_H
#define ZERMELO_COMMAND_COMMAND_H

#include "run/run.h"

#include <stdio.h>

int command_solve (struct run *, struct failure *);
int command_moves (struct run *, struct failure *);
int command_show (struct run *, struct failure *);
int command_verify (struct run *, struct failure *);
int command_book (struct run *, struct failure *);
int command_tablebase (struct run *, struct failure *);
int command_layers (struct run *, struct failure *);
int command_probe (struct run *, struct failure *);
int command_export (struct run *, struct failure *);
int command_check (struct run *, struct failure *);
int command_perft (struct run *, struct failure *);
int command_count (struct run *, struct failure *);
int command_run (struct run *, struct failure *);
int command_submit (struct run *, struct failure *);
int command_report (struct run *, struct failure *);
int command_bench (struct run *, struct failure *);
int command_help (struct run *, struct failure *);

/** Print the help of one command, or the list of commands (NULL). */
void help_print (const struct command *, FILE *);
void help_print_version (FILE *);

#endif
