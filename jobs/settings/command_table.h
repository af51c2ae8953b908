/* The commands of `zermelo`: what each is called, takes and does, as a person is told. What does it is in
 * command/. */
#ifndef ZERMELO_SETTINGS_COMMAND_TABLE_H
#define ZERMELO_SETTINGS_COMMAND_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct failure;

/** The commands, in the order of `help`. */
enum command_id {
  COMMAND_SOLVE,
  COMMAND_MOVES,
  COMMAND_SHOW,
  COMMAND_PLAY,
  COMMAND_ENGINE,
  COMMAND_SERVE,
  COMMAND_TOURNAMENT,
  COMMAND_VERIFY,
  COMMAND_BOOK,
  COMMAND_TABLEBASE,
  COMMAND_LAYERS,
  COMMAND_PROBE,
  COMMAND_EXPORT,
  COMMAND_IMPORT,
  COMMAND_CHECK,
  COMMAND_CERTIFICATE,
  COMMAND_PERFT,
  COMMAND_COUNT,
  COMMAND_COMPLEXITY,
  COMMAND_COMPARE,
  COMMAND_RUN,
  COMMAND_SUBMIT,
  COMMAND_STATUS,
  COMMAND_REPORT,
  COMMAND_BENCH,
  COMMAND_HELP,
  COMMANDS
};

struct command {
  const char *name;
  const char *arguments; /* for the usage line */
  const char *summary;   /* one line */
  const char *example;   /* NULL: that of a game (settings/example_list.h) */
  int least_arguments, most_arguments;
  bool launched;         /* may be started under mpirun or srun */
  int first_file, files; /* its arguments that are files which it reads: the first of them, and how many */
};

/** In the order of enum command_id. */
extern const struct command commands[COMMANDS];

/** The command called `name`, or NULL. */
const struct command *command_by_name (const char *name);

/** Does it do what a job file says? */
bool command_reads_job (enum command_id);

/** Their names, "solve, verify<last>book", of those whose bit is set. Returns `text`. */
const char *commands_list (uint32_t bits, const char *last, char *text, size_t size);

/** Fill the failure: there is no command of that name. EXIT_USAGE. */
void command_unknown (const char *name, struct failure *);

#endif
