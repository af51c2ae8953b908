#include "command/completions.h"

#include "command/bench.h"
#include "engine.h"
#include "run/known_values.h"
#include "settings/parameter_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists ---- */

void completion_commands (void) {
  for (int i = 0; i < COMMANDS; i++)
    printf ("%s%s", i == 0 ? "" : " ", commands[i].name);
}

static void put_workloads (void) {
  const struct workload *workload;
  for (int i = 0; (workload = workload_at (i)) != NULL; i++)
    printf ("%s%s", i == 0 ? "" : " ", workload->name);
}

static void put_games (void) {
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if (e == engines || strcmp (e[0]->name, e[-1]->name) != 0) {
      printf ("%s%s:", e == engines ? "" : " ", (*e)->name);
      for (const char *const(*alias)[2] = (*e)->aliases; (*alias)[0] != NULL; alias++)
        printf (" %s", (*alias)[0]);
    }
}

/* Print the name of each set once. Rows of one set need not be adjacent. */
void completion_sets (void) {
  struct known_values table;
  struct failure failure = { 0 };
  if (!known_values_read (&table, &failure)) {
    fprintf (stderr, "manual: %s\n", failure.text);
    exit (failure.code);
  }
  for (size_t i = 0; i < table.count; i++) {
    size_t before = 0;
    while (strcmp (table.rows[before].set, table.rows[i].set) != 0)
      before++;
    if (before == i)
      printf ("%s%s", i == 0 ? "" : " ", table.rows[i].set);
  }
  known_values_free (&table);
}

/* The words of its arguments that are to be typed as they are: "merge", "hub". */
static void put_words (const char *arguments) {
  const char *between = "";
  while (*arguments != 0) {
    const size_t length = strcspn (arguments, " |[]");
    if (length > 0 && strspn (arguments, "abcdefghijklmnopqrstuvwxyz") == length) {
      printf ("%s%.*s", between, (int) length, arguments);
      between = " ";
    }
    arguments += length;
    arguments += strspn (arguments, " |[]");
  }
}

static bool takes_file (const struct command *command) {
  return strstr (command->arguments, "FILE") != NULL || strstr (command->arguments, ".yaml") != NULL;
}

/* The choices for the first argument of a command, with a space between them; not files. */
static void put_first_arguments (const struct command *command) {
  if (strncmp (command->arguments, "GAME", 4) == 0) {
    put_games ();
    putchar (' ');
  }
  if (command == &commands[COMMAND_BENCH])
    put_workloads ();
  if (command == &commands[COMMAND_HELP]) {
    completion_commands ();
    putchar (' ');
  }
  put_words (command->arguments);
}

/* ---- bash ---- */

/* Print what may follow an option: one of its choices, a file, or anything. */
void completion_bash_values (void) {
  const char *name;
  for (const struct parameter *p = parameters; p->name != NULL; p++) {
    if (p->commands == 0 || p->argument == NULL || p->bare != NULL)
      continue;
    const bool is_file = strcmp (p->argument, "FILE") == 0;
    printf ("  --%s", p->name);
    if (p->letter != 0)
      printf (" | -%c", p->letter);
    fputs (is_file             ? ") _zermelo_offer -f ;;\n"
           : p->choice != NULL ? ") _zermelo_offer -W \""
                               : ") ;;\n",
           stdout);
    for (int i = 0; p->choice != NULL && (name = p->choice (i, IN_JOB)) != NULL; i++)
      if (*name != 0)
        printf ("%s%s", i == 0 ? "" : " ", name);
    fputs (p->choice != NULL ? "\" ;;\n" : "", stdout);
  }
}

void completion_bash_options (void) {
  for (int i = 0; i < COMMANDS; i++) {
    printf ("  %s) options=\"", commands[i].name);
    const char *between = "";
    for (const struct parameter *p = parameters; p->name != NULL; p++)
      if (p->commands >> i & 1) {
        printf ("%s--%s", between, p->name);
        between = " ";
      }
    fputs ("\" first=\"", stdout);
    put_first_arguments (&commands[i]);
    fputs ("\" ;;\n", stdout);
  }
}

/* ---- zsh and fish ---- */

/* Within single quotes, with a backslash before each of these characters. */
static void put_quoted (const char *text, const char *special) {
  for (; *text != 0; text++)
    if (*text == '\'')
      fputs ("'\\''", stdout);
    else
      printf (strchr (special, *text) != NULL ? "\\%c" : "%c", *text);
}

/* What may follow the option, for that command: names with a space between them. */
static void put_choices (const struct parameter *p, uint32_t command) {
  const char *name, *between = "";
  if (strcmp (p->name, "only") == 0)
    completion_sets ();
  for (int i = 0; p->choice != NULL && (name = p->choice (i, command)) != NULL; i++)
    if (*name != 0) {
      printf ("%s%s", between, name);
      between = " ";
    }
}

static bool has_choices (const struct parameter *p) {
  return p->choice != NULL || strcmp (p->name, "only") == 0;
}

void completion_zsh_commands (void) {
  for (int i = 0; i < COMMANDS; i++) {
    printf ("      '%s:", commands[i].name);
    put_quoted (commands[i].summary, ":\\");
    puts ("'");
  }
}

/* '--output=[what it does]:FILE:_files' */
static void put_zsh_option (const struct parameter *p, const char *dashes, const char *name,
                            uint32_t command) {
  char help[HELP_TEXT];
  const char *link = p->argument == NULL ? "" : p->bare != NULL ? "=-" : dashes[1] != 0 ? "=" : "+";
  printf ("    '%s%s%s[", dashes, name, link);
  put_quoted (parameter_help (p, command, help), "[]\\");
  putchar (']');
  if (p->argument != NULL) {
    printf (p->bare != NULL ? "::%s:" : ":%s:", p->argument);
    fputs (strcmp (p->argument, "FILE") == 0  ? "_files"
           : strcmp (p->argument, "DIR") == 0 ? "_files -/"
                                              : "",
           stdout);
    if (has_choices (p)) {
      putchar ('(');
      put_choices (p, command);
      putchar (')');
    }
  }
  puts ("'");
}

void completion_zsh_options (void) {
  for (int i = 0; i < COMMANDS; i++) {
    printf ("  %s) options=(\n", commands[i].name);
    for (const struct parameter *p = parameters; p->name != NULL; p++)
      if (p->commands >> i & 1) {
        put_zsh_option (p, "--", p->name, UINT32_C (1) << i);
        if (p->letter != 0)
          put_zsh_option (p, "-", (char[]){ p->letter, 0 }, UINT32_C (1) << i);
      }
    fputs ("    ) first=(", stdout);
    put_first_arguments (&commands[i]);
    printf (") files=%d ;;\n", takes_file (&commands[i]));
  }
}

void completion_fish_commands (void) {
  for (int i = 0; i < COMMANDS; i++) {
    printf ("complete -c zermelo -n __fish_use_subcommand -a %s -d '", commands[i].name);
    put_quoted (commands[i].summary, "");
    printf ("'\ncomplete -c zermelo -n '__fish_seen_subcommand_from %s' -a '", commands[i].name);
    put_first_arguments (&commands[i]);
    puts (takes_file (&commands[i]) ? "' -F" : "'");
  }
}

void completion_fish_options (void) {
  for (int i = 0; i < COMMANDS; i++)
    for (const struct parameter *p = parameters; p->name != NULL; p++)
      if (p->commands >> i & 1) {
        char help[HELP_TEXT];
        printf ("complete -c zermelo -n '__fish_seen_subcommand_from %s' -l %s", commands[i].name, p->name);
        if (p->letter != 0)
          printf (" -s %c", p->letter);
        if (p->argument != NULL && p->bare == NULL)
          fputs (strcmp (p->argument, "FILE") == 0 || strcmp (p->argument, "DIR") == 0 ? " -r -F" : " -x",
                 stdout);
        if (has_choices (p) && p->bare == NULL) {
          fputs (" -a '", stdout);
          put_choices (p, UINT32_C (1) << i);
          putchar ('\'');
        }
        fputs (" -d '", stdout);
        put_quoted (parameter_help (p, UINT32_C (1) << i, help), "\\");
        puts ("'");
      }
}
