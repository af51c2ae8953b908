#include "run/known_values.h"

#include "file/csv_file.h"
#include "run/installed_books.h"
#include "engine.h"
#include "query.h"

#include <assert.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum column { GAME, BOARD, RULES, SET, VALUE, EFFORT, SOURCE, NOTE, COLUMNS };

static const char *const column_names[COLUMNS]
    = { "game", "board", "rules", "set", "value", "effort", "source", "note" };

static bool find_columns (const struct csv_file *csv, const char *path, int *columns,
                          struct failure *failure) {
  for (int i = 0; i < COLUMNS; i++) {
    columns[i] = csv_file_column (csv, column_names[i]);
    if (columns[i] < 0)
      return fail (failure, EXIT_BAD_DATA, "%.300s:1: there is no column '%s'", path, column_names[i]);
  }
  return true;
}

/* The index of `text` among `count` names, or `count`. */
static int place (const char *text, const char *const *names, int count) {
  int i = 0;
  while (i < count && strcmp (text, names[i]) != 0)
    i++;
  return i;
}

static bool read_row (struct known_value *row, const struct csv_file *csv, size_t i, const int *columns,
                      const char *path, struct failure *failure) {
  static const char *const values[] = { "win", "draw", "loss", "unknown", "" };
  const char *field[COLUMNS];
  for (int c = 0; c < COLUMNS; c++)
    field[c] = csv_file_field (csv, i, columns[c]);
  *row = (struct known_value){ .set = field[SET],
                               .value = field[VALUE],
                               .source = field[SOURCE],
                               .note = field[NOTE],
                               .line = csv->lines[i] };
  char where[340], text[200];
  snprintf (where, sizeof where, "%.300s:%d", path, row->line);
  snprintf (text, sizeof text, "%.60s:%.60s%s%.40s", field[GAME], field[BOARD],
            field[RULES][0] != 0 ? "," : "", field[RULES]);
  struct game game;
  if (!engine_open (&game, text, failure))
    return fail_in (failure, where);
  memcpy (row->title, game.title, sizeof row->title);
  memcpy (row->game, game.name, sizeof row->game);
  memcpy (row->board, game.board_text, sizeof row->board);
  memcpy (row->rules, game.rules, sizeof row->rules);
  engine_close (&game);
  const int value = place (field[VALUE], values, 5), effort = place (field[EFFORT], effort_names, EFFORTS);
  if (value == 5)
    return fail (failure, EXIT_BAD_DATA, "%s: value '%.40s' is not win, draw, loss, unknown or empty", where,
                 field[VALUE]);
  if (effort == EFFORTS)
    return fail (failure, EXIT_BAD_DATA, "%s: effort '%.40s' is not quick, normal or long", where,
                 field[EFFORT]);
  if (value == 3)
    row->value = "";
  row->effort = (enum effort_class) effort;
  return true;
}

/* Read what boards took once, if the file is there. It only serves estimates of the time, so a fault in it is
 * no failure.
 * */
static void read_costs (struct known_values *table) {
  static const char *const names[] = { "game", "board", "rules", "nodes", "seconds" };
  enum { NAMES = sizeof names / sizeof *names };
  char path[1000];
  int column[NAMES];
  struct csv_file csv;
  struct failure ignored = { 0 };
  data_path ("verify_costs.csv", path, sizeof path);
  if (access (path, R_OK) != 0 || !csv_file_read (&csv, path, &ignored))
    return;
  bool good = true;
  for (int i = 0; i < NAMES; i++)
    good &= (column[i] = csv_file_column (&csv, names[i])) >= 0;
  for (size_t i = 1; good && i < csv.rows; i++)
    for (size_t j = 0; j < table->count; j++) {
      struct known_value *row = &table->rows[j];
      if (strcmp (csv_file_field (&csv, i, column[0]), row->game) != 0
          || strcmp (csv_file_field (&csv, i, column[1]), row->board) != 0
          || strcmp (csv_file_field (&csv, i, column[2]), row->rules) != 0)
        continue;
      row->nodes = fmax (0, strtod (csv_file_field (&csv, i, column[3]), NULL));
      row->seconds = fmax (0, strtod (csv_file_field (&csv, i, column[4]), NULL));
    }
  csv_file_free (&csv);
}

void known_values_path (char *path, size_t size) { data_path ("known_values.csv", path, size); }

bool known_values_read (struct known_values *table, struct failure *failure) {
  char path[1000];
  int columns[COLUMNS] = { 0 };
  known_values_path (path, sizeof path);
  *table = (struct known_values){ 0 };
  struct csv_file *csv = allocate (1, sizeof *csv);
  table->file = csv;
  if (!csv_file_read (csv, path, failure) || !find_columns (csv, path, columns, failure)) {
    known_values_free (table);
    return false;
  }
  table->rows = allocate (csv->rows, sizeof *table->rows);
  for (size_t i = 1; i < csv->rows; i++)
    if (!read_row (&table->rows[table->count++], csv, i, columns, path, failure)) {
      known_values_free (table);
      return false;
    }
  read_costs (table);
  return true;
}

void known_values_free (struct known_values *table) {
  if (table->file != NULL)
    csv_file_free (table->file);
  free (table->file);
  free (table->rows);
  *table = (struct known_values){ 0 };
}

/* The number of moves after the start, if it is 0 or 1; -1: more. */
static int moves_after_start (const struct game *game, const struct position *position) {
  uint8_t key[PACKED_MAX] = { 0 }, other[PACKED_MAX] = { 0 };
  struct position *one = position_allocate (game);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  game->engine->pack (game, position, key);
  game->engine->start (game, one);
  game->engine->pack (game, one, other);
  int moves = memcmp (key, other, game->key_bytes) == 0 ? 0 : -1;
  const int count = moves < 0 ? game->engine->successors (game, one, list) : 0;
  for (int i = 0; i < count && moves < 0; i++) {
    struct position *child = position_allocate (game);
    game->engine->child (game, one, list[i].move, child);
    game->engine->pack (game, child, other);
    moves = memcmp (key, other, game->key_bytes) == 0 ? 1 : -1;
    free (child);
  }
  free (list);
  free (one);
  return moves;
}

bool known_values_window (const struct known_values *table, const struct game *game,
                          const struct position *position, struct bounds *window) {
  size_t i = 0;
  while (i < table->count && strcmp (table->rows[i].title, game->title) != 0)
    i++;
  if (i == table->count || table->rows[i].value[0] == 0 || game->key_bytes == 0)
    return false;
  const int moves = moves_after_start (game, position);
  const int value
      = (strcmp (table->rows[i].value, "win") == 0) - (strcmp (table->rows[i].value, "loss") == 0);
  *window = search_range (false);
  *(moves == 0 ? &window->upper : &window->lower) = moves == 0 ? value : -value;
  return moves >= 0;
}

bool known_values_ask (void *table, const struct game *game, const struct position *position,
                       struct bounds *window) {
  struct known_values *values = table;
  struct failure ignored = { 0 };
  return (values->file != NULL || known_values_read (values, &ignored))
         && known_values_window (values, game, position, window);
}

/* `only` is the name of a set, or a pattern for game:board[,rules]. */
static bool is_asked_for (const struct known_value *row, const char *only) {
  return strcmp (row->set, only) == 0 || fnmatch (only, row->title, 0) == 0;
}

bool known_values_select (struct known_values *table, const struct options *options,
                          struct failure *failure) {
  assert (1 <= options->part && options->part <= options->parts && options->effort < EFFORTS);
  size_t named = 0, kept = 0, taken = 0;
  for (size_t i = 0; i < table->count; i++) {
    const struct known_value *row = &table->rows[i];
    if (!is_asked_for (row, options->only))
      continue;
    named++;
    if (row->effort > options->effort)
      continue;
    if (kept++ % (size_t) options->parts == (size_t) options->part - 1)
      table->rows[taken++] = *row;
  }
  assert (taken <= kept && kept <= named && named <= table->count);
  table->count = taken;
  if (named == 0)
    return fail (failure, EXIT_USAGE,
                 "--only: no set and no game:board of the table of known values matches '%.60s'",
                 options->only);
  return true;
}
