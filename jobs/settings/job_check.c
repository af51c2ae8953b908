#include "settings/job_check.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct check {
  const char *path, *either;
  yaml_document_t document;
  struct key_lines *lines;
  struct failure *failure;
};

static int
line_of (const yaml_node_t *node)
{
  return (int) node->start_mark.line + 1;
}

static bool
wrong (struct check *check, const yaml_node_t *node, const char *key, const char *expected)
{
  const char *found = "a list";
  char text[80];
  if (node->type == YAML_MAPPING_NODE)
    found = "a mapping";
  else if (node->type == YAML_SCALAR_NODE) {
    snprintf (text, sizeof text, "'%.60s'", (const char *) node->data.scalar.value);
    found = text;
  }
  return fail (check->failure, EXIT_BAD_DATA, "%.300s:%d: %s: expected %s, found %s", check->path,
               line_of (node), key, expected, found);
}

static bool
is_one_of (const char *text, const char *const *names, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp (text, names[i]) == 0)
      return true;
  return false;
}

static bool
is_whole_number (const char *text)
{
  const size_t length = strlen (text);
  return length > 0 && length <= 9 && strspn (text, "0123456789") == length;
}

static bool
check_enumeration (struct check *check, const struct cyaml_schema_value *schema, const yaml_node_t *node,
                   const char *text, const char *key)
{
  char known[200] = "one of ";
  for (uint32_t i = 0; i < schema->enumeration.count; i++) {
    if (strcmp (text, schema->enumeration.strings[i].str) == 0)
      return true;
    const size_t used = strlen (known);
    snprintf (known + used, sizeof known - used, "%s%s", i == 0 ? "" : ", ",
              schema->enumeration.strings[i].str);
  }
  return wrong (check, node, key, known);
}

static bool check_mapping (struct check *, const struct cyaml_schema_field *, yaml_node_t *,
                           const char *prefix);

static bool
check_strings (struct check *check, const yaml_node_t *node, const char *key)
{
  for (const yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top;
       item++) {
    const yaml_node_t *entry = yaml_document_get_node (&check->document, *item);
    if (entry->type != YAML_SCALAR_NODE)
      return wrong (check, entry, key, "a list of texts");
  }
  return true;
}

static bool
check_value (struct check *check, const struct cyaml_schema_field *field, yaml_node_t *node, const char *key)
{
  static const char *const booleans[] = { "true", "false", "yes", "no" };
  const struct cyaml_schema_value *schema = &field->value;
  if (schema->type == CYAML_MAPPING)
    return node->type == YAML_MAPPING_NODE ? check_mapping (check, schema->mapping.fields, node, key)
                                           : wrong (check, node, key, "a mapping");
  const bool listed = schema->type == CYAML_SEQUENCE;
  const bool either = check->either != NULL && strcmp (key, check->either) == 0;
  if (node->type == YAML_SEQUENCE_NODE && (listed || either))
    return check_strings (check, node, key);
  if (node->type != YAML_SCALAR_NODE || listed)
    return wrong (check, node, key,
                  listed   ? "a list of texts"
                  : either ? "a list or the name of a file"
                           : "one value");
  const char *text = (const char *) node->data.scalar.value;
  if (strlen (text) != node->data.scalar.length)
    return wrong (check, node, key, "text without a zero byte");
  switch (schema->type) {
  case CYAML_BOOL: return is_one_of (text, booleans, 4) || wrong (check, node, key, "true or false");
  case CYAML_INT:
  case CYAML_UINT: return is_whole_number (text) || wrong (check, node, key, "a whole number");
  case CYAML_ENUM: return check_enumeration (check, schema, node, text, key);
  default: return true;
  }
}

static const struct cyaml_schema_field *
field_by_key (const struct cyaml_schema_field *fields, const char *key)
{
  for (; fields->key != NULL; fields++)
    if (strcmp (fields->key, key) == 0)
      return fields;
  return NULL;
}

static bool
unknown_key (struct check *check, const struct cyaml_schema_field *fields, const yaml_node_t *node,
             const char *name)
{
  char known[400] = "";
  for (; fields->key != NULL; fields++) {
    const size_t used = strlen (known);
    snprintf (known + used, sizeof known - used, "%s%s", used == 0 ? "" : ", ", fields->key);
  }
  char place[200];
  snprintf (place, sizeof place, "%.120s:%d", check->path, line_of (node));
  return fail (check->failure, EXIT_BAD_DATA, "%s: unknown key '%.60s'; known are %s", place, name, known);
}

static bool
note_line (struct check *check, const yaml_node_t *node, const yaml_node_t *value, const char *name)
{
  struct key_lines *lines = check->lines;
  for (size_t i = 0; i < lines->count; i++)
    if (strcmp (lines->keys[i].key, name) == 0)
      return fail (check->failure, EXIT_BAD_DATA, "%.300s:%d: key '%s' stands here and on line %d",
                   check->path, line_of (node), name, lines->keys[i].line);
  lines->keys = reallocate (lines->keys, lines->count + 1, sizeof *lines->keys);
  struct key_line *line = &lines->keys[lines->count++];
  line->line = line_of (node);
  line->sequence = value->type == YAML_SEQUENCE_NODE;
  snprintf (line->key, sizeof line->key, "%s", name);
  return true;
}

static bool
check_mapping (struct check *check, const struct cyaml_schema_field *fields, yaml_node_t *node,
               const char *prefix)
{
  char name[64];
  for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top;
       pair++) {
    const yaml_node_t *key = yaml_document_get_node (&check->document, pair->key);
    yaml_node_t *value = yaml_document_get_node (&check->document, pair->value);
    if (key->type != YAML_SCALAR_NODE)
      return wrong (check, key, *prefix ? prefix : "key", "a name");
    snprintf (name, sizeof name, "%s%s%.40s", prefix, *prefix ? "." : "",
              (const char *) key->data.scalar.value);
    const struct cyaml_schema_field *field = field_by_key (fields, (const char *) key->data.scalar.value);
    if (field == NULL)
      return unknown_key (check, fields, key, name);
    if (!note_line (check, key, value, name) || !check_value (check, field, value, name))
      return false;
  }
  for (; fields->key != NULL; fields++) {
    snprintf (name, sizeof name, "%s%s%s", prefix, *prefix ? "." : "", fields->key);
    size_t i = 0;
    while (i < check->lines->count && strcmp (check->lines->keys[i].key, name) != 0)
      i++;
    if (i == check->lines->count && !(fields->value.flags & CYAML_FLAG_OPTIONAL))
      return fail (check->failure, EXIT_BAD_DATA, "%.300s:%d: key '%s' is missing", check->path,
                   line_of (node), name);
  }
  return true;
}

/* A syntax error. libyaml counts lines from 0; for bytes that are no text it knows only the offset. */
static bool
syntax_error (const yaml_parser_t *parser, const char *path, const char *text, size_t size,
              struct failure *failure)
{
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

static bool
check_document (struct check *check, const struct cyaml_schema_field *fields)
{
  yaml_node_t *root = yaml_document_get_root_node (&check->document);
  if (root == NULL)
    return fail (check->failure, EXIT_BAD_DATA, "%.300s:1: the file is empty", check->path);
  if (root->type != YAML_MAPPING_NODE)
    return wrong (check, root, "job", "a mapping of keys");
  return check_mapping (check, fields, root, "");
}

/* libyaml takes time that grows with the square of the depth, and of the number of anchors. What it stumbles
 * over otherwise is found again when the document is loaded. */
static bool
check_shape (const char *path, const char *text, size_t size, struct failure *failure)
{
  enum { DEPTH_MOST = 16, ANCHORS_MOST = 100 };
  yaml_parser_t parser;
  yaml_event_t event;
  int depth = 0, anchors = 0;
  if (!yaml_parser_initialize (&parser))
    return fail_memory (failure, path, size);
  yaml_parser_set_input_string (&parser, (const unsigned char *) text, size);
  yaml_event_type_t type = YAML_NO_EVENT;
  while (type != YAML_STREAM_END_EVENT && failure->code == 0 && yaml_parser_parse (&parser, &event)) {
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
  yaml_parser_delete (&parser);
  return failure->code == 0;
}

bool
job_check (const char *path, const char *text, size_t size, const struct cyaml_schema_field *fields,
           const char *either, struct key_lines *lines, struct failure *failure)
{
  struct check check = { .path = path, .either = either, .lines = lines, .failure = failure };
  *lines = (struct key_lines){ NULL, 0 };
  yaml_parser_t parser;
  if (!check_shape (path, text, size, failure))
    return false;
  if (!yaml_parser_initialize (&parser))
    return fail_memory (failure, path, size);
  yaml_parser_set_input_string (&parser, (const unsigned char *) text, size);
  bool good = yaml_parser_load (&parser, &check.document);
  if (!good)
    syntax_error (&parser, path, text, size, failure);
  else {
    good = check_document (&check, fields);
    yaml_document_delete (&check.document);
    if (good && !yaml_parser_load (&parser, &check.document))
      good = syntax_error (&parser, path, text, size, failure);
    else if (good) {
      const yaml_node_t *second = yaml_document_get_root_node (&check.document);
      if (second != NULL)
        good = fail (failure, EXIT_BAD_DATA, "%.300s:%d: a second document: a job file holds one", path,
                     line_of (second));
      yaml_document_delete (&check.document);
    }
  }
  yaml_parser_delete (&parser);
  return good;
}
