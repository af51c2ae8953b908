#include "certificate/leaf_arguments.h"

#include "base/failure.h"
#include "certificate/threat_sequence.h"
#include "games/directions.h"
#include "games/tiling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- pairing: pairs and the potential of the other lines ---- */

/* Lines that the other side can still complete, and their weights outside the pairs that have been picked. */
struct pair_search {
  const struct argument *argument;
  int lines;
  int *line;        /* the indices of these lines in game->line */
  double *weight;   /* 0: the line contains a pair */
  double *at;       /* of each cell: what its lines weigh */
  double *together; /* of any two cells, the lower one first: what the lines through both weigh */
  bool *paired;
};

static int line_cell (const struct pair_search *s, int i, int j) {
  const struct line *line = &s->argument->game->line[s->line[i]];
  return line->first + j * line->step;
}

static bool is_open_cell (const struct pair_search *s, int cell) {
  return s->argument->position->cell[cell] == 0 && !s->paired[cell];
}

static void add_to_cells (struct pair_search *s, int i, double weight) {
  for (int j = 0; j < s->argument->game->length; j++)
    s->at[line_cell (s, i, j)] += weight;
}

static int cells_met (const struct pair_search *s, int i, const int pair[2]) {
  int met = 0;
  for (int j = 0; j < s->argument->game->length; j++)
    met += line_cell (s, i, j) == pair[0] || line_cell (s, i, j) == pair[1];
  return met;
}

/* The pair that reduces the potential most. If no pair reduces it, a pair that costs a little, since better
 * pairs may follow. */
static bool best_pair (const struct pair_search *s, int pair[2]) {
  const int length = s->argument->game->length, cells = s->argument->game->cells;
  double best = -INFINITY;
  for (int pass = 0; pass < 3; pass++) /* first clear the weights, then add them up, then compare them */
    for (int i = 0; i < s->lines; i++)
      for (int j = 1; j < length && s->weight[i] > 0; j++)
        for (int k = 0; k < j; k++) {
          const int one = line_cell (s, i, k), two = line_cell (s, i, j);
          double *through = &s->together[one * cells + two];
          if (pass < 2) {
            *through = pass == 0 ? 0 : *through + s->weight[i];
            continue;
          }
          const double ends = s->at[one] + s->at[two], gain = 3 * *through - ends;
          const double rank = gain > 0 ? gain + 1000 : gain + *through;
          if (rank > best && is_open_cell (s, one) && is_open_cell (s, two)) {
            best = rank;
            pair[0] = one;
            pair[1] = two;
          }
        }
  return best > -INFINITY;
}

static void pick_pair (struct pair_search *s, const int pair[2]) {
  s->paired[pair[0]] = s->paired[pair[1]] = true;
  for (int i = 0; i < s->lines; i++) {
    const int met = s->weight[i] > 0 ? cells_met (s, i, pair) : 0;
    if (met == 0)
      continue;
    const double more = met == 2 ? -s->weight[i] : s->weight[i];
    add_to_cells (s, i, more);
    s->weight[i] += more;
  }
}

static double sum_of_weights (const struct pair_search *s) {
  double sum = 0;
  for (int i = 0; i < s->lines; i++)
    sum += s->weight[i];
  return sum;
}

static bool pick_pairs (struct pair_search *s, struct argument *a, uint16_t *number) {
  int pair[2] = { 0, 0 };
  while (sum_of_weights (s) < 2) {
    if (check_pairing (a) == NULL)
      return true;
    if (!best_pair (s, pair))
      return false;
    pick_pair (s, pair);
    number[a->numbers++] = (uint16_t) pair[0];
    number[a->numbers++] = (uint16_t) pair[1];
  }
  return false;
}

static bool pairs_by_potential (struct argument *a, uint16_t *number) {
  const struct array_game *game = a->game;
  const size_t lines = (size_t) game->lines + 1, cells = (size_t) game->cells;
  struct pair_search s = { .argument = a,
                           .line = allocate (lines, sizeof *s.line),
                           .weight = allocate (lines, sizeof *s.weight),
                           .at = allocate (cells, sizeof *s.at),
                           .together = allocate (cells * cells, sizeof *s.together),
                           .paired = allocate (cells, sizeof *s.paired) };
  memset (s.at, 0, cells * sizeof *s.at);
  memset (s.paired, 0, cells * sizeof *s.paired);
  for (int i = 0; i < game->lines; i++) {
    const int lacks = line_lacks (game, a->position, &game->line[i], 3 - a->mark);
    if (lacks < 0)
      continue;
    s.line[s.lines] = i;
    s.weight[s.lines] = ldexp (1, -lacks);
    add_to_cells (&s, s.lines, s.weight[s.lines]);
    s.lines++;
  }
  a->numbers = 0;
  const bool found = pick_pairs (&s, a, number);
  free (s.line);
  free (s.weight);
  free (s.at);
  free (s.together);
  free (s.paired);
  return found;
}

/* Nine or more in a row, on any board: 32 pairs of neighbours on a torus of 8 by 8, one for each of its
 * closed lines, found as an exact cover (Hales & Jewett). `first` has for each cell the direction of the pair
 * that begins there, or -1. */
enum { TORUS = 8 };

struct torus_cover {
  int8_t first[TORUS][TORUS];
  bool covered[TORUS][TORUS], closed[4][TORUS];
};

static bool cover_torus (struct torus_cover *t) {
  int x = 0, y = 0;
  while (y < TORUS && t->covered[y][x]) {
    x = (x + 1) % TORUS;
    y += x == 0;
  }
  if (y == TORUS)
    return true;
  const int line[4] = { y, x, (x - y + TORUS) % TORUS, (x + y) % TORUS };
  for (int way = 0; way < 8; way++) { /* this cell is the first of its pair, or the second */
    const int d = way / 2, side = way % 2 ? -1 : 1;
    const int u = (x + side * line_by_column[d] + TORUS) % TORUS;
    const int v = (y + side * line_by_row[d] + TORUS) % TORUS;
    int8_t *begin = side > 0 ? &t->first[y][x] : &t->first[v][u];
    if (t->covered[v][u] || t->closed[d][line[d]])
      continue;
    t->covered[y][x] = t->covered[v][u] = t->closed[d][line[d]] = true;
    *begin = (int8_t) d;
    if (cover_torus (t))
      return true;
    t->covered[y][x] = t->covered[v][u] = t->closed[d][line[d]] = false;
    *begin = -1;
  }
  return false;
}

static bool pairs_by_torus (struct argument *a, uint16_t *number) {
  const struct array_game *game = a->game;
  struct torus_cover cover = { .covered = { { false } } };
  memset (cover.first, -1, sizeof cover.first);
  a->numbers = 0;
  if (game->length <= TORUS || !cover_torus (&cover))
    return false;
  for (int cell = 0; cell < game->cells; cell++) {
    const int x = cell % game->columns, y = cell / game->columns, d = cover.first[y % TORUS][x % TORUS];
    const int u = d < 0 ? -1 : x + line_by_column[d], v = d < 0 ? -1 : y + line_by_row[d];
    if (u < 0 || u >= game->columns || v >= game->rows || a->position->cell[cell] != 0
        || a->position->cell[v * game->columns + u] != 0)
      continue;
    number[a->numbers++] = (uint16_t) cell;
    number[a->numbers++] = (uint16_t) (v * game->columns + u);
  }
  return check_pairing (a) == NULL;
}

/* ---- tiling: eight in a row, on any board ---- */

/* The cells of a tile that are on the board, and what lies there. Cells off the board are in no line, so they
 * count as the player's stones, which does no harm. */
struct board_tile {
  uint16_t on_board, theirs, own;
  int cell[TILE_CELLS];
};

static void look_at_tile (const struct tiling *tiling, int placement, const struct argument *a,
                          struct tile_cell at, struct board_tile *tile) {
  *tile = (struct board_tile){ 0, 0, 0, { 0 } };
  for (at.cell = 0; at.cell < TILE_CELLS; at.cell++) {
    const uint16_t bit = (uint16_t) (1 << at.cell);
    int x, y;
    tiling_placed_cell (tiling, placement, at, &x, &y);
    const bool inside = x >= 0 && x < a->game->columns && y >= 0 && y < a->game->rows;
    const int cell = inside ? y * a->game->columns + x : 0, stone = a->position->cell[cell];
    tile->cell[at.cell] = cell;
    tile->on_board |= inside ? bit : 0;
    tile->own |= !inside || stone == a->mark ? bit : 0;
    tile->theirs |= inside && stone == 3 - a->mark ? bit : 0;
  }
}

/* Writes a tile as numbers of a row, with the sets that are on the board. A tile without such a set is left
 * out. */
static void add_tile (const struct tiling *tiling, const struct board_tile *tile, struct argument *a,
                      uint16_t *number) {
  uint16_t *next = number + a->numbers + 1, *sets;
  int new_bit[TILE_CELLS], cells = 0;
  for (int i = 0; i < TILE_CELLS; i++)
    if ((tile->on_board >> i & 1) != 0) {
      new_bit[i] = cells++;
      *next++ = (uint16_t) tile->cell[i];
    }
  *(sets = next++) = 0;
  for (int i = 0; i < tiling->count; i++) {
    if ((tiling->set[i] & ~tile->on_board) != 0)
      continue;
    *next = 0;
    for (unsigned rest = tiling->set[i]; rest != 0; rest &= rest - 1)
      *next |= (uint16_t) (1 << new_bit[__builtin_ctz (rest)]);
    next++;
    ++*sets;
  }
  number[a->numbers] = (uint16_t) cells;
  a->numbers = *sets > 0 ? (size_t) (next - number) : a->numbers;
}

static bool place_tiling (const struct tiling *tiling, int placement, struct argument *a, uint16_t *number) {
  a->numbers = 0;
  for (int cell = 0; cell < a->game->cells; cell++) {
    const struct tile_cell at
        = tiling_placed_at (tiling, placement, cell % a->game->columns, cell / a->game->columns);
    struct board_tile tile;
    look_at_tile (tiling, placement, a, at, &tile);
    if ((tile.on_board & ((1 << at.cell) - 1)) != 0)
      continue; /* this tile is handled at its first cell, earlier or later */
    if (!tile_breaker_wins (tiling, tile.theirs, tile.own, true))
      return false;
    add_tile (tiling, &tile, a, number);
  }
  return check_tiling (a) == NULL;
}

static bool propose_tiling (struct argument *a, uint16_t *number) {
  struct tiling tiling;
  bool found = false;
  if (a->game->length < TILING_LENGTH || !tiling_find (&tiling))
    return false;
  for (int placement = 0; placement < TILING_PLACEMENTS && !found; placement++)
    found = place_tiling (&tiling, placement, a, number);
  return found;
}

bool has_no_row (void *rows, const struct array_position *position) {
  (void) rows;
  (void) position;
  return false;
}

size_t argument_numbers_most (const struct array_game *game) {
  /* Tiles need the most numbers: each has two cells or more, and 2 numbers besides its cells and sets. */
  return (size_t) game->cells * (1 + (2 + TILING_SETS) / 2);
}

double potential_against (const struct array_game *game, const struct array_position *position, int mark) {
  double sum = 0;
  for (int i = 0; i < game->lines; i++) {
    const int lacks = line_lacks (game, position, &game->line[i], 3 - mark);
    sum += lacks < 0 ? 0 : ldexp (1, -lacks);
  }
  return sum;
}

bool full_board_is_enough (const struct argument *a) {
  return worth_of (a->game, full_board_for (a->game, a->mark), a->game->cells) >= a->bound;
}

/* ---- a plan by columns: the player answers on top of the other side's stones ---- */

/* In column `odd` the player claims the cells with an odd distance to the top, in every other column the
 * cells with an even distance; -1: there is no odd column. A claimed cell that can be played now is free,
 * since the other side has not begun its pair. The player answers on top of the other side's stone where that
 * cell is claimed, and otherwise takes a free cell. He plays the lower cell of a pair only if neither is
 * possible, so that the other side has to begin the pairs (claimeven, and the control of zugzwang by an odd
 * threat: V. Allis, A knowledge-based approach of Connect-Four, 1988, chapter 3). */

enum cell_rank { CLAIMED_CELL, FREE_CELL, LOWER_CELL, CELL_RANKS };

static enum cell_rank rank_of_cell (const struct argument *a, int cell, int odd) {
  const struct array_game *game = a->game;
  const int from_top = game->rows - 1 - cell / game->columns;
  if (from_top % 2 != (cell % game->columns == odd))
    return LOWER_CELL;
  return may_place (game, a->position, cell) ? FREE_CELL : CLAIMED_CELL;
}

static bool propose_claims (struct argument *a, struct bit_play *play, int odd, uint16_t *number) {
  a->numbers = 0;
  for (int rank = 0; rank < CELL_RANKS; rank++)
    for (int cell = 0; cell < a->game->cells; cell++)
      if (a->position->cell[cell] == 0 && (int) rank_of_cell (a, cell, odd) == rank)
        number[a->numbers++] = (uint16_t) cell;
  return bit_play_plan (play, a, NULL) && check_plan (a) == NULL;
}

/* With `column` as the odd column, does the player claim a cell in it where he completes a row? */
static bool has_odd_threat (const struct argument *a, int column) {
  for (int cell = column; cell < a->game->cells; cell += a->game->columns)
    if (a->position->cell[cell] == 0 && rank_of_cell (a, cell, column) == CLAIMED_CELL
        && completes_row (a->game, a->position, cell, a->mark))
      return true;
  return false;
}

static bool propose_columns (struct argument *a, struct bit_play *play, uint16_t *number) {
  bool found = propose_claims (a, play, -1, number);
  for (int odd = 0; odd < a->game->columns && !found; odd++)
    found = has_odd_threat (a, odd) && propose_claims (a, play, odd, number);
  return found;
}

enum row_kind propose_argument (struct argument *a, struct bit_play *play, uint16_t *number) {
  a->number = number;
  a->numbers = 0;
  if (a->game->gravity)
    return mark_to_move (a->position) != a->mark && propose_columns (a, play, number) ? ROW_PLAN : ROW_KINDS;
  if (check_stealing (a) == NULL)
    return ROW_STEALING;
  if (find_threat_sequence (a, number) && check_plan (a) == NULL)
    return ROW_THREATS;
  if (!full_board_is_enough (a))
    return ROW_KINDS;
  if (pairs_by_torus (a, number))
    return ROW_PAIRING;
  if (propose_tiling (a, number))
    return ROW_TILING;
  return a->game->key_bytes > 0 && pairs_by_potential (a, number) ? ROW_PAIRING : ROW_KINDS;
}
