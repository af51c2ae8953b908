#include "command/task.h"

#include "base/quantity_print.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct column plan_columns[] = { { "what", -9 }, { "plan", -1 } };

struct line {
  char text[600];
};

#define add(line, ...) text_append ((line)->text, sizeof (line)->text, __VA_ARGS__)

static void print_line (struct display *display, const char *what, struct line *line) {
  output_text (&display->output, what);
  output_text (&display->output, line->text);
  output_line (&display->output);
  line->text[0] = 0;
}

/* "1 node", "2 nodes" */
static void add_count (struct line *line, int count, const char *noun) {
  add (line, "%d %s%s", count, noun, count == 1 ? "" : "s");
}

static void add_positions (struct line *line, const struct job *job) {
  if (job->positions_file != NULL)
    add (line, "the positions in %.200s", job->positions_file);
  else if (job->positions.count > 1)
    add (line, "%zu positions", job->positions.count);
  else if (job->positions.texts[0][0] == 0)
    add (line, "the start position");
  else
    add (line, "the position %.200s", job->positions.texts[0]);
}

static void add_task (struct line *line, const struct job *job, const char *title) {
  const char *scores = job->options.score ? ", with scores" : "";
  switch (job->task) {
  case COMMAND_SOLVE:
    add (line, "solve %s: ", title);
    add_positions (line, job);
    add (line, "%s%s", scores, job->options.all_moves ? ", with all moves that keep the value" : "");
    if (job->options.pieces > 0)
      add (line, "; endgame tables of 2 to %d pieces first", job->options.pieces);
    if (job->options.tables != NULL)
      add (line, "; with the endgame tables of %.200s", job->options.tables);
    return;
  case COMMAND_VERIFY:
    add (line, "verify the known values of '%.100s', effort %s", job->options.only,
         effort_names[job->options.effort]);
    return;
  case COMMAND_BOOK:
    add (line, "an opening book of %s up to ply %d%s", title, job->options.plies, scores);
    if (job->options.strategy != NULL)
      add (line, ", strategy %s", job->options.strategy);
    if (job->options.around != NULL)
      add (line, ", around the lines of %.200s", job->options.around);
    if (job->options.from != NULL)
      add (line, ", from %.200s", job->options.from);
    return;
  case COMMAND_TOURNAMENT:
    add (line, "a tournament: ");
    add_count (line, (int) job->players.count, "player");
    add (line, " on ");
    add_count (line, (int) job->boards.count, "board");
    add (line, ", %d games of each pair on each board%s", job->games,
         job->depths.count > 0 ? " at each depth" : "");
    return;
  case COMMAND_COMPARE:
    add (line, "compare %zu method%s on %zu game%s: ", job->methods.count, job->methods.count == 1 ? "" : "s",
         job->boards.count, job->boards.count == 1 ? "" : "s");
    add_positions (line, job);
    return;
  case COMMAND_LAYERS: add (line, "every position of %s with its value, by ply", title); return;
  case COMMAND_TABLEBASE:
    add (line, "endgame tables of %s with 2 to %d pieces%s", title, job->options.pieces,
         job->options.score ? ", with distances" : "");
    return;
  case COMMAND_COUNT: add (line, "count the positions of %s up to ply %d", title, job->options.plies); return;
  default:
    add (line, "count the move sequences of %s up to %d plies from ", title, job->options.plies);
    add_positions (line, job);
  }
}

static bool searches (const struct job *job) {
  return job->task == COMMAND_SOLVE || job->task == COMMAND_VERIFY || job->task == COMMAND_BOOK;
}

static void add_limits (struct line *line, const struct job *job) {
  char time[QUANTITY_TEXT];
  if (searches (job)) {
    add (line, "method %s", method_descriptions[job->options.method].name);
    if (job->options.depth > 0)
      add (line, " to a depth of %d plies", job->options.depth);
    if (job->options.node_limit > 0)
      add (line, ", at most %" PRIu64 " nodes a position", job->options.node_limit);
    add (line, ", ");
  }
  quantity_print_seconds (job->options.time_limit, time, sizeof time);
  if (job->options.time_limit > 0)
    add (line, "for at most %s%s", time, job_goes_on (job) ? "" : " in each run");
  else
    add (line, "until it is done");
}

static void add_resources (struct line *line, const struct job *job) {
  if (job->options.threads > 0)
    add_count (line, job->options.threads, "thread");
  else
    add (line, "as many threads as there are cores");
  add (line, " a rank");
  if (searches (job) && job->table_memory != NULL)
    add (line, ", with a table of %.40s", job->table_memory);
  else if (searches (job))
    add (line, ", with a table of %s, or less where memory is short",
         parameter_default (parameter_by_key ("table_memory"), IN_JOB));
}

/* Print which ranks work together. The ranks of a node search as one; all other work is divided among all
 * ranks. */
static void add_together (struct line *line, const struct job *job) {
  const struct slurm *slurm = &job->slurm;
  if (slurm->nodes == 1 && slurm->ranks_per_node == 1)
    return;
  if (!searches (job))
    add (line, "; the ranks divide the work");
  else if (slurm->nodes == 1)
    add (line, "; its ranks search as one");
  else if (slurm->ranks_per_node == 1)
    add (line, "; one search a node, and the nodes share what they find");
  else
    add (line, "; the ranks of a node search as one, and the nodes share what they find");
}

static void add_slurm (struct line *line, const struct slurm *slurm) {
  char text[QUANTITY_TEXT];
  add_count (line, slurm->nodes, "node");
  add (line, " with ");
  add_count (line, slurm->ranks_per_node, "rank");
  if (slurm->threads_per_rank > 0) {
    add (line, " of ");
    add_count (line, slurm->threads_per_rank, "core");
  } else
    add (line, " on all its cores");
  quantity_print_size (slurm->memory_per_node, text, sizeof text);
  if (slurm->memory_per_node > 0)
    add (line, " and %s of memory", text);
  else
    add (line, " and all its memory");
  quantity_print_seconds (slurm->time, text, sizeof text);
  if (slurm->time > 0)
    add (line, ", for %s", text);
  else
    add (line, ", without a time limit");
  if (slurm->array > 0)
    add (line, ", in %d parts", slurm->array);
  if (slurm->partition[0] != 0)
    add (line, ", on partition %.60s", slurm->partition);
}

static void add_files (struct line *line, const struct job *job, const struct job_paths *paths) {
  add (line, "%s.tsv, .statistics.h5", paths->results);
  if (job->report)
    add (line, ", .html");
  if (job->task == COMMAND_BOOK)
    add (line, ", .book.h5");
  if (job->task == COMMAND_COMPARE)
    add (line, ", .comparison.h5, .checkpoint.h5");
  if (job->task == COMMAND_LAYERS)
    add (line, ", .layers.h5");
  if (job->task == COMMAND_TABLEBASE || (job->task == COMMAND_SOLVE && job->options.pieces > 0))
    add (line, ", .tables.h5");
  if (job->task == COMMAND_TOURNAMENT)
    add (line, ", .games.h5, .games, .checkpoint.h5");
  if (job->certificate)
    add (line, job->task == COMMAND_VERIFY ? ", .certificates" : ", .certificate.h5");
  if (searches (job))
    add (line, ", .checkpoint.h5");
}

void job_plan_print (struct run *run, const struct job *job, const struct job_paths *paths) {
  struct line line = { "" };
  output_columns (&run->display.output, plan_columns, 2);
  add_task (&line, job, run->session.game.engine != NULL ? run->session.game.title : "");
  print_line (&run->display, "task", &line);
  add_limits (&line, job);
  print_line (&run->display, "limits", &line);
  add_resources (&line, job);
  print_line (&run->display, "resources", &line);
  add_slurm (&line, &job->slurm);
  add_together (&line, job);
  print_line (&run->display, "slurm", &line);
  add_files (&line, job, paths);
  print_line (&run->display, "files", &line);
}
