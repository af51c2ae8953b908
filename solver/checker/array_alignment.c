#include "alignment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int steps[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { -1, 1 } }; /* columns, rows */

/* ---- boards ---- */

/* Where stones fall: columns, and bits of a key. */
enum { FALLING_COLUMNS = 35, FALLING_BITS = 128 };

/* -1: it is not on the board. */
static int cell_at (const struct array_game *game, int column, int row) {
  const bool inside = column >= 0 && column < game->columns && row >= 0 && row < game->rows;
  return inside ? row * game->columns + column : -1;
}

/* The limits are those in zermelo(1). Only the normal form of a board is accepted. */
static bool read_board (struct array_game *game, const char *board) {
  char again[40];
  if (game->gravity ? sscanf (board, "%9dx%9d", &game->columns, &game->rows) != 2
                    : sscanf (board, "%9d,%9d,%9d", &game->columns, &game->rows, &game->length) != 3)
    return false;
  if (game->gravity)
    snprintf (again, sizeof again, "%dx%d", game->columns, game->rows);
  else
    snprintf (again, sizeof again, "%d,%d,%d", game->columns, game->rows, game->length);
  return strcmp (board, again) == 0 && game->columns >= 1 && game->rows >= 1 && game->length >= 1
         && game->columns <= (game->gravity ? FALLING_COLUMNS : SIDE_MOST) && game->rows <= SIDE_MOST
         && (!game->gravity || game->columns * (game->rows + 1) <= FALLING_BITS);
}

static bool open_board (struct array_game *game, const char *name, const char *board, const char *variant) {
  static const char *const variants[] = { "standard", "exact", "maker-breaker" };
  int count = 0;
  game->gravity = strcmp (name, "connect4") == 0;
  game->length = 4;
  if ((!game->gravity && strcmp (name, "mnk") != 0) || !read_board (game, board))
    return false;
  while (strcmp (variants[game->variant], variant) != 0)
    if (++game->variant == (game->gravity ? 1 : 3))
      return false;
  game->cells = game->columns * game->rows;
  game->key_bytes = game->gravity ? (game->columns * (game->rows + 1) + 7) / 8 : (game->cells + 3) / 4;
  game->line = calloc ((size_t) game->cells * 4, sizeof *game->line);
  game->order = calloc ((size_t) game->cells, sizeof *game->order);
  if (game->line == NULL || game->order == NULL)
    return false;
  game->key_bytes = game->key_bytes > KEY_MOST ? 0 : game->key_bytes;
  const int length = game->length;
  for (int d = 0; d < (length == 1 && game->variant != EXACT ? 1 : 4); d++)
    for (int cell = 0; cell < game->cells; cell++) {
      const int right = steps[d][0], up = steps[d][1];
      const int column = cell % game->columns, row = cell / game->columns;
      if (cell_at (game, column + (length - 1) * right, row + (length - 1) * up) >= 0)
        game->line[game->lines++]
            = (struct line){ cell, up * game->columns + right, cell_at (game, column - right, row - up),
                             cell_at (game, column + length * right, row + length * up) };
    }
  game->places = game->gravity ? game->columns : game->cells;
  /* distances of columns and rows from the middle, doubled; cells at equal distances are sorted by number */
  for (int distance = 0; count < game->places; distance++)
    for (int place = 0; place < game->places; place++) {
      const int across = abs (2 * (place % game->columns) + 1 - game->columns);
      const int along = game->gravity ? 0 : abs (2 * (place / game->columns) + 1 - game->rows);
      if (across + along == distance)
        game->order[count++] = (uint16_t) place;
    }
  return true;
}

/* ---- rules ---- */

bool completes_row (const struct array_game *game, const struct array_position *position, int cell,
                    int mark) {
  const int column = cell % game->columns, row = cell / game->columns;
  for (int d = 0; d < 4 && !(game->variant == MAKER_BREAKER && mark == 2); d++) {
    const int right = steps[d][0], up = steps[d][1];
    int run = 1, next;
    for (int way = -1; way <= 1; way += 2)
      for (int i = way;
           (next = cell_at (game, column + i * right, row + i * up)) >= 0 && position->cell[next] == mark;
           i += way)
        run++;
    if (game->variant == EXACT ? run == game->length : run >= game->length)
      return true;
  }
  return false;
}

int cell_of_place (const struct array_game *game, const struct array_position *position, int place) {
  if (game->gravity && place >= game->columns)
    return -1;
  while (game->gravity && place < game->cells && position->cell[place] != 0)
    place += game->columns;
  return place >= 0 && place < game->cells && position->cell[place] == 0 ? place : -1;
}

int winning_cell (const struct array_game *game, const struct array_position *position, int mark) {
  const int stones = (position->plies + (mark == 1)) / 2; /* stones of the player on the board */
  for (int i = 0; i < game->places && stones + 1 >= game->length; i++) {
    const int cell = cell_of_place (game, position, game->order[i]);
    if (cell >= 0 && completes_row (game, position, cell, mark))
      return cell;
  }
  return -1;
}

/* Connect Four has the scale of P. Pons: half the number of stones that would still fit, the winning stone
 * included. */
int worth_of (const struct array_game *game, enum ending for_player, int stones) {
  const int left = game->gravity ? (game->cells + 2 - stones) / 2 : game->cells + 1 - stones;
  return game->exact_score ? for_player * left : (int) for_player;
}

int line_lacks (const struct array_game *game, const struct array_position *position, const struct line *line,
                int mark) {
  int lacks = 0;
  for (int i = 0; i < game->length; i++) {
    const int stone = position->cell[line->first + i * line->step];
    if (stone != 0 && stone != mark)
      return -1;
    lacks += stone == 0;
  }
  const bool longer = (line->before >= 0 && position->cell[line->before] == mark)
                      || (line->beyond >= 0 && position->cell[line->beyond] == mark);
  return longer && game->variant == EXACT ? -1 : lacks;
}

bool has_line (const struct array_game *game, const struct array_position *position, int mark, int most) {
  for (int i = 0; i < game->lines && !(game->variant == MAKER_BREAKER && mark == 2); i++) {
    const int lacks = line_lacks (game, position, &game->line[i], mark);
    if (lacks >= 0 && lacks <= most)
      return true;
  }
  return false;
}

static enum ending ending (const struct array_game *game, const struct array_position *position) {
  if (has_line (game, position, 3 - mark_to_move (position), 0))
    return LOSES;
  return position->plies == game->cells ? full_board_for (game, mark_to_move (position)) : NOT_OVER;
}

static bool each_move (const struct array_game *game, const struct array_position *position,
                       bool (*visit) (void *, int, const struct array_position *), void *context) {
  struct array_position after;
  bool going_on = true;
  array_position_copy (game, &after, position);
  for (int cell = 0; cell < game->cells && going_on; cell++)
    if (may_place (game, position, cell)) {
      place_stone (&after, cell);
      going_on = visit (context, game->gravity ? cell % game->columns : cell, &after);
      remove_stone (&after, cell);
    }
  return going_on;
}

/* ---- keys ----
 *
 * Without gravity two bits a cell: the higher bit for a stone of the other side, the lower bit for a stone of
 * the side to move. With gravity the key is a big-endian number with rows + 1 bits for each column, from the
 * right: a bit is 1 for a stone of the side to move, and for the place on top of all stones of the column. */

/* The lowest bit of a cell, counted from the highest one of the first byte. */
static int bit_of (const struct array_game *game, int cell) {
  return game->gravity
             ? 8 * game->key_bytes - 1 - cell % game->columns * (game->rows + 1) - cell / game->columns
             : 2 * cell + 1;
}

/* Images: bit 0 mirrors columns, bit 1 mirrors rows, and bit 2 then exchanges columns and rows. */
static bool pack (const struct array_game *game, const struct array_position *position, int image,
                  uint8_t *key) {
  if (image >= (game->gravity ? 2 : game->columns == game->rows ? 8 : 4))
    return false;
  memset (key, 0, (size_t) game->key_bytes);
  for (int cell = 0; cell < game->cells; cell++) {
    int column = cell % game->columns, row = cell / game->columns;
    column = image & 1 ? game->columns - 1 - column : column;
    row = image & 2 ? game->rows - 1 - row : row;
    const int bit = bit_of (game, image & 4 ? column * game->columns + row : row * game->columns + column);
    const bool own = position->cell[cell] == mark_to_move (position),
               other = position->cell[cell] != 0 && !own;
    if (own || (game->gravity && may_place (game, position, cell)))
      key[bit / 8] |= (uint8_t) (0x80 >> bit % 8);
    if (game->gravity ? (own || other) && row == game->rows - 1 : other)
      key[(bit - 1) / 8] |= (uint8_t) (0x80 >> (bit - 1) % 8);
  }
  return true;
}

/* Bytes are accepted if they are the key of the position that they describe. Until the side to move is known,
 * its stones are marked 1. */
static bool unpack (const struct array_game *game, const uint8_t *key, struct array_position *position) {
  uint8_t again[KEY_MOST];
  int stones[4] = { 0 };
  memset (position, 0, offsetof (struct array_position, cell) + (size_t) game->cells);
  if (key == NULL)
    return true;
  for (int cell = game->cells - 1; cell >= 0; cell--) {
    const int bit = bit_of (game, cell), above = cell + game->columns, up = bit - 1;
    const bool lower = key[bit / 8] >> (7 - bit % 8) & 1, upper = key[up / 8] >> (7 - up % 8) & 1;
    const bool filled = upper || (above < game->cells && position->cell[above] != 0);
    position->cell[cell] = (int8_t) (game->gravity ? filled * (2 - lower) : 2 * upper + lower);
    stones[position->cell[cell]]++;
  }
  position->plies = stones[1] + stones[2];
  position->to_move = stones[1] != stones[2];
  for (int cell = 0; cell < game->cells && position->to_move == 1; cell++)
    position->cell[cell] = (int8_t) (position->cell[cell] == 0 ? 0 : 3 - position->cell[cell]);
  return stones[2] - stones[1] == position->to_move && pack (game, position, 0, again)
         && memcmp (again, key, (size_t) game->key_bytes) == 0
         && !has_line (game, position, mark_to_move (position), 0);
}

/* Rows from the top, as far as there are stones: ".../.xo" */
static void print (const struct array_game *game, const struct array_position *position, char *text,
                   size_t size) {
  int last = game->cells - 1;
  while (last > 0 && position->cell[last] == 0)
    last--;
  snprintf (text, size, "%s", position->plies == 0 ? "the start" : "");
  const bool room = size >= (size_t) game->cells + (size_t) game->rows;
  for (int row = position->plies > 0 && room ? last / game->columns : -1; row >= 0; row--) {
    for (int column = 0; column < game->columns; column++)
      *text++ = ".xo"[position->cell[row * game->columns + column]];
    *text++ = row > 0 ? '/' : '\0';
  }
}

const struct array_rules array_alignment = { false, open_board, unpack, pack, ending, each_move, print };
