/* The size of an m,n,k-game: random placements of stones, and formulas. */
#ifndef ZERMELO_MNK_MNK_SIZE_H
#define ZERMELO_MNK_MNK_SIZE_H

#define GAME_PLACE 1
#define GAME_FORMULAS 1
#define GAME_TREE_NODES 1
#define GAME_FORGETS_SYMMETRY 1
#define GAME_FORGETS_THREATS 1

#include "base/combinations.h"
#include "games/mnk/mnk_rules.h"

static inline double game_placements (const struct board *board, int plies) {
  return log_choose (board->area, plies) + log_choose (plies, plies / 2);
}

/** A random placement: the first `plies` cells of a random order, for the two players alternately. */
static inline bool game_place (const struct board *board, int plies, uint64_t *rng,
                               struct position *position) {
  uint16_t cell[GAME_BITS];
  for (int i = 0; i < board->area; i++)
    cell[i] = (uint16_t) i;
  *position = game_start (board);
  for (int i = 0; i < plies; i++) {
    const int j = i + (int) sample_below (rng, (uint64_t) (board->area - i));
    const uint16_t taken = cell[j];
    cell[j] = cell[i];
    cell[i] = taken;
    position_place (board, position, i & 1, taken);
  }
  position->plies = (int16_t) plies;
  return position_judge (board, position);
}

/** Equation 3 of the report of Clerici and Volpe. */
static inline struct size_formula game_tree_nodes (const struct board *board, int plies) {
  const int area = board->area;
  return (struct size_formula){ .logarithm = plies > area
                                                 ? -(double) INFINITY
                                                 : log_factorial (area) - log_factorial (area - plies),
                                .exact = plies > area ? 0 : falling_factorial (area, plies) };
}

/** Formulas of the report of Clerici and Volpe: nodes and games without early ends; its equation 6, where it
 * holds, which is the tree of games that end as soon as possible; and its equation 8 with the diagonal term
 * corrected. */
static inline int game_formulas (const struct board *board, struct size_formula *list) {
  const int m = board->columns, n = board->rows, k = board->lines.length, area = board->area;
  const int across = m >= k ? (m - k + 1) * n : 0, up = n >= k ? (n - k + 1) * m : 0;
  const int diagonal = m >= k && n >= k ? 2 * (m - k + 1) * (n - k + 1) : 0;
  double nodes = 0, exact = 1; /* exact: the sum of 1/p! */
  for (int p = 1; p <= area; p++) {
    const double level = falling_factorial (area, p);
    nodes = log_add (nodes, -log_factorial (p));
    exact = exact > 0 && level > 0 && exact + level < 0x1p53 ? exact + level : 0;
  }
  int count = 0;
  list[count++] = (struct size_formula){ "state space: three to the number of cells", area * log (3), 0 };
  list[count++]
      = (struct size_formula){ "game tree: nodes without early ends", log_factorial (area) + nodes, exact };
  list[count++] = (struct size_formula){ "game tree: games without early ends", log_factorial (area),
                                         falling_factorial (area, area) };
  if (2 * k - 1 <= area) { /* no game can end before this ply */
    const struct size_formula first_end = game_tree_nodes (board, 2 * k - 1);
    list[count++]
        = (struct size_formula){ "game tree: nodes at depth 2k - 1", first_end.logarithm, first_end.exact };
  }
  if (m > 1 && n > 1 && k <= m && k <= n)
    list[count++]
        = (struct size_formula){ "game tree: nodes, lower bound (2k - 1)!", log_factorial (2 * k - 1),
                                 falling_factorial (2 * k - 1, 2 * k - 1) };
  list[count++] = (struct size_formula){ "lines", log (k == 1 ? area : across + up + diagonal), 0 };
  return count;
}

static inline void game_forget_symmetry (struct board *board) { board->symmetries = 1; }

static inline void game_forget_threats (struct board *board) { board->threats = false; }

#endif
