/* Fill commands, parameters and games into the templates of the man pages and the completions, when Zermelo
 * is built.
 *
 *     manual TEMPLATE FRAGMENT... >FILE
 *     manual --commands FOLDER WRITTEN TEMPLATE FRAGMENT...
 *
 * The second form writes a page for each command, FOLDER/zermelo-NAME.1: what the template says of it in its
 * sections COMMANDS and EXAMPLES, and its options. If there is a page of that name in the folder WRITTEN, it
 * stands first.
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
 *     key, move             a position as bytes; after "the move", on what its number says it is played,
 *                           up to "(NAME),"                             zermelo-files(5)
 *     slice, tables         the names of slices, their contents */
#include "command/bench.h"
#include "command/completions.h"
#include "engine.h"
#include "settings/example_list.h"
#include "settings/parameter_help.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the man page ---- */

static void put_roff (const char *text) {
  if (*text == '.' || *text == '\'')
    fputs ("\\&", stdout);
  for (; *text != 0; text++)
    printf (*text == '-' || *text == '\\' ? "\\%c" : "%c", *text);
}

/* Print the meaning of an option that means one thing to all of these commands. */
static void put_meaning (uint32_t takers, const char *help, bool first) {
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

static void put_option_names (const struct parameter *parameter) {
  char name[KEY_TEXT], argument[KEY_TEXT];
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
    printf (" \"%s\"", parameter_argument (parameter, parameter->commands, argument));
  fputc ('\n', stdout);
}

static void put_option (const struct parameter *parameter) {
  char help[HELP_TEXT], other[HELP_TEXT];
  uint32_t left = parameter->commands;
  put_option_names (parameter);
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

static void put_options (void) {
  for (const struct parameter *p = parameters; p->name != NULL; p++)
    if (p->commands != 0)
      put_option (p);
}

/* ---- games ---- */

static char *const *fragments;

/* Does the game have that fragment? */
static bool has_fragment (const char *game, const char *name) {
  char end[200];
  snprintf (end, sizeof end, "/%s/manual/%s", game, name);
  for (char *const *f = fragments; *f != NULL; f++) {
    const size_t length = strlen (*f), end_length = strlen (end);
    if (length > end_length && strcmp (*f + length - end_length, end) == 0)
      return true;
  }
  return false;
}

static bool scores_plies (const struct engine *engine) {
  return engine->score_by_distance && !has_fragment (engine->name, "score");
}

static bool converges (const struct engine *engine) { return !engine_has_certificates (engine); }

static int count_games (void) {
  int games = 0;
  for (const struct engine *const *e = engines; *e != NULL; e++)
    games += engine_begins_game (e);
  return games;
}

static void put_number_of_games (void) {
  static const char *const words[]
      = { "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine" };
  const int games = count_games ();
  if (games < (int) (sizeof words / sizeof *words))
    fputs (words[games], stdout);
  else
    printf ("%d", games);
}

static const char *title_of (const struct game_description *description) { return description->title; }

static void put_titles (void) { help_list_games (stdout, title_of, " and "); }

/* Print the workloads that take long, or the others; sets of positions are described by a fragment. */
static void put_some_workloads (bool is_long) {
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

static void put_usual_workloads (void) { put_some_workloads (false); }

static void put_long_workloads (void) { put_some_workloads (true); }

static void put_job_game (void) { fputs (example_job_game (), stdout); }

/* ---- templates ---- */

/* What a mark stands for: the names of the games that have something, or what a function prints. */
static const struct {
  const char *mark;
  void (*put) (void);
  bool (*has) (const struct engine *);
  const char *last; /* between the last two names */
} lists[] = {
  { "@OPTIONS@", .put = put_options },
  { "@COMMANDS@", .put = completion_commands },
  { "@BASH_VALUES@", .put = completion_bash_values },
  { "@BASH_OPTIONS@", .put = completion_bash_options },
  { "@ZSH_COMMANDS@", .put = completion_zsh_commands },
  { "@ZSH_OPTIONS@", .put = completion_zsh_options },
  { "@FISH_COMMANDS@", .put = completion_fish_commands },
  { "@FISH_OPTIONS@", .put = completion_fish_options },
  { "@SETS@", .put = completion_sets },
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
static void put_list (size_t which) {
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

static void put_file (const char *path) {
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
static bool put_fragments (const char *line) {
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
static const char *find_mark (const char *line, size_t *which) {
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
static void fill_in (const char *line) {
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
static void check_fragments (void) {
  static const char *const needed[] = { "board", "position", "key", "move" };
  for (const struct engine *const *e = engines; *e != NULL; e++)
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
      if (!has_fragment ((*e)->name, needed[i])) {
        fprintf (stderr, "manual: the folder of %s has no manual/%s\n", (*e)->name, needed[i]);
        exit (EXIT_NO_INPUT);
      }
}

/* ---- a page for each command ---- */

/* Is that the tag of an entry about the command? ".BI solve ..." or ".B "book merge" ..." */
static bool is_tag_of (const char *line, const char *name) {
  char word[40] = "";
  line += strspn (line, ".BI");
  line += strspn (line, " \"");
  return sscanf (line, "%39[a-z]", word) == 1 && strcmp (word, name) == 0;
}

/* Print what the section of commands says of the command. Text between .RS and .RE belongs to the entry
 * before it. */
static void put_entries (FILE *template, const char *name) {
  char *line = NULL;
  size_t size = 0;
  bool in_section = false, ours = false, nested = false, tagged = false;
  while (getline (&line, &size, template) >= 0) {
    if (strncmp (line, ".SH", 3) == 0)
      in_section = strcmp (line, ".SH COMMANDS\n") == 0;
    nested = (nested || strcmp (line, ".RS\n") == 0) && strcmp (line, ".RE\n") != 0;
    if (!nested && (strcmp (line, ".TP\n") == 0 || strcmp (line, ".PP\n") == 0 || !in_section)) {
      tagged = in_section && strcmp (line, ".TP\n") == 0;
      ours = false;
      continue;
    }
    if (tagged && is_tag_of (line, name)) {
      ours = true;
      puts (".TP");
    }
    tagged = false;
    if (ours)
      fill_in (line);
  }
  free (line);
}

/* The examples of the template that use it; its own one if there are none. */
static void put_examples (FILE *template, const struct command *command) {
  char *line = NULL, call[60];
  size_t size = 0;
  bool in_section = false;
  int found = 0;
  snprintf (call, sizeof call, "zermelo %s", command->name);
  fputs (".SH EXAMPLES\n.nf\n", stdout);
  while (getline (&line, &size, template) >= 0) {
    if (strncmp (line, ".SH", 3) == 0)
      in_section = strcmp (line, ".SH EXAMPLES\n") == 0;
    const char *at = in_section ? strstr (line, call) : NULL;
    if (at != NULL && strchr (" \n", at[strlen (call)]) != NULL) {
      fill_in (line);
      found++;
    }
  }
  if (found == 0) {
    put_roff (command->example != NULL ? command->example : example_of_command (command->name));
    fputc ('\n', stdout);
  }
  fputs (".fi\n", stdout);
  free (line);
}

/* A page that was written by hand, up to what it refers to. Is it about the command, or a program of that
 * name? */
static bool put_written (FILE *page, const char *name) {
  char *line = NULL, call[60];
  size_t size = 0;
  bool in_synopsis = false, is_about_command = false;
  snprintf (call, sizeof call, ".B zermelo %s\n", name);
  while (getline (&line, &size, page) >= 0 && strcmp (line, ".SH SEE ALSO\n") != 0) {
    is_about_command = is_about_command || (in_synopsis && strcmp (line, call) == 0);
    in_synopsis = strcmp (line, ".SH SYNOPSIS\n") == 0;
    fputs (line, stdout);
  }
  free (line);
  return is_about_command;
}

static void put_head (const struct command *command) {
  fputs (".TH ZERMELO\\-", stdout);
  for (const char *c = command->name; *c != 0; c++)
    putchar (toupper ((unsigned char) *c));
  printf (" 1 \"\" \"Zermelo\" \"User Commands\"\n.SH NAME\nzermelo\\-%s \\- ", command->name);
  char summary[120];
  snprintf (summary, sizeof summary, "%s", command->summary);
  summary[0] = (char) tolower ((unsigned char) summary[0]);
  summary[strcspn (summary, ".")] = 0;
  put_roff (summary);
  putchar ('\n');
}

static void put_page (FILE *template, FILE *written, const struct command *command) {
  const bool is_described = written != NULL && put_written (written, command->name);
  if (written == NULL) {
    put_head (command);
    printf (".SH SYNOPSIS\n.B zermelo %s\n", command->name);
    put_roff (command->arguments);
    fputs (*command->arguments != 0 ? "\n" : "", stdout);
    fputs (".RI [ OPTION ...]\n.SH DESCRIPTION\n", stdout);
  } else if (!is_described)
    printf (".SH \"THE COMMAND zermelo %s\"\n", command->name);
  if (!is_described)
    put_entries (template, command->name);
  fputs (command->launched ? ".PP\nIt may be started under\n.BR mpirun (1)\nor\n.BR srun (1).\n" : "",
         stdout);
  fputs (written != NULL && !is_described ? ".SS Its options\n" : ".SH OPTIONS\n", stdout);
  for (const struct parameter *p = parameters; p->name != NULL; p++)
    if (p->commands >> (command - commands) & 1) {
      char help[HELP_TEXT];
      put_option_names (p);
      put_roff (parameter_help (p, UINT32_C (1) << (command - commands), help));
      fputs (".\n", stdout);
    }
  rewind (template);
  put_examples (template, command);
  fputs (".SH SEE ALSO\n.BR zermelo (1)\nsays how games and positions are written, what values, limits and "
         "checkpoints are, and what the exit status means;\n.BR zermelo-files (5)\nwhat is printed and what "
         "files hold.\n",
         stdout);
}

static int make_pages (const char *folder, const char *by_hand, FILE *template) {
  for (int i = 0; i < COMMANDS; i++) {
    char path[4096];
    snprintf (path, sizeof path, "%s/zermelo-%s.1", by_hand, commands[i].name);
    FILE *written = fopen (path, "r");
    snprintf (path, sizeof path, "%s/zermelo-%s.1", folder, commands[i].name);
    if (freopen (path, "w", stdout) == NULL) {
      fprintf (stderr, "manual: cannot write %s\n", path);
      return EXIT_CANNOT_CREATE;
    }
    rewind (template);
    put_page (template, written, &commands[i]);
    if (written != NULL)
      fclose (written);
  }
  return fflush (stdout) == 0 ? EXIT_HOLDS : EXIT_IO;
}

int main (int argc, char **argv) {
  char *line = NULL;
  size_t size = 0;
  const bool pages = argc > 4 && strcmp (argv[1], "--commands") == 0;
  char *const *template = argv + (pages ? 4 : 1);
  FILE *file = argc > 1 ? fopen (*template, "r") : NULL;
  if (file == NULL) {
    fprintf (stderr, "manual: cannot read %s\n", argc > 1 ? *template : "a template: no argument");
    return EXIT_USAGE;
  }
  fragments = template + 1;
  check_fragments ();
  if (pages)
    return make_pages (argv[2], argv[3], file);
  while (getline (&line, &size, file) >= 0)
    fill_in (line);
  free (line);
  fclose (file);
  return fflush (stdout) == 0 ? EXIT_HOLDS : EXIT_IO;
}
