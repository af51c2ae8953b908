#include "alignment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int steps[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { -1, 1 } }; /* columns, rows */

/* ---- boards ---- */

static bool
is_inside (const struct array_game *game, int column, int row)
{
  return column >= 0 && column < game->columns && row >= 0 && row < game->rows;
}

static int
cell_or_none (const struct array_game *game, int column, int row)
{
  return is_inside (game, column, row) ? row * game->columns + column : -1;
}

static void
list_lines (struct array_game *game)
{
  game->line = calloc ((size_t) game->cells * 4, sizeof *game->line);
  for (int d = 0; d < 4 && game->line != NULL; d++)
    for (int row = 0; row < game->rows; row++)
      for (int column = 0; column < game->columns; column++) {
        const int right = steps[d][0], up = steps[d][1], last = game->length - 1;
        if (!is_inside (game, column + last * right, row + last * up) || (last == 0 && d > 0))
          continue;
        game->line[game->lines++] = (struct line){
          .first = row * game->columns + column,
          .step = up * game->columns + right,
          .before = cell_or_none (game, column - right, row - up),
          .beyond = cell_or_none (game, column + game->length * right, row + game->length * up),
        };
      }
}

/* Cells from the middle outwards, columns if stones fall: by the distance of columns and of rows; then by
 * number. */
static void
order_places (struct array_game *game)
{
  const int places = game->gravity ? game->columns : game->cells;
  int count = 0;
  game->order = calloc ((size_t) places, sizeof *game->order);
  for (int distance = 0; count < places && game->order != NULL; distance++)
    for (int place = 0; place < places; place++) {
      const int across = abs (2 * (place % game->columns) + 1 - game->columns);
      const int along = game->gravity ? 0 : abs (2 * (place / game->columns) + 1 - game->rows);
      if (across + along == distance)
        game->order[count++] = (uint16_t) place;
    }
}

static bool
open_board (struct array_game *game)
{
  if (game->columns < 1 || game->rows < 1 || game->length < 1 || game->columns > CELLS_MOST
      || game->rows > CELLS_MOST / game->columns)
    return false;
  game->cells = game->columns * game->rows;
  list_lines (game);
  order_places (game);
  return game->line != NULL && game->order != NULL;
}

static bool
open_mnk (struct array_game *game, const char *board, const char *variant)
{
  static const char *const variants[] = { "standard", "exact", "maker-breaker" };
  int end = 0;
  if (sscanf (board, "%5d,%5d,%5d%n", &game->columns, &game->rows, &game->length, &end) != 3
      || board[end] != 0)
    return false;
  while (strcmp (variants[game->variant], variant) != 0)
    if (++game->variant == 3)
      return false;
  if (!open_board (game))
    return false;
  game->key_bytes = game->cells <= 4 * KEY_MOST ? (game->cells + 3) / 4 : 0;
  return true;
}

static bool
open_connect4 (struct array_game *game, const char *board, const char *variant)
{
  int end = 0;
  if (sscanf (board, "%5dx%5d%n", &game->columns, &game->rows, &end) != 2 || board[end] != 0
      || strcmp (variant, "standard") != 0)
    return false;
  game->length = 4;
  game->gravity = true;
  if (!open_board (game) || game->columns * (game->rows + 1) > 8 * KEY_MOST)
    return false;
  game->key_bytes = (game->columns * (game->rows + 1) + 7) / 8;
  return true;
}

/* ---- rules ---- */

/* The stones of that player next to the cell, in one direction. */
static int
run_beside (const struct array_game *game, const struct array_position *position, int cell, int mark,
            int right, int up)
{
  int column = cell % game->columns, row = cell / game->columns, run = 0;
  while (is_inside (game, column += right, row += up) && position->cell[row * game->columns + column] == mark)
    run++;
  return run;
}

bool
completes_row (const struct array_game *game, const struct array_position *position, int cell, int mark)
{
  if (game->variant == MAKER_BREAKER && mark == 2)
    return false;
  for (int d = 0; d < 4; d++) {
    const int right = steps[d][0], up = steps[d][1];
    const int run = 1 + run_beside (game, position, cell, mark, right, up)
                    + run_beside (game, position, cell, mark, -right, -up);
    if (game->variant == EXACT ? run == game->length : run >= game->length)
      return true;
  }
  return false;
}

bool
may_place (const struct array_game *game, const struct array_position *position, int cell)
{
  return cell >= 0 && cell < game->cells && position->cell[cell] == 0
         && (!game->gravity || cell < game->columns || position->cell[cell - game->columns] != 0);
}

void
place_stone (struct array_position *position, int cell)
{
  position->cell[cell] = (int8_t) mark_to_move (position);
  position->to_move = !position->to_move;
  position->plies++;
  position->last = cell;
}

void
remove_stone (struct array_position *position, int cell)
{
  position->cell[cell] = 0;
  position->to_move = !position->to_move;
  position->plies--;
  position->last = -1;
}

enum ending
full_board_for (const struct array_game *game, int mark)
{
  return game->variant != MAKER_BREAKER ? DRAWS : mark == 1 ? LOSES : WINS;
}

/* Pons's scale in Connect Four: half the stones that would still fit, counted with the winning one. */
int
worth_of (const struct array_game *game, bool exact_score, enum ending for_player, int stones)
{
  if (!exact_score)
    return for_player;
  return for_player * (game->gravity ? (game->cells + 2 - stones) / 2 : game->cells + 1 - stones);
}

int
line_lacks (const struct array_game *game, const struct array_position *position, const struct line *line,
            int mark)
{
  int lacks = 0;
  for (int i = 0; i < game->length; i++) {
    const int stone = position->cell[line->first + i * line->step];
    if (stone != 0 && stone != mark)
      return -1;
    lacks += stone == 0;
  }
  if (game->variant == EXACT
      && ((line->before >= 0 && position->cell[line->before] == mark)
          || (line->beyond >= 0 && position->cell[line->beyond] == mark)))
    return -1;
  return lacks;
}

static bool
has_row (const struct array_game *game, const struct array_position *position, int mark)
{
  if (position->last >= 0 && position->cell[position->last] == mark)
    return completes_row (game, position, position->last, mark);
  for (int cell = 0; cell < game->cells; cell++)
    if (position->cell[cell] == mark && completes_row (game, position, cell, mark))
      return true;
  return false;
}

static void
start (const struct array_game *game, struct array_position *position)
{
  position->to_move = position->plies = 0;
  position->last = -1;
  memset (position->cell, 0, (size_t) game->cells);
}

static enum ending
ending (const struct array_game *game, const struct array_position *position)
{
  if (has_row (game, position, 3 - mark_to_move (position)))
    return LOSES;
  return position->plies == game->cells ? full_board_for (game, mark_to_move (position)) : NOT_OVER;
}

static bool
each_move (const struct array_game *game, const struct array_position *position,
           bool (*visit) (void *, int, const struct array_position *), void *context)
{
  struct array_position after;
  array_position_copy (game, &after, position);
  for (int cell = 0; cell < game->cells; cell++) {
    if (!may_place (game, position, cell))
      continue;
    place_stone (&after, cell);
    if (!visit (context, game->gravity ? cell % game->columns : cell, &after))
      return false;
    remove_stone (&after, cell);
  }
  return true;
}

/* ---- keys ---- */

/* Do the numbers of stones fit the side to move, and has it no row yet? Sets who is to move. */
static bool
count_stones (const struct array_game *game, struct array_position *position, int own, int other)
{
  position->plies = own + other;
  position->to_move = own == other ? 0 : 1;
  position->last = -1;
  if (other - own != position->to_move)
    return false;
  if (position->to_move == 1) /* cells hold 1 for the side to move so far */
    for (int cell = 0; cell < game->cells; cell++)
      position->cell[cell] = (int8_t) (position->cell[cell] == 0 ? 0 : 3 - position->cell[cell]);
  return !has_row (game, position, mark_to_move (position));
}

static bool
unpack_mnk (const struct array_game *game, const uint8_t *key, struct array_position *position)
{
  int stones[4] = { 0, 0, 0, 0 };
  for (int cell = 0; cell < 4 * game->key_bytes; cell++) {
    const int mark = key[cell / 4] >> (6 - 2 * (cell % 4)) & 3;
    if (mark == 3 || (mark != 0 && cell >= game->cells))
      return false;
    stones[mark]++;
    if (cell < game->cells)
      position->cell[cell] = (int8_t) mark;
  }
  return count_stones (game, position, stones[1], stones[2]);
}

/* The cell under a symmetry: bit 0 mirrors columns, bit 1 rows, bit 2 then makes columns rows. */
static int
image_of_cell (const struct array_game *game, int cell, int image)
{
  int column = cell % game->columns, row = cell / game->columns;
  column = image & 1 ? game->columns - 1 - column : column;
  row = image & 2 ? game->rows - 1 - row : row;
  return image & 4 ? column * game->columns + row : row * game->columns + column;
}

static bool
pack_mnk (const struct array_game *game, const struct array_position *position, int image, uint8_t *key)
{
  if (image >= (game->columns == game->rows ? 8 : 4))
    return false;
  memset (key, 0, (size_t) game->key_bytes);
  for (int cell = 0; cell < game->cells; cell++) {
    const int to = image_of_cell (game, cell, image), stone = position->cell[cell];
    if (stone != 0)
      key[to / 4] |= (uint8_t) ((stone == mark_to_move (position) ? 1 : 2) << (6 - 2 * (to % 4)));
  }
  return true;
}

/* Bit i of a key, which is one big-endian number. */
static int
key_bit (const struct array_game *game, const uint8_t *key, int i)
{
  return key[game->key_bytes - 1 - i / 8] >> i % 8 & 1;
}

static bool
unpack_connect4 (const struct array_game *game, const uint8_t *key, struct array_position *position)
{
  const int bits = game->rows + 1;
  int own = 0, other = 0;
  memset (position->cell, 0, (size_t) game->cells);
  for (int i = game->columns * bits; i < 8 * game->key_bytes; i++)
    if (key_bit (game, key, i))
      return false;
  for (int column = 0; column < game->columns; column++) {
    int height = game->rows;
    while (height >= 0 && !key_bit (game, key, column * bits + height))
      height--;
    if (height < 0)
      return false;
    for (int row = 0; row < height; row++) {
      const int mine = key_bit (game, key, column * bits + row);
      position->cell[row * game->columns + column] = mine ? 1 : 2;
      own += mine;
      other += !mine;
    }
  }
  return count_stones (game, position, own, other);
}

static bool
pack_connect4 (const struct array_game *game, const struct array_position *position, int image, uint8_t *key)
{
  if (image > 1)
    return false;
  memset (key, 0, (size_t) game->key_bytes);
  for (int column = 0; column < game->columns; column++) {
    const int from = image ? game->columns - 1 - column : column;
    for (int row = 0;; row++) {
      const int stone = row < game->rows ? position->cell[row * game->columns + from] : 0;
      const int bit = column * (game->rows + 1) + row;
      if (stone == 0 || stone == mark_to_move (position))
        key[game->key_bytes - 1 - bit / 8] |= (uint8_t) (1 << bit % 8);
      if (stone == 0)
        break;
    }
  }
  return true;
}

/* ---- text ---- */

/* Rows from the top, as far as there are stones: ".../.xo" */
static void
print (const struct array_game *game, const struct array_position *position, char *text, size_t size)
{
  if (position->plies == 0) {
    snprintf (text, size, "the start");
    return;
  }
  int top = game->rows - 1, column;
  for (bool empty = true; top > 0 && empty; top -= empty)
    for (column = 0; column < game->columns; column++)
      empty = empty && position->cell[top * game->columns + column] == 0;
  size_t length = 0;
  for (int row = top; row >= 0; row--)
    for (column = 0; column <= game->columns && length + 1 < size; column++)
      if (column < game->columns || row > 0)
        text[length++] = column == game->columns ? '/' : ".xo"[position->cell[row * game->columns + column]];
  text[length] = 0;
}

const struct array_rules array_mnk
    = { "mnk", false, open_mnk, start, unpack_mnk, pack_mnk, ending, each_move, print };
const struct array_rules array_connect4
    = { "connect4", false, open_connect4, start, unpack_connect4, pack_connect4, ending, each_move, print };
