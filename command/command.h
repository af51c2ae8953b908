/* The functions of the commands.
 *
 * Under a launcher all ranks call the function with equal options, and only rank 0 reads files and prints. A
 * function returns an exit code. If it fails, it sets `failure`, on any rank; main.c then agrees with the
 * other ranks, prints the failure and ends the program. */
#ifndef ZERMELO_COMMAND_COMMAND_H
#define ZERMELO_COMMAND_COMMAND_H

#include "run/run.h"

#include <stdio.h>

struct exported;

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

/* ---- the tools for existing opening books, named by the second word of `zermelo book` (book_tools.c) ----
 */

/** Do what the first argument names; `code` gets the exit code. False: it does not name a tool. */
bool book_tool (struct run *, int *code, struct failure *);

/** Does a first argument name something that is done without a search? */
bool book_tool_is_quick (const char *name);

/* ---- a certificate as a theorem for Coq (theorem_file.c, games/theorems.h) ---- */

/** Write the theorem of the certificate `from` to `to`, synced and renamed when it is complete.
 * EXIT_BAD_DATA: the game, what is claimed, or a row has no theorem, and the failure says which;
 * EXIT_NO_INPUT, EXIT_CANNOT_CREATE, EXIT_IO. Then nothing is left behind. */
bool theorem_write (const char *from, const char *to, struct exported *, struct failure *);

#endif
