/* The program `zermelo`: the table of its commands, and what happens before and after each of them.
 *
 * Before: start MPI under a launcher, read the options, start the program again if OpenMP threads would spin
 * while they wait, set up the run. After: all ranks agree on a failure, rank 0 prints it and writes the
 * statistics file, and all ranks end with the same code. */
#include "base/clock.h"
#include "base/machine.h"
#include "base/threads.h"
#include "command/command.h"
#include "parallel/hosts.h"
#include "run/run_end.h"
#include "run/placement.h"
#include "run/run_names.h"
#include "settings/parameters.h"
#include "store/hdf5_library.h"
#include "store/lock.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In the order of enum command_id. */
static int (*const functions[COMMANDS]) (struct run *, struct failure *) = {
  [COMMAND_SOLVE] = command_solve,    [COMMAND_MOVES] = command_moves,
  [COMMAND_SHOW] = command_show,      [COMMAND_PLAY] = command_play,
  [COMMAND_ENGINE] = command_engine,  [COMMAND_SERVE] = command_serve,
  [COMMAND_TOURNAMENT] = command_run, [COMMAND_VERIFY] = command_verify,
  [COMMAND_BOOK] = command_book,      [COMMAND_TABLEBASE] = command_tablebase,
  [COMMAND_LAYERS] = command_layers,  [COMMAND_PROBE] = command_probe,
  [COMMAND_EXPORT] = command_export,  [COMMAND_IMPORT] = command_import,
  [COMMAND_CHECK] = command_check,    [COMMAND_CERTIFICATE] = command_certificate,
  [COMMAND_PERFT] = command_perft,    [COMMAND_COUNT] = command_count,
  [COMMAND_RUN] = command_run,        [COMMAND_SUBMIT] = command_submit,
  [COMMAND_REPORT] = command_report,  [COMMAND_BENCH] = command_bench,
  [COMMAND_STATUS] = command_status,  [COMMAND_COMPLEXITY] = command_complexity,
  [COMMAND_COMPARE] = command_run,    [COMMAND_HELP] = command_help,
};

/* ---- before the command ---- */

/* libgomp reads OMP_WAIT_POLICY when it is loaded, and its threads spin unless it is `passive`. So the
 * program starts itself again with that setting; the caller skips this if only one thread may run, since a
 * second start costs more than many a search. */
static void wait_passively (char **argv) {
  static const char mark[] = "ZERMELO_STARTED_AGAIN";
  if (getenv ("OMP_WAIT_POLICY") == NULL && getenv (mark) == NULL
      && setenv ("OMP_WAIT_POLICY", "passive", 1) == 0 && setenv (mark, "1", 1) == 0) {
    affinity_restore ();
    execv ("/proc/self/exe", argv);
    affinity_release ();
  }
  unsetenv (mark);
}

/* Keep freed memory for the next query, because getting fresh pages can take longer than answering it. */
static void keep_memory (void) {
  mallopt (M_MMAP_THRESHOLD,
           32 << 20); /* the largest value that glibc allows; larger blocks are returned at once */
  mallopt (M_TRIM_THRESHOLD, 64 << 20);
}

/* Descriptors 0 to 2 that were closed at the start get a file on which the program's accesses fail. Otherwise
 * the next file that is opened would get their number, and with it what is meant for standard output or
 * error. A lost standard output is noticed, too, because the first write to it fails. */
static void occupy_standard_streams (void) {
  for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
    if (fcntl (i, F_GETFD) < 0 && open ("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY) != i)
      _exit (EXIT_IO); /* there is nowhere to say so */
}

static volatile int stop;

static void ask_to_stop (int signal) {
  (void) signal;
  stop = 1;
}

/* Batch systems send SIGUSR1 before the end. A second SIGINT or SIGTERM ends the process at once. SIGHUP
 * comes when the terminal is closed, from the system and once more from the shell, unless nohup had it
 * ignored. SIGXFSZ is ignored so that exceeding a limit on file sizes is reported as an error. */
static void watch_signals (void) {
  struct sigaction action, before;
  memset (&action, 0, sizeof action);
  action.sa_handler = ask_to_stop;
  action.sa_flags = SA_RESTART;
  sigaction (SIGUSR1, &action, NULL);
  if (sigaction (SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction (SIGHUP, &action, NULL);
  action.sa_flags |= (int) SA_RESETHAND;
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  signal (SIGXFSZ, SIG_IGN);
}

static void go_on (int signal) { (void) signal; }

/* Make writing to a closed pipe fail, so that the run can end in order. A handler and not SIG_IGN, because
 * programs that are started would inherit the latter. */
static void outlive_readers (void) {
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_handler = go_on;
  action.sa_flags = SA_RESTART;
  sigaction (SIGPIPE, &action, NULL);
}

/* End by SIGPIPE, as Unix programs do in a pipe; but not under a launcher, which would report that at length.
 */
static void end_unread (void) {
  locks_release ();
  signal (SIGPIPE, SIG_DFL);
  raise (SIGPIPE);
}

/* The command line as typed, but without the folder of the program. */
static void join_words (char *text, size_t size, int argc, char **argv) {
  int used = snprintf (text, size, "zermelo");
  for (int i = 1; i < argc && (size_t) used < size - 1; i++)
    used += snprintf (text + used, size - (size_t) used, " %s", argv[i]);
}

/* Read the command and its options. NULL, with or without a failure, if nothing is left to do. */
static const struct command *read_command_line (struct session *session, int argc, char **argv,
                                                struct failure *failure) {
  const char *name = argc > 1 ? argv[1] : NULL;
  const bool is_version = name != NULL && strcmp (name, "--version") == 0;
  if (name != NULL && (is_version || strcmp (name, "--help") == 0 || strcmp (name, "-h") == 0)) {
    if (argc > 2)
      fail (failure, EXIT_USAGE, "one argument too many: '%.60s'", argv[2]);
    else if (session->ranks.rank == 0 && is_version)
      help_print_version (stdout);
    else if (session->ranks.rank == 0)
      help_print (NULL, stdout);
    return NULL;
  }
  const struct command *command = name == NULL ? NULL : command_by_name (name);
  if (name == NULL)
    fail (failure, EXIT_USAGE, "no command; see 'zermelo help'");
  else if (command == NULL)
    command_unknown (name, failure);
  else if (session->ranks.launched && !command->launched)
    fail (failure, EXIT_USAGE, "%s does not run under mpirun or srun: start it by itself", name);
  else if (options_parse (&session->options, (enum command_id) (command - commands), argc - 1, argv + 1,
                          machine_rank_memory (), failure)) {
    if (!session->options.help)
      return command;
    if (session->ranks.rank == 0)
      help_print (command, stdout);
  }
  return NULL;
}

/* Say which command holds the lock, for other processes that want to make one of its files. */
static void name_locks (const char *command_line) {
  char job[sizeof ((struct session *) NULL)->command_line + 2];
  const char *const words = strchr (command_line, ' ');
  snprintf (job, sizeof job, "'%s'", words == NULL ? command_line : words + 1);
  lock_name_job (job);
}

static enum command_id id_of (const struct run *run) {
  return (enum command_id) (run->session.command - commands);
}

/* Open the output. -o names the file of lines, except for commands that write another file there. */
static bool open_output (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  const enum command_id id = id_of (run);
  output_open (&run->display.output, run->session.ranks.rank == 0, options->json, options->pretty,
               !run->session.ranks.launched);
  run->display.output.progress = &run->display.progress;
  run->display.output.stop = &stop;
  if (run->session.ranks.rank == 0 && !run_names_check (&run->session, failure))
    return false;
  if (options->statistics != NULL) {
    run->journal.statistics = strdup (options->statistics);
    if (run->session.ranks.rank == 0 && !new_file_reserve (options->statistics, failure))
      return false;
  }
  const bool is_file = id == COMMAND_BOOK || id == COMMAND_TABLEBASE || id == COMMAND_LAYERS
                       || id == COMMAND_EXPORT || id == COMMAND_CERTIFICATE || id == COMMAND_REPORT
                       || id == COMMAND_PLAY || id == COMMAND_IMPORT;
  if (options->output == NULL || is_file)
    return true;
  return output_to_file (&run->display.output, options->output, failure);
}

/* Does the number of threads matter to a reader of the output, and does nothing else say it? */
static bool says_threads (const struct run *run) {
  const enum command_id id = id_of (run);
  return run->session.command->launched && id != COMMAND_BENCH
         && !(id == COMMAND_BOOK && book_tool_is_quick (run->session.options.arguments[0]));
}

static int run_command (struct run *run, char **typed, struct failure *failure) {
  const struct options *options = &run->session.options;
  run->session.default_threads = placement_threads (&run->session.ranks);
  run->session.resources = resources_of (&run->session);
  if (run->session.resources.threads > 1
      || command_reads_job (id_of (run))) /* the job file gives the number of threads */
    wait_passively (typed);
  account_begin (&run->journal.account, run->session.ranks.size);
  /* a launcher gives its processes a terminal of its own, wherever their output goes */
  progress_begin (&run->display.progress, run->session.ranks.rank == 0 && !options->quiet,
                  !run->session.ranks.launched);
  watch_signals (); /* not before wait_passively(), which may start the program anew */
  name_locks (run->session.command_line);
  open_output (run, failure);
  int code = EXIT_HOLDS;
  if (ranks_agree (&run->session.ranks, failure)) {
    if (!command_reads_job (id_of (run))) /* the job file sets more options */
      placement_find (&run->session, id_of (run), says_threads (run), failure);
    code = failure->code != 0 ? failure->code : functions[run->session.command - commands](run, failure);
  }
  return run_end (run, code, failure);
}

/* ---- after the command ---- */

static bool is_game (const char *text) {
  struct game game;
  struct failure ignored = { 0 };
  if (!engine_open (&game, text, &ignored))
    return false;
  engine_close (&game);
  return true;
}

/* If the first two words look like one GAME, as in `solve connect4 7x6`, suggest that in the failure. */
static void add_hint (const struct command *command, const struct options *options, struct failure *failure) {
  char game[100];
  if ((failure->code != EXIT_USAGE && failure->code != EXIT_BAD_DATA) || command == NULL
      || strncmp (command->arguments, "GAME", 4) != 0 || options->argument_count < 2)
    return;
  const char *name = options->arguments[0], *board = options->arguments[1];
  if (strchr (name, ':') != NULL || strlen (name) + strlen (board) + 2 > sizeof game)
    return;
  snprintf (game, sizeof game, "%s:%s", name, board);
  if (is_game (game))
    text_append (failure->text, sizeof failure->text, "; did you mean '%s'?", game);
}

/* Managers of Gomocup start an engine by its name alone: pbrain-zermelo is `zermelo engine gomocup`. */
static void read_name (int *argc, char ***argv) {
  static char engine[] = "engine", protocol[] = "gomocup";
  static char *words[] = { NULL, engine, protocol, NULL };
  const char *name = *argc == 1 ? strrchr ((*argv)[0], '/') : NULL;
  name = name != NULL ? name + 1 : (*argv)[0];
  if (*argc != 1 || strncmp (name, "pbrain-", strlen ("pbrain-")) != 0)
    return;
  words[0] = (*argv)[0];
  *argv = words;
  *argc = 3;
}

static int zermelo (int argc, char **argv) {
  affinity_release (); /* before MPI begins, which may bind the process */
  read_name (&argc, &argv);
  if (ranks_launched ()) { /* now, since MPI can be initialised only once, and takes its time to begin */
    wait_passively (argv);
    watch_signals ();
  }
  keep_memory ();
  store_begin ();
  struct run run = { .session = { .begun = clock_seconds (), .stop = &stop } };
  struct failure failure = { 0 };
  int code = EXIT_HOLDS;
  if (!ranks_begin (&run.session.ranks, &argc, &argv, &failure)) {
    if (run.session.ranks.rank == 0)
      failure_print (&failure);
    return failure.code;
  }
  outlive_readers ();
  /* argp reorders the arguments */
  join_words (run.session.command_line, sizeof run.session.command_line, argc, argv);
  char **typed = allocate ((size_t) argc + 1, sizeof *typed);
  memcpy (typed, argv, (size_t) argc * sizeof *typed);
  run.session.command = read_command_line (&run.session, argc, argv, &failure);
  if (!ranks_agree (&run.session.ranks, &failure) || run.session.command == NULL)
    code = failure.code;
  else {
    run.session.task = run.session.command->name;
    code = run_command (&run, typed, &failure);
  }
  if (failure.code == 0 && fflush (stdout) != 0) { /* only help is still unflushed */
    run.display.reader_gone = errno == EPIPE;
    if (!run.display.reader_gone)
      fail (&failure, EXIT_IO, "cannot write to standard output: %s", strerror (errno));
    code = failure.code;
  }
  if (failure.code == EXIT_IO && new_file_reader_is_gone ()) { /* of a file that is a pipe */
    run.display.reader_gone = true;
    failure.code = code = 0;
  }
  if (failure.code != 0 && run.session.ranks.rank == 0) {
    add_hint (argc > 1 ? command_by_name (argv[1]) : NULL, &run.session.options, &failure);
    failure_print (&failure);
  }
  free (run.session.options.arguments);
  free (typed);
  hosts_leave (&run.session.ranks);
  ranks_end (&run.session.ranks);
  if (run.display.reader_gone && !run.session.ranks.launched)
    end_unread ();
  return code;
}

int main (int argc, char **argv) {
  occupy_standard_streams ();
  return stack_run (zermelo, argc, argv);
}
