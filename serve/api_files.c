/* The games and files that are served. */
#include "serve/served_json.h"

#include "base/text.h"
#include "base/version.h"
#include "terminal/output.h"

#include <stdlib.h>

char *json_body (const json_t *body) {
  char *text = json_dumps (body, JSON_COMPACT | JSON_REAL_PRECISION (12));
  if (text == NULL)
    out_of_memory (0);
  return text;
}

static json_t *games_json (const struct served *served) {
  json_t *games = json_array ();
  for (int i = 0; i < served->game_count; i++) {
    const struct game *game = &served->games[i]->game;
    char *title = game_title (game);
    json_array_append_new (games, json_pack ("{s:s, s:s}", "game", game->title, "title", title));
    free (title);
  }
  return games;
}

/* A text of a file, which may be any bytes; null if it is empty. */
static json_t *said (const char *text) { return *text != 0 ? json_text (text) : json_null (); }

static json_t *file_json (const struct served *served, int i) {
  const struct served_file *file = &served->files[i];
  const struct oracle_facts *facts = &file->oracle.facts;
  json_t *object = json_pack (
      "{s:i, s:o, s:s, s:s, s:I, s:b, s:o, s:o}", "file", i, "name", said (served_file_name (file)), "kind",
      file->oracle.kind, "game", file->game->game.title, "positions", (json_int_t) facts->positions, "scores",
      file->oracle.distances, "options", said (facts->options), "checksum", said (facts->checksum));
  json_object_set_new (object, "plies", facts->plies >= 0 ? json_integer (facts->plies) : json_null ());
  json_object_set_new (object, "pieces", facts->pieces > 0 ? json_integer (facts->pieces) : json_null ());
  return object;
}

json_t *files_json (const struct served *served) {
  const struct served_game *columns = served_columns (served);
  json_t *files = json_array ();
  for (int i = 0; i < served->file_count; i++)
    json_array_append_new (files, file_json (served, i));
  char *program = text_format ("zermelo %s", version_text);
  json_t *object = json_pack ("{s:s, s:o, s:s?, s:o}", "program", program, "games", games_json (served),
                              "solve", columns != NULL ? columns->game.title : NULL, "files", files);
  free (program);
  return object;
}
