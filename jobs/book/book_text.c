#include "book/book_text.h"

#include "base/text.h"
#include "file/csv_file.h"
#include "file/gzip_file.h"
#include "games/exports.h"
#include "store/book_layout.h"
#include "store/new_file.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const book_text_names[BOOK_TEXT_FORMATS] = { "csv", "jsonl" };

static const char csv_header[] = "position,ply,value,score,moves,proven";
static const char csv_evaluation[] = ",evaluation,method"; /* only in a book with heuristic values */

static bool ends_with (const char *text, size_t length, const char *end) {
  const size_t size = strlen (end);
  return length >= size && memcmp (text + length - size, end, size) == 0;
}

enum book_text_format book_text_format (const char *path) {
  size_t length = strlen (path);
  if (ends_with (path, length, ".gz"))
    length -= 3;
  return ends_with (path, length, ".csv")     ? BOOK_CSV
         : ends_with (path, length, ".jsonl") ? BOOK_JSON_LINES
                                              : BOOK_TEXT_FORMATS;
}

/* ---- writing ---- */

/* A position of the book with everything that a line says about it. */
struct line {
  const struct book_rows *rows;
  struct position *position, *child;
  struct successor *list;
  bool *best;
  int count;
  size_t row;
  struct book_entry entry;
  zermelo_knowledge known;
  char text[BOOK_POSITION_TEXT];
};

static void line_begin (struct line *line, const struct book_rows *rows) {
  const struct game *game = &rows->game;
  *line = (struct line){ .rows = rows,
                         .position = position_allocate (game),
                         .child = position_allocate (game),
                         .list = allocate ((size_t) game->moves_max, sizeof *line->list),
                         .best = allocate ((size_t) game->moves_max, sizeof *line->best) };
}

static void line_end (struct line *line) {
  free (line->position);
  free (line->child);
  free (line->list);
  free (line->best);
}

static void line_set (struct line *line, size_t row) {
  const struct book_rows *rows = line->rows;
  const struct game *game = &rows->game;
  line->row = row;
  line->entry = book_rows_at (rows, row);
  line->known = book_rows_known (rows, row);
  book_rows_text (rows, row, line->text);
  line->count = 0;
  if (!game->engine->unpack (game, line->entry.key, line->position))
    return;
  line->count = game->engine->successors (game, line->position, line->list);
  for (int i = 0; i < line->count; i++)
    line->best[i] = book_mask_has (line->entry.moves, rows->mask_bytes, &line->list[i], i);
}

static json_t *json_score (const zermelo_knowledge *known) {
  return known->has_score ? json_integer (known->score) : json_null ();
}

static bool write_json (struct line *line, struct gzip_file *file) {
  json_t *best = json_array (), *all = json_array (), *object = json_object ();
  const struct book_entry *entry = &line->entry;
  for (int i = 0; i < line->count; i++) {
    const zermelo_knowledge known
        = book_rows_move (line->rows, line->row, line->position, &line->list[i], i, line->child);
    json_t *move = json_object ();
    json_object_set_new (move, "move", json_string (line->list[i].text));
    json_object_set_new (move, "value",
                         known_is_settled (&known, false) ? json_string (known_value_name (&known))
                                                          : json_null ());
    json_object_set_new (move, "score", json_score (&known));
    json_array_append_new (all, move);
    if (line->best[i])
      json_array_append_new (best, json_string (line->list[i].text));
  }
  json_object_set_new (object, "position", json_string (line->text));
  json_object_set_new (object, "ply", json_integer (entry->ply));
  json_object_set_new (object, "value", json_string (known_value_name (&line->known)));
  json_object_set_new (object, "score", json_score (&line->known));
  json_object_set_new (object, "moves", best);
  json_object_set_new (object, "proven", json_boolean (known_is_settled (&line->known, false)));
  if (line->rows->heuristic[0] != 0) {
    const bool evaluated = entry->evaluation != ZERMELO_NO_EVALUATION;
    json_object_set_new (object, "evaluation", evaluated ? json_integer (entry->evaluation) : json_null ());
    json_object_set_new (object, "method", evaluated ? json_string (line->rows->heuristic) : json_null ());
  }
  json_object_set_new (object, "all_moves", all);
  char *text = json_dumps (object, JSON_COMPACT);
  json_decref (object);
  if (text == NULL)
    internal_error (__FILE__, __LINE__, "no memory for a line of JSON");
  const bool good = gzip_file_write (file, text, strlen (text)) && gzip_file_write (file, "\n", 1);
  free (text);
  return good;
}

/* A field in quotes, with those that it has doubled. */
static void quote_field (const char *field, char *text, size_t size) {
  size_t used = 0;
  text_append (text, size, "\"");
  for (used = strlen (text); *field != 0 && used + 4 < size; field++) {
    if (*field == '"')
      text[used++] = '"';
    text[used++] = *field;
  }
  text[used] = 0;
  text_append (text, size, "\"");
}

static bool write_csv (struct line *line, struct gzip_file *file) {
  const struct book_entry *entry = &line->entry;
  const zermelo_knowledge *known = &line->known;
  const char *quote = strchr (line->text, ',') != NULL ? "\"" : ""; /* no text has quotes of its own */
  char head[BOOK_POSITION_TEXT + 100], score[24] = "";
  if (known->has_score)
    snprintf (score, sizeof score, "%d", known->score);
  snprintf (head, sizeof head, "%s%s%s,%d,%s,%s,", quote, line->text, quote, entry->ply,
            known_value_name (known), score);
  bool good = gzip_file_write (file, head, strlen (head)), first = true;
  for (int i = 0; good && i < line->count; i++)
    if (line->best[i]) {
      good = (first || gzip_file_write (file, " ", 1))
             && gzip_file_write (file, line->list[i].text, strlen (line->list[i].text));
      first = false;
    }
  char tail[40 + 2 * sizeof line->rows->heuristic] = "";
  text_append (tail, sizeof tail, known_is_settled (known, false) ? ",yes" : ",no");
  if (entry->evaluation != ZERMELO_NO_EVALUATION) {
    text_append (tail, sizeof tail, ",%d,", entry->evaluation);
    quote_field (line->rows->heuristic, tail + strlen (tail), sizeof tail - strlen (tail));
  } else if (line->rows->heuristic[0] != 0)
    text_append (tail, sizeof tail, ",,");
  text_append (tail, sizeof tail, "\n");
  return good && gzip_file_write (file, tail, strlen (tail));
}

/* The rows by ply; within a ply, in the order of the file. */
static int compare_plies (const void *a, const void *b, void *context) {
  const struct book_rows *rows = *(const struct book_rows *const *) context;
  const size_t i = *(const size_t *) a, j = *(const size_t *) b;
  const int plies = (rows->ply[i] > rows->ply[j]) - (rows->ply[i] < rows->ply[j]);
  return plies != 0 ? plies
                    : memcmp (key_set_key (&rows->keys, i), key_set_key (&rows->keys, j),
                              (size_t) rows->keys.key_bytes);
}

bool book_text_write (const struct book_rows *rows, enum book_text_format format, const char *path,
                      uint64_t *bytes, struct failure *failure) {
  assert (format < BOOK_TEXT_FORMATS);
  struct gzip_file file;
  struct line line;
  if (!gzip_file_create (&file, path, failure))
    return false;
  const size_t count = rows->keys.count;
  size_t *order = allocate (count + 1, sizeof *order);
  for (size_t i = 0; i < count; i++)
    order[i] = i;
  qsort_r (order, count, sizeof *order, compare_plies, &rows);
  line_begin (&line, rows);
  bool good
      = format != BOOK_CSV
        || (gzip_file_write (&file, csv_header, strlen (csv_header))
            && (rows->heuristic[0] == 0 || gzip_file_write (&file, csv_evaluation, strlen (csv_evaluation)))
            && gzip_file_write (&file, "\n", 1));
  for (size_t i = 0; good && i < count; i++) {
    line_set (&line, order[i]);
    good = format == BOOK_CSV ? write_csv (&line, &file) : write_json (&line, &file);
  }
  line_end (&line);
  free (order);
  if (good)
    return gzip_file_finish (&file, bytes);
  gzip_file_abandon (&file);
  return false;
}

/* ---- reading ---- */

struct book_reader {
  struct book_rows *rows;
  const char *path;
  struct book_left *left;
  struct position *position;
  struct successor *list;
  bool *marked;
  struct failure *failure;
};

static bool wrong (struct book_reader *r, size_t number, const char *format, const char *shown) {
  char text[200];
  snprintf (text, sizeof text, format, shown);
  return fail (r->failure, EXIT_BAD_DATA, "%.300s:%zu: %s", r->path, number, text);
}

static bool is_given (const char *text) { return text != NULL && *text != 0; }

static bool take_number (struct book_reader *r, size_t number, const char *text, int least, int most,
                         int *found) {
  char *end = NULL;
  const long value = is_given (text) ? strtol (text, &end, 10) : 0;
  if (end != NULL && (*end != 0 || value < least || value > most))
    return wrong (r, number, "'%.40s' is no ply or score", text);
  *found = (int) value;
  return true;
}

/* Mark the legal moves that a text names. */
static bool take_moves (struct book_reader *r, size_t number, const char *moves) {
  const int count = r->rows->game.engine->successors (&r->rows->game, r->position, r->list);
  memset (r->marked, 0, (size_t) r->rows->game.moves_max * sizeof *r->marked);
  while (*(moves += strspn (moves, " ")) != 0) {
    const size_t length = strcspn (moves, " ");
    char name[MOVE_TEXT] = "";
    int i = 0;
    snprintf (name, sizeof name, "%.*s", (int) length, moves);
    while (i < count && strcmp (r->list[i].text, name) != 0)
      i++;
    if (i == count)
      return wrong (r, number, "'%.40s' is no move there", name);
    r->marked[i] = true;
    moves += length;
  }
  return true;
}

static bool take_value (struct book_reader *r, size_t number, const char *text, int *value) {
  static const struct {
    const char *name;
    int value;
  } values[] = {
    { "win", ZERMELO_WIN }, { "draw", ZERMELO_DRAW }, { "loss", ZERMELO_LOSS }, { "unknown", ZERMELO_UNKNOWN }
  };
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (text != NULL && strcmp (text, values[i].name) == 0) {
      *value = values[i].value;
      return true;
    }
  return wrong (r, number, "'%.40s' is no value: win, draw, loss or unknown", text == NULL ? "" : text);
}

/* Where play converges the position says at which ply it is. */
static bool take_ply (struct book_reader *r, size_t number, const char *text, int *ply) {
  const struct game *game = &r->rows->game;
  if (!take_number (r, number, text, 0, BOOK_PLIES_MAX, ply))
    return false;
  if (game->plies_max == 0)
    return true;
  const int plies = game->engine->plies (game, r->position);
  if (is_given (text) && *ply != plies)
    return wrong (r, number, "ply %.20s is not that of the position", text);
  *ply = plies;
  return true;
}

/* What a line says of game, board and rules is to agree. */
static bool check_game (struct book_reader *r, size_t number, const char *game, const char *board,
                        const char *rules) {
  const struct game *ours = &r->rows->game;
  const char *const said[] = { game, board, rules }, *const is[]
                                                     = { ours->name, ours->board_text, ours->rules };
  for (int i = 0; i < 3; i++)
    if (is_given (said[i]) && strcmp (said[i], is[i]) != 0) {
      char text[160];
      snprintf (text, sizeof text, "'%.40s', but the book is about %.100s", said[i], ours->title);
      return wrong (r, number, "%s", text);
    }
  return true;
}

/* The evaluations of a book are all by one method. What does not say by which is by an unknown one. */
static bool take_method (struct book_reader *r, size_t number, const char *said) {
  static const char unknown[] = "--method unknown", option[] = "--method ";
  char *heuristic = r->rows->heuristic;
  const size_t room = sizeof r->rows->heuristic;
  const char *method = is_given (said) ? said : unknown;
  if (strncmp (method, option, strlen (option)) != 0 || strlen (method) >= room
      || strstr (method, " (partial)") != NULL)
    return wrong (r, number, "'%.100s' is no method, as in --method bns --depth 8", method);
  if (*heuristic != 0 && strcmp (heuristic, method) != 0)
    return wrong (r, number, "an evaluation by another method than those before it: %.100s", method);
  snprintf (heuristic, room, "%s", method);
  return true;
}

static bool take_line (struct book_reader *r, size_t number, const struct book_line *said) {
  struct book_rows *rows = r->rows;
  const struct game *game = &rows->game;
  uint8_t key[PACKED_MAX] = { 0 }, mask[64] = { 0 };
  struct book_entry entry = { .key = key, .moves = mask, .evaluation = ZERMELO_NO_EVALUATION };
  struct failure failure = { 0 };
  if (said->position == NULL || !position_parse (game, said->position, r->position, &failure))
    return wrong (r, number, "%.190s", said->position == NULL ? "no position" : failure.text);
  if (game->engine->outcome (game, r->position) != GOING_ON)
    return wrong (r, number, "the game is over there, and books have no such positions%s", "");
  if (!take_value (r, number, said->value, &entry.value) || !take_ply (r, number, said->ply, &entry.ply)
      || !take_number (r, number, said->score, -SCORE_MAX, SCORE_MAX, &entry.score)
      || !take_moves (r, number, said->moves == NULL ? "" : said->moves))
    return false;
  if (said->proven != NULL && strcmp (said->proven, "no") == 0 && entry.value != ZERMELO_UNKNOWN)
    return wrong (r, number, "%s, but not proven: then the value is unknown", said->value);
  if (is_given (said->score)) {
    if (entry.value == ZERMELO_UNKNOWN || (entry.score > 0) - (entry.score < 0) != entry.value)
      return wrong (r, number, "score %s is not one of that value", said->score);
    rows->scored = true;
  }
  if (is_given (said->evaluation)) {
    if (!take_number (r, number, said->evaluation, -INT16_MAX, INT16_MAX, &entry.evaluation))
      return false;
    if (entry.value != ZERMELO_UNKNOWN)
      return wrong (r, number, "evaluation %s beside a value", said->evaluation);
    if (!take_method (r, number, said->method))
      return false;
  }
  game->engine->pack_canonical (game, r->position, key);
  book_rows_mask (game, r->position, r->marked, mask);
  if (book_rows_add (rows, &entry, rows->mask_bytes) == SIZE_MAX)
    return wrong (r, number, "contradicts an earlier line about %.120s", said->position);
  if (entry.ply > rows->plies)
    rows->plies = entry.ply;
  return true;
}

static bool read_csv (struct book_reader *r, char *text, size_t size) {
  enum { COLUMNS = 11 };
  static const char *const names[COLUMNS] = { "position", "ply",    "value", "score", "moves", "evaluation",
                                              "proven",   "method", "game",  "board", "rules" };
  struct csv_file csv;
  int column[COLUMNS];
  if (!csv_file_parse (&csv, text, size, r->path, r->failure))
    return false;
  for (int i = 0; i < COLUMNS; i++)
    column[i] = csv_file_column (&csv, names[i]);
  bool good = column[0] >= 0 && column[2] >= 0;
  if (!good)
    wrong (r, 1, "the header has no column '%s'", column[0] < 0 ? "position" : "value");
  for (size_t row = 1; good && row < csv.rows; row++) {
    const char *field[COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
      field[i] = column[i] < 0 ? NULL : csv_file_field (&csv, row, column[i]);
    const struct book_line said
        = { field[0], field[1], field[2], field[3], field[4], field[5], field[6], field[7] };
    const size_t number = (size_t) csv.lines[row];
    good = check_game (r, number, field[8], field[9], field[10]) && take_line (r, number, &said);
  }
  csv_file_free (&csv);
  return good;
}

/* A list of moves as one text. What is no list, or no string in it, names no move. */
static void join_moves (const json_t *moves, char *text, size_t size) {
  size_t i;
  json_t *move;
  text[0] = 0;
  if (moves != NULL && !json_is_array (moves) && !json_is_null (moves))
    text_append (text, size, "?");
  json_array_foreach (moves, i, move)
      text_append_item (text, size, " ", json_is_string (move) ? json_string_value (move) : "?");
}

/* A number of the object as text, which stays as it is if it has none. What is there instead of a
 * whole number is no number as text either. */
static void number_text (const json_t *object, const char *name, char text[SCORE_TEXT]) {
  const json_t *number = json_object_get (object, name);
  if (json_is_integer (number))
    snprintf (text, SCORE_TEXT, "%lld", (long long) json_integer_value (number));
  else if (number != NULL && !json_is_null (number))
    strcpy (text, "?");
}

/* A text of the object; what is there instead of one agrees with nothing. */
static const char *text_of_json (const json_t *object, const char *name) {
  const json_t *text = json_object_get (object, name);
  return text == NULL || json_is_null (text) ? NULL : json_is_string (text) ? json_string_value (text) : "?";
}

static bool read_json_line (struct book_reader *r, size_t number, const char *line, size_t size) {
  json_error_t error;
  json_t *object = json_loadb (line, size, JSON_REJECT_DUPLICATES, &error);
  char ply[SCORE_TEXT] = "", score[SCORE_TEXT] = "", evaluation[SCORE_TEXT] = "", moves[8192];
  if (!json_is_object (object)) {
    json_decref (object);
    return wrong (r, number, "no JSON object%s", "");
  }
  const char *const game = text_of_json (object, "game"), *const board = text_of_json (object, "board"),
                    *const rules = text_of_json (object, "rules");
  join_moves (json_object_get (object, "moves"), moves, sizeof moves);
  number_text (object, "ply", ply);
  number_text (object, "score", score);
  number_text (object, "evaluation", evaluation);
  const struct book_line said = { json_string_value (json_object_get (object, "position")),
                                  ply,
                                  json_string_value (json_object_get (object, "value")),
                                  score,
                                  moves,
                                  evaluation,
                                  json_is_false (json_object_get (object, "proven")) ? "no" : NULL,
                                  text_of_json (object, "method") };
  const bool good = check_game (r, number, game, board, rules) && take_line (r, number, &said);
  json_decref (object);
  return good;
}

static bool read_json_lines (struct book_reader *r, char *text, size_t size) {
  bool good = true;
  size_t number = 1;
  for (char *line = text; good && line < text + size; number++) {
    char *end = memchr (line, '\n', (size_t) (text + size - line));
    end = end == NULL ? text + size : end;
    if (end > line)
      good = read_json_line (r, number, line, (size_t) (end - line));
    line = end + 1;
  }
  free (text);
  return good;
}

static bool take_said (void *reading, size_t number, const struct book_line *said) {
  return take_line (reading, number, said);
}

static void leave_out (void *reading, size_t number, const char *text, size_t size) {
  struct book_left *left = ((struct book_reader *) reading)->left;
  const size_t length = size < sizeof left->text ? size : sizeof left->text - 1;
  if (left->count++ > 0)
    return;
  left->line = number;
  memcpy (left->text, text, length);
  left->text[length] = 0;
}

/* The format of another program that a file's name stands for, or NULL. */
static const struct book_export *format_of_name (const char *path) {
  const size_t length = strlen (path);
  for (const struct book_export *const *e = book_exports; *e != NULL; e++)
    if ((*e)->read != NULL && ends_with (path, length, (*e)->suffix))
      return *e;
  return NULL;
}

/* "neither .csv, .jsonl, .pdn nor ..." */
static bool unknown_format (const char *path, struct failure *failure) {
  char known[200] = ".csv, .jsonl";
  for (const struct book_export *const *e = book_exports; *e != NULL; e++)
    if ((*e)->read != NULL)
      text_append_item (known, sizeof known, ", ", (*e)->suffix);
  return fail (failure, EXIT_USAGE, "%.300s: none of %s (the first two also with .gz)", path, known);
}

static bool read_text (struct book_reader *r, enum book_text_format format, const struct book_export *other,
                       char *text, size_t size) {
  if (format == BOOK_CSV)
    return read_csv (r, text, size);
  if (format == BOOK_JSON_LINES)
    return read_json_lines (r, text, size);
  struct failure wrong_file = { 0 };
  const struct book_receiver receiver = { r, take_said, leave_out };
  const bool good = other->read (&r->rows->game, text, size, &receiver, &wrong_file);
  if (!good && r->failure->code == 0)
    fail (r->failure, EXIT_BAD_DATA, "%.300s: %.400s", r->path, wrong_file.text);
  free (text);
  return good;
}

bool book_text_read (struct book_rows *rows, struct game *game, const char *path, struct book_left *left,
                     struct failure *failure) {
  const enum book_text_format format = book_text_format (path);
  const struct book_export *other = format_of_name (path);
  size_t size;
  bool good = format != BOOK_TEXT_FORMATS || other != NULL || unknown_format (path, failure);
  char *text = good ? gzip_file_read (path, &size, failure) : NULL;
  book_rows_begin (rows, game, false);
  snprintf (rows->path, sizeof rows->path, "%s", path);
  *left = (struct book_left){ 0 };
  struct book_reader r = { rows,
                           path,
                           left,
                           position_allocate (game),
                           allocate ((size_t) game->moves_max, sizeof *r.list),
                           allocate ((size_t) game->moves_max, sizeof *r.marked),
                           failure };
  good = text != NULL && read_text (&r, format, other, text, size);
  if (good && rows->keys.count == 0)
    good = fail (failure, EXIT_BAD_DATA, "%.300s: no positions", path);
  free (r.position);
  free (r.list);
  free (r.marked);
  if (!good)
    book_rows_free (rows);
  return good;
}
