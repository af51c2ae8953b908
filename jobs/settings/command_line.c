#include "settings/parameters.h"

#include "base/suggest.h"

#include <assert.h>
#include <argp.h>
#include <string.h>

static bool is_taken (const struct parameter *parameter, enum command_id id) {
  return parameter->commands >> id & 1;
}

/* ---- argp ---- */

struct option_parser {
  struct options *options;
  enum command_id command;
  uint64_t whole_memory;
  struct failure *failure;
  int next; /* index of the word after the one that was not understood */
};

/* argp's key of a parameter: its letter, or a number that is no letter. */
static int argp_key (const struct parameter *parameter) {
  return parameter->letter != 0 ? parameter->letter : 1000 + parameter_index (parameter);
}

static bool set_option (const struct option_parser *parser, const struct parameter *parameter,
                        const char *value) {
  char prefix[60];
  snprintf (prefix, sizeof prefix, "--%s", parameter->name);
  parser->options->given[parameter_index (parameter)] = true;
  return parameter_set (parameter, parser->options, UINT32_C (1) << parser->command,
                        value != NULL             ? value
                        : parameter->bare != NULL ? parameter->bare
                                                  : "true",
                        parser->whole_memory, parser->failure)
         || fail_in (parser->failure, prefix);
}

static error_t parse_one (int key, char *value, struct argp_state *state) {
  struct option_parser *parser = state->input;
  if (key == ARGP_KEY_ARG) {
    assert (parser->options->argument_count < state->argc);
    parser->options->arguments[parser->options->argument_count++] = value;
    return 0;
  }
  if (key == ARGP_KEY_ERROR)
    parser->next = state->next;
  for (const struct parameter *p = parameters; p->name != NULL; p++)
    if (is_taken (p, parser->command) && key == argp_key (p))
      return set_option (parser, p, value) ? 0 : EINVAL;
  return ARGP_ERR_UNKNOWN;
}

/* ---- what was not understood ---- */

/* The option meant by a word as typed, "table=4G"; or NULL. */
static const struct parameter *option_by_prefix (const char *word, size_t *matches) {
  const struct parameter *found = NULL;
  *matches = 0;
  const size_t length = strcspn (word, "=");
  for (const struct parameter *p = parameters; p->name != NULL; p++)
    if (p->commands != 0 && strncmp (p->name, word, length) == 0) {
      if (p->name[length] == 0) {
        *matches = 1;
        return p;
      }
      found = p;
      (*matches)++;
    }
  return found;
}

static bool explain_foreign (const struct parameter *parameter, const char *command,
                             struct failure *failure) {
  char takers[200];
  commands_list (parameter->commands, ", ", takers, sizeof takers);
  return fail (failure, EXIT_USAGE, "%s takes no option '--%s' (it belongs to %s)", command, parameter->name,
               takers);
}

/* The nearest name among the options of the command, else of any. */
static bool unknown_option (const char *word, enum command_id id, struct failure *failure) {
  const char *names[PARAMETERS_MAX] = { NULL }, *own[PARAMETERS_MAX] = { NULL };
  char name[42] = "";
  snprintf (name, sizeof name, "%.*s", (int) strcspn (word + 2, "="), word + 2);
  for (const struct parameter *p = parameters; p->name != NULL; p++) {
    names[parameter_index (p)] = p->commands != 0 ? p->name : NULL;
    own[parameter_index (p)] = is_taken (p, id) ? p->name : NULL;
  }
  const char *meant = suggest (name, own, PARAMETERS_MAX);
  if (meant == NULL)
    meant = suggest (name, names, PARAMETERS_MAX);
  if (meant != NULL)
    return fail (failure, EXIT_USAGE, "unknown option '%.60s'; did you mean '--%s'?", word, meant);
  return fail (failure, EXIT_USAGE, "unknown option '%.60s'; see 'zermelo help %s'", word, commands[id].name);
}

/* The option with that letter; its name is NULL if there is none. */
static const struct parameter *option_by_letter (char letter) {
  const struct parameter *p = parameters;
  while (p->name != NULL && p->letter != letter)
    p++;
  return p;
}

/* Of "-qvx" the first letter with which something is wrong. */
static bool explain_letters (const char *word, enum command_id id, struct failure *failure) {
  const char *command = commands[id].name;
  for (const char *letter = word + 1; *word == '-' && *letter != 0; letter++) {
    const struct parameter *p = option_by_letter (*letter);
    if (p->name == NULL && letter == word + 1)
      return fail (failure, EXIT_USAGE, "unknown option '%.60s'; see 'zermelo help %s'", word, command);
    if (p->name == NULL)
      return fail (failure, EXIT_USAGE, "unknown option '-%c' in '%.60s'; see 'zermelo help %s'", *letter,
                   word, command);
    if (!is_taken (p, id))
      return explain_foreign (p, command, failure);
    if (p->argument != NULL)
      return fail (failure, EXIT_USAGE, "option '-%c' needs an argument: %s", *letter, p->argument);
  }
  return fail (failure, EXIT_USAGE, "'%.60s' is not understood; see 'zermelo help %s'", word, command);
}

/* Is there an option in the word that the command does not take, or that is not written like that? */
static bool has_fault (const char *word, enum command_id id) {
  size_t matches;
  if (strncmp (word, "--", 2) == 0) {
    const struct parameter *p = option_by_prefix (word + 2, &matches);
    return matches != 1 || !is_taken (p, id) || (p->argument == NULL && strchr (word, '=') != NULL);
  }
  for (const char *letter = word + 1; *word == '-' && *letter != 0; letter++) {
    const struct parameter *p = option_by_letter (*letter);
    if (p->name == NULL || !is_taken (p, id))
      return true;
    if (p->argument != NULL) /* which is the rest of the word, or the next one */
      return false;
  }
  return false;
}

/* argp is past a word when it has read the last letter of it: the one that was not understood is the one
 * before the next, or the next itself. */
static const char *not_understood (char **argv, int argc, int next, enum command_id id) {
  return next < argc && !has_fault (argv[next - 1], id) && has_fault (argv[next], id) ? argv[next]
                                                                                      : argv[next - 1];
}

/* argp says only that something is wrong with `word`: say what. */
static bool explain (const char *word, enum command_id id, struct failure *failure) {
  size_t matches;
  const char *command = commands[id].name;
  if (strncmp (word, "--", 2) != 0)
    return explain_letters (word, id, failure);
  const struct parameter *parameter = option_by_prefix (word + 2, &matches);
  if (matches == 0 || strlen (word) == 2)
    return unknown_option (word, id, failure);
  if (matches > 1)
    return fail (failure, EXIT_USAGE, "option '%.60s' is ambiguous; see 'zermelo help %s'", word, command);
  if (!is_taken (parameter, id))
    return explain_foreign (parameter, command, failure);
  if (parameter->argument != NULL)
    return fail (failure, EXIT_USAGE, "option '--%s' needs an argument: %s", parameter->name,
                 parameter->argument);
  return fail (failure, EXIT_USAGE, "option '--%s' takes no argument", parameter->name);
}

/* ---- options that go together ---- */

static bool check_arguments (const struct options *options, const struct command *command,
                             struct failure *failure) {
  if (options->argument_count < command->least_arguments)
    return fail (failure, EXIT_USAGE, "%s: argument missing; usage: zermelo %s %s", command->name,
                 command->name, command->arguments);
  if (options->argument_count > command->most_arguments)
    return fail (failure, EXIT_USAGE, "%s: one argument too many: '%.60s'; usage: zermelo %s %s",
                 command->name, options->arguments[command->most_arguments], command->name,
                 command->arguments);
  return true;
}

/* Only solve and book have a use for a move that nothing proves. */
static bool check_method (const struct options *options, enum command_id id, struct failure *failure) {
  assert (options->method < METHODS);
  const struct method_description *method = &method_descriptions[options->method];
  if (options->score && method->values_only)
    return fail (failure, EXIT_USAGE, "--score: method %s finds values, no scores", method->name);
  if (id == COMMAND_SOLVE || id == COMMAND_BOOK || !method->heuristic)
    return true;
  return fail (failure, EXIT_USAGE,
               "--method: %s gives a move and an evaluation, no proof: only solve and book take it",
               method->name);
}

/* Options that say something about a file are of no use without it. */
static bool check_companions (const struct options *options, enum command_id id, struct failure *failure) {
  if (options->json == JSON_POSITION && id != COMMAND_SOLVE && id != COMMAND_MOVES && id != COMMAND_PROBE)
    return fail (failure, EXIT_USAGE, "--json=position: only solve, moves and probe are about a position");
  if (options->check_tables && options->tables == NULL)
    return fail (failure, EXIT_USAGE, "--check-tables goes with --tables FILE");
  /* A job has a checkpoint in any case. */
  if (!command_reads_job (id) && options_given (options, "checkpoint-interval")
      && options->checkpoint == NULL)
    return fail (failure, EXIT_USAGE, "--checkpoint-interval goes with --checkpoint FILE");
  return true;
}

/* ---- the command line ---- */

bool options_parse (struct options *options, enum command_id id, int argc, char **argv, uint64_t whole_memory,
                    struct failure *failure) {
  assert (id < COMMANDS && argc >= 0);
  struct argp_option taken[PARAMETERS_MAX + 1] = { { 0 } };
  int count = 0;
  *options = (struct options){ .plies = -1 };
  options->arguments = allocate ((size_t) argc + 1, sizeof *options->arguments);
  for (const struct parameter *p = parameters; p->name != NULL; p++) {
    if (p->commands != 0)
      parameter_set_default (p, options, UINT32_C (1) << id, whole_memory);
    if (is_taken (p, id))
      taken[count++] = (struct argp_option){ p->name,     argp_key (p),
                                             p->argument, p->bare != NULL ? OPTION_ARG_OPTIONAL : 0,
                                             NULL,        0 };
  }
  const struct argp argp = { taken, parse_one, NULL, NULL, NULL, NULL, NULL };
  struct option_parser parser = { options, id, whole_memory, failure, 1 };
  const unsigned flags = ARGP_NO_ERRS | ARGP_NO_EXIT | ARGP_NO_HELP;
  if (argp_parse (&argp, argc, argv, flags, NULL, &parser) != 0)
    return failure->code != 0 ? false : explain (not_understood (argv, argc, parser.next, id), id, failure);
  return options->help
         || (check_method (options, id, failure) && check_companions (options, id, failure)
             && check_arguments (options, &commands[id], failure));
}
