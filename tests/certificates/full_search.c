#include "certificates/full_search.h"

#include <stdlib.h>

enum { TABLE_BITS = 16 };

struct full_entry {
  uint64_t key; /* stones of the side to move, and of the other one: never 0 with a bit set for "used" */
  int16_t lower, upper;
};

/* The bit of the cell at that column and row; 0: there is none. */
static uint32_t cell_bit (const struct full_search *s, int column, int row) {
  const bool inside = column >= 0 && row >= 0 && column < s->columns && row < s->rows;
  return inside ? (uint32_t) 1 << (row * s->columns + column) : 0;
}

static void add_line (struct full_search *s, int column, int row, int right, int up) {
  uint32_t cells = 0;
  for (int i = 0; i < s->length; i++) {
    const uint32_t bit = cell_bit (s, column + i * right, row + i * up);
    if (bit == 0)
      return;
    cells |= bit;
  }
  s->guard[s->lines] = cell_bit (s, column - right, row - up)
                       | cell_bit (s, column + s->length * right, row + s->length * up);
  s->line[s->lines++] = cells;
}

void full_search_open (struct full_search *s, int columns, int rows, int length, bool gravity, int variant) {
  *s = (struct full_search){ columns, rows, length, columns * rows, variant, gravity, .lines = 0 };
  if (s->cells > FULL_CELLS)
    abort ();
  for (int cell = 0; cell < s->cells; cell++) {
    add_line (s, cell % columns, cell / columns, 1, 0);
    add_line (s, cell % columns, cell / columns, 0, 1);
    add_line (s, cell % columns, cell / columns, 1, 1);
    add_line (s, cell % columns, cell / columns, 1, -1);
  }
  s->table = calloc ((size_t) 1 << TABLE_BITS, sizeof *s->table);
  if (s->table == NULL)
    abort ();
}

void full_search_close (struct full_search *s) { free (s->table); }

static bool has_row (const struct full_search *s, uint32_t stones, int player) {
  for (int i = 0; i < s->lines && !(s->variant == 2 && player == 1); i++)
    if ((s->line[i] & ~stones) == 0 && !(s->variant == 1 && (s->guard[i] & stones) != 0))
      return true;
  return false;
}

static int score_of_win (const struct full_search *s, int stones) {
  return s->gravity ? (s->cells + 2 - stones) / 2 : s->cells + 1 - stones;
}

static int score_of_full_board (const struct full_search *s, int to_move) {
  if (s->variant != 2)
    return 0;
  return to_move == 0 ? -score_of_win (s, s->cells) : score_of_win (s, s->cells);
}

/* The cells where a stone may be placed. */
static uint32_t places (const struct full_search *s, uint32_t stones) {
  const uint32_t all = (uint32_t) (((uint64_t) 1 << s->cells) - 1), empty = all & ~stones;
  return s->gravity ? empty & (stones << s->columns | (uint32_t) ((1 << s->columns) - 1)) : empty;
}

/* `own` is to move, neither has a row. Fail-soft between alpha and beta. */
static int search (struct full_search *s, uint32_t own, uint32_t other, int alpha, int beta) {
  const uint32_t stones = own | other, empty = places (s, stones);
  const int plies = __builtin_popcount (stones), player = plies % 2;
  if (empty == 0)
    return score_of_full_board (s, player);
  for (uint32_t rest = empty; rest != 0; rest &= rest - 1)
    if (has_row (s, own | (rest & -rest), player))
      return score_of_win (s, plies + 1);
  const uint64_t key = own | (uint64_t) other << 32 | (uint64_t) 1 << 31;
  struct full_entry *entry = &s->table[key * UINT64_C (0x9e3779b97f4a7c15) >> (64 - TABLE_BITS)];
  int lower = -1000, upper = 1000, best = -1000;
  if (entry->key == key) {
    lower = entry->lower;
    upper = entry->upper;
    if (lower >= beta || lower == upper)
      return lower;
    if (upper <= alpha)
      return upper;
  }
  const int begun = alpha;
  for (uint32_t rest = empty; rest != 0 && best < beta; rest &= rest - 1) {
    const int score = -search (s, other, own | (rest & -rest), -beta, -alpha);
    best = score > best ? score : best;
    alpha = best > alpha ? best : alpha;
  }
  entry->key = key;
  entry->lower = (int16_t) (best > begun ? best : lower);
  entry->upper = (int16_t) (best < beta ? best : upper);
  return best;
}

int full_search_score (struct full_search *s, const int8_t *cell, int to_move) {
  uint32_t stones[3] = { 0, 0, 0 };
  for (int i = 0; i < s->cells; i++)
    stones[cell[i]] |= (uint32_t) 1 << i;
  const uint32_t own = stones[1 + to_move], other = stones[2 - to_move];
  if (has_row (s, other, !to_move))
    return -score_of_win (s, __builtin_popcount (own | other));
  return search (s, own, other, -1000, 1000);
}

bool full_search_won (const struct full_search *s, const int8_t *cell, int player) {
  uint32_t stones = 0;
  for (int i = 0; i < s->cells; i++)
    stones |= (uint32_t) (cell[i] == 1 + player) << i;
  return has_row (s, stones, player);
}
