/* Endgame tables at which the searches of a run stop: read from a file, made for a job, or made because a
 * search makes no progress without them.
 *
 * Every rank holds all of them, so that any rank can search; manage() passes them to the workers. run_end()
 * frees them. */
#ifndef ZERMELO_RUN_SEARCH_TABLES_H
#define ZERMELO_RUN_SEARCH_TABLES_H

#include "run/run.h"

/** Read the tables of a file (--tables); NULL: none are asked for. With --score they must have distances.
 * With --check-tables they are checked completely before they are used. Collective. EXIT_NO_INPUT,
 *  EXIT_BAD_DATA, EXIT_IO, EXIT_INTERNAL, EXIT_UNFINISHED. */
bool search_tables_read (struct run *, const char *path, struct failure *);

/** Read the tables of a job from `path`; if the file is absent or holds fewer pieces, make them and write
 * them there. Collective. */
bool search_tables_keep (struct run *, int pieces, const char *path, struct failure *);

/** Make tables for the game called `title`, with the largest number of pieces that memory and a limit on
 * positions allow. Collective, with one answer for all ranks. False: the game has no tables, or they exist
 * already, or memory is short; or a failure (EXIT_UNFINISHED). */
bool search_tables_make (struct run *, const char *title, struct failure *);

/** The cost of making the tables of a game, with positions counted as nodes; no cost if they were read or do
 * not exist. */
struct cost search_tables_cost (const struct session *, const char *title);

/** How this run checks a file: with all its threads and memory, until the run must stop. */
struct check_options search_tables_checking (struct run *, bool complete);

/** Name the file on which answers about a game rest, as in "endgame tables F, checked"; "" if no tables were
 *  read. True if no file is taken on trust: it was checked completely in this run, or none was read. A check
 *  that the file itself claims does not count, since anyone can write such a claim. */
bool search_tables_argument (const struct session *, const char *title, char *text, size_t size);

/** Print a sentence for people that names the file on which the run's answers rest, if there is one. */
void search_tables_explain (struct run *);

void search_tables_free (struct session *);

/* ---- making endgame tables: for `tablebase`, for jobs, and for searches that need them ---- */

struct endgames;

/** The tables to make. */
struct tablebase_order {
  const struct game *game;
  int pieces;       /* all positions with 2 to this number of pieces */
  const char *path; /* the file, with --distances as in the run; until it is written, finished slices are kept
                       in PATH.slices, from which a stopped run resumes. NULL: the tables stay in memory */
  bool print;       /* the lines of `zermelo tablebase` (zermelo-files(5)) */
};

/** Make tables. Collective. The caller destroys them before it closes the game. NULL: EXIT_BAD_DATA,
 *  EXIT_CANNOT_CREATE, EXIT_IO, EXIT_INTERNAL (memory), EXIT_UNFINISHED. */
struct endgames *tablebase_make (struct run *, const struct tablebase_order *, struct failure *);

#endif
