#include "settings/options.h"

#include "base/machine.h"
#include "base/quantity.h"
#include "base/quantity_print.h"
#include "base/suggest.h"
#include "settings/option_help.h"
#include "terminal/wrap.h"

#include <argp.h>
#include <stddef.h>
#include <string.h>

const char *const effort_names[EFFORTS] = { "quick", "normal", "long" };

/* What kind of thing an option sets, at `offset` in struct options. */
enum kind { FLAG, TEXT, INTEGER, COUNT, TIME, SIZE, METHOD, REPLACEMENT, EFFORT, PART };

struct option_line {
  const char *name;
  char letter; /* short name or 0 */
  const char *argument;
  uint32_t commands; /* bit enum command_id */
  enum kind kind;
  size_t offset;
  uint64_t least, most; /* INTEGER, COUNT, SIZE */
  const char *help;
};

#define BIT(command) (UINT32_C (1) << COMMAND_##command)
#define SETS(member) offsetof (struct options, member)

enum { THREADS_MAX = 1024, PLIES_MAX = 10000, PIECES_MAX = 24 };

static const uint32_t all = (UINT32_C (1) << COMMANDS) - 1;
#define SEARCHING (BIT (SOLVE) | BIT (MOVES) | BIT (VERIFY) | BIT (BOOK))
#define COMPUTING                                                                                            \
  (SEARCHING | BIT (CHECK) | BIT (TABLEBASE) | BIT (LAYERS) | BIT (PERFT) | BIT (COUNT) | BIT (BENCH)        \
   | BIT (RUN))
#define PRINTING (COMPUTING | BIT (SHOW) | BIT (PROBE) | BIT (EXPORT))
#define KEEPING (BIT (SOLVE) | BIT (VERIFY) | BIT (BOOK) | BIT (RUN))
#define LAUNCHED (COMPUTING & ~BIT (MOVES) & ~BIT (CHECK) & ~BIT (RUN))

static const struct option_line table[] = {
  { "score", 0, NULL, BIT (SOLVE) | BIT (MOVES) | BIT (BOOK), FLAG, SETS (score), 0, 0,
    "exact scores, not only win, draw or loss" },
  { "maker-breaker", 0, NULL, BIT (SOLVE) | BIT (MOVES) | BIT (SHOW), FLAG, SETS (maker_breaker), 0, 0,
    "mnk: the first player (Maker) wins by making a line, the second (Breaker) by preventing it" },
  { "all-moves", 0, NULL, BIT (SOLVE), FLAG, SETS (all_moves), 0, 0,
    "every move that keeps the value, or the score with --score" },
  { "positions", 0, "FILE", BIT (SOLVE) | BIT (PROBE), TEXT, SETS (positions), 0, 0,
    "positions, one a line; - is standard input" },
  { "values", 0, NULL, BIT (MOVES), FLAG, SETS (values), 0, 0,
    "the value of each move for the side that makes it" },
  { "distinct", 0, NULL, BIT (PERFT), FLAG, SETS (distinct), 0, 0,
    "count moves that lead to the same position once" },
  { "plies", 0, "N", BIT (COUNT) | BIT (BOOK), INTEGER, SETS (plies), 0, PLIES_MAX, "positions up to ply N" },
  { "pieces", 0, "N", BIT (TABLEBASE), INTEGER, SETS (pieces), 2, PIECES_MAX, "tables of 2 to N pieces" },
  { "distances", 0, NULL, BIT (TABLEBASE), FLAG, SETS (distances), 0, 0,
    "with the plies to the end: ten times the size" },
  { "tables", 0, "FILE", BIT (SOLVE) | BIT (MOVES), TEXT, SETS (tables), 0, 0,
    "draughts: endgame tables, whose positions are not searched" },
  { "check-tables", 0, NULL, BIT (SOLVE) | BIT (MOVES), FLAG, SETS (check_tables), 0, 0,
    "with --tables: check the file completely first, so that its values count as proven" },
  { "symmetry", 0, NULL, BIT (COUNT), FLAG, SETS (symmetry), 0, 0, "count symmetric positions once" },
  { "only", 0, "SET", BIT (VERIFY), TEXT, SETS (only), 0, 0,
    "rows of that set, or whose game:board[,rules] matches a pattern such as 'connect4:*'" },
  { "effort", 0, "CLASS", BIT (VERIFY), EFFORT, SETS (effort), 0, 0, "quick, normal (the default) or long" },
  { "part", 0, "I/N", BIT (VERIFY) | BIT (RUN), PART, SETS (part), 0, 0, "the I-th of N parts" },
  { "format", 0, "NAME", BIT (EXPORT), TEXT, SETS (format), 0, 0,
    "pons: the book of Pascal Pons's solver of Connect Four" },
  { "complete", 0, NULL, BIT (CHECK), FLAG, SETS (complete), 0, 0,
    "every position, not only some of each slice" },
  { "check", 0, NULL, BIT (RUN), FLAG, SETS (check), 0, 0, "check the job file and say what it would do" },
  { "merge", 0, "FILE", BIT (REPORT), TEXT, SETS (merge), 0, 0,
    "put the files together in one statistics file; FILE.tsv: in one table of results" },
  { "scaling", 0, NULL, BIT (BENCH), FLAG, SETS (scaling), 0, 0,
    "by 1, 2, ... of the ranks there are: speed-up, repeated work, idle time" },
  { "signature", 0, NULL, BIT (BENCH), FLAG, SETS (signature), 0, 0,
    "the exact nodes of small searches of every kind, which change only if a search does" },
  { "dry-run", 0, NULL, BIT (SUBMIT), FLAG, SETS (dry_run), 0, 0,
    "print the batch script and submit nothing" },
  { "depth", 0, "N", BIT (SOLVE) | BIT (PERFT), INTEGER, SETS (depth), 1, 1000, "plies" },
  { "method", 0, "NAME", SEARCHING, METHOD, SETS (method), 0, 0,
    "auto (the default), minimax, alpha-beta, null-window, proof-number, retrograde, bns or immediate" },
  { "evaluation", 0, "NAME", BIT (SOLVE), TEXT, SETS (evaluation), 0, 0,
    "draughts: what searches that do not reach the end judge by, balanced (the default) or defence" },
  { "seed", 0, "N", BIT (SOLVE) | BIT (CHECK), COUNT, SETS (seed), 0, UINT64_MAX,
    "of what is left to chance (default: 0)" },
  { "replacement", 0, "NAME", SEARCHING | BIT (BENCH), REPLACEMENT, SETS (replacement), 0, 0,
    "what the transposition table keeps: twobig1 (the default), twodeep, big1, deep or new" },
  { "threads", 0, "N", COMPUTING, INTEGER, SETS (threads), 1, THREADS_MAX,
    "threads of each rank (default: OMP_NUM_THREADS or SLURM_CPUS_PER_TASK, else all cores)" },
  { "table-memory", 0, "SIZE", SEARCHING | BIT (BENCH) | BIT (RUN), SIZE, SETS (table_bytes), 1 << 16, 0,
    "transposition table of each rank, as 512M, 4G or 50% of what the job may use (default: 1G, or less "
    "where memory is short)" },
  { "time-limit", 0, "TIME", COMPUTING, TIME, SETS (time_limit), 0, 0,
    "stop after 90s, 5m, 2h or 1d; 0: never" },
  { "node-limit", 0, "N", SEARCHING, COUNT, SETS (node_limit), 0, UINT64_MAX,
    "nodes for each position that is searched; 0: no limit" },
  { "output", 'o', "FILE", (PRINTING & ~BIT (RUN)) | BIT (REPORT), TEXT, SETS (output), 0, 0,
    "write the lines to FILE instead of standard output" },
  { "statistics", 0, "FILE", LAUNCHED, TEXT, SETS (statistics), 0, 0,
    "write counters and times of each rank to FILE (HDF5), for zermelo report" },
  { "checkpoint", 0, "FILE", KEEPING, TEXT, SETS (checkpoint), 0, 0,
    "save what is found in FILE, and go on from there if it exists" },
  { "checkpoint-interval", 0, "TIME", KEEPING, TIME, SETS (checkpoint_interval), 0, 0,
    "how often to save (default: 5m), besides at the end; 0: only at the end" },
  { "certificate", 0, "FILE", BIT (SOLVE), TEXT, SETS (certificate), 0, 0,
    "draughts: write a proof of the value to FILE, for zermelo check" },
  { "json", 0, NULL, PRINTING | BIT (SUBMIT), FLAG, SETS (json), 0, 0, "one JSON object a line" },
  { "pretty", 0, NULL, PRINTING | BIT (SUBMIT) | BIT (REPORT), FLAG, SETS (pretty), 0, 0,
    "aligned and with a header, as on a terminal" },
  { "quiet", 'q', NULL, PRINTING | BIT (REPORT), FLAG, SETS (quiet), 0, 0,
    "nothing on standard error but errors" },
  { "verbose", 'v', NULL, COMPUTING, FLAG, SETS (verbose), 0, 0, "counters on standard error at the end" },
  { "help", 'h', NULL, all, FLAG, SETS (help), 0, 0, "print this text" },
};

enum { OPTIONS = sizeof table / sizeof *table };

struct options
options_default (void)
{
  return (struct options){
    .plies = -1, .effort = EFFORT_NORMAL, .part = 1, .parts = 1, .only = "*", .checkpoint_interval = -1
  };
}

/* ---- values ---- */

static bool
set_name (int *member, const char *text, const char *what, const char *const *names, int count,
          struct failure *failure)
{
  char known[200] = "";
  for (int i = 0; i < count; i++) {
    if (strcmp (text, names[i]) == 0) {
      *member = i;
      return true;
    }
    size_t used = strlen (known);
    snprintf (known + used, sizeof known - used, "%s%s",
              i == 0           ? ""
              : i == count - 1 ? " or "
                               : ", ",
              names[i]);
  }
  return fail (failure, EXIT_USAGE, "unknown %s '%.40s': %s", what, text, known);
}

static bool
set_method (enum method *method, const char *text, struct failure *failure)
{
  const char *names[METHODS];
  for (int i = 0; i < METHODS; i++)
    names[i] = method_descriptions[i].name;
  int found = 0;
  if (!set_name (&found, text, "method", names, METHODS, failure))
    return false;
  *method = (enum method) found;
  return true;
}

static bool
set_size (uint64_t *bytes, const struct option_line *line, const char *text, uint64_t whole_memory,
          struct failure *failure)
{
  if (!quantity_size (text, whole_memory, bytes, failure))
    return false;
  char least[32], most[32];
  const uint64_t largest = machine_table_memory (whole_memory);
  quantity_print_size (line->least, least);
  quantity_print_size (largest, most);
  if (*bytes < line->least)
    return fail (failure, EXIT_USAGE, "'%.40s' is too small: at least %s", text, least);
  if (*bytes > largest)
    return fail (failure, EXIT_USAGE, "'%.40s' is more than this rank may use: at most %s for a table", text,
                 most);
  return true;
}

static bool
set_text (const char **member, const char *text, struct failure *failure)
{
  if (*text == 0)
    return fail (failure, EXIT_USAGE, "an empty name");
  *member = text;
  return true;
}

static bool
set_value (struct options *options, const struct option_line *line, const char *text, uint64_t whole_memory,
           struct failure *failure)
{
  void *member = (char *) options + line->offset;
  uint64_t number = 0;
  int index = 0;
  bool good = true;
  switch (line->kind) {
  case FLAG: *(bool *) member = true; break;
  case TEXT: good = set_text (member, text, failure); break;
  case INTEGER:
    good = quantity_count (text, line->least, line->most, &number, failure);
    if (good)
      *(int *) member = (int) number;
    break;
  case COUNT: good = quantity_count (text, line->least, line->most, member, failure); break;
  case TIME: good = quantity_time (text, member, failure); break;
  case SIZE: good = set_size (member, line, text, whole_memory, failure); break;
  case METHOD: good = set_method (member, text, failure); break;
  case REPLACEMENT:
    good = set_name (&index, text, "scheme", replacement_names, REPLACEMENTS, failure);
    if (good)
      *(enum replacement *) member = (enum replacement) index;
    break;
  case EFFORT:
    good = set_name (&index, text, "effort", effort_names, EFFORTS, failure);
    if (good)
      *(enum effort_class *) member = (enum effort_class) index;
    break;
  case PART: good = quantity_part (text, &options->part, &options->parts, failure); break;
  }
  if (!good) {
    char prefix[60];
    snprintf (prefix, sizeof prefix, "--%s", line->name);
    fail_in (failure, prefix);
  }
  return good;
}

/* ---- argp ---- */

struct parsing {
  struct options *options;
  enum command_id command;
  uint64_t whole_memory;
  struct failure *failure;
  int next; /* index of the word after the one that was not understood */
};

/* argp's key of a line of the table: its letter, or a number that is no letter. */
static int
line_key (int i)
{
  return table[i].letter != 0 ? table[i].letter : 1000 + i;
}

static error_t
parse_one (int key, char *value, struct argp_state *state)
{
  struct parsing *parsing = state->input;
  if (key == ARGP_KEY_ARG) {
    parsing->options->arguments[parsing->options->argument_count++] = value;
    return 0;
  }
  if (key == ARGP_KEY_ERROR)
    parsing->next = state->next;
  for (int i = 0; i < OPTIONS; i++)
    if (key == line_key (i)) {
      const struct option_line *line = &table[i];
      return set_value (parsing->options, line, value, parsing->whole_memory, parsing->failure) ? 0 : EINVAL;
    }
  return ARGP_ERR_UNKNOWN;
}

/* The name of a long option as typed: "--table=4G" -> "table"; or NULL. */
static const struct option_line *
line_by_name (const char *word, size_t *matches)
{
  const struct option_line *found = NULL;
  *matches = 0;
  const size_t length = strcspn (word, "=");
  for (int i = 0; i < OPTIONS; i++)
    if (strncmp (table[i].name, word, length) == 0) {
      if (table[i].name[length] == 0) {
        *matches = 1;
        return &table[i];
      }
      found = &table[i];
      (*matches)++;
    }
  return found;
}

static bool
explain_foreign (const struct option_line *line, const char *command, struct failure *failure)
{
  char takers[200] = "";
  for (int i = 0; i < COMMANDS; i++)
    if (line->commands >> i & 1) {
      size_t used = strlen (takers);
      snprintf (takers + used, sizeof takers - used, "%s%s", used ? ", " : "", commands[i].name);
    }
  return fail (failure, EXIT_USAGE, "%s takes no option '--%s' (it belongs to %s)", command, line->name,
               takers);
}

/* The nearest name among the options of the command, else of any. */
static bool
unknown_option (const char *word, enum command_id id, struct failure *failure)
{
  const char *names[OPTIONS], *own[OPTIONS];
  char name[42] = "";
  snprintf (name, sizeof name, "%.*s", (int) strcspn (word + 2, "="), word + 2);
  for (int i = 0; i < OPTIONS; i++) {
    names[i] = table[i].name;
    own[i] = table[i].commands >> id & 1 ? table[i].name : NULL;
  }
  const char *meant = suggest (name, own, OPTIONS);
  if (meant == NULL)
    meant = suggest (name, names, OPTIONS);
  if (meant != NULL)
    return fail (failure, EXIT_USAGE, "unknown option '%.60s'; did you mean '--%s'?", word, meant);
  return fail (failure, EXIT_USAGE, "unknown option '%.60s'; see 'zermelo help %s'", word, commands[id].name);
}

/* argp says only that something is wrong with `word`: say what. */
static bool
explain (const char *word, enum command_id id, struct failure *failure)
{
  const char *command = commands[id].name;
  if (strncmp (word, "--", 2) != 0) {
    for (const char *letter = word + 1; *word == '-' && *letter != 0; letter++) {
      int i = 0;
      while (i < OPTIONS && table[i].letter != *letter)
        i++;
      if (i == OPTIONS)
        return fail (failure, EXIT_USAGE, "unknown option '-%c'; see 'zermelo help %s'", *letter, command);
      if (!(table[i].commands >> id & 1))
        return explain_foreign (&table[i], command, failure);
      if (table[i].argument != NULL)
        return fail (failure, EXIT_USAGE, "option '-%c' needs an argument: %s", *letter, table[i].argument);
    }
    return fail (failure, EXIT_USAGE, "'%.60s' is not understood; see 'zermelo help %s'", word, command);
  }
  size_t matches;
  const struct option_line *line = line_by_name (word + 2, &matches);
  if (matches == 0 || strlen (word) == 2)
    return unknown_option (word, id, failure);
  if (matches > 1)
    return fail (failure, EXIT_USAGE, "option '%.60s' is ambiguous; see 'zermelo help %s'", word, command);
  if (!(line->commands >> id & 1))
    return explain_foreign (line, command, failure);
  if (line->argument != NULL)
    return fail (failure, EXIT_USAGE, "option '--%s' needs an argument: %s", line->name, line->argument);
  return fail (failure, EXIT_USAGE, "option '--%s' takes no argument", line->name);
}

static bool
check_arguments (const struct options *options, const struct command *command, struct failure *failure)
{
  if (options->argument_count < command->least_arguments)
    return fail (failure, EXIT_USAGE, "%s: argument missing; usage: zermelo %s %s", command->name,
                 command->name, command->arguments);
  if (options->argument_count > command->most_arguments)
    return fail (failure, EXIT_USAGE, "%s: one argument too many: '%.60s'; usage: zermelo %s %s",
                 command->name, options->arguments[command->most_arguments], command->name,
                 command->arguments);
  return true;
}

/* Only solve has a use for a move that nothing proves; proof-number search asks questions with two
 * answers. */
static bool
check_method (const struct options *options, enum command_id id, struct failure *failure)
{
  if (options->score && options->method == METHOD_PROOF_NUMBER)
    return fail (failure, EXIT_USAGE, "--score: method proof-number finds values, no scores");
  if (id == COMMAND_SOLVE || !method_descriptions[options->method].heuristic)
    return true;
  return fail (failure, EXIT_USAGE,
               "--method: %s gives a move and an evaluation, no proof: only solve takes it",
               method_descriptions[options->method].name);
}

static bool
check_tables_given (const struct options *options, struct failure *failure)
{
  return !options->check_tables || options->tables != NULL
         || fail (failure, EXIT_USAGE, "--check-tables goes with --tables FILE");
}

bool
options_parse (struct options *options, enum command_id id, int argc, char **argv, uint64_t whole_memory,
               struct failure *failure)
{
  struct argp_option lines[OPTIONS + 1] = { { 0 } };
  int count = 0;
  for (int i = 0; i < OPTIONS; i++)
    if (table[i].commands >> id & 1)
      lines[count++] = (struct argp_option){ table[i].name, line_key (i), table[i].argument, 0, NULL, 0 };
  const struct argp argp = { lines, parse_one, NULL, NULL, NULL, NULL, NULL };
  struct parsing parsing = { options, id, whole_memory, failure, 1 };
  *options = options_default ();
  options->arguments = allocate ((size_t) argc + 1, sizeof *options->arguments);
  const unsigned flags = ARGP_NO_ERRS | ARGP_NO_EXIT | ARGP_NO_HELP;
  if (argp_parse (&argp, argc, argv, flags, NULL, &parsing) != 0)
    return failure->code != 0 ? false : explain (argv[parsing.next - 1], id, failure);
  return options->help
         || (check_method (options, id, failure) && check_tables_given (options, failure)
             && check_arguments (options, &commands[id], failure));
}

void
options_print_help (enum command_id id, FILE *file)
{
  enum { SENTENCE = 26 };
  for (int i = 0; i < OPTIONS; i++) {
    if (!(table[i].commands >> id & 1))
      continue;
    const struct option_line *line = &table[i];
    const char letter[] = { '-', line->letter, ',', ' ', 0 };
    const char *own = option_help (id, line->name);
    const int column = fprintf (file, "  %s--%s%s%s", line->letter ? letter : "", line->name,
                                line->argument ? " " : "", line->argument ? line->argument : "");
    wrap_print (file, own != NULL ? own : line->help, column, SENTENCE);
  }
}
