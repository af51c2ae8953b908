#include "certificate/row_move.h"

#include "checker/alignment.h"

int cell_of_plan (const struct array_game *game, const uint16_t *number, size_t numbers,
                  const struct array_position *position) {
  const int mark = mark_to_move (position);
  int cell = winning_cell (game, position, mark);
  if (cell < 0)
    cell = winning_cell (game, position, 3 - mark);
  for (size_t i = 0; i < numbers && cell < 0; i++)
    cell = may_place (game, position, number[i]) ? number[i] : -1;
  return cell;
}

bool key_after_row (const struct array_game *game, enum row_kind kind, const uint16_t *number, size_t numbers,
                    const uint8_t *key, uint8_t *after) {
  struct array_position position;
  if (!game->rules->unpack (game, key, &position))
    return false;
  const int cell = kind == ROW_MOVE && numbers == 1          ? cell_of_place (game, &position, number[0])
                   : kind == ROW_PLAN || kind == ROW_THREATS ? cell_of_plan (game, number, numbers, &position)
                                                             : -1;
  if (cell < 0)
    return false;
  place_stone (&position, cell);
  array_canonical (game, &position, after);
  return true;
}
