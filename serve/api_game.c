/* The data that a client needs to draw the board of any game and to let a user play on it. */
#include "serve/served_json.h"

#include "base/diagram.h"
#include "base/text.h"
#include "board_cells.h"
#include "play/player.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static json_t *pair (const char *const texts[2]) { return json_pack ("[s, s]", texts[0], texts[1]); }

char *game_title (const struct game *game) {
  const char *const *around = game->engine->description.board_title;
  const bool usual = strcmp (game->rules, game->engine->default_rules) == 0;
  char *title = text_format ("%s%s%s%s%s", around[0], game->board_text, around[1], usual ? "" : ", rules ",
                             usual ? "" : game->rules);
  *title = (char) toupper ((unsigned char) *title);
  return title;
}

static void put_names (json_t *object, const struct game *game) {
  const struct engine *engine = game->engine;
  char *title = game_title (game);
  json_object_set_new (object, "game", json_string (game->name));
  json_object_set_new (object, "board", json_string (game->board_text));
  json_object_set_new (object, "rules", json_string (game->rules));
  json_object_set_new (object, "text", json_string (game->title));
  json_object_set_new (object, "title", json_string (title));
  json_object_set_new (object, "sides", pair (engine->players));
  json_object_set_new (object, "marks", pair (engine->marks));
  json_object_set_new (object, "score", json_string (engine->description.scores_encoding));
  free (title);
}

static json_t *players_json (void) {
  json_t *players = json_array ();
  for (const struct player_kind *kind = player_kinds; kind->name != NULL; kind++) {
    json_t *keys = json_array ();
    for (int key = 0; key < PLAYER_KEYS; key++)
      if (kind->keys >> key & 1 && key != KEY_BOOK && key != KEY_TABLES)
        json_array_append_new (keys, json_string (player_key_names[key]));
    if (kind->human)
      json_decref (keys);
    else
      json_array_append_new (
          players, json_pack ("{s:s, s:s, s:o}", "name", kind->name, "summary", kind->summary, "keys", keys));
  }
  return players;
}

/* ---- the board ---- */

/* The names of columns, or of rows; empty if they have none. */
static json_t *labels_json (const struct game *game, bool row, int count) {
  char label[CELL_NAME];
  json_t *labels = json_array ();
  for (int i = 0; i < count; i++) {
    game->engine->cells->label (game, row, i, label);
    if (*label != 0)
      json_array_append_new (labels, json_string (label));
  }
  return labels;
}

static json_t *symmetries_json (const struct game *game, int count) {
  json_t *symmetries = json_array ();
  for (int symmetry = 0; symmetry < game->symmetries; symmetry++) {
    json_t *images = json_array ();
    for (int cell = 0; cell < count; cell++)
      json_array_append_new (images, json_integer (game->engine->cells->image (game, symmetry, cell)));
    json_array_append_new (symmetries, images);
  }
  return symmetries;
}

static void put_board (json_t *object, const struct game *game) {
  const struct cells_engine *engine = game->engine->cells;
  const int count = engine->count (game);
  int columns = 0, rows = 0;
  json_t *cells = json_array ();
  for (int i = 0; i < count; i++) {
    struct board_cell cell;
    engine->cell (game, i, &cell);
    columns = cell.x >= columns ? cell.x + 1 : columns;
    rows = cell.y >= rows ? cell.y + 1 : rows;
    json_array_append_new (cells, json_pack ("{s:s, s:i, s:i}", "name", cell.name, "x", cell.x, "y", cell.y));
  }
  json_object_set_new (object, "columns", json_integer (columns));
  json_object_set_new (object, "rows", json_integer (rows));
  json_object_set_new (object, "cells", cells);
  json_object_set_new (object, "files", labels_json (game, false, columns));
  json_object_set_new (object, "ranks", labels_json (game, true, rows));
  json_object_set_new (object, "dark", json_boolean (count < columns * rows));
  json_object_set_new (object, "gravity", json_boolean (engine->falling));
  json_object_set_new (object, "kinds",
                       engine->promotes ? json_pack ("[s, s]", "man", "king") : json_pack ("[s]", "stone"));
  json_object_set_new (object, "names",
                       json_pack ("{s:s, s:s, s:s}", "stone", engine->names[PIECE_STONE], "man",
                                  engine->names[PIECE_MAN], "king", engine->names[PIECE_KING]));
  json_object_set_new (object, "places", json_boolean (engine->places));
  json_object_set_new (object, "symmetries", symmetries_json (game, count));
}

/* The drawing of a game without cells: its board as text, or the position. */
static void put_drawing (json_t *object, const struct game *game, const struct answer *answer) {
  struct diagram diagram = { .width = 0 };
  game->engine->draw (game, answer->position, answer->normal.last, &diagram);
  char *drawing = diagram_text (&diagram, false);
  json_object_set_new (object, "drawing", json_string (*drawing != 0 ? drawing : answer->normal.text));
  free (drawing);
  diagram_free (&diagram);
}

/* ---- the position ---- */

static json_t *pieces_json (const struct game *game, const struct position *position) {
  static const char *const kinds[PIECE_KINDS] = { "", "stone", "man", "king" };
  const struct cells_engine *engine = game->engine->cells;
  json_t *pieces = json_array ();
  for (int cell = 0; engine != NULL && cell < engine->count (game); cell++) {
    const struct piece piece = engine->piece (game, position, cell);
    if (piece.kind != PIECE_NONE)
      json_array_append_new (pieces, json_pack ("{s:i, s:i, s:s}", "cell", cell, "side", piece.player, "kind",
                                                kinds[piece.kind]));
  }
  return pieces;
}

static json_t *numbers_json (const int *numbers, int count) {
  json_t *list = json_array ();
  for (int i = 0; i < count; i++)
    json_array_append_new (list, json_integer (numbers[i]));
  return list;
}

/* The cells where a user may point to choose a move: its end, the cells on which it is made, or all cells of
 * a column. */
static json_t *targets_json (const struct game *game, const int *list, int count) {
  const struct cells_engine *engine = game->engine->cells;
  struct board_cell end, cell;
  if (engine != NULL && engine->places)
    return numbers_json (list, count);
  if (count == 0 || !engine->falling)
    return numbers_json (list + (count > 0 ? count - 1 : 0), count > 0);
  json_t *targets = json_array ();
  engine->cell (game, list[0], &end);
  for (int i = 0; i < engine->count (game); i++) {
    engine->cell (game, i, &cell);
    if (cell.x == end.x)
      json_array_append_new (targets, json_integer (i));
  }
  return targets;
}

/* The cells of a move; none if the game has no cells. */
static int cells_of_move (const struct game *game, const struct answer *answer, const char *move, bool made,
                          int list[CELLS_OF_A_MOVE]) {
  const struct cells_engine *engine = game->engine->cells;
  return engine == NULL ? 0 : engine->of_move (game, answer->position, move, made, list);
}

static json_t *moves_json (const struct game *game, const struct answer *answer) {
  json_t *moves = json_array ();
  for (int i = 0; i < answer->count; i++) {
    int list[CELLS_OF_A_MOVE];
    const struct successor *successor = &answer->moves[i].successor;
    const int count = cells_of_move (game, answer, successor->text, false, list);
    char *text = answer_text_after (answer, successor);
    json_array_append_new (moves, json_pack ("{s:s, s:o, s:o, s:s?}", "move", successor->text, "cells",
                                             numbers_json (list, count), "targets",
                                             targets_json (game, list, count), "position", text));
    free (text);
  }
  return moves;
}

/* The position before the last move of the text, and that move; null if the text is not a line of moves. */
static json_t *before_json (const struct answer *answer) {
  const size_t length = strlen (answer->normal.text), last = strlen (answer->normal.last);
  if (last == 0 || last > length || strcmp (answer->normal.text + length - last, answer->normal.last) != 0)
    return json_null ();
  char *text = text_format ("%.*s", (int) (length - last), answer->normal.text);
  if (length > last && text[length - last - 1] == ' ')
    text[length - last - 1] = 0;
  json_t *before = json_pack ("{s:s, s:s}", "position", text, "move", answer->normal.last);
  free (text);
  return before;
}

void game_put_position (json_t *object, const struct game *game, const struct answer *answer) {
  int list[CELLS_OF_A_MOVE];
  const struct bounds outcome = { (int) answer->outcome, (int) answer->outcome };
  const int last = cells_of_move (game, answer, answer->normal.last, true, list);
  json_object_set_new (object, "position", json_string (answer->normal.text));
  json_object_set_new (object, "turn",
                       json_string (side_names[game->engine->mover (game, answer->position)]));
  json_object_set_new (object, "outcome",
                       answer->outcome == GOING_ON ? json_null () : json_string (value_name (outcome)));
  json_object_set_new (
      object, "stale",
      json_boolean (answer->outcome == GOING_ON && game->engine->stale (game, answer->position)));
  json_object_set_new (object, "pieces", pieces_json (game, answer->position));
  json_object_set_new (object, "before", before_json (answer));
  json_object_set_new (object, "last", numbers_json (list, last));
  json_object_set_new (object, "moves", moves_json (game, answer));
  if (game->engine->cells == NULL)
    put_drawing (object, game, answer);
}

/* ---- positions from their pieces ---- */

/* The cell with a name, -1: there is none. */
static int cell_named (const struct game *game, const char *name, size_t length) {
  const struct cells_engine *engine = game->engine->cells;
  struct board_cell cell;
  for (int i = 0; i < engine->count (game); i++) {
    engine->cell (game, i, &cell);
    if (strlen (cell.name) == length && strncmp (cell.name, name, length) == 0)
      return i;
  }
  return -1;
}

static bool read_pieces (const struct game *game, const char *text, int player, struct piece *pieces,
                         struct failure *failure) {
  const struct cells_engine *engine = game->engine->cells;
  const enum piece_kind plain = engine->promotes ? PIECE_MAN : PIECE_STONE;
  for (size_t length; *text != 0; text += length + (text[length] != 0)) {
    length = strcspn (text, ",");
    const bool king = engine->promotes && *text == 'K';
    const int cell = cell_named (game, text + king, length - king);
    if (cell < 0)
      return fail (failure, EXIT_BAD_DATA, "there is no cell '%.*s'", length < 20 ? (int) length : 20, text);
    if (pieces[cell].kind != PIECE_NONE)
      return fail (failure, EXIT_BAD_DATA, "cell %.*s is named twice", (int) length, text);
    pieces[cell] = (struct piece){ king ? PIECE_KING : plain, player };
  }
  return true;
}

json_t *setup_json (const struct game *game, const char *const pieces[2], int mover,
                    struct failure *failure) {
  enum { TEXT = 4096 };
  const struct cells_engine *engine = game->engine->cells;
  json_t *object = NULL;
  if (engine == NULL) {
    fail (failure, EXIT_BAD_DATA, "%s has no cells to put pieces on", game->title);
    return NULL;
  }
  struct piece *all = allocate ((size_t) engine->count (game), sizeof *all);
  struct position *position = position_allocate (game);
  char *text = allocate (TEXT, 1);
  if (read_pieces (game, pieces[0], 0, all, failure) && read_pieces (game, pieces[1], 1, all, failure)
      && engine->arrange (game, all, mover, position, failure)) {
    if (game->engine->print_position (game, position, text, TEXT))
      object = json_pack ("{s:s}", "position", text);
    else
      fail (failure, EXIT_BAD_DATA, "no order of moves was found that leads to these stones");
  }
  free (text);
  free (position);
  free (all);
  return object;
}

static void put_start (json_t *object, const struct game *game) {
  struct answer start;
  struct failure never = { 0 };
  if (!answer_begin (&start, game, "", &never))
    internal_error (__FILE__, __LINE__, "there is no start: %s", never.text);
  json_object_set_new (object, "start", json_string (start.normal.text));
  answer_end (&start);
}

json_t *game_board_json (const struct game *game) {
  json_t *object = json_object ();
  put_names (object, game);
  put_start (object, game);
  json_object_set_new (object, "players", players_json ());
  if (game->engine->cells != NULL)
    put_board (object, game);
  return object;
}

json_t *game_json (struct served_game *own, const struct answer *answer) {
  if (own->board == NULL)
    own->board = game_board_json (&own->game);
  json_t *object = json_copy (own->board);
  game_put_position (object, &own->game, answer);
  return object;
}
