/* The size of Connect Four: random placements of stones, and formulas. */
#ifndef ZERMELO_CONNECT4_CONNECT4_SIZE_H
#define ZERMELO_CONNECT4_CONNECT4_SIZE_H

#define GAME_PLACE 1
#define GAME_FORMULAS 1
#define GAME_TREE_NODES 1
#define GAME_FORGETS_SYMMETRY 1

#include "base/combinations.h"
#include "base/key_set.h"
#include "base/sample.h"
#include "games/connect4/connect4_rules.h"

/** ways[c][s]: the number of ways in which c columns can hold s stones, colours aside. Exact up to 2^53,
 * which suffices for drawing at random. */
static inline void column_ways (const struct board *board, int stones,
                                double ways[COLUMNS_MAX + 1][BITS_MAX + 1]) {
  for (int s = 0; s <= stones; s++)
    ways[0][s] = s == 0;
  for (int c = 1; c <= board->columns; c++)
    for (int s = 0; s <= stones; s++) {
      ways[c][s] = 0;
      for (int height = 0; height <= board->rows && height <= s; height++)
        ways[c][s] += ways[c - 1][s - height];
    }
}

static inline double game_placements (const struct board *board, int plies) {
  double ways[COLUMNS_MAX + 1][BITS_MAX + 1];
  column_ways (board, plies, ways);
  return log (ways[board->columns][plies]) + log_choose (plies, plies / 2);
}

/** The number of sequences of `plies` moves none of which finds its column full: column after column is
 * added, and its stones are distributed over the sequence. */
static inline struct size_formula game_tree_nodes (const struct board *board, int plies) {
  if (plies > board->columns * board->rows)
    return (struct size_formula){ .logarithm = -(double) INFINITY };
  double sequences[BITS_MAX + 1] = { 1 };
  for (int c = 1; c <= board->columns; c++)
    for (int s = plies; s >= 0; s--) {
      double sum = 0, choices = 1; /* choices of the places of the column's stones in the sequence */
      for (int height = 0; height <= board->rows && height <= s; height++) {
        sum += choices * sequences[s - height];
        choices = choices * (s - height) / (height + 1);
      }
      sequences[s] = sum;
    }
  return (struct size_formula){ .logarithm = log (sequences[plies]),
                                .exact = sequences[plies] < 0x1p53 ? sequences[plies] : 0 };
}

/** A random height of the last of `columns` columns that hold `stones` stones. */
static inline int random_height (const struct board *board, double ways[COLUMNS_MAX + 1][BITS_MAX + 1],
                                 int columns, int stones, uint64_t *rng) {
  double left = ways[columns][stones] * ((double) (sample_next (rng) >> 11) * 0x1p-53);
  const int most = stones < board->rows ? stones : board->rows;
  int height = 0;
  while (height < most && left >= ways[columns - 1][stones - height])
    left -= ways[columns - 1][stones - height++];
  while (ways[columns - 1][stones - height] == 0) /* rounding errors led to an impossible height */
    height--;
  return height;
}

/** Can the stones be played one after the other, without a four before the last one? `laid` are on the board
 * already; `tried` collects the sets of stones from which it is impossible. The column with the most stones
 * to come is tried first. */
static bool can_be_laid (const struct board *board, const struct position *target, bitboard laid,
                         struct key_set *tried) {
  uint8_t key[PACKED_MAX] = { 0 };
  if (laid == target->mask)
    return true;
  memcpy (key, &laid, sizeof laid);
  if (!key_set_add (tried, key, key_hash (key, tried->key_bytes)))
    return false;
  const bool same = (target->plies - count_bits (laid)) % 2 == 0;
  const bitboard stones = same ? target->own : target->own ^ target->mask;
  bitboard next = (laid + board->bottoms) & target->mask & stones;
  while (next != 0) {
    bitboard best = 0;
    int most = -1;
    for (bitboard rest = next; rest != 0; rest &= rest - 1) {
      const bitboard stone = rest & -rest;
      const int above
          = count_bits (target->mask & ~laid & board->column[board->column_of[lowest_bit (stone)]]);
      if (above > most) {
        most = above;
        best = stone;
      }
    }
    next ^= best;
    const bitboard after = laid | best;
    if ((after == target->mask || !has_four (board, after & stones))
        && can_be_laid (board, target, after, tried))
      return true;
  }
  return false;
}

static inline bool game_place (const struct board *board, int plies, uint64_t *rng,
                               struct position *position) {
  double ways[COLUMNS_MAX + 1][BITS_MAX + 1];
  int left = plies, own = plies / 2, place = plies;
  column_ways (board, plies, ways);
  *position = game_start (board);
  for (int c = board->columns - 1; c >= 0; c--) {
    const int height = random_height (board, ways, c + 1, left, rng);
    for (int row = 0; row < height; row++, place--) {
      const bool is_own = sample_below (rng, (uint64_t) place) < (uint64_t) own;
      const bitboard stone = board->bottom[c] << row;
      const bitboard mirrored = board->bottom[board->columns - 1 - c] << row;
      position->mask |= stone;
      position->mask_mirrored |= mirrored;
      position->own |= is_own ? stone : 0;
      position->own_mirrored |= is_own ? mirrored : 0;
      own -= is_own;
    }
    left -= height;
  }
  assert (left == 0 && own == 0);
  position->plies = plies;
  position_complete (board, position);
  if (has_four (board, position->own) || !last_stone_explains_lines (board, position))
    return false;
  struct key_set tried = { .key_bytes = (int) sizeof (bitboard) };
  const bool found = can_be_laid (board, position, 0, &tried);
  key_set_free (&tried);
  return found;
}

static inline void game_forget_symmetry (struct board *board) { board->symmetries = 1; }

static inline int game_formulas (const struct board *board, struct size_formula *list) {
  const int w = board->columns, h = board->rows;
  const int lines
      = (w > 3 ? (w - 3) * h : 0) + (h > 3 ? w * (h - 3) : 0) + (w > 3 && h > 3 ? 2 * (w - 3) * (h - 3) : 0);
  double all = -(double) INFINITY;
  for (int plies = 0; plies <= board->cells; plies++)
    all = log_add (all, game_placements (board, plies));
  list[0] = (struct size_formula){ "state space: three to the number of cells", board->cells * log (3), 0 };
  list[1] = (struct size_formula){ "state space: stones on stones, in equal numbers", all, 0 };
  list[2] = (struct size_formula){ "lines", log (lines), 0 };
  return 3;
}

#endif
