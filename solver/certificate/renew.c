#include "certificate/shrink.h"

#include "certificate/leaf_arguments.h"
#include "certificate/row_move.h"
#include "certificate/strategy_rows_needed.h"

#include <stdlib.h>

/* ROWS_MOST: the most rows that may replace one row. */
enum { NOT_CLAIMED = 0xffff, ROWS_MOST = 4096 };

/* A strategy, and the plan that replaces the present row. */
struct renewal {
  const struct array_game *game;
  struct strategy *strategy;
  uint16_t *cell, *image; /* the cells of the plan; the cells of its mirror image, or the move of a row */
  size_t cells;
  int rows_left;   /* rows that may still be added for the present row */
  bool has_failed; /* the replaced row did not hold */
};

/* List the cells of the plan: first the claimed cells, which can be played only after the other side has
 * begun their pair, then the cells that are in no pair. The cell below a claimed cell is left to the other
 * side. */
static void list_cells (struct renewal *r, const uint16_t *claim) {
  const struct array_game *game = r->game;
  r->cells = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int cell = 0; cell < game->cells; cell++) {
      const int row = cell / game->columns;
      const int lowest = claim[2 * (cell % game->columns)], highest = claim[2 * (cell % game->columns) + 1];
      const bool claimed
          = lowest != NOT_CLAIMED && row >= lowest && row <= highest && (row - lowest) % 2 == 0;
      if (pass == 0 ? claimed : lowest == NOT_CLAIMED || row < lowest - 1)
        r->cell[r->cells++] = (uint16_t) cell;
    }
}

/* Does the plan hold as a single row for this position, in which either side may be to move? If its play ends
 * badly, the replaced row did not hold. */
static bool holds (struct renewal *r, const struct array_position *position) {
  uint64_t nodes = 0;
  const struct argument a = { .game = r->game,
                              .position = position,
                              .mark = 1 + r->strategy->player,
                              .bound = r->strategy->bound,
                              .number = r->cell,
                              .numbers = r->cells,
                              .nodes = &nodes,
                              .has_row = has_no_row };
  const bool good = check_plan (&a) == NULL;
  r->has_failed = r->has_failed || (!good && nodes <= PLAN_POSITIONS);
  return good;
}

/* Add a row with the plan, or with a move in `column`. Both are mirrored if the canonical position is the
 * mirror image. */
static void add_row (struct renewal *r, const struct array_position *position, enum row_kind kind,
                     int column) {
  const struct array_game *game = r->game;
  uint8_t canonical[KEY_MOST] = { 0 }, same[KEY_MOST] = { 0 };
  array_canonical (game, position, canonical);
  game->rules->pack (game, position, 0, same);
  const bool mirrored = memcmp (canonical, same, (size_t) game->key_bytes) != 0;
  const size_t numbers = kind == ROW_PLAN ? r->cells : 1;
  for (size_t i = 0; i < numbers; i++) {
    const int number = kind == ROW_PLAN ? r->cell[i] : column, x = number % game->columns;
    r->image[i] = (uint16_t) (mirrored ? number - x + game->columns - 1 - x : number);
  }
  strategy_add (r->strategy, canonical, kind, r->image, numbers);
}

static void add_rows_after (struct renewal *, const struct array_position *, int only);

/* Add rows for a position and for the positions that follow by the plan. A position in which the other side
 * is to move gets no row itself if the positions after its moves have rows. */
static void add_rows (struct renewal *r, const struct array_position *position) {
  const struct array_game *game = r->game;
  if (game->rules->ending (game, position) != NOT_OVER
      || strategy_row_of (game, r->strategy, position) != SIZE_MAX)
    return;
  const bool own = position->to_move == r->strategy->player, whole = holds (r, position);
  const int cell = own ? cell_of_plan (game, r->cell, r->cells, position) : -1;
  r->has_failed = r->has_failed || r->rows_left-- == 0 || (own && cell < 0);
  if (r->has_failed)
    return;
  if (whole || own)
    add_row (r, position, whole ? ROW_PLAN : ROW_MOVE, cell % game->columns);
  if (!whole)
    add_rows_after (r, position, own ? cell % game->columns : -1);
}

/* Add rows for the positions after all moves (`only` negative), or after the move in column `only`. */
static void add_rows_after (struct renewal *r, const struct array_position *position, int only) {
  const struct array_game *game = r->game;
  struct array_position after;
  for (int column = 0; column < game->columns && !r->has_failed; column++) {
    const int cell = cell_of_place (game, position, column);
    if (cell < 0 || (only >= 0 && column != only))
      continue;
    array_position_copy (game, &after, position);
    place_stone (&after, cell);
    add_rows (r, &after);
  }
}

/* Turn a row into the plan, or give the positions after all replies rows of their own. */
static void renew_row (struct renewal *r, size_t row) {
  const struct array_game *game = r->game;
  struct strategy *const strategy = r->strategy;
  struct array_position position;
  const uint8_t *const key = game->key_bytes > 0 ? key_set_key (&strategy->positions, row) : NULL;
  r->rows_left = ROWS_MOST;
  r->has_failed = false;
  list_cells (r, strategy->number + strategy->row[row].begin);
  if (!game->gravity || !game->rules->unpack (game, key, &position) || position.to_move == strategy->player)
    return;
  if (holds (r, &position))
    strategy_change (strategy, row, ROW_PLAN, r->cell, r->cells);
  else if (game->key_bytes > 0)
    add_rows_after (r, &position, -1);
}

static size_t renew_strategy (struct renewal *r) {
  struct strategy *const strategy = r->strategy;
  size_t renewed = 0;
  for (size_t row = 0; row < strategy->rows; row++)
    if (strategy->row[row].kind == ROW_UPWARDS) {
      renew_row (r, row);
      renewed++;
    }
  bool *const kept = allocate (strategy->rows + 1, sizeof *kept);
  for (size_t row = 0; row < strategy->rows; row++)
    kept[row] = strategy->row[row].kind != ROW_UPWARDS;
  if (renewed > 0)
    strategy_keep_rows (strategy, kept);
  free (kept);
  return renewed;
}

size_t certificate_renew (struct certificate *certificate, const struct game *game) {
  struct array_game board;
  size_t renewed = 0;
  if (!array_game_open (&board, game->name, game->board_text, game->rules))
    return 0;
  board.exact_score = certificate->exact_score;
  const size_t cells = (size_t) board.cells;
  struct renewal r = { .game = &board,
                       .cell = allocate (cells, sizeof *r.cell),
                       .image = allocate (cells, sizeof *r.image) };
  for (int player = 0; player < 2; player++)
    if (certificate->strategy[player].present) {
      r.strategy = &certificate->strategy[player];
      renewed += renew_strategy (&r);
    }
  free (r.cell);
  free (r.image);
  array_game_close (&board);
  return renewed;
}
