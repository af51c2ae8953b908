/* What games, rows and values are called on the page. */
#include "analysis/report_parts.h"

#include <stdio.h>
#include <string.h>

void
report_game (const struct record *record, char *text)
{
  const bool usual = strcmp (record->rules, "standard") == 0 || strcmp (record->rules, "official") == 0
                     || record->rules[0] == '\0';
  if (strcmp (record->game, "connect4") == 0)
    snprintf (text, 160, "Connect Four %s", record->board);
  else if (strcmp (record->game, "draughts") == 0)
    snprintf (text, 160, "Italian draughts %s", record->board);
  else if (strcmp (record->game, "mnk") == 0)
    snprintf (text, 160, "the %s game", record->board);
  else {
    snprintf (text, 160, "%s", record->title[0] != '\0' ? record->title : "no game");
    return;
  }
  if (!usual)
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
