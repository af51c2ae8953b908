/* `zermelo help`, `COMMAND --help` and `--version`. */
#include "base/version.h"
#include "command/command.h"
#include "settings/parameter_help.h"
#include "parallel/ranks.h"
#include "store/hdf5_library.h"

#include <stdio.h>
#include <string.h>

static void
print_commands (FILE *file)
{
  fputs ("Usage: zermelo COMMAND [ARGUMENT...] [OPTION...]\n\n"
         "Decides the value of two-player board games, and proves it.\n\nCommands:\n",
         file);
  for (int i = 0; i < COMMANDS; i++)
    fprintf (file, "  %-9s  %s\n", commands[i].name, commands[i].summary);
  fputs ("\nGAME is game:board[,rules]: mnk:M,N,K, connect4:WxH or draughts:NxN, as in\n"
         "mnk:5,5,4, connect4:7x6 and draughts:8x8. POSITION is one argument: the moves\n"
         "from the start (in Connect Four one digit a move: 44 is the middle column\n"
         "twice), or a FEN of draughts. 'zermelo help COMMAND' tells more, 'zermelo help\n"
         "jobs' about job files, 'man zermelo' everything; 'zermelo --version' names the\n"
         "libraries.\n",
         file);
}

void
help_print (const struct command *command, FILE *file)
{
  if (command == NULL) {
    print_commands (file);
    return;
  }
  fprintf (file, "Usage: zermelo %s%s%s\n\n%s\n%s\nExample: %s\n\nOptions:\n", command->name,
           *command->arguments != 0 ? " " : "", command->arguments, command->summary,
           command->launched ? "May be started under mpirun or srun.\n" : "", command->example);
  help_print_options ((enum command_id) (command - commands), file);
}

void
help_print_version (FILE *file)
{
#ifdef __clang__
  const char *compiler = "";
#else
  const char *compiler = "gcc ";
#endif
  fprintf (file, "zermelo %s\nrevision %s\ncompiler %s%s\nMPI %s\nHDF5 %s\n", zermelo_version,
           zermelo_revision, compiler, __VERSION__, ranks_library (), store_library ());
}

int
command_help (struct run *run, struct failure *failure)
{
  const struct command *command = NULL;
  if (run->options.argument_count > 0 && strcmp (run->options.arguments[0], "jobs") == 0) {
    help_print_keys (stdout);
    return failure->code;
  }
  if (run->options.argument_count > 0) {
    command = command_by_name (run->options.arguments[0]);
    if (command == NULL)
      command_unknown (run->options.arguments[0], failure);
  }
  if (failure->code == 0)
    help_print (command, stdout);
  return failure->code;
}
