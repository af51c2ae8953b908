/* The command `zermelo`: the table of its commands, and what is done before and after each of them.
 *
 * Before: start once more if OpenMP threads would spin while they wait, start MPI under a launcher, read
 * the options, make the run. After: all ranks agree on a failure, rank 0 prints its one line, writes the
 * statistics file, and all end with one code. */
#include "base/clock.h"
#include "base/machine.h"
#include "command.h"
#include "ending.h"
#include "placement.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANY_NUMBER = 1 << 20 };

const struct command commands[COMMANDS] = {
  { "solve", "GAME [POSITION] | GAME --positions FILE", "The value of a position, and moves that keep it.",
    "zermelo solve connect4:6x5 44 --all-moves", 1, 2, true, command_solve },
  { "moves", "GAME [POSITION]", "The legal moves of a position, sorted; their values with --values.",
    "zermelo moves mnk:3,3,3 'b2 a1' --values", 1, 2, false, command_moves },
  { "verify", "", "The table of known values against what is found.",
    "zermelo verify --only tournament --effort quick", 0, 0, true, command_verify },
  { "book", "GAME --plies N -o FILE", "An opening book: every position up to ply N.",
    "zermelo book connect4:5x4 --plies 6 -o 5x4.book.h5", 1, 1, true, command_book },
  { "tablebase", "GAME --pieces N -o FILE", "Endgame tables: every position with 2 to N pieces.",
    "zermelo tablebase draughts:6x6 --pieces 4 -o 6x6.tables.h5", 1, 1, true, command_tablebase },
  { "layers", "GAME -o FILE", "Every position of a game that converges, by ply, with its value.",
    "zermelo layers connect4:4x4 -o 4x4.layers.h5", 1, 1, true, command_layers },
  { "probe", "FILE POSITION... | FILE --positions FILE",
    "Ask a book, endgame tables or layers about positions.", "zermelo probe 5x4.book.h5 '' 33", 1, ANY_NUMBER,
    false, command_probe },
  { "export", "BOOK --format NAME -o FILE", "A book in the format of another program.",
    "zermelo export 7x6.book.h5 --format pons -o 7x6.book", 1, 1, false, command_export },
  { "check", "FILE", "Does what endgame tables say follow from the rules?",
    "zermelo check 6x6.tables.h5 --complete", 1, 1, false, command_check },
  { "perft", "GAME [POSITION] --depth N", "How many sequences of exactly 1 to N moves there are.",
    "zermelo perft draughts:8x8 --depth 9", 1, 2, true, command_perft },
  { "count", "GAME", "How many positions there are, by ply.", "zermelo count connect4:5x4 --symmetry", 1, 1,
    true, command_count },
  { "run", "JOB.yaml", "Do what a job file says.", "mpirun -n 2 zermelo run jobs/quickstart.yaml", 1, 1, true,
    command_run },
  { "submit", "JOB.yaml", "Hand a job file to Slurm.", "zermelo submit jobs/quickstart.yaml --dry-run", 1, 1,
    false, command_submit },
  { "report", "FILE...", "A page about runs, from their statistics files.",
    "zermelo report out/quickstart/quickstart.statistics.h5 -o page.html", 1, ANY_NUMBER, false,
    command_report },
  { "bench", "[NAME...] [--scaling]", "The standard workloads: nodes and seconds.",
    "zermelo bench connect4-6x5", 0, ANY_NUMBER, true, command_bench },
  { "help", "[COMMAND]", "This list, or the usage of a command.", "zermelo help solve", 0, 1, false,
    command_help },
};

const struct command *
command_by_name (const char *name)
{
  for (int i = 0; i < COMMANDS; i++)
    if (strcmp (commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

/* ---- before ---- */

/* libgomp reads OMP_WAIT_POLICY when it is loaded, and its threads spin unless it is `passive`. */
static void
wait_passively (char **argv)
{
  static const char mark[] = "ZERMELO_STARTED_AGAIN";
  if (getenv ("OMP_WAIT_POLICY") == NULL && getenv (mark) == NULL
      && setenv ("OMP_WAIT_POLICY", "passive", 1) == 0 && setenv (mark, "1", 1) == 0)
    execv ("/proc/self/exe", argv);
  unsetenv (mark);
}

static volatile int stop;

static void
ask_to_stop (int signal)
{
  (void) signal;
  stop = 1;
}

/* SIGUSR1 is what batch systems send before the end; a second SIGINT or SIGTERM ends the process at once.
 * A limit on the size of files must not end us before we can say so. */
static void
watch_signals (void)
{
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_handler = ask_to_stop;
  action.sa_flags = SA_RESTART;
  sigaction (SIGUSR1, &action, NULL);
  action.sa_flags |= (int) SA_RESETHAND;
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  signal (SIGXFSZ, SIG_IGN);
}

/* As typed, but for the folder of the program. */
static void
join_words (char *text, size_t size, int argc, char **argv)
{
  int used = snprintf (text, size, "zermelo");
  for (int i = 1; i < argc && (size_t) used < size - 1; i++)
    used += snprintf (text + used, size - (size_t) used, " %s", argv[i]);
}

/* The command and its options; NULL with or without a failure if there is nothing more to do. */
static const struct command *
read_command_line (struct run *run, int argc, char **argv, struct failure *failure)
{
  const char *name = argc > 1 ? argv[1] : NULL;
  const bool is_version = name != NULL && strcmp (name, "--version") == 0;
  if (name != NULL && (is_version || strcmp (name, "--help") == 0 || strcmp (name, "-h") == 0)) {
    if (argc > 2)
      fail (failure, EXIT_USAGE, "one argument too many: '%.60s'", argv[2]);
    else if (run->ranks.rank == 0 && is_version)
      help_print_version (stdout);
    else if (run->ranks.rank == 0)
      help_print (NULL, stdout);
    return NULL;
  }
  const struct command *command = name == NULL ? NULL : command_by_name (name);
  if (name == NULL)
    fail (failure, EXIT_USAGE, "no command; see 'zermelo help'");
  else if (command == NULL)
    fail (failure, EXIT_USAGE, "unknown command '%.60s'; see 'zermelo help'", name);
  else if (run->ranks.launched && !command->launched)
    fail (failure, EXIT_USAGE, "%s does not run under mpirun or srun: start it by itself", name);
  else if (options_parse (&run->options, (enum command_id) (command - commands), argc - 1, argv + 1,
                          machine_rank_memory (), failure)) {
    if (!run->options.help)
      return command;
    if (run->ranks.rank == 0)
      help_print (command, stdout);
  }
  return NULL;
}

/* Files of lines go where -o says, but for commands whose -o is another file. */
static bool
open_output (struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  const enum command_id id = (enum command_id) (run->command - commands);
  output_open (&run->output, run->ranks.rank == 0, options->json, options->pretty, !run->ranks.launched);
  run->output.progress = &run->progress;
  if (options->statistics != NULL) {
    run->statistics = strdup (options->statistics);
    if (run->ranks.rank == 0 && !new_file_possible (options->statistics, failure))
      return false;
  }
  const bool is_file = id == COMMAND_BOOK || id == COMMAND_TABLEBASE || id == COMMAND_LAYERS
                       || id == COMMAND_EXPORT || id == COMMAND_REPORT;
  if (options->output == NULL || is_file)
    return true;
  return output_to_file (&run->output, options->output, failure);
}

static int
run_command (struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  run->resources = resources_from (options, run->begun);
  account_begin (&run->account, run->ranks.size);
  /* A launcher shows its processes a terminal of its own making, wherever their output goes. */
  progress_begin (&run->progress, run->ranks.rank == 0 && !options->quiet, !run->ranks.launched);
  watch_signals ();
  if (options->checkpoint_interval >= 0 && options->checkpoint == NULL
      && run->command->function != command_run)
    fail (failure, EXIT_USAGE, "--checkpoint-interval goes with --checkpoint FILE");
  else
    open_output (run, failure);
  int code = EXIT_HOLDS;
  if (ranks_agree (&run->ranks, failure)) {
    if (run->command->function != command_run) /* the job file says more */
      placement_find (run);
    code = run->command->function (run, failure);
  }
  return run_end (run, code, failure);
}

int
main (int argc, char **argv)
{
  wait_passively (argv);
  struct run run = { .begun = clock_seconds (), .stop = &stop };
  struct failure failure = { 0 };
  int code = EXIT_HOLDS;
  if (!ranks_begin (&run.ranks, &argc, &argv, &failure)) {
    if (run.ranks.rank == 0)
      failure_print (&failure);
    return failure.code;
  }
  join_words (run.command_line, sizeof run.command_line, argc, argv); /* argp changes their order */
  run.command = read_command_line (&run, argc, argv, &failure);
  if (!ranks_agree (&run.ranks, &failure) || run.command == NULL)
    code = failure.code;
  else {
    run.task = run.command->name;
    code = run_command (&run, &failure);
  }
  if (failure.code == 0 && fflush (stdout) != 0) { /* of help; lines were flushed before */
    fail (&failure, EXIT_IO, "cannot write to standard output: %s", strerror (errno));
    code = failure.code;
  }
  if (failure.code != 0 && run.ranks.rank == 0)
    failure_print (&failure);
  free (run.options.arguments);
  ranks_end (&run.ranks);
  return code;
}
