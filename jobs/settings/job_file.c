#include "settings/job_file.h"

#include "base/suggest.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct job_reader {
  struct job *job;
  yaml_document_t *document;
  struct failure *failure;
  struct failure *warning; /* of the first wrong key, if those are left out; or NULL */
};

/* ---- failures ---- */

static int line_of (const yaml_node_t *node) { return (int) node->start_mark.line + 1; }

static bool wrong_type (const struct job_reader *reader, const yaml_node_t *node, const char *key,
                        const char *expected) {
  char text[80] = "a list";
  if (node->type == YAML_MAPPING_NODE)
    snprintf (text, sizeof text, "a mapping");
  else if (node->type == YAML_SCALAR_NODE)
    snprintf (text, sizeof text, "'%.60s'", (const char *) node->data.scalar.value);
  return fail (reader->failure, EXIT_BAD_DATA, "%.300s:%d: %s: expected %s, found %s", reader->job->path,
               line_of (node), key, expected, text);
}

/* Says which keys there are beside it, and which of them was meant. */
static bool unknown_key (const struct job_reader *reader, const yaml_node_t *node, const char *group,
                         const char *name) {
  char known[400] = "", place[200], keys[PARAMETERS_MAX][KEY_TEXT];
  const char *names[PARAMETERS_MAX] = { NULL };
  const size_t length = strlen (group);
  for (const struct parameter *p = parameters; p->name != NULL; p++) {
    char *key = keys[parameter_index (p)];
    parameter_key (p, key);
    if (p->tasks == 0 || strncmp (key, group, length) != 0 || strchr (key + length, '.') != NULL)
      continue;
    text_append_item (known, sizeof known, ", ", key + length);
    names[parameter_index (p)] = key + length;
  }
  const char *meant = suggest (name + length, names, PARAMETERS_MAX);
  snprintf (place, sizeof place, "%.120s:%d", reader->job->path, line_of (node));
  return fail (reader->failure, EXIT_BAD_DATA, "%s: unknown key '%.60s'; known are %s%s%s%s", place, name,
               known, meant != NULL ? "; did you mean '" : "", meant != NULL ? meant : "",
               meant != NULL ? "'?" : "");
}

/* ---- values ---- */

static bool take_keys (const struct job_reader *, const yaml_node_t *, const char *group);

static const char *text_of (const yaml_node_t *node) { return (const char *) node->data.scalar.value; }

/* It ends at its first zero byte, and there must be no other. */
static bool is_text (const yaml_node_t *node) {
  return node->type == YAML_SCALAR_NODE && strlen (text_of (node)) == node->data.scalar.length;
}

static bool take_list (const struct job_reader *reader, struct text_list *list, const yaml_node_t *node,
                       const char *key) {
  const yaml_node_item_t *item = node->data.sequence.items.start;
  const size_t count = (size_t) (node->data.sequence.items.top - item);
  const char **texts = allocate (count, sizeof *texts);
  *list = (struct text_list){ texts, count };
  for (size_t i = 0; i < count; i++) {
    const yaml_node_t *entry = yaml_document_get_node (reader->document, item[i]);
    if (!is_text (entry))
      return wrong_type (reader, entry, key, "a list of texts");
    texts[i] = text_of (entry);
  }
  return true;
}

static bool take_value (const struct job_reader *reader, const struct parameter *parameter,
                        const yaml_node_t *node, const char *key) {
  struct job *job = reader->job;
  struct failure why = { 0 };
  const enum kind kind = parameter->kind;
  if (kind == KIND_GROUP) {
    char group[KEY_TEXT + 1];
    snprintf (group, sizeof group, "%s.", key);
    return node->type == YAML_MAPPING_NODE ? take_keys (reader, node, group)
                                           : wrong_type (reader, node, key, "a mapping");
  }
  if (node->type == YAML_SEQUENCE_NODE && (kind == KIND_LIST || kind == KIND_POSITIONS))
    return take_list (reader, (void *) ((char *) job + parameter->offset), node, key);
  if (node->type != YAML_SCALAR_NODE || kind == KIND_LIST)
    return wrong_type (reader, node, key,
                       kind == KIND_LIST        ? "a list of texts"
                       : kind == KIND_POSITIONS ? "a list or the name of a file"
                                                : "one value");
  if (!is_text (node))
    return wrong_type (reader, node, key, "text without a zero byte");
  if (kind == KIND_POSITIONS)
    job->positions_file = text_of (node);
  else if (kind == KIND_TABLE_SIZE) /* of how much, the section slurm may say below */
    job->table_memory = text_of (node);
  else if (!parameter_set (parameter, job, IN_JOB, text_of (node), 0, &why))
    return fail (reader->failure, EXIT_BAD_DATA, "%.120s:%d: %s: %s", job->path, line_of (node), key,
                 why.text);
  return true;
}

static bool take_pair (const struct job_reader *reader, const yaml_node_pair_t *pair, const char *group) {
  struct job *job = reader->job;
  char name[80];
  const yaml_node_t *key = yaml_document_get_node (reader->document, pair->key);
  if (key->type != YAML_SCALAR_NODE)
    return wrong_type (reader, key, *group != 0 ? group : "key", "a name");
  snprintf (name, sizeof name, "%s%.60s", group, text_of (key));
  const struct parameter *parameter = parameter_by_key (name);
  if (parameter == NULL || !is_text (key) || (*group == 0 && strchr (name, '.') != NULL))
    return unknown_key (reader, key, group, name);
  int *line = &job->lines[parameter_index (parameter)];
  if (*line != 0)
    return fail (reader->failure, EXIT_BAD_DATA, "%.300s:%d: key '%s' stands here and on line %d", job->path,
                 line_of (key), name, *line);
  *line = line_of (key);
  return take_value (reader, parameter, yaml_document_get_node (reader->document, pair->value), name);
}

/* What is wrong may be left out. Returns whether reading goes on. */
static bool leave_out (struct failure *warning, struct failure *failure) {
  if (warning == NULL)
    return false;
  if (warning->code == 0)
    *warning = *failure;
  *failure = (struct failure){ 0 };
  return true;
}

/* `group` is "" or the name of the key above with a dot. */
static bool take_keys (const struct job_reader *reader, const yaml_node_t *node, const char *group) {
  for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top;
       pair++)
    if (!take_pair (reader, pair, group) && !leave_out (reader->warning, reader->failure))
      return false;
  return true;
}

/* ---- YAML ---- */

/* libyaml counts lines from 0; for bytes that are no text it knows only the offset. */
static bool syntax_error (const yaml_parser_t *parser, const char *path, const char *text, size_t size,
                          struct failure *failure) {
  size_t line = parser->problem_mark.line + 1;
  if (parser->error == YAML_READER_ERROR) {
    line = 1;
    for (size_t i = 0; i < parser->problem_offset && i < size; i++)
      line += text[i] == '\n';
  }
  return fail (failure, EXIT_BAD_DATA, "%.300s:%zu: %s%s%s", path, line,
               parser->problem != NULL ? parser->problem : "not YAML", parser->context != NULL ? " " : "",
               parser->context != NULL ? parser->context : "");
}

/* libyaml takes time that grows with the square of the depth, and of the number of anchors. What it stumbles
 * over otherwise is found again when the document is loaded. */
static bool check_shape (yaml_parser_t *parser, const char *path, struct failure *failure) {
  enum { DEPTH_MOST = 16, ANCHORS_MOST = 100 };
  yaml_event_t event;
  int depth = 0, anchors = 0;
  yaml_event_type_t type = YAML_NO_EVENT;
  while (type != YAML_STREAM_END_EVENT && failure->code == 0 && yaml_parser_parse (parser, &event)) {
    type = event.type;
    depth += type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
    depth -= type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT;
    anchors += (type == YAML_SCALAR_EVENT && event.data.scalar.anchor != NULL)
               || (type == YAML_SEQUENCE_START_EVENT && event.data.sequence_start.anchor != NULL)
               || (type == YAML_MAPPING_START_EVENT && event.data.mapping_start.anchor != NULL);
    if (depth > DEPTH_MOST || anchors > ANCHORS_MOST)
      fail (failure, EXIT_BAD_DATA, "%.300s:%zu: %s", path, event.start_mark.line + 1,
            depth > DEPTH_MOST ? "nested more than 16 deep" : "more than 100 anchors");
    yaml_event_delete (&event);
  }
  return failure->code == 0;
}

static bool parser_begin (yaml_parser_t *parser, const char *path, const char *text, size_t size,
                          struct failure *failure) {
  if (!yaml_parser_initialize (parser))
    return fail_memory (failure, path, size);
  yaml_parser_set_input_string (parser, (const unsigned char *) text, size);
  return true;
}

/* The first document, and that there is no second. */
static bool load (yaml_parser_t *parser, const struct job_reader *reader, const char *text, size_t size) {
  yaml_document_t next;
  const char *path = reader->job->path;
  if (!yaml_parser_load (parser, reader->document))
    return syntax_error (parser, path, text, size, reader->failure);
  reader->job->document = reader->document; /* from here on job_free() frees it */
  if (!yaml_parser_load (parser, &next))
    return syntax_error (parser, path, text, size, reader->failure);
  const yaml_node_t *second = yaml_document_get_root_node (&next);
  if (second != NULL)
    fail (reader->failure, EXIT_BAD_DATA, "%.300s:%d: a second document: a job file holds one", path,
          line_of (second));
  yaml_document_delete (&next);
  return second == NULL;
}

static bool load_document (const struct job_reader *reader, const char *text, size_t size) {
  yaml_parser_t parser;
  const char *path = reader->job->path;
  if (!parser_begin (&parser, path, text, size, reader->failure))
    return false;
  bool good = check_shape (&parser, path, reader->failure);
  yaml_parser_delete (&parser);
  if (!good || !parser_begin (&parser, path, text, size, reader->failure))
    return false;
  good = load (&parser, reader, text, size);
  yaml_parser_delete (&parser);
  return good;
}

/* ---- jobs ---- */

static const char *const start_position[] = { "" };

/* What holds for keys that are not given. */
static void begin (struct job *job, const char *path) {
  *job = (struct job){ .path = path, .positions = { start_position, 1 } };
  for (const struct parameter *p = parameters; p->name != NULL; p++)
    if (p->tasks != 0)
      parameter_set_default (p, job, IN_JOB, 0);
}

static bool take_document (const struct job_reader *reader) {
  const struct job *job = reader->job;
  const yaml_node_t *root = yaml_document_get_root_node (reader->document);
  if (root == NULL)
    return fail (reader->failure, EXIT_BAD_DATA, "%.300s:1: the file is empty", job->path);
  if (root->type != YAML_MAPPING_NODE)
    return wrong_type (reader, root, "job", "a mapping of keys");
  return take_keys (reader, root, "")
         && (job->name != NULL
             || fail (reader->failure, EXIT_BAD_DATA, "%.300s:%d: key 'name' is missing", job->path,
                      line_of (root)));
}

/* Of the memory of a rank, as the machine or the section slurm has it. */
static bool take_table_memory (struct job *job, uint64_t whole_memory, struct failure *failure) {
  struct failure why = { 0 };
  const struct parameter *parameter = parameter_by_key ("table_memory");
  if (whole_memory == 0)
    whole_memory = job->slurm.memory_per_node / (uint64_t) job->slurm.ranks_per_node;
  if (job->table_memory == NULL)
    parameter_set_default (parameter, job, IN_JOB, whole_memory);
  else if (!parameter_set (parameter, job, IN_JOB, job->table_memory, whole_memory, &why))
    return job_fail (job, "table_memory", failure, "%s", why.text);
  return true;
}

static bool read_job (const struct job_reader *reader, const char *text, size_t size, uint64_t whole_memory) {
  struct job *job = reader->job;
  bool good = load_document (reader, text, size);
  if (job->document == NULL) {
    free (reader->document);
    return false;
  }
  good = good && take_document (reader)
         && (take_table_memory (job, whole_memory, reader->failure)
             || leave_out (reader->warning, reader->failure));
  if (job->task != COMMAND_TABLEBASE && !job_gives (job, "pieces"))
    job->options.pieces = 0;
  if (job->slurm.array == 1)
    job->slurm.array = 0;
  good = good && (job_check (job, reader->failure) || leave_out (reader->warning, reader->failure));
  if (!good)
    job_free (job);
  return good;
}

bool job_read (struct job *job, const char *path, const char *text, size_t size, uint64_t whole_memory,
               struct failure *failure) {
  const struct job_reader reader = { job, allocate (1, sizeof (yaml_document_t)), failure, NULL };
  begin (job, path);
  return read_job (&reader, text, size, whole_memory);
}

bool job_read_known (struct job *job, const char *path, const char *text, size_t size,
                     struct failure *warning, struct failure *failure) {
  const struct job_reader reader = { job, allocate (1, sizeof (yaml_document_t)), failure, warning };
  begin (job, path);
  return read_job (&reader, text, size, 0);
}

void job_free (struct job *job) {
  if (job->document == NULL)
    return;
  if (job->positions.texts != start_position)
    free ((void *) job->positions.texts);
  free ((void *) job->slurm.extra.texts);
  free ((void *) job->boards.texts);
  free ((void *) job->players.texts);
  free ((void *) job->methods.texts);
  free ((void *) job->depths.texts);
  free ((void *) job->published.texts);
  yaml_document_delete (job->document);
  free (job->document);
  job->document = NULL;
}

/* ---- what others ask ---- */

bool job_uses (const struct job *job, const struct parameter *parameter, struct failure *failure) {
  char tasks[100], key[KEY_TEXT];
  if (job->lines[parameter_index (parameter)] == 0 || parameter->tasks >> job->task & 1)
    return true;
  commands_list (parameter->tasks, " and ", tasks, sizeof tasks);
  return job_fail (job, parameter_key (parameter, key), failure, "task %s does not use it, only %s",
                   commands[job->task].name, tasks);
}

bool job_goes_on (const struct job *job) {
  return job->task == COMMAND_SOLVE || job->task == COMMAND_VERIFY || job->task == COMMAND_BOOK
         || job->task == COMMAND_TOURNAMENT || job->task == COMMAND_COMPARE;
}

void job_complete (const struct job *job, struct options *options) {
  for (const struct parameter *p = parameters; p->name != NULL; p++)
    if (p->commands != 0 && p->tasks != 0 && !options->given[parameter_index (p)])
      parameter_copy (p, options, &job->options);
}
