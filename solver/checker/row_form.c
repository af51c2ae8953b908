/* The form of the numbers of rows: every reader checks it before it uses a number. */
#include "certificate_file.h"

const char no_upwards[] = "it has a row of the kind upwards, which is no longer checked: zermelo certificate "
                          "shrink proves its position anew";

bool row_has_form (const struct array_game *game, int kind, const uint16_t *number, size_t numbers) {
  size_t place = 0, cells = 0;
  switch (kind) {
  case ROW_MOVE: return numbers == 1;
  case ROW_SMALL:
  case ROW_STEALING: return numbers == 0;
  case ROW_PAIRING: return numbers % 2 == 0 && numbers <= (size_t) game->cells;
  case ROW_THREATS:
  case ROW_PLAN: return numbers <= (size_t) game->cells;
  case ROW_TILING:
    while (numbers - place > 2 && number[place] >= 2 && number[place] <= TILE_MOST
           && number[place] < numbers - place - 1 && number[place + number[place] + 1] <= SETS_MOST) {
      cells += number[place];
      place += number[place] + 1;
      place += number[place] + (size_t) 1;
      if (place > numbers || cells > (size_t) game->cells)
        return false;
    }
    return place == numbers;
  default: return false;
  }
}
