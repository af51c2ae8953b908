/* `zermelo probe`: look up positions in a book, endgame tables or layers. */
#include "command/command.h"
#include "command/probe_oracle.h"

#include "run/batch.h"
#include "file/text_lines.h"
#include "layers/layers_layout.h"
#include "tablebase/tables_file.h"
#include "tablebase/tables_layout.h"

#include <stdlib.h>
#include <string.h>

static const struct column probe_columns[]
    = { { "position", -24 }, { "value", -7 }, { "score", 5 }, { "moves", -1 } };

struct probing {
  struct run *run;
  struct oracle oracle;
  struct position *position;
  size_t asked, missing, bad;
  struct failure trouble; /* a failure of the file itself */
};

static bool
oracle_open (struct oracle *oracle, const char *path, struct failure *failure)
{
  char kind[24];
  if (!tables_kind (path, kind, failure))
    return false;
  if (strcmp (kind, LAYERS_KIND) == 0)
    return oracle_open_layers (oracle, path, failure);
  return strcmp (kind, TABLES_KIND) == 0 ? oracle_open_tables (oracle, path, failure)
                                         : oracle_open_book (oracle, path, failure);
}

/* ---- one position ---- */

/* `shown` NULL: print the position in normal form. False: the text is not a position. */
static bool
probe_position (struct probing *p, const char *text, const char *shown, struct failure *failure)
{
  const struct game *game = &p->oracle.game;
  struct output *output = &p->run->output;
  char *normal = allocate (2 * strlen (text) + 512, 1);
  const bool good = game->engine->parse (game, text, p->position, normal, failure);
  if (good) {
    shown = shown != NULL ? shown : normal;
    output_field (output, shown, json_text (shown));
    const bool found = p->oracle.answer (&p->oracle, output, p->position, &p->trouble);
    for (int i = 0; i < 3 && !found; i++)
      output_text (output, NULL);
    p->asked++;
    p->missing += !found;
    if (p->trouble.code == 0)
      output_line (output);
  }
  free (normal);
  return good;
}

/* ---- many ---- */

static void
print_bad (struct probing *p, const char *text)
{
  struct output *output = &p->run->output;
  output_field (output, text, json_text (text));
  output_text (output, "error");
  output_text (output, NULL);
  output_text (output, NULL);
  output_line (output);
}

static void
probe_lines (struct probing *p, struct lines *lines)
{
  char *line;
  bool whole;
  enum lines_state state;
  while ((state = lines_next (lines, &line, &whole)) != LINES_OVER && !run_must_stop (p->run)
         && p->trouble.code == 0) {
    struct failure failure = { 0 };
    if (state == LINES_LATER) {
      lines_wait (lines);
      continue;
    }
    if (*line == '#')
      continue;
    if (!whole)
      fail (&failure, EXIT_BAD_DATA, "a zero byte in the text");
    if (failure.code == 0 && probe_position (p, line, line, &failure))
      continue;
    p->bad++;
    failure_print_at (lines->name, lines->number, &failure);
    print_bad (p, line);
  }
}

static bool
probe_file (struct probing *p, const char *path, struct failure *failure)
{
  struct lines lines;
  if (!lines_open (&lines, path, failure))
    return false;
  probe_lines (p, &lines);
  const bool good = lines_well (&lines, failure);
  lines_close (&lines);
  return good;
}

static int
probe_all (struct probing *p, struct failure *failure)
{
  const struct options *options = &p->run->options;
  output_columns (&p->run->output, probe_columns, 4);
  for (int i = 1; i < options->argument_count && p->trouble.code == 0; i++)
    if (!probe_position (p, options->arguments[i], NULL, failure))
      return failure->code;
  if (options->positions != NULL && !probe_file (p, options->positions, failure))
    return failure->code;
  if (p->trouble.code != 0)
    *failure = p->trouble;
  else if (p->bad > 0)
    return EXIT_BAD_DATA;
  else if (p->missing > 0)
    fail (failure, EXIT_DIFFERS, "%zu of %zu positions are not in %.300s", p->missing, p->asked,
          options->arguments[0]);
  return failure->code;
}

int
command_probe (struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  struct probing probing = { .run = run };
  if ((options->argument_count > 1) == (options->positions != NULL))
    fail (failure, EXIT_USAGE, "probe: either positions or --positions FILE");
  int code = failure->code;
  if (code != 0 || !oracle_open (&probing.oracle, options->arguments[0], failure))
    return failure->code;
  probing.position = position_allocate (&probing.oracle.game);
  code = probe_all (&probing, failure);
  free (probing.position);
  probing.oracle.close (&probing.oracle);
  return code;
}
