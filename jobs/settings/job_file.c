#include "settings/job_file.h"

#include "base/machine.h"
#include "base/quantity.h"
#include "settings/job_check.h"
#include "settings/job_slurm.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const task_names[TASKS] = { "solve", "verify", "book", "layers", "tablebase", "count", "perft" };

enum { DEPTH_MAX = 1000 };

#define TABLE_DEFAULT (UINT64_C (2) << 30)
#define SLURM_TIME_DEFAULT (2 * 3600.0)

/* ---- the schema: NULL stands for a key that is absent ---- */

struct file_outputs {
  char *directory;
  bool *certificate, *report;
};

struct file_slurm {
  unsigned *nodes, *ranks_per_node, *threads_per_rank, *array;
  char *memory_per_node, *time, *partition, *account;
  char **extra;
  unsigned extra_count;
};

struct file_job {
  char *name;
  int *task;
  char *game;
  char *positions_file;
  char **positions;
  unsigned position_count;
  char *only;
  int *effort;
  unsigned *plies, *pieces, *depth, *threads;
  bool *score, *all_moves;
  char *tables, *method, *evaluation, *seed, *node_limit, *table_memory, *time_limit, *checkpoint_interval;
  struct file_outputs *outputs;
  struct file_slurm *slurm;
};

static const cyaml_strval_t tasks[]
    = { { "solve", TASK_SOLVE },   { "verify", TASK_VERIFY },       { "book", TASK_BOOK },
        { "layers", TASK_LAYERS }, { "tablebase", TASK_TABLEBASE }, { "count", TASK_COUNT },
        { "perft", TASK_PERFT } };
static const cyaml_strval_t efforts[]
    = { { "quick", EFFORT_QUICK }, { "normal", EFFORT_NORMAL }, { "long", EFFORT_LONG } };

static const cyaml_schema_value_t text_entry
    = { CYAML_VALUE_STRING (CYAML_FLAG_POINTER, char, 0, CYAML_UNLIMITED) };

#define OPTIONAL_POINTER (CYAML_FLAG_OPTIONAL | CYAML_FLAG_POINTER)
#define TEXT(key, type) CYAML_FIELD_STRING_PTR (#key, OPTIONAL_POINTER, struct type, key, 0, CYAML_UNLIMITED)
#define NUMBER(key, type) CYAML_FIELD_UINT_PTR (#key, OPTIONAL_POINTER, struct type, key)
#define SWITCH(key, type) CYAML_FIELD_BOOL_PTR (#key, OPTIONAL_POINTER, struct type, key)

static const cyaml_schema_field_t outputs_fields[] = {
  TEXT (directory, file_outputs),
  SWITCH (certificate, file_outputs),
  SWITCH (report, file_outputs),
  CYAML_FIELD_END,
};

static const cyaml_schema_field_t slurm_fields[] = {
  NUMBER (nodes, file_slurm),
  NUMBER (ranks_per_node, file_slurm),
  NUMBER (threads_per_rank, file_slurm),
  TEXT (memory_per_node, file_slurm),
  TEXT (time, file_slurm),
  TEXT (partition, file_slurm),
  TEXT (account, file_slurm),
  NUMBER (array, file_slurm),
  CYAML_FIELD_SEQUENCE ("extra", OPTIONAL_POINTER, struct file_slurm, extra, &text_entry, 0, CYAML_UNLIMITED),
  CYAML_FIELD_END,
};

/* `positions` is a file name or a list. */
#define JOB_FIELDS(positions_field)                                                                          \
  {                                                                                                          \
    CYAML_FIELD_STRING_PTR ("name", CYAML_FLAG_POINTER, struct file_job, name, 0, CYAML_UNLIMITED),          \
        CYAML_FIELD_ENUM_PTR ("task", OPTIONAL_POINTER | CYAML_FLAG_STRICT, struct file_job, task, tasks,    \
                              TASKS),                                                                        \
        TEXT (game, file_job), positions_field, TEXT (only, file_job),                                       \
        CYAML_FIELD_ENUM_PTR ("effort", OPTIONAL_POINTER | CYAML_FLAG_STRICT, struct file_job, effort,       \
                              efforts, EFFORTS),                                                             \
        NUMBER (plies, file_job), NUMBER (pieces, file_job), SWITCH (score, file_job),                       \
        TEXT (tables, file_job), SWITCH (all_moves, file_job), TEXT (seed, file_job),                        \
        TEXT (node_limit, file_job), TEXT (method, file_job), NUMBER (depth, file_job),                      \
        TEXT (evaluation, file_job), NUMBER (threads, file_job), TEXT (table_memory, file_job),              \
        TEXT (time_limit, file_job), TEXT (checkpoint_interval, file_job),                                   \
        CYAML_FIELD_MAPPING_PTR ("outputs", OPTIONAL_POINTER, struct file_job, outputs, outputs_fields),     \
        CYAML_FIELD_MAPPING_PTR ("slurm", OPTIONAL_POINTER, struct file_job, slurm, slurm_fields),           \
        CYAML_FIELD_END                                                                                      \
  }

static const cyaml_schema_field_t fields_with_file[] = JOB_FIELDS (CYAML_FIELD_STRING_PTR (
    "positions", OPTIONAL_POINTER, struct file_job, positions_file, 0, CYAML_UNLIMITED));
static const cyaml_schema_field_t fields_with_list[]
    = JOB_FIELDS (CYAML_FIELD_SEQUENCE_COUNT ("positions", OPTIONAL_POINTER, struct file_job, positions,
                                              position_count, &text_entry, 0, CYAML_UNLIMITED));

static const cyaml_schema_value_t schema_with_file
    = { CYAML_VALUE_MAPPING (CYAML_FLAG_POINTER, struct file_job, fields_with_file) };
static const cyaml_schema_value_t schema_with_list
    = { CYAML_VALUE_MAPPING (CYAML_FLAG_POINTER, struct file_job, fields_with_list) };

static const cyaml_config_t config = { .mem_fn = cyaml_mem };

/* ---- reading ---- */

struct parsed {
  struct file_job *file;
  const cyaml_schema_value_t *schema;
  struct key_lines lines;
};

static int
line_of_key (const struct job *job, const char *key)
{
  const struct parsed *parsed = job->parsed;
  for (size_t i = 0; i < parsed->lines.count; i++)
    if (strcmp (parsed->lines.keys[i].key, key) == 0)
      return parsed->lines.keys[i].line;
  return 1;
}

bool
job_has_parts (const struct job *job)
{
  const bool listed = job->positions_file != NULL || job->position_count > 1;
  return job->task == TASK_VERIFY || (job->task == TASK_SOLVE && listed);
}

const char *
job_key (const struct job *job, size_t i)
{
  const struct parsed *parsed = job->parsed;
  return i < parsed->lines.count ? parsed->lines.keys[i].key : NULL;
}

bool
job_fail (const struct job *job, const char *key, struct failure *failure, const char *format, ...)
{
  char text[300];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  return fail (failure, EXIT_BAD_DATA, "%.120s:%d: %s: %s", job->path, line_of_key (job, key), key, text);
}

static bool
is_list (const struct key_lines *lines, const char *key)
{
  for (size_t i = 0; i < lines->count; i++)
    if (strcmp (lines->keys[i].key, key) == 0)
      return lines->keys[i].sequence;
  return false;
}

static const char *
text_or (const char *text, const char *absent)
{
  return text != NULL ? text : absent;
}

static int
number_or (const unsigned *number, int absent)
{
  return number != NULL ? (int) *number : absent;
}

static void
take_slurm (struct slurm *slurm, const struct file_slurm *file)
{
  static const struct file_slurm nothing;
  if (file == NULL)
    file = &nothing;
  *slurm = (struct slurm){ .nodes = number_or (file->nodes, 1),
                           .ranks_per_node = number_or (file->ranks_per_node, 1),
                           .threads_per_rank = number_or (file->threads_per_rank, 0),
                           .array = number_or (file->array, 0) > 1 ? number_or (file->array, 0) : 0,
                           .time = SLURM_TIME_DEFAULT,
                           .partition = text_or (file->partition, ""),
                           .account = text_or (file->account, ""),
                           .extra = (const char *const *) file->extra,
                           .extra_count = file->extra_count };
}

static void
take_values (struct job *job, const struct file_job *file, bool listed)
{
  static const char *const start[] = { "" };
  job->name = file->name;
  job->task = file->task != NULL ? (enum task) * file->task : TASK_VERIFY;
  job->game = text_or (file->game, "connect4:7x6");
  job->positions = listed ? (const char *const *) file->positions : start;
  job->position_count = listed ? file->position_count : 1;
  job->positions_file = file->positions_file;
  job->only = text_or (file->only, "*");
  job->effort = file->effort != NULL ? (enum effort_class) * file->effort : EFFORT_NORMAL;
  job->plies = number_or (file->plies, 8);
  job->pieces = number_or (file->pieces, job->task == TASK_TABLEBASE ? 5 : 0);
  job->tables = file->tables;
  job->score = file->score != NULL && *file->score;
  job->all_moves = file->all_moves != NULL && *file->all_moves;
  job->depth = number_or (file->depth, 0);
  job->evaluation = file->evaluation;
  job->threads = number_or (file->threads, 0);
  job->table_memory = file->table_memory;
  const struct file_outputs *outputs = file->outputs;
  job->directory = outputs != NULL ? outputs->directory : NULL;
  job->certificate = outputs != NULL && outputs->certificate != NULL && *outputs->certificate;
  job->report = outputs == NULL || outputs->report == NULL || *outputs->report;
  take_slurm (&job->slurm, file->slurm);
}

/* A quantity in a text; `absent` if there is none. */
static bool
take_time (const struct job *job, const char *key, const char *text, double *seconds, struct failure *failure)
{
  struct failure why = { 0 };
  return text == NULL || quantity_time (text, seconds, &why) || job_fail (job, key, failure, "%s", why.text);
}

static bool
take_size (const struct job *job, const char *key, const char *text, uint64_t whole, uint64_t *bytes,
           struct failure *failure)
{
  struct failure why = { 0 };
  return text == NULL || quantity_size (text, whole, bytes, &why)
         || job_fail (job, key, failure, "%s", why.text);
}

/* Of more digits than a `number` of the schema may have. */
static bool
take_count (const struct job *job, const char *key, const char *text, uint64_t *count,
            struct failure *failure)
{
  struct failure why = { 0 };
  return text == NULL || quantity_count (text, 0, UINT64_MAX, count, &why)
         || job_fail (job, key, failure, "%s", why.text);
}

/* A share is refused: of which node? */
static bool
take_node_memory (struct job *job, const char *text, struct failure *failure)
{
  static const char key[] = "slurm.memory_per_node";
  const uint64_t least = UINT64_C (1) << 26;
  if (text == NULL)
    return true;
  if (strchr (text, '%') != NULL)
    return job_fail (job, key, failure, "'%.40s': expected a size, such as 16G, or 0: all", text);
  return take_size (job, key, text, 0, &job->slurm.memory_per_node, failure)
         && (job->slurm.memory_per_node == 0 || job->slurm.memory_per_node >= least
             || job_fail (job, key, failure, "%s is too small: at least 64M", text));
}

static bool
take_slurm_quantities (struct job *job, const struct file_slurm *file, struct failure *failure)
{
  struct failure why = { 0 };
  if (file == NULL)
    return true;
  return take_node_memory (job, file->memory_per_node, failure)
         && (file->time == NULL || quantity_slurm_time (file->time, &job->slurm.time, &why)
             || job_fail (job, "slurm.time", failure, "%s", why.text));
}

/* The table of a rank that may use `whole_memory`; 0: not known here. */
static bool
take_table_memory (struct job *job, const char *text, uint64_t whole_memory, struct failure *failure)
{
  static const char key[] = "table_memory";
  const bool known = whole_memory > 0;
  const uint64_t whole = known ? whole_memory : UINT64_C (1) << 60, least = 1 << 16;
  job->table_bytes = whole / 4 < TABLE_DEFAULT ? whole / 4 : TABLE_DEFAULT;
  if (!take_size (job, key, text, whole, &job->table_bytes, failure))
    return false;
  if (job->table_bytes < least)
    return job_fail (job, key, failure, "%s is too small: at least 64K", text);
  return !known || job->table_bytes <= machine_table_memory (whole_memory)
         || job_fail (job, key, failure, "%s is more than this rank may use", text);
}

static bool
take_method (struct job *job, const char *name, struct failure *failure)
{
  job->method = method_by_name (text_or (name, "auto"));
  if (job->method == METHODS)
    return job_fail (job, "method", failure, "unknown method '%.40s'", name);
  if (method_descriptions[job->method].heuristic && job->task != TASK_SOLVE)
    return job_fail (job, "method", failure,
                     "%.40s gives a move and an evaluation, no proof: only solve takes it", name);
  if ((job->depth > 0 || job->evaluation != NULL) && job->task != TASK_SOLVE)
    return job_fail (job, job->depth > 0 ? "depth" : "evaluation", failure, "only solve takes it");
  if (job->depth > DEPTH_MAX || (job->depth > 0 && !method_descriptions[job->method].takes_depth))
    return job_fail (job, "depth", failure, "1 to %d, for minimax, alpha-beta and bns", DEPTH_MAX);
  if (job->evaluation != NULL && !is_heuristic (job->method, job->depth))
    return job_fail (job, "evaluation", failure, "only searches with a depth, bns and immediate evaluate");
  if (job->score && job->method == METHOD_PROOF_NUMBER)
    return job_fail (job, "method", failure, "%.40s finds values, no scores", name);
  return true;
}

static bool
take_quantities (struct job *job, const struct file_job *file, uint64_t whole_memory, struct failure *failure)
{
  job->checkpoint_interval = -1;
  if (!take_slurm_quantities (job, file->slurm, failure))
    return false;
  if (whole_memory == 0)
    whole_memory = job->slurm.memory_per_node / (uint64_t) job->slurm.ranks_per_node;
  if (!take_table_memory (job, file->table_memory, whole_memory, failure)
      || !take_count (job, "seed", file->seed, &job->seed, failure)
      || !take_count (job, "node_limit", file->node_limit, &job->node_limit, failure)
      || !take_time (job, "time_limit", file->time_limit, &job->time_limit, failure)
      || !take_time (job, "checkpoint_interval", file->checkpoint_interval, &job->checkpoint_interval,
                     failure))
    return false;
  return take_method (job, file->method, failure);
}

/* What the types do not say. */
static bool
check_job (const struct job *job, const struct file_job *file, struct failure *failure)
{
  enum { THREADS_MAX = 1024, PLIES_MAX = 10000, PIECES_MAX = 24 };
  if (job->name[0] == 0 || job->name[0] == '.' || strchr (job->name, '/') != NULL || strlen (job->name) > 60)
    return job_fail (job, "name", failure,
                     "'%.60s' cannot name files: 1 to 60 characters, no slash, no dot in front", job->name);
  if (file->pieces != NULL && (job->pieces < 2 || job->pieces > PIECES_MAX))
    return job_fail (job, "pieces", failure, "expected 2 to %d", PIECES_MAX);
  if (job->plies > PLIES_MAX || (job->task == TASK_PERFT && job->plies == 0))
    return job_fail (job, "plies", failure, "expected 1 to %d", PLIES_MAX);
  if (job->task == TASK_BOOK && job->plies > 254)
    return job_fail (job, "plies", failure, "a book has at most 254");
  if (job->threads > THREADS_MAX)
    return job_fail (job, "threads", failure, "at most %d", THREADS_MAX);
  if (job->positions_file == NULL && job->position_count == 0)
    return job_fail (job, "positions", failure, "the list is empty");
  if (job->task == TASK_PERFT && (job->positions_file != NULL || job->position_count > 1))
    return job_fail (job, "positions", failure, "perft takes one");
  if (job->tables != NULL && (job->tables[0] == 0 || file->pieces != NULL))
    return job_fail (job, "tables", failure,
                     job->tables[0] == 0 ? "an empty name" : "pieces makes tables: one of the two");
  if (job->directory != NULL && job->directory[0] == 0)
    return job_fail (job, "outputs.directory", failure, "an empty name");
  if (job->certificate && job->task != TASK_SOLVE)
    return job_fail (job, "outputs.certificate", failure, "only solve writes certificates, the task is %s",
                     task_names[job->task]);
  if (job->certificate && is_heuristic (job->method, job->depth))
    return job_fail (job, "outputs.certificate", failure, "method %s with that depth proves nothing",
                     method_descriptions[job->method].name);
  return true;
}

bool
job_read (struct job *job, const char *path, const char *text, size_t size, uint64_t whole_memory,
          struct failure *failure)
{
  *job = (struct job){ .path = path };
  struct parsed *parsed = allocate (1, sizeof *parsed);
  job->parsed = parsed;
  bool good = job_check (path, text, size, fields_with_file, "positions", &parsed->lines, failure);
  if (good) {
    parsed->schema = is_list (&parsed->lines, "positions") ? &schema_with_list : &schema_with_file;
    const cyaml_err_t error = cyaml_load_data ((const uint8_t *) text, size, &config, parsed->schema,
                                               (cyaml_data_t **) &parsed->file, NULL);
    if (error != CYAML_OK)
      good = fail (failure, EXIT_BAD_DATA, "%.300s: %s", path, cyaml_strerror (error));
  }
  if (good) {
    take_values (job, parsed->file, is_list (&parsed->lines, "positions"));
    good = job_check_slurm (job, failure) && take_quantities (job, parsed->file, whole_memory, failure)
           && check_job (job, parsed->file, failure);
  }
  if (!good)
    job_free (job);
  return good;
}

void
job_free (struct job *job)
{
  struct parsed *parsed = job->parsed;
  if (parsed == NULL)
    return;
  if (parsed->file != NULL)
    cyaml_free (&config, parsed->schema, parsed->file, 0);
  free (parsed->lines.keys);
  free (parsed);
  job->parsed = NULL;
}
