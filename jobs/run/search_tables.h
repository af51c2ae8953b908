/* Endgame tables that the searches of a run stop at: read from a file, made for a job, or made because a
 * search does not get on without.
 *
 * All are for searches with all ranks: every rank holds them, manage() hands them to the workers. run_end()
 * frees them. */
#ifndef ZERMELO_RUN_SEARCH_TABLES_H
#define ZERMELO_RUN_SEARCH_TABLES_H

#include "run/run.h"
#include "tablebase/tables_check.h"

/** The tables of a file (--tables). With --score they need distances.
 *  With --check-tables they are checked completely before they are believed. Collective. EXIT_NO_INPUT,
 *  EXIT_BAD_DATA, EXIT_IO, EXIT_INTERNAL, EXIT_UNFINISHED. */
bool search_tables_read (struct run *, const char *path, struct failure *);

/** Those of a job: read from `path`, or made and written there if the file is absent or holds less.
 *  Collective. */
bool search_tables_keep (struct run *, int pieces, const char *path, struct failure *);

/** Make tables of as many pieces as the run has memory for and half a minute of one core makes, for a game by
 *  name. Collective, the same answer on all ranks. False: the game has none, or they are there already, or
 *  memory is short, or a failure (EXIT_UNFINISHED). */
bool search_tables_make (struct run *, const char *title, struct failure *);

/** What making the tables of a game took, their positions as nodes; nothing if they were read or there are
 * none. */
struct cost search_tables_cost (const struct run *, const char *title);

/** How this run checks tables: with all its threads and memory, until it must stop. */
struct tables_check_options search_tables_checking (struct run *, bool complete);

/** Which file answers about a game rest on: "endgame tables F, checked"; "" if no tables were read. True: no
 *  file has to be believed, because it was checked completely in this run, or there is none. Whoever writes a
 *  file can write any record into it, so only that counts. */
bool search_tables_argument (const struct run *, const char *title, char *text, size_t size);

/** For people: a sentence about what answers about the run's game rest on; nothing if there is no file. */
void search_tables_explain (struct run *);

void search_tables_free (struct run *);

#endif
