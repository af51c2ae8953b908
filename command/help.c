/* `zermelo help`, `COMMAND --help` and `--version`. */
#include "base/version.h"
#include "command/command.h"
#include "settings/example_list.h"
#include "settings/parameter_help.h"
#include "parallel/ranks.h"
#include "store/hdf5_library.h"
#include "terminal/text_table.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void help_list_games (FILE *text, const char *(*of) (const struct game_description *), const char *last) {
  int left = 0;
  for (const struct engine *const *e = engines; *e != NULL; e++)
    left += engine_begins_game (e);
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if (engine_begins_game (e)) {
      left--;
      fprintf (text, "%s%s", of (&(*e)->description), left > 1 ? ", " : left == 1 ? last : "");
    }
}

static const char *boards_of (const struct game_description *description) { return description->boards; }

static const char *example_of (const struct game_description *description) { return description->example; }

/* The games as their engines describe them (engine.h). */
static void print_games (FILE *file) {
  char *told;
  size_t size;
  FILE *text = text_stream (&told, &size);
  fputs ("GAME is game:board[,rules]: ", text);
  help_list_games (text, boards_of, " or ");
  fputs (", as in ", text);
  help_list_games (text, example_of, " and ");
  fputs (". POSITION is one argument: the moves from the start", text);
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if (engine_begins_game (e) && (*e)->description.positions != NULL)
      fprintf (text, "; in %s %s", (*e)->name, (*e)->description.positions);
  fputs (
      ". 'zermelo help COMMAND' tells more, 'zermelo help jobs' about job files, 'man zermelo' everything; "
      "'zermelo --version' names the libraries.",
      text);
  text_stream_end (text);
  layout_print (file, told, 0, 0);
  free (told);
}

static void print_commands (FILE *file) {
  fputs ("Usage: zermelo COMMAND [ARGUMENT...] [OPTION...]\n\n"
         "Decides the value of two-player board games, and proves it.\n\nCommands:\n",
         file);
  for (int i = 0; i < COMMANDS; i++)
    fprintf (file, "  %-11s  %s\n", commands[i].name, commands[i].summary);

  print_games (file);
}

void help_print (const struct command *command, FILE *file) {
  if (command == NULL) {
    print_commands (file);
    return;
  }
  const char *example = command->example;
  fprintf (file, "Usage: zermelo %s%s%s\n\n%s\n%s\nExample: %s\n\nOptions:\n", command->name,
           *command->arguments != 0 ? " " : "", command->arguments, command->summary,
           command->launched ? "May be started under mpirun or srun.\n" : "",
           example != NULL ? example : example_of_command (command->name));
  help_print_options ((enum command_id) (command - commands), file);
}

void help_print_version (FILE *file) {
#ifdef __clang__
  const char *compiler = "";
#else
  const char *compiler = "gcc ";
#endif
  fprintf (file, "zermelo %s\nrevision %s\ncompiler %s%s\nMPI %s\nHDF5 %s\n", version_text, revision_text,
           compiler, __VERSION__, ranks_library (), store_library ());
}

int command_help (struct run *run, struct failure *failure) {
  const struct command *command = NULL;
  if (run->session.options.argument_count > 0 && strcmp (run->session.options.arguments[0], "jobs") == 0) {
    help_print_keys (stdout);
    return failure->code;
  }
  if (run->session.options.argument_count > 0) {
    command = command_by_name (run->session.options.arguments[0]);
    if (command == NULL)
      command_unknown (run->session.options.arguments[0], failure);
  }
  if (failure->code == 0)
    help_print (command, stdout);
  return failure->code;
}
