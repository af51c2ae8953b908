#include "settings/job_file.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool job_fail (const struct job *job, const char *key, struct failure *failure, const char *format, ...) {
  char text[300];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  const int line = job->lines[parameter_index (parameter_by_key (key))];
  return fail (failure, EXIT_BAD_DATA, "%.120s:%d: %s: %s", job->path, line > 0 ? line : 1, key, text);
}

bool job_gives (const struct job *job, const char *key) {
  return job->lines[parameter_index (parameter_by_key (key))] > 0;
}

bool job_has_parts (const struct job *job) {
  const bool listed = job->positions_file != NULL || job->positions.count > 1;
  return job->task == COMMAND_VERIFY || (job->task == COMMAND_SOLVE && listed);
}

static bool check_name (const struct job *job, struct failure *failure) {
  return (job->name[0] != '.' && strchr (job->name, '/') == NULL && strlen (job->name) <= 60)
         || job_fail (job, "name", failure,
                      "'%.60s' cannot name files: 1 to 60 characters, no slash, no dot in front", job->name);
}

static bool check_method (const struct job *job, struct failure *failure) {
  const struct options *options = &job->options;
  const struct method_description *method = &method_descriptions[options->method];
  const bool takes_heuristics = job->task == COMMAND_SOLVE || job->task == COMMAND_BOOK;
  if (method->heuristic && !takes_heuristics)
    return job_fail (job, "method", failure,
                     "%s gives a move and an evaluation, no proof: only solve and book take it",
                     method->name);
  if ((options->depth > 0 || options->evaluation != NULL) && !takes_heuristics)
    return job_fail (job, options->depth > 0 ? "depth" : "evaluation", failure,
                     "only solve and book take it");
  if (options->depth > 0 && !method->takes_depth)
    return job_fail (job, "depth", failure, "it is for minimax, alpha-beta, bns, mtdf and pvs");
  if (options->evaluation != NULL && !is_heuristic (options->method, options->depth))
    return job_fail (job, "evaluation", failure,
                     "only searches with a depth, bns, mtdf, pvs and immediate evaluate");
  return !options->score || !method->values_only
         || job_fail (job, "method", failure, "%s finds values, no scores", method->name);
}

static bool check_plies (const struct job *job, struct failure *failure) {
  const int most = (int) parameter_most (parameter_by_key ("plies"), UINT32_C (1) << job->task);
  const int least = job->task == COMMAND_PERFT ? 1 : 0, plies = job->options.plies;
  return (plies >= least && plies <= most)
         || job_fail (job, "plies", failure, "expected %d to %d", least, most);
}

static bool check_positions (const struct job *job, struct failure *failure) {
  if (job->positions_file == NULL && job->positions.count == 0)
    return job_fail (job, "positions", failure, "the list is empty");
  if (job->task == COMMAND_PERFT && (job->positions_file != NULL || job->positions.count > 1))
    return job_fail (job, "positions", failure, "perft takes one");
  return true;
}

static bool check_tournament (const struct job *job, struct failure *failure) {
  if (job->task != COMMAND_TOURNAMENT)
    return true;
  if (job->boards.count == 0)
    return job_fail (job, "boards", failure, "a tournament needs a board");
  if (job->players.count < 2)
    return job_fail (job, "players", failure, "a tournament needs two players");
  for (size_t i = 0; i < job->players.count; i++)
    for (size_t j = 0; j < i; j++)
      if (strcmp (job->players.texts[i], job->players.texts[j]) == 0)
        return job_fail (job, "players", failure, "'%.60s' stands there twice", job->players.texts[i]);
  return job->games % 2 == 0
         || job_fail (job, "games", failure, "%d is odd: each player is first as often as second",
                      job->games);
}

static bool check_certificate (const struct job *job, struct failure *failure) {
  const struct options *options = &job->options;
  if (job->certificate && job->task != COMMAND_SOLVE && job->task != COMMAND_VERIFY)
    return job_fail (job, "outputs.certificate", failure,
                     "only solve and verify write certificates, the task is %s", commands[job->task].name);
  if (job->certificate && is_heuristic (options->method, options->depth))
    return job_fail (job, "outputs.certificate", failure, "method %s with that depth proves nothing",
                     method_descriptions[options->method].name);
  return true;
}

static bool check_comparison (const struct job *job, struct failure *failure) {
  if (job->task != COMMAND_COMPARE)
    return true;
  if (job->boards.count == 0 || job->methods.count == 0)
    return job_fail (job, job->boards.count == 0 ? "boards" : "methods", failure,
                     "compare needs at least one");
  return job->positions_file == NULL || job_fail (job, "positions", failure, "compare takes a list");
}

/* One line that sbatch reads. */
static bool is_one_line (const char *text) {
  for (; *text != 0; text++)
    if (iscntrl ((unsigned char) *text))
      return false;
  return true;
}

static bool check_slurm (const struct job *job, struct failure *failure) {
  const struct slurm *slurm = &job->slurm;
  if (slurm->array > 0 && !job_has_parts (job))
    return job_fail (job, "slurm.array", failure, "only verify and a list of positions can be split");
  if (slurm->array > 0 && job->certificate && job->task == COMMAND_SOLVE)
    return job_fail (job, "slurm.array", failure, "a certificate is written by one job, not in parts");
  if (!is_one_line (slurm->partition))
    return job_fail (job, "slurm.partition", failure, "expected a name");
  if (!is_one_line (slurm->account))
    return job_fail (job, "slurm.account", failure, "expected a name");
  for (size_t i = 0; i < slurm->extra.count; i++)
    if (slurm->extra.texts[i][0] != '-' || !is_one_line (slurm->extra.texts[i]))
      return job_fail (job, "slurm.extra", failure,
                       "'%.60s': expected an option of sbatch, such as --exclusive", slurm->extra.texts[i]);
  return true;
}

bool job_check (const struct job *job, struct failure *failure) {
  if (job->options.tables != NULL && job_gives (job, "pieces"))
    return job_fail (job, "tables", failure, "pieces makes tables: one of the two");
  return check_slurm (job, failure) && check_method (job, failure) && check_name (job, failure)
         && check_plies (job, failure) && check_positions (job, failure) && check_certificate (job, failure)
         && check_tournament (job, failure) && check_comparison (job, failure);
}
