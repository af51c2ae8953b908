/* Fills in what the man page and the completion say of commands and parameters, when Zermelo is built.
 *
 *     manual TEMPLATE >FILE
 *
 * A line with @NAME@ is printed with what NAME stands for in the list below in its place. */
#include "command/workload.h"
#include "engine.h"
#include "settings/parameter_help.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the man page ---- */

static void
put_roff (const char *text)
{
  if (*text == '.' || *text == '\'')
    fputs ("\\&", stdout);
  for (; *text != 0; text++)
    printf (*text == '-' || *text == '\\' ? "\\%c" : "%c", *text);
}

/* What the option means to these commands, which say the same. */
static void
put_meaning (uint32_t takers, const char *help, bool first)
{
  char names[300];
  const uint32_t all = (UINT32_C (1) << COMMANDS) - 1, others = all & ~takers;
  const bool is_most = __builtin_popcount (takers) > COMMANDS / 2;
  fputs (first ? "" : ".br\n", stdout);
  if (takers != all)
    printf ("\\fI%s%s\\fR: ", is_most ? "all but " : "",
            commands_list (is_most ? others : takers, ", ", names, sizeof names));
  put_roff (help);
  fputs (".\n", stdout);
}

static void
put_option (const struct parameter *parameter)
{
  char name[KEY_TEXT], help[HELP_TEXT], other[HELP_TEXT];
  uint32_t left = parameter->commands;
  snprintf (name, sizeof name, "--%s", parameter->name);
  fputs (".TP\n", stdout);
  if (parameter->letter != 0)
    printf (".B%s \\-%c%s", parameter->argument != NULL ? "I" : "R", parameter->letter,
            parameter->argument != NULL ? "" : " \", \" ");
  else
    fputs (parameter->argument != NULL ? ".BI " : ".B ", stdout);
  if (parameter->letter != 0 && parameter->argument != NULL)
    printf (" \" %s\\fR, \" ", parameter->argument);
  put_roff (name);
  if (parameter->argument != NULL)
    printf (" \" %s\"", parameter->argument);
  fputc ('\n', stdout);
  while (left != 0) {
    const uint32_t before = left;
    uint32_t same = 0;
    parameter_help (parameter, left & -left, help);
    for (int i = 0; i < COMMANDS; i++)
      if (left >> i & 1 && strcmp (parameter_help (parameter, UINT32_C (1) << i, other), help) == 0)
        same |= UINT32_C (1) << i;
    left &= ~same;
    put_meaning (same, help, before == parameter->commands);
  }
}

static void
put_options (void)
{
  for (const struct parameter *p = parameters; p->name != NULL; p++)
    if (p->commands != 0)
      put_option (p);
}

/* ---- the completion ---- */

static void
put_commands (void)
{
  for (int i = 0; i < COMMANDS; i++)
    printf ("%s%s", i == 0 ? "" : " ", commands[i].name);
}

static void
put_workloads (void)
{
  for (int i = 0; i < WORKLOADS; i++)
    printf ("%s%s", i == 0 ? "" : " ", workloads[i].name);
}

static void
put_games (void)
{
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if (e == engines || strcmp (e[0]->name, e[-1]->name) != 0) {
      printf ("%s%s:", e == engines ? "" : " ", (*e)->name);
      for (const char *const(*alias)[2] = (*e)->aliases; (*alias)[0] != NULL; alias++)
        printf (" %s", (*alias)[0]);
    }
}

/* What may stand behind an option: one of its choices, a file, or what nobody can guess. */
static void
put_values (void)
{
  const char *name;
  for (const struct parameter *p = parameters; p->name != NULL; p++) {
    if (p->commands == 0 || p->argument == NULL)
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

static void
put_options_of_commands (void)
{
  for (int i = 0; i < COMMANDS; i++) {
    printf ("  %s) options=\"", commands[i].name);
    const char *between = "";
    for (const struct parameter *p = parameters; p->name != NULL; p++)
      if (p->commands >> i & 1) {
        printf ("%s--%s", between, p->name);
        between = " ";
      }
    fputs ("\" ;;\n", stdout);
  }
}

/* ---- templates ---- */

static const struct {
  const char *mark;
  void (*put) (void);
} lists[] = {
  { "@OPTIONS@", put_options }, { "@COMMANDS@", put_commands },
  { "@GAMES@", put_games },     { "@WORKLOADS@", put_workloads },
  { "@VALUES@", put_values },   { "@OPTIONS_OF_COMMANDS@", put_options_of_commands },
};

/* A mark that is a line by itself stands for whole lines. */
static void
fill_in (const char *line)
{
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    const char *mark = strstr (line, lists[i].mark);
    if (mark == NULL)
      continue;
    const char *rest = mark + strlen (lists[i].mark);
    printf ("%.*s", (int) (mark - line), line);
    lists[i].put ();
    fputs (mark == line && *rest == '\n' ? "" : rest, stdout);
    return;
  }
  fputs (line, stdout);
}

int
main (int argc, char **argv)
{
  char *line = NULL;
  size_t size = 0;
  FILE *file = argc == 2 ? fopen (argv[1], "r") : NULL;
  if (file == NULL) {
    fprintf (stderr, "manual: cannot read %s\n", argc == 2 ? argv[1] : "a template: one argument");
    return EXIT_USAGE;
  }
  while (getline (&line, &size, file) >= 0)
    fill_in (line);
  free (line);
  fclose (file);
  return fflush (stdout) == 0 ? EXIT_HOLDS : EXIT_IO;
}
