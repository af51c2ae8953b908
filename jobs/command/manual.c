/* Fill commands, parameters and games into the templates of the man pages and the completion, when Zermelo is
 * built.
 *
 *     manual TEMPLATE FRAGMENT... >FILE
 *
 * @NAME@ in a template is replaced by what NAME stands for in the list below. A line @name@ is replaced by
 * the files games/GAME/manual/name of all games, in the order of games. Each game has board, position, key
 * and move, and of the others those that it needs:
 *
 *     board, position       how a GAME and a POSITION are written       zermelo(1)
 *     score                 what a score counts, if not plies
 *     evaluation            the evaluation of searches that do not reach the end
 *     drawing               what `show` draws in addition to x and o
 *     export, bench         formats for `export`; what its workloads are
 *     section               a section of its own
 *     key, move             a position as bytes; after "the move", on what its number says it is played, up
 * to
 *                           "(NAME),"                                   zermelo-files(5)
 *     slice, tables         the names of slices, their contents */
#include "command/bench.h"
#include "engine.h"
#include "run/known_values.h"
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

/* Print what an option means to these commands, for which it means the same. */
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
  const struct workload *workload;
  for (int i = 0; (workload = workload_at (i)) != NULL; i++)
    printf ("%s%s", i == 0 ? "" : " ", workload->name);
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

/* Print what may follow an option: one of its choices, a file, or anything. */
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

/* Each once; those of one set may be apart. */
static void
put_sets (void)
{
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

/* ---- games ---- */

static char *const *fragments;

/* Does the game have that fragment? */
static bool
has_fragment (const char *game, const char *name)
{
  char end[200];
  snprintf (end, sizeof end, "/%s/manual/%s", game, name);
  for (char *const *f = fragments; *f != NULL; f++) {
    const size_t length = strlen (*f), end_length = strlen (end);
    if (length > end_length && strcmp (*f + length - end_length, end) == 0)
      return true;
  }
  return false;
}

static bool
scores_plies (const struct engine *engine)
{
  return engine->score_by_distance && !has_fragment (engine->name, "score");
}

static bool
converges (const struct engine *engine)
{
  return !engine_has_certificates (engine);
}

static int
count_games (void)
{
  int games = 0;
  for (const struct engine *const *e = engines; *e != NULL; e++)
    games += engine_begins_game (e);
  return games;
}

static void
put_number_of_games (void)
{
  static const char *const words[]
      = { "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine" };
  const int games = count_games ();
  if (games < (int) (sizeof words / sizeof *words))
    fputs (words[games], stdout);
  else
    printf ("%d", games);
}

static const char *
title_of (const struct game_description *description)
{
  return description->title;
}

static void
put_titles (void)
{
  help_list_games (stdout, title_of, " and ");
}

/* Those that take long or not; sets of positions are for a fragment. */
static void
put_some_workloads (bool is_long)
{
  const struct workload *workload;
  int left = 0;
  for (int i = 0; (workload = workload_at (i)) != NULL; i++)
    left += workload->is_long == is_long && !workload_is_set (workload);
  for (int i = 0; (workload = workload_at (i)) != NULL; i++)
    if (workload->is_long == is_long && !workload_is_set (workload)) {
      left--;
      printf ("%s%s", workload->name, left > 1 ? ", " : left == 1 ? " and " : "");
    }
}

static void
put_usual_workloads (void)
{
  put_some_workloads (false);
}

static void
put_long_workloads (void)
{
  put_some_workloads (true);
}

static void
put_job_game (void)
{
  fputs (example_job_game (), stdout);
}

/* ---- templates ---- */

/* What a mark stands for: the names of the games that have something, or what a function prints. */
static const struct {
  const char *mark;
  void (*put) (void);
  bool (*has) (const struct engine *);
  const char *last; /* between the last two names */
} lists[] = {
  { "@OPTIONS@", .put = put_options },
  { "@COMMANDS@", .put = put_commands },
  { "@GAMES@", .put = put_games },
  { "@WORKLOADS@", .put = put_workloads },
  { "@VALUES@", .put = put_values },
  { "@OPTIONS_OF_COMMANDS@", .put = put_options_of_commands },
  { "@SETS@", .put = put_sets },
  { "@NUMBER_OF_GAMES@", .put = put_number_of_games },
  { "@TITLES@", .put = put_titles },
  { "@GAMES_WITH_TABLES@", .has = engine_has_tables, .last = " and " },
  { "@Games_with_tables@", .has = engine_has_tables, .last = " and " },
  { "@GAMES_WITH_CERTIFICATES@", .has = engine_has_certificates, .last = " and " },
  { "@GAMES_WITH_EVALUATIONS@", .has = engine_has_evaluations, .last = " and " },
  { "@GAMES_THAT_CONVERGE@", .has = converges, .last = ", " },
  { "@GAMES_SCORED_BY_PLIES@", .has = scores_plies, .last = " or " },
  { "@USUAL_WORKLOADS@", .put = put_usual_workloads },
  { "@LONG_WORKLOADS@", .put = put_long_workloads },
  { "@JOB_GAME@", .put = put_job_game },
};

/* A mark in small letters begins a sentence. */
static void
put_list (size_t which)
{
  char names[GAMES_TEXT];
  if (lists[which].put != NULL) {
    lists[which].put ();
    return;
  }
  games_list (lists[which].has, lists[which].last, names, sizeof names);
  if (islower ((unsigned char) lists[which].mark[2]))
    names[0] = (char) toupper ((unsigned char) names[0]);
  fputs (names, stdout);
}

static void
put_file (const char *path)
{
  int c;
  FILE *file = fopen (path, "r");
  if (file == NULL) {
    fprintf (stderr, "manual: cannot read %s\n", path);
    exit (EXIT_NO_INPUT);
  }
  while ((c = fgetc (file)) != EOF)
    putchar (c);
  fclose (file);
}

/* If the line is @name@, print the files of that name of all games. */
static bool
put_fragments (const char *line)
{
  char name[40];
  int length = 0;
  if (sscanf (line, "@%39[a-z]@%n", name, &length) != 1 || length == 0 || strcmp (line + length, "\n") != 0)
    return false;
  for (char *const *f = fragments; *f != NULL; f++)
    if (strcmp (strrchr (*f, '/') + 1, name) == 0)
      put_file (*f);
  return true;
}

/* The first mark of a line, or NULL; `which` gets its index in the list. */
static const char *
find_mark (const char *line, size_t *which)
{
  const char *first = NULL;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    const char *mark = strstr (line, lists[i].mark);
    if (mark != NULL && (first == NULL || mark < first)) {
      first = mark;
      *which = i;
    }
  }
  return first;
}

/* A mark on a line by itself is replaced by whole lines. */
static void
fill_in (const char *line)
{
  size_t which = 0;
  const char *mark, *begin = line;
  if (put_fragments (line))
    return;
  while ((mark = find_mark (begin, &which)) != NULL) {
    const char *rest = mark + strlen (lists[which].mark);
    printf ("%.*s", (int) (mark - begin), begin);
    put_list (which);
    begin = mark == line && strcmp (rest, "\n") == 0 ? rest + 1 : rest;
  }
  fputs (begin, stdout);
}

/* Every game says how it is written, on the line and in files. */
static void
check_fragments (void)
{
  static const char *const needed[] = { "board", "position", "key", "move" };
  for (const struct engine *const *e = engines; *e != NULL; e++)
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
      if (!has_fragment ((*e)->name, needed[i])) {
        fprintf (stderr, "manual: the folder of %s has no manual/%s\n", (*e)->name, needed[i]);
        exit (EXIT_NO_INPUT);
      }
}

int
main (int argc, char **argv)
{
  char *line = NULL;
  size_t size = 0;
  FILE *file = argc > 1 ? fopen (argv[1], "r") : NULL;
  if (file == NULL) {
    fprintf (stderr, "manual: cannot read %s\n", argc > 1 ? argv[1] : "a template: no argument");
    return EXIT_USAGE;
  }
  fragments = argv + 2;
  check_fragments ();
  while (getline (&line, &size, file) >= 0)
    fill_in (line);
  free (line);
  fclose (file);
  return fflush (stdout) == 0 ? EXIT_HOLDS : EXIT_IO;
}
