#include "settings/parameter_help.h"

#include "base/quantity_print.h"
#include "settings/example_list.h"
#include "terminal/text_table.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* The name and the task stand before the game and its positions, the rest behind them. */
static const char template_head[] = "name: first\n"
                                    "task: solve\n";
static const char template_tail[] = "score: true\n"
                                    "table_memory: 1G\n"
                                    "outputs:\n"
                                    "  directory: out/first\n"
                                    "slurm:\n"
                                    "  nodes: 1\n"
                                    "  time: 12:00:00\n";

/* ---- one parameter ---- */

/* ": auto (the default), minimax or alpha-beta" */
static void add_choices (char text[HELP_TEXT], const struct parameter *parameter, uint32_t command) {
  const char *names[40], *name, *usual = parameter_default (parameter, command);
  int count = 0;
  for (int i = 0; (name = parameter->choice (i, command)) != NULL; i++)
    if (*name != 0)
      names[count++] = name;
  for (int i = 0; i < count; i++) {
    const bool is_default = usual != NULL && strcmp (names[i], usual) == 0;
    text_append (text, HELP_TEXT, "%s%s%s",
                 i == 0           ? ": "
                 : i == count - 1 ? " or "
                                  : ", ",
                 names[i], is_default && command != IN_JOB ? " (the default)" : "");
  }
}

/* " (1 to 1024 threads; default: 5m)". A key's default is for a column of its own, and an option that stands
 * before a job file has none. */
static void add_bounds (char text[HELP_TEXT], const struct parameter *parameter, uint32_t command) {
  char size[32], range[80] = "";
  const enum kind kind = parameter->kind;
  const bool from_job
      = parameter->tasks != 0
        && (command & (UINT32_C (1) << COMMAND_RUN | UINT32_C (1) << COMMAND_TOURNAMENT)) != 0;
  const bool has_default = command != IN_JOB && !from_job && kind != KIND_FLAG && kind != KIND_NAME
                           && kind != KIND_PART && parameter->choice == NULL && parameter->value != NULL;
  quantity_print_size (parameter->least, size, sizeof size);
  if (kind == KIND_INTEGER)
    snprintf (range, sizeof range, "%" PRIu64 " to %" PRIu64 "%s%s", parameter->least,
              parameter_most (parameter, command), parameter->unit != NULL ? " " : "",
              parameter->unit != NULL ? parameter->unit : "");
  else if (kind == KIND_SIZE || kind == KIND_TABLE_SIZE)
    snprintf (range, sizeof range, "at least %s", size);
  if (*range != 0 || has_default)
    text_append (text, HELP_TEXT, " (%s%s%s%s)", range, *range != 0 && has_default ? "; " : "",
                 has_default ? "default: " : "", has_default ? parameter->value : "");
}

const char *parameter_help (const struct parameter *parameter, uint32_t command, char text[HELP_TEXT]) {
  char sentence[SENTENCE_TEXT];
  snprintf (text, HELP_TEXT, "%s", parameter_sentence (parameter, command, sentence));
  if (parameter->choice != NULL)
    add_choices (text, parameter, command);
  add_bounds (text, parameter, command);
  return text;
}

const char *parameter_argument (const struct parameter *parameter, uint32_t command, char text[KEY_TEXT]) {
  const char *name = parameter->argument;
  bool chosen = parameter->bare == NULL;
  for (int i = 0; !chosen && parameter->choice (i, command) != NULL; i++)
    chosen = *parameter->choice (i, command) != 0;
  *text = 0;
  if (name != NULL && chosen)
    snprintf (text, KEY_TEXT, parameter->bare != NULL ? "[=%s]" : " %s", name);
  return text;
}

/* What a key takes. */
static const char *parameter_type (const struct parameter *parameter) {
  switch (parameter->kind) {
  case KIND_FLAG: return "boolean";
  case KIND_CHOICE: return "name";
  case KIND_INTEGER:
  case KIND_COUNT: return "number";
  case KIND_TIME:
  case KIND_SLURM_TIME: return "time";
  case KIND_SIZE:
  case KIND_TABLE_SIZE: return "size";
  case KIND_LIST:
  case KIND_POSITIONS: return "list";
  default: return parameter->choice != NULL ? "name" : "text";
  }
}

/* What holds if a key is not given, as it would stand in a file. Returns `text`. */
static const char *parameter_yaml (const struct parameter *parameter, char text[KEY_TEXT]) {
  const char *value = parameter_default (parameter, IN_JOB);
  const bool is_word = value != NULL && *value != 0 && *value != '*';
  const char *quote = parameter->kind == KIND_TEXT && !is_word ? "\"" : "";
  const char *nothing = parameter->kind == KIND_FLAG ? "false" : "none";
  snprintf (text, KEY_TEXT, "%s%s%s", quote, value != NULL ? value : nothing, quote);
  return text;
}

/* ---- help ---- */

void help_print_options (enum command_id id, FILE *file) {
  enum { SENTENCE = 26 };
  char text[HELP_TEXT], argument[KEY_TEXT];
  for (const struct parameter *p = parameters; p->name != NULL; p++) {
    if ((p->commands >> id & 1) == 0)
      continue;
    const char letter[] = { '-', p->letter, ',', ' ', 0 };
    const int column = fprintf (file, "  %s--%s%s", p->letter ? letter : "", p->name,
                                parameter_argument (p, UINT32_C (1) << id, argument));
    layout_print (file, parameter_help (p, UINT32_C (1) << id, text), column, SENTENCE);
  }
}

static void print_key (const struct parameter *parameter, FILE *file) {
  enum { MEANING = 45 };
  char name[KEY_TEXT], value[KEY_TEXT], tasks[100], help[HELP_TEXT], text[HELP_TEXT + 110];
  const char *dot = strchr (parameter_key (parameter, name), '.');
  if (parameter->kind == KIND_GROUP) {
    fprintf (file, "  %s:\n", name);
    return;
  }
  const bool of_some = parameter->tasks != parameters[0].tasks; /* name, which all have */
  commands_list (of_some ? parameter->tasks : 0, " and ", tasks, sizeof tasks);
  snprintf (text, sizeof text, "%s%s%s%s", of_some ? "(" : "", tasks, of_some ? ") " : "",
            parameter_help (parameter, IN_JOB, help));
  const int column
      = fprintf (file, "  %s%-*s %-7s %-13s", dot != NULL ? "  " : "", dot != NULL ? 18 : 20,
                 dot != NULL ? dot + 1 : name, parameter_type (parameter), parameter_yaml (parameter, value));
  layout_print (file, text, column, MEANING);
}

static void print_indented (const char *lines, FILE *file) {
  for (const char *line = lines; *line != 0; line += strcspn (line, "\n") + 1)
    fprintf (file, "    %.*s\n", (int) strcspn (line, "\n"), line);
}

void help_print_keys (FILE *file) {
  fputs ("A job file says in YAML what 'zermelo run' does, here or as a batch job that\n"
         "'zermelo submit' hands to Slurm. Names of files are relative to the folder in\n"
         "which the command is started. 'zermelo run JOB.yaml --check' says what a file\n"
         "would do.\n\n"
         "  key                  type    default       what it means (for which tasks)\n",
         file);
  for (const struct parameter *p = parameters; p->name != NULL; p++)
    if (p->tasks != 0)
      print_key (p, file);
  fputs ("\nTo begin with:\n\n", file);
  print_indented (template_head, file);
  print_indented (example_job (), file);
  print_indented (template_tail, file);
}
