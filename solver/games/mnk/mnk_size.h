/* How large an m,n,k-game is: random placements of stones, and what formulas say. */
#ifndef ZERMELO_MNK_MNK_SIZE_H
#define ZERMELO_MNK_MNK_SIZE_H

#define GAME_PLACE 1
#define GAME_FORMULAS 1
#define GAME_FORGETS_SYMMETRY 1
#define GAME_FORGETS_THREATS 1

#include "base/combinations.h"
#include "games/mnk/mnk_rules.h"

static inline double game_placements (const struct board *board, int plies) {
  return log_choose (board->area, plies) + log_choose (plies, plies / 2);
}

/** The first cells of a random order of all cells, those of the two players in turn. */
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
  const int mover = position_mover (position);
  if (player_has_lines (mover) && lines_any (&board->lines, &position->stones[mover][0]))
    return false;
  if (player_has_lines (!mover) && lines_any (&board->lines, &position->stones[!mover][0])) {
    position->outcome = LOST;
    return line_is_new (board, &position->stones[!mover][0]);
  }
  if (plies == board->area)
    position->outcome = (int16_t) full_board (mover);
  return true;
}

/** The report of Clerici and Volpe: children, nodes without early ends, and its equation 8 with the diagonal
 *  term corrected. */
static inline int game_formulas (const struct board *board, struct size_formula *list) {
  const int m = board->columns, n = board->rows, k = board->lines.length, area = board->area;
  const int across = m >= k ? (m - k + 1) * n : 0, up = n >= k ? (n - k + 1) * m : 0;
  const int diagonal = m >= k && n >= k ? 2 * (m - k + 1) * (n - k + 1) : 0;
  double nodes = 0; /* of the sum of 1/p! */
  for (int p = 1; p <= area; p++)
    nodes = log_add (nodes, -log_factorial (p));
  int count = 0;
  list[count++] = (struct size_formula){ "state space: three to the number of cells", area * log (3) };
  list[count++]
      = (struct size_formula){ "game tree: nodes without early ends", log_factorial (area) + nodes };
  list[count++] = (struct size_formula){ "game tree: games without early ends", log_factorial (area) };
  list[count++] = (struct size_formula){ "lines", log (k == 1 ? area : across + up + diagonal) };
  return count;
}

static inline void game_forget_symmetry (struct board *board) { board->symmetries = 1; }

static inline void game_forget_threats (struct board *board) { board->threats = false; }

#endif
