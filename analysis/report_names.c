/* Names of games, rows and values on the page. */
#include "analysis/report_parts.h"
#include "engine.h"
#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void report_board (const struct engine *engine, const char *board, const char *rules,
                   char text[REPORT_GAME]) {
  const char *const *title = engine->description.board_title;
  snprintf (text, REPORT_GAME, "%s%s%s", title[0], board, title[1]);
  if (rules[0] != '\0' && strcmp (rules, engine->default_rules) != 0)
    text_append (text, REPORT_GAME, " (rules: %s)", rules);
}

void report_game (const struct record *record, char text[REPORT_GAME]) {
  const struct engine *engine = engine_by_name (record->game);
  if (engine != NULL)
    report_board (engine, record->board, record->rules, text);
  else
    snprintf (text, REPORT_GAME, "%s", record->title[0] != '\0' ? record->title : "no game");
}

char *report_capital (char *game) {
  if (strncmp (game, "the ", 4) == 0)
    game[0] = 'T';
  return game;
}

const char *report_value_of_start (int value) {
  static const char *const values[]
      = { "a win for the second player", "a draw", "a win for the first player" };
  assert (-1 <= value && value <= 1);
  return values[value + 1];
}

const char *report_subject (const struct report_run *run, const struct record_row *row) {
  static const char *const words[]
      = { [REPORT_BOOK] = "ply ",     [REPORT_LAYERS] = "ply ",  [REPORT_COUNT] = "ply ",
          [REPORT_TABLES] = "slice ", [REPORT_PERFT] = "depth ", [REPORT_OTHER] = NULL };
  const char *word = words[run->task];
  const bool said = word != NULL && strncmp (row->subject, word, strlen (word)) == 0;
  return said ? row->subject + strlen (word) : row->subject;
}

bool report_found (const struct record_row *row, const char *value) {
  const size_t length = strlen (value);
  return strncmp (row->found, value, length) == 0
         && (row->found[length] == '\0' || row->found[length] == ' ');
}
