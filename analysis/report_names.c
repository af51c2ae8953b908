/* What games, rows and values are called on the page. */
#include "analysis/report_parts.h"
#include "engine.h"

#include <stdio.h>
#include <string.h>

void
report_game (const struct record *record, char *text)
{
  const struct engine *engine = engine_by_name (record->game);
  if (engine == NULL) {
    snprintf (text, 160, "%s", record->title[0] != '\0' ? record->title : "no game");
    return;
  }
  const char *const *title = engine->description.board_title;
  snprintf (text, 160, "%s%s%s", title[0], record->board, title[1]);
  if (record->rules[0] != '\0' && strcmp (record->rules, engine->default_rules) != 0)
    snprintf (text + strlen (text), 160 - strlen (text), " (rules: %s)", record->rules);
}

const char *
report_subject (const struct report_run *run, const struct record_row *row)
{
  static const char *const words[]
      = { [REPORT_BOOK] = "ply ",     [REPORT_LAYERS] = "ply ",  [REPORT_COUNT] = "ply ",
          [REPORT_TABLES] = "slice ", [REPORT_PERFT] = "depth ", [REPORT_OTHER] = NULL };
  const char *word = words[run->task];
  const bool said = word != NULL && strncmp (row->subject, word, strlen (word)) == 0;
  return said ? row->subject + strlen (word) : row->subject;
}

bool
report_found (const struct record_row *row, const char *value)
{
  const size_t length = strlen (value);
  return strncmp (row->found, value, length) == 0
         && (row->found[length] == '\0' || row->found[length] == ' ');
}
