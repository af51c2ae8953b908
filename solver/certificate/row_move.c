#include "certificate/row_move.h"

#include "checker/alignment.h"
#include "checker/checker.h"

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

/* Place the stone of the row's move, or of its plan. */
static bool play_stone (const struct array_game *game, enum row_kind kind, const uint16_t *number,
                        size_t numbers, struct array_position *position) {
  const int cell = kind == ROW_MOVE && numbers == 1          ? cell_of_place (game, position, number[0])
                   : kind == ROW_PLAN || kind == ROW_THREATS ? cell_of_plan (game, number, numbers, position)
                                                             : -1;
  if (cell >= 0)
    place_stone (position, cell);
  return cell >= 0;
}

bool key_after_row (const struct certificate_file *file, int set, size_t row, uint8_t *after) {
  struct array_position position;
  const struct array_game *game = &file->game;
  const struct strategy_rows *rows = &file->strategy[set];
  if (!game->rules->unpack (game, key_of_row (file, set, row), &position)
      || !(game->rules->cyclic ? play_numbered (game, &position, rows->move[row])
                               : play_stone (game, (enum row_kind) rows->kind[row],
                                             rows->number + rows->begin[row], rows->size[row], &position)))
    return false;
  array_canonical (game, &position, after);
  return true;
}
