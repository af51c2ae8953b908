#include "settings/job_keys.h"

#include "terminal/wrap.h"

#include <string.h>

struct job_key {
  const char *name; /* "slurm.nodes" */
  const char *type;
  const char *absent; /* what holds if the key is not there */
  uint32_t tasks;     /* bit enum task: those that it is for */
  const char *meaning;
};

#define BIT(task) (UINT32_C (1) << TASK_##task)
#define ALL ((UINT32_C (1) << TASKS) - 1)
#define SEARCHING (BIT (SOLVE) | BIT (VERIFY) | BIT (BOOK))

static const struct job_key keys[] = {
  { "name", "text", "(required)", ALL, "Names the files that the job makes." },
  { "task", "name", "verify", ALL, "What to do: solve, verify, book, layers, tablebase, count or perft." },
  { "game", "text", "connect4:7x6", ALL & ~BIT (VERIFY), "GAME, as on the command line." },
  { "positions", "list", "[\"\"]", BIT (SOLVE) | BIT (PERFT),
    "A list, or the name of a file with one position a line; perft takes one. \"\" is the start." },
  { "only", "text", "\"*\"", BIT (VERIFY), "Which boards: the name of a set, or a pattern." },
  { "effort", "name", "normal", BIT (VERIFY), "Which boards, and how much for each: quick, normal or long." },
  { "plies", "number", "8", BIT (BOOK) | BIT (COUNT) | BIT (PERFT),
    "Positions up to this ply; the longest move sequences of perft." },
  { "pieces", "number", "5", BIT (TABLEBASE) | BIT (SOLVE),
    "Endgame tables of 2 to so many pieces. For solve in draughts: made first, then searched with; none "
    "unless given." },
  { "tables", "text", "none", BIT (SOLVE),
    "Draughts: a file of endgame tables to search with, which is checked first." },
  { "score", "boolean", "false", BIT (SOLVE) | BIT (BOOK) | BIT (TABLEBASE),
    "Exact scores, too; distances in endgame tables." },
  { "all_moves", "boolean", "false", BIT (SOLVE), "Every move that keeps the value, not only some." },
  { "method", "name", "auto", SEARCHING,
    "auto, minimax, alpha-beta, null-window, proof-number or retrograde; for solve also bns and immediate." },
  { "depth", "number", "0", BIT (SOLVE),
    "Plies to look ahead, for minimax, alpha-beta and bns; 0: no limit." },
  { "evaluation", "name", "balanced", BIT (SOLVE),
    "Draughts with a depth, bns or immediate: what to judge by." },
  { "seed", "number", "0", BIT (SOLVE), "What method immediate leaves to chance." },
  { "node_limit", "number", "0", SEARCHING,
    "Nodes for each position that is searched; 0: no limit (verify: that of the effort)." },
  { "threads", "number", "0", ALL, "Threads of each rank; 0: as many as the job has cores for." },
  { "table_memory", "size", "2G", SEARCHING,
    "Transposition table of each rank, or a share such as 50%; by default less where memory is short." },
  { "time_limit", "time", "0", ALL, "End the run after that time; 0: never." },
  { "checkpoint_interval", "time", "5m", SEARCHING,
    "How often what was found is saved; 0: only at the end." },
  { "outputs.directory", "text", "out/NAME", ALL, "Where the files go. It is made if need be." },
  { "outputs.certificate", "boolean", "false", BIT (SOLVE), "Draughts: a proof of the values." },
  { "outputs.report", "boolean", "true", ALL, "A page about the run." },
  { "slurm.nodes", "number", "1", ALL, "Nodes to ask for." },
  { "slurm.ranks_per_node", "number", "1", ALL, "Processes on each of them." },
  { "slurm.threads_per_rank", "number", "0", ALL, "Cores for each rank; 0: all that the node has." },
  { "slurm.memory_per_node", "size", "0", ALL, "Memory on each node; 0: all that it has." },
  { "slurm.time", "time", "2h", ALL, "2h, or as Slurm writes it: 1-12:00:00; 0: no limit." },
  { "slurm.partition", "text", "\"\"", ALL, "\"\": the default of the cluster." },
  { "slurm.account", "text", "\"\"", ALL, "\"\": the default of the cluster." },
  { "slurm.array", "number", "0", BIT (SOLVE) | BIT (VERIFY),
    "Split the boards, or a list of positions, into so many jobs; one more puts the results together." },
  { "slurm.extra", "list", "[]", ALL, "Further options of sbatch, such as \"--qos=long\"." },
};

enum { KEYS = sizeof keys / sizeof *keys };

static const char template[] = "name: first\n"
                               "task: solve\n"
                               "game: connect4:6x5\n"
                               "positions: [\"\", \"4\", \"44\"]\n"
                               "score: true\n"
                               "table_memory: 1G\n"
                               "outputs:\n"
                               "  directory: out/first\n"
                               "slurm:\n"
                               "  nodes: 1\n"
                               "  time: 12:00:00\n";

/* ---- which task uses which ---- */

static void
list_tasks (uint32_t tasks, char *text, size_t size)
{
  *text = 0;
  for (int task = 0; task < TASKS; task++)
    if (tasks >> task & 1) {
      const char *between = *text == 0 ? "" : tasks >> (task + 1) == 0 ? " and " : ", ";
      const size_t used = strlen (text);
      snprintf (text + used, size - used, "%s%s", between, task_names[task]);
    }
}

bool
job_key_used (const struct job *job, size_t i, struct failure *failure)
{
  const char *name = job_key (job, i);
  for (int k = 0; k < KEYS; k++)
    if (strcmp (keys[k].name, name) == 0 && !(keys[k].tasks >> job->task & 1)) {
      char tasks[100];
      list_tasks (keys[k].tasks, tasks, sizeof tasks);
      return job_fail (job, name, failure, "task %s does not use it, only %s", task_names[job->task], tasks);
    }
  return true;
}

/* ---- help ---- */

static void
print_key (const struct job_key *key, FILE *file)
{
  enum { MEANING = 45 };
  const char *dot = strchr (key->name, '.');
  char tasks[100] = "", text[400];
  if (key->tasks != ALL)
    list_tasks (key->tasks, tasks, sizeof tasks);
  snprintf (text, sizeof text, "%s%s%s%s", *tasks != 0 ? "(" : "", tasks, *tasks != 0 ? ") " : "",
            key->meaning);
  const int column = fprintf (file, "  %s%-*s %-7s %-13s", dot != NULL ? "  " : "", dot != NULL ? 18 : 20,
                              dot != NULL ? dot + 1 : key->name, key->type, key->absent);
  wrap_print (file, text, column, MEANING);
}

void
job_keys_print (FILE *file)
{
  char group[24] = "";
  fputs ("A job file says in YAML what 'zermelo run' does, here or as a batch job that\n"
         "'zermelo submit' hands to Slurm. Names of files are relative to the folder in\n"
         "which the command is started. 'zermelo run JOB.yaml --check' says what a file\n"
         "would do.\n\n"
         "  key                  type    default       what it means (for which tasks)\n",
         file);
  for (int i = 0; i < KEYS; i++) {
    const size_t length = strcspn (keys[i].name, ".");
    if (keys[i].name[length] == '.' && strncmp (group, keys[i].name, length) != 0) {
      snprintf (group, sizeof group, "%.*s", (int) length, keys[i].name);
      fprintf (file, "  %s:\n", group);
    }
    print_key (&keys[i], file);
  }
  fputs ("\nTo begin with:\n\n", file);
  for (const char *line = template; *line != 0; line += strcspn (line, "\n") + 1)
    fprintf (file, "    %.*s\n", (int) strcspn (line, "\n"), line);
}
