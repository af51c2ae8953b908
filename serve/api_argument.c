/* The argument at a leaf of a certificate: its numbers as cells of the board, and as a drawing, so that a
 * page does not need to know the kinds of arguments. A drawing has links between two cells, marks on cells,
 * and areas of related cells; links and marks have a short text. */
#include "serve/served_json.h"

#include "board_cells.h"
#include "checker/alignment.h"

#include <stdlib.h>

/* Limits for the cells in one answer, and for the cells examined to find them, so that it does not take
 * longer than a client waits. "complete" tells whether cells were left out. */
enum { CELLS_SHOWN = 1 << 17, CELLS_LOOKED_AT = 1 << 20 };

/** The numbers of a row, and the map from the cells of its canonical position to those of the board. */
struct leaf {
  const struct game *game;
  const struct array_game *array;
  const uint16_t *number;
  size_t numbers;
  int *cell; /* by cell of the canonical position: the cell of the board */
  json_t *links, *marks, *areas;
  int shown, looked_at;
  bool complete;
  const atomic_bool *called_off;
};

/* Are the limits large enough for these additional cells? */
static bool has_room (struct leaf *leaf, size_t shown, size_t looked_at) {
  leaf->complete = leaf->complete && !*leaf->called_off && shown <= (size_t) (CELLS_SHOWN - leaf->shown)
                   && looked_at <= (size_t) (CELLS_LOOKED_AT - leaf->looked_at);
  leaf->shown += leaf->complete ? (int) shown : 0;
  leaf->looked_at += leaf->complete ? (int) looked_at : 0;
  return leaf->complete;
}

static json_t *cell_json (const struct leaf *leaf, int canonical) {
  return canonical >= 0 && canonical < leaf->array->cells ? json_integer (leaf->cell[canonical])
                                                          : json_null ();
}

/* The name of an area: A to Z, then A1 to Z1, and so on. */
static json_t *letter_json (int number) {
  enum { LETTERS = 26 };
  char text[16];
  const int round = number / LETTERS;
  snprintf (text, sizeof text, round > 0 ? "%c%d" : "%c", 'A' + number % LETTERS, round);
  return json_string (text);
}

static void draw_link (const struct leaf *leaf, int from, int to, json_t *text) {
  json_array_append_new (leaf->links,
                         json_pack ("[o, o, o]", cell_json (leaf, from), cell_json (leaf, to), text));
}

/* Draw a mark. `player`: 0 or 1 for a stone of this player; -1: without a stone. */
static void draw_mark (const struct leaf *leaf, int cell, int player, json_t *text) {
  json_array_append_new (leaf->marks,
                         json_pack ("{s:o, s:o, s:o}", "cell", cell_json (leaf, cell), "side",
                                    player >= 0 ? json_integer (player) : json_null (), "text", text));
}

static json_t *number_text (int number) {
  char text[16];
  snprintf (text, sizeof text, "%d", number);
  return json_string (text);
}

static json_t *pairs_json (struct leaf *leaf) {
  json_t *pairs = json_array ();
  for (size_t i = 0; i + 1 < leaf->numbers && has_room (leaf, 2, 0); i += 2) {
    const int one = leaf->number[i], other = leaf->number[i + 1];
    json_array_append_new (pairs, json_pack ("[o, o]", cell_json (leaf, one), cell_json (leaf, other)));
    draw_link (leaf, one, other, letter_json ((int) i / 2));
  }
  return pairs;
}

/* The cells of a plan, in order. */
static json_t *cells_json (struct leaf *leaf) {
  json_t *cells = json_array ();
  for (size_t i = 0; i < leaf->numbers && has_room (leaf, 1, 0); i++) {
    json_array_append_new (cells, cell_json (leaf, leaf->number[i]));
    draw_mark (leaf, leaf->number[i], -1, number_text ((int) i + 1));
  }
  return cells;
}

/* List the cells where the other side must answer the stone on `cell`; after the last stone, the player takes
 * them himself. Returns one of them, -1: there is none. */
static int put_answers (const struct leaf *leaf, const struct array_position *position, int cell, int player,
                        size_t i, json_t *answers) {
  const bool ends = i + 1 == leaf->numbers;
  int answer = -1;
  if (completes_row (leaf->array, position, cell, 1 + player))
    return -1;
  for (int other = 0; other < leaf->array->cells; other++)
    if (may_place (leaf->array, position, other)
        && completes_row (leaf->array, position, other, 1 + player)) {
      json_array_append_new (answers, cell_json (leaf, other));
      draw_mark (leaf, other, ends ? player : 1 - player,
                 ends ? json_string ("+") : number_text (2 * (int) i + 2));
      answer = other;
    }
  return answer;
}

/* Each stone of the threats, and the cells where the other side must answer it. */
static json_t *threats_json (struct leaf *leaf, const uint8_t *key, int player) {
  struct array_position *position = allocate (1, sizeof *position);
  json_t *moves = json_array ();
  bool legal = leaf->array->rules->unpack (leaf->array, key, position);
  for (size_t i = 0; i < leaf->numbers && legal && has_room (leaf, 2, (size_t) leaf->array->cells); i++) {
    const int cell = leaf->number[i];
    legal = cell < leaf->array->cells && may_place (leaf->array, position, cell);
    if (!legal)
      break;
    place_stone (position, cell);
    draw_mark (leaf, cell, player, number_text (2 * (int) i + 1));
    json_t *answers = json_array ();
    const int answer = put_answers (leaf, position, cell, player, i, answers);
    json_array_append_new (moves,
                           json_pack ("{s:o, s:o}", "cell", cell_json (leaf, cell), "answers", answers));
    if (answer >= 0)
      place_stone (position, answer);
  }
  free (position);
  return moves;
}

/* The sets that the other side must not get, each as a list of cells of a tile. */
static json_t *sets_json (const struct leaf *leaf, const uint16_t *tile, int cells, const uint16_t *set,
                          size_t count) {
  json_t *sets = json_array ();
  for (size_t i = 0; i < count; i++) {
    json_t *list = json_array ();
    for (int bit = 0; bit < cells; bit++)
      if ((set[i] >> bit & 1) != 0)
        json_array_append_new (list, cell_json (leaf, tile[bit]));
    json_array_append_new (sets, list);
  }
  return sets;
}

/* Each tile: a number of cells, the cells, a number of sets, and the sets. */
static json_t *tiles_json (struct leaf *leaf) {
  json_t *tiles = json_array ();
  size_t sets;
  for (size_t i = 0, number = 0; i + 1 < leaf->numbers; i += sets + 1, number++) {
    const size_t cells = leaf->number[i++];
    const uint16_t *tile = leaf->number + i;
    json_t *list = json_array ();
    sets = tile[cells]; /* rows have the form defined in zermelo-files(5) */
    if (!has_room (leaf, cells * (1 + sets), 0)) {
      json_decref (list);
      break;
    }
    for (size_t j = 0; j < cells; j++) {
      json_array_append_new (list, cell_json (leaf, tile[j]));
      draw_mark (leaf, tile[j], -1, letter_json ((int) number));
    }
    json_array_append (leaf->areas, list);
    json_array_append_new (tiles, json_pack ("{s:o, s:o}", "cells", list, "sets",
                                             sets_json (leaf, tile, (int) cells, tile + cells + 1, sets)));
    i += cells;
  }
  return tiles;
}

static void put_argument (json_t *object, struct leaf *leaf, const struct certificate_file *file, int player,
                          const struct strategy_step *step) {
  switch (step->kind) {
  case ROW_PAIRING: json_object_set_new (object, "pairs", pairs_json (leaf)); break;
  case ROW_PLAN: json_object_set_new (object, "cells", cells_json (leaf)); break;
  case ROW_THREATS:
    json_object_set_new (object, "moves",
                         threats_json (leaf, key_of_row (file, step->set, step->row), player));
    break;
  case ROW_TILING: json_object_set_new (object, "tiles", tiles_json (leaf)); break;
  case ROW_SMALL: json_object_set_new (object, "nodes", json_integer (file->small_nodes)); break;
  default: break;
  }
}

json_t *argument_json (const struct oracle *oracle, const struct position *position, int player,
                       const struct strategy_step *step, const atomic_bool *called_off) {
  const struct game *game = &oracle->game;
  const struct certificate_file *file = oracle_certificate (oracle);
  const struct strategy_rows *rows = &file->strategy[step->set];
  if (step->coverage != COVERED_BY_ROW || step->kind == ROW_MOVE)
    return json_null ();
  const struct cells_engine *cells = game->engine->cells;
  const int symmetry = strategy_symmetry (oracle, position), count = cells->count (game);
  struct leaf leaf = { .game = game,
                       .array = &file->game,
                       .number = rows->number + rows->begin[step->row],
                       .numbers = rows->size[step->row],
                       .cell = allocate ((size_t) count, sizeof *leaf.cell),
                       .links = json_array (),
                       .marks = json_array (),
                       .areas = json_array (),
                       .complete = true,
                       .called_off = called_off };
  for (int i = 0; i < count; i++)
    leaf.cell[cells->image (game, symmetry, i)] = i;
  json_t *object = json_pack ("{s:s}", "kind", row_kind_names[step->kind]);
  put_argument (object, &leaf, file, player, step);
  json_object_set_new (
      object, "drawing",
      json_pack ("{s:o, s:o, s:o}", "links", leaf.links, "marks", leaf.marks, "areas", leaf.areas));
  json_object_set_new (object, "complete", json_boolean (leaf.complete));
  free (leaf.cell);
  return object;
}
