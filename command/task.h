/* The tasks that a command shares with job files, `bench` and other commands. The options and the game of the
 * run must be ready. Each function is collective and returns the exit code; if it fails, it sets `failure`
 * instead (command.h). */
#ifndef ZERMELO_COMMAND_TASK_H
#define ZERMELO_COMMAND_TASK_H

#include "command/command.h"
#include "run/batch.h"
#include "run/book_search.h"
#include "run/solution.h"
#include "settings/job_file.h"
#include "store/statistics_file.h"

/** Solve one position of the run's game with all ranks; text "" is the start. batch_solve() (run/batch.h)
 *  solves many. */
int solve_position (struct run *, const char *text, struct failure *);

/** Print, for people only, how the game ends and by which moves; why, if no search was needed; and the
 * principal variation. `all`: all moves that keep the value are known, not just some. */
void solution_tell (struct run *, const struct solution *, bool all);

/** The name of the job for the checkpoint of each of these runs (run/run_checkpoint.h): everything that
 * determines the results, apart from the game and the options of every search. The caller frees it. NULL: no
 * such position (EXIT_BAD_DATA). */
char *solve_name (const struct game *, const char *text, struct failure *);
char *verify_name (const struct options *);
char *book_name (const struct book_plan *);
char *comparison_name (const struct session *, const struct job *);

/** The bytes of a table in the comparison to which a checkpoint belongs, if it belongs to one. Where a job
 * asks for a share of the memory, only the machine that did the work knows this. */
void comparison_tables (const char *checkpoint, uint64_t *bytes);

/** For a search by the options of the run, of the game in its first argument: check that the method and
 * --depth can be combined (EXIT_USAGE), and open the game, its evaluation and the endgame tables, as far as
 * they are asked for; a certificate is begun before the tables are read. */
bool search_open (struct run *, struct failure *);

/** Choose run->session.evaluation by its name (NULL: the default) among those of run->session.game.
 * EXIT_USAGE: it has none of that name. */
bool evaluation_choose (struct session *, const char *name, struct failure *);

/** Verify the rows of the table of known values that the options of the run ask for. */
int verify_table (struct run *, struct failure *);

/** The columns of a line of `verify`, and the fields of such a line; the caller ends it with
 *  output_line(). */
enum { VERIFY_COLUMNS = 8 };
extern const struct column verify_columns[VERIFY_COLUMNS];
void verify_fields (struct output *, const struct record_row *);

/** The book that the options ask for, to be written to `path`. EXIT_USAGE. */
bool book_plan_from (const struct options *, const char *path, struct book_plan *, struct failure *);

/** Make a book of the run's game, write it and print its lines. */
int book_make (struct run *, const struct book_plan *, struct failure *);

/** Make endgame tables for the run's game, print the lines and write the file. */
int tablebase_write (struct run *, int pieces, const char *path, struct failure *);

/** Solve every position of the run's game by layers, write the file of layers to `path` and print its
 *  lines. If a limit or a signal ends the run, finished layers stay in the folder `path`.plies, from which
 * the next run resumes. */
int layers_make (struct run *, const char *path, struct failure *);

/** The cost of a position in each phase of making layers, as a share of all three phases together. For
 * estimates. */
extern const double layers_phase_weight[];

/** Count the positions of the run's game and print the lines of plies 0 .. plies (-1: all). */
int count_game (struct run *, int plies, struct failure *);

/** Count move sequences from a position of the run's game and print the lines of depths 1 .. depth. */
int perft_position (struct run *, const char *text, int depth, struct failure *);

/** Count the sequences of `depth` moves from a position with all ranks and threads. False on all ranks if the
 *  run must stop. */
bool perft_line (struct run *, const struct game *, const struct position *, int depth, uint64_t *sequences,
                 double *seconds);

/** Measure the methods of a job on its positions, print the lines, and write file and page. */
int compare_methods (struct run *, const struct job *, const struct job_paths *, struct failure *);

/** Do the methods, depths and positions of such a job go with its games? EXIT_BAD_DATA. */
bool comparison_check (struct run *, const struct job *, struct failure *);

/* ---- job files, for `run` and `submit` ---- */

/** Check the job's game and the positions it lists. Leaves run->session.game open, unless the task is a
 * verification. Each rank can call it by itself. EXIT_BAD_DATA: "FILE:LINE: ...". */
bool job_check_game (struct run *, const struct job *, struct failure *);

/** After job_check_game(): check the positions of the job's file as a whole, before it waits in a queue.
 *  Pipes and standard input are left for the run. Rank 0 only.
 *  EXIT_NO_INPUT, EXIT_BAD_DATA. */
bool job_check_positions (const struct session *, const struct job *, struct failure *);

/** Give the session the options and resources of the job. The command line wins over the job file. */
void job_take_options (struct session *, const struct job *, const struct job_paths *);

/** Can the job go on from the checkpoint at its paths, or is there no checkpoint? After job_check_game();
 * changes nothing, and rank 0 only. EXIT_BAD_DATA: it is of another job, and what to do. */
bool job_checkpoint_fits (const struct session *, const struct job *, const struct job_paths *, int part,
                          int parts, struct failure *);

/** Print what the job would do, for `run --check`: task, limits, resources, slurm, files. The run's game must
 * be open. */
void job_plan_print (struct run *, const struct job *, const struct job_paths *);

/** For `run --dry-run`, after job_plan_print(): positions, memory, disk, ranks, the lines for sbatch, and how
 * long it will take, with what that rests on. EXIT_BAD_DATA: it cannot fit. */
void job_forecast_print (struct run *, const struct job *, const struct job_paths *, struct failure *);

/** The batch script of the job as `submit` would hand it over. The caller frees it. NULL and a failure. */
char *job_script (const struct job *, const struct job_paths *, struct failure *);

/** Warn on standard error of each key that the job's task does not use. */
void job_warn_of_keys (const struct job *);

#endif
