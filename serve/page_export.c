/* The contents of the page: the answers of the server, by GAME and POSITION, about every position that the
 * file knows and that can be reached from the start (of a certificate: by its strategies, from its claims).
 * Transpositions share one text, to which the moves lead. */

#include "answer/strategy.h"
#include "base/text.h"
#include "run/answer_json.h"
#include "serve/page_files.h"
#include "serve/served_json.h"
#include "store/new_file.h"

#include <stdlib.h>
#include <string.h>

struct exporter {
  struct served served;
  struct served_game *own;
  struct key_set keys; /* the positions, packed without symmetries */
  char **text;         /* the text of each position */
  size_t capacity;
  json_t *position, *game, *certificate;
};

/* ---- the positions ---- */

static const char *text_of (const struct exporter *e, const struct position *position) {
  uint8_t key[PACKED_MAX] = { 0 };
  e->own->game.engine->pack (&e->own->game, position, key);
  const size_t i = key_set_find (&e->keys, key);
  return i == SIZE_MAX ? NULL : e->text[i];
}

/* Add a position; takes ownership of the text. */
static void add_position (struct exporter *e, const struct position *position, char *text) {
  uint8_t key[PACKED_MAX] = { 0 };
  e->own->game.engine->pack (&e->own->game, position, key);
  if (text == NULL || !key_set_add (&e->keys, key, key_hash (key, e->keys.key_bytes))) {
    free (text);
    return;
  }
  e->text = grow_list (e->text, e->keys.count - 1, &e->capacity, sizeof *e->text);
  e->text[e->keys.count - 1] = text;
}

static bool is_certificate (const struct exporter *e) {
  return strcmp (e->served.files[0].oracle.kind, "certificate") == 0;
}

/* Does a strategy continue from here by move `i`? A plan does not count, since it has too many positions for
 * a page. */
static bool is_on_the_way (const struct exporter *e, const struct answer *answer, int i) {
  const struct oracle *oracle = &e->served.files[0].oracle;
  for (int player = 0; player < 2; player++) {
    const struct strategy_step step = strategy_step (oracle, answer->position, player);
    if (step.coverage == COVERED_BY_REPLIES
        || (step.kind == ROW_MOVE && strategy_move (oracle, answer->position, &step) == i))
      return true;
  }
  return false;
}

/* Does the position after move `i` belong to the page? */
static bool is_wanted (struct exporter *e, const struct answer *answer, int i, const struct position *child) {
  zermelo_knowledge known = known_nothing ();
  struct failure none = { 0 };
  struct oracle *oracle = &e->served.files[0].oracle;
  if (is_certificate (e))
    return is_on_the_way (e, answer, i);
  return answer->moves[i].outcome != GOING_ON || oracle->ask (oracle, child, &known, &none);
}

static void add_children (struct exporter *e, const struct answer *answer) {
  struct position *child = position_allocate (answer->game);
  for (int i = 0; i < answer->count; i++) {
    answer_child (answer, i, child);
    if (is_wanted (e, answer, i, child))
      add_position (e, child, answer_text_after (answer, &answer->moves[i].successor));
  }
  free (child);
}

/* Look a position up in the file. */
static bool look_up (struct exporter *e, struct answer *answer, const char *text, struct failure *failure) {
  if (!answer_begin (answer, &e->own->game, text, failure))
    return false;
  if (served_recall (&e->served, e->own, answer, failure))
    return true;
  answer_end (answer);
  return false;
}

static const atomic_bool never_called_off;

/* Add the position with which the page begins: the start, or that of the first claim of a certificate. */
static bool add_first (struct exporter *e, const char *path, struct failure *failure) {
  struct answer answer;
  json_t *claimed
      = is_certificate (e) ? certificate_json (&e->served, 0, NULL, -1, &never_called_off, failure) : NULL;
  const char *text = json_string_value (json_object_get (claimed, "position"));
  bool done = failure->code == 0 && look_up (e, &answer, text != NULL ? text : "", failure);
  json_decref (claimed);
  if (!done)
    return false;
  if (is_certificate (e) || known_is_settled (&answer.known, false))
    add_position (e, answer.position, strdup (answer.normal.text));
  else
    done
        = fail (failure, EXIT_BAD_DATA, "%.300s: it does not know the start, with which a page begins", path);
  answer_end (&answer);
  return done;
}

static bool collect (struct exporter *e, const char *path, struct failure *failure) {
  struct answer answer;
  e->keys.key_bytes = e->own->game.key_bytes;
  if (e->keys.key_bytes == 0)
    return fail (failure, EXIT_BAD_DATA, "%.300s: the board is too large for a page", path);
  if (!add_first (e, path, failure))
    return false;
  for (size_t i = 0; i < e->keys.count; i++) {
    if (!look_up (e, &answer, e->text[i], failure))
      return false;
    add_children (e, &answer);
    answer_end (&answer);
    if (e->keys.count > PAGE_POSITIONS_MOST)
      return fail (failure, EXIT_BAD_DATA, "%.300s: more than %d positions, too many for a page", path,
                   (int) PAGE_POSITIONS_MOST);
  }
  return true;
}

/* ---- the number of entries of the file ---- */

/* Add the canonical form of the position if it is in the file. */
static void note_position (struct exporter *e, const struct position *position, struct key_set *seen) {
  zermelo_knowledge known = known_nothing ();
  struct failure none = { 0 };
  struct oracle *oracle = &e->served.files[0].oracle;
  uint8_t key[PACKED_MAX] = { 0 };
  if (!oracle->ask (oracle, position, &known, &none))
    return;
  e->own->game.engine->pack_canonical (&e->own->game, position, key);
  key_set_add (seen, key, key_hash (key, seen->key_bytes));
}

/* Add the rows by which the strategies of a certificate continue from the position. */
static void note_rows (struct exporter *e, const struct position *position, struct key_set *seen) {
  for (int player = 0; player < 2; player++) {
    const struct strategy_step step = strategy_step (&e->served.files[0].oracle, position, player);
    uint8_t key[sizeof step.row + 1] = { (uint8_t) step.set };
    memcpy (key + 1, &step.row, sizeof step.row);
    if (step.coverage == COVERED_BY_ROW)
      key_set_add (seen, key, key_hash (key, seen->key_bytes));
  }
}

/* The number of positions, or rows, of the file that are in the page. */
static uint64_t count_own (struct exporter *e) {
  const struct game *game = &e->own->game;
  struct key_set seen = { .key_bytes = is_certificate (e) ? (int) sizeof (size_t) + 1 : game->key_bytes };
  struct position *position = position_allocate (game);
  struct failure none = { 0 };
  for (size_t i = 0; i < e->keys.count; i++)
    if (position_parse (game, e->text[i], position, &none))
      (is_certificate (e) ? note_rows : note_position) (e, position, &seen);
  const uint64_t count = seen.count;
  free (position);
  key_set_free (&seen);
  return count;
}

/* ---- the answers ---- */

/* The text of the position after a move in the page, or NULL. */
static const char *text_after (const struct exporter *e, const struct answer *answer, const json_t *move) {
  const char *name = json_string_value (json_object_get (move, "move")), *text = NULL;
  struct position *child = position_allocate (answer->game);
  for (int i = 0; i < answer->count && name != NULL && text == NULL; i++)
    if (strcmp (answer->moves[i].successor.text, name) == 0) {
      answer_child (answer, i, child);
      text = text_of (e, child);
    }
  free (child);
  return text;
}

/* Let a move lead to the text of its position. False: the position is not in the page. */
static bool point_move (const struct exporter *e, json_t *move, const struct answer *answer) {
  const char *text = text_after (e, answer, move);
  if (text != NULL)
    json_object_set_new (move, "position", json_string (text));
  return text != NULL;
}

static void point_moves (const struct exporter *e, json_t *moves, const struct answer *answer) {
  for (size_t i = 0; i < json_array_size (moves); i++)
    point_move (e, json_array_get (moves, i), answer);
}

/* The answers of the strategies, except for moves that lead out of the page. */
static void put_certificate (struct exporter *e, const char *text, const struct answer *answer,
                             struct failure *failure) {
  for (int side = 0; side < 2 && failure->code == 0; side++) {
    char *name = text_format ("0|%s|%s", text, side_names[side]);
    json_t *step = certificate_json (&e->served, 0, text, side, &never_called_off, failure);
    json_t *replies = json_object_get (step, "replies");
    if (!point_move (e, json_object_get (step, "move"), answer))
      json_object_set_new (step, "move", json_null ());
    for (size_t i = json_array_size (replies); i-- > 0;)
      if (!point_move (e, json_array_get (replies, i), answer))
        json_array_remove (replies, i);
    json_object_set_new (e->certificate, name, step);
    free (name);
  }
}

static bool put_position (struct exporter *e, const char *name, const char *text, struct failure *failure) {
  struct answer answer;
  if (!look_up (e, &answer, text, failure))
    return false;
  json_t *position = answer_json (&answer, false), *board = json_object ();
  game_put_position (board, &e->own->game, &answer);
  point_moves (e, json_object_get (position, "moves"), &answer);
  point_moves (e, json_object_get (board, "moves"), &answer);
  json_object_set_new (e->position, name, position);
  json_object_set_new (e->game, name, board);
  if (is_certificate (e))
    put_certificate (e, text, &answer, failure);
  answer_end (&answer);
  return failure->code == 0;
}

static json_t *data_json (struct exporter *e, struct failure *failure) {
  const char *title = e->own->game.title;
  e->position = json_object ();
  e->game = json_object ();
  e->certificate = json_object ();
  for (size_t i = 0; i < e->keys.count && failure->code == 0; i++) {
    char *name = text_format ("%s|%s", title, e->text[i]);
    put_position (e, name, e->text[i], failure);
    free (name);
  }
  char *start = text_format ("%s|", title);
  if (failure->code == 0)
    put_position (e, start, e->text[0], failure);
  free (start);
  json_t *statistics
      = failure->code == 0 ? statistics_of_file (&e->served, 0, &never_called_off, failure) : NULL;
  return json_pack ("{s:o, s:{s:o}, s:o, s:o, s:o, s:{s:o*}}", "files", files_json (&e->served), "board",
                    title, game_board_json (&e->own->game), "position", e->position, "game", e->game,
                    "certificate", e->certificate, "statistics", "0", statistics);
}

/* ---- the page ---- */

/* Write the data for use within a script: without text that could end or begin a tag. */
static void put_data (FILE *page, const json_t *data) {
  char *text = json_body (data);
  fputs ("<script type=\"application/json\" id=\"zermelo-data\">", page);
  for (const char *c = text; *c != 0; c++)
    if (*c == '<')
      fputs ("\\u003c", page);
    else
      fputc (*c, page);
  fputs ("</script>\n", page);
  free (text);
}

/* Get the next line of a file. */
static bool next_line (const struct page_file *file, size_t *at, const char **line, int *length) {
  if (*at >= file->size)
    return false;
  *line = (const char *) file->bytes + *at;
  *length = (int) strcspn (*line, "\n");
  *at += (size_t) *length + 1;
  return true;
}

/* Write a module after the modules that it imports, each once, without the import and export keywords. */
static void put_module (FILE *page, const struct page_file *file, bool *put) {
  static const char import[] = "import ", export[] = "export ";
  const char *line;
  int length;
  if (file == NULL || put[file - page_files])
    return;
  put[file - page_files] = true;
  for (size_t at = 0; next_line (file, &at, &line, &length);) {
    char name[100] = "", copy[400];
    snprintf (copy, sizeof copy, "%.*s", length, line);
    if (strncmp (line, import, strlen (import)) != 0)
      continue;
    const char *from = strstr (copy, "\"./");
    if (from != NULL && sscanf (from, "\"./%99[^\"]", name) == 1)
      put_module (page, page_file_named (name), put);
  }
  for (size_t at = 0; next_line (file, &at, &line, &length);)
    if (strncmp (line, import, strlen (import)) != 0) {
      const int skip = strncmp (line, export, strlen (export)) == 0 ? (int) strlen (export) : 0;
      fprintf (page, "%.*s\n", length - skip, line + skip);
    }
}

/* The file that a line of the page names in an attribute such as src="app.js"; NULL: none. */
static const struct page_file *file_of_line (const char *line, const char *attribute) {
  char name[100];
  const char *found = strstr (line, attribute);
  if (found == NULL || sscanf (found + strlen (attribute), "=\"%99[^\"]", name) != 1)
    return NULL;
  return page_file_named (name);
}

static void put_page (FILE *page, const json_t *data) {
  static const char policy[]
      = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
        "'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">\n";
  const struct page_file *index = page_file_named ("index.html"), *modules = NULL;
  size_t files = 0;
  while (page_files[files].name != NULL)
    files++;
  bool *put = allocate (files, sizeof *put);
  const char *line;
  int length;
  for (size_t at = 0; next_line (index, &at, &line, &length);) {
    char *copy = text_format ("%.*s", length, line);
    const struct page_file *style
        = strstr (copy, "rel=\"stylesheet\"") != NULL ? file_of_line (copy, "href") : NULL;
    if (style != NULL)
      fprintf (page, "<style>\n%.*s</style>\n", (int) style->size, (const char *) style->bytes);
    else if (strstr (copy, "<script type=\"module\"") != NULL)
      modules = file_of_line (copy, "src");
    else if (strcmp (copy, "</body>") == 0) {
      put_data (page, data);
      fputs ("<script type=\"module\">\n", page);
      put_module (page, modules, put);
      fprintf (page, "</script>\n%s\n", copy);
    } else
      fprintf (page, "%s\n%s", copy, strstr (copy, "<meta charset") != NULL ? policy : "");
    free (copy);
  }
  free (put);
}

static bool write_page (const json_t *data, const char *to, uint64_t *bytes, struct failure *failure) {
  char *text = NULL;
  struct new_file file;
  FILE *page = text_stream (&text, &(size_t){ 0 });
  put_page (page, data);
  text_stream_end (page);
  *bytes = strlen (text);
  bool done = new_file_create_text (&file, to, failure);
  if (done && !new_file_write (&file, text, strlen (text), failure)) {
    new_file_abandon (&file);
    done = false;
  }
  free (text);
  return done && new_file_finish (&file, failure);
}

bool page_export (const char *from, const char *to, struct exported *written, struct failure *failure) {
  const struct served_resources resources = { .threads = 1 };
  struct exporter e = { .text = NULL };
  bool done = served_open_file (&e.served, from, &resources, failure);
  if (done) {
    e.own = e.served.games[0];
    done = collect (&e, from, failure);
  }
  if (done) {
    json_t *data = data_json (&e, failure);
    const uint64_t all = e.served.files[0].oracle.facts.positions, own = count_own (&e);
    *written = (struct exported){ .positions = own, .left_out = all > own ? all - own : 0 };
    done = failure->code == 0 && write_page (data, to, &written->bytes, failure);
    json_decref (data);
  }
  for (size_t i = 0; i < e.keys.count; i++)
    free (e.text[i]);
  free (e.text);
  key_set_free (&e.keys);
  served_close (&e.served);
  return done;
}
