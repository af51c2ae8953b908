/* Othello from the rule book, on rows and columns: a disc must turn at least one row of the opponent's discs
 * between it and another of one's own; who cannot passes; when neither can, the more discs win.
 *
 * cell[row * size + column], row 0 at the top: 0 empty, 1 Black, 2 White. Black begins. */
#include "games/plain_rules.h"

#include <stdio.h>
#include <string.h>

static bool start (const char *board, struct plain *p) {
  memset (p, 0, sizeof *p);
  if (strcmp (board, "4x4") != 0 && strcmp (board, "6x6") != 0)
    return false;
  const int n = p->size[0] = p->size[1] = board[0] - '0', middle = n / 2;
  p->cell[middle * n + middle] = p->cell[(middle - 1) * n + middle - 1] = 2;
  p->cell[middle * n + middle - 1] = p->cell[(middle - 1) * n + middle] = 1;
  p->last = -1;
  return true;
}

/* How many discs a player's disc on this cell turns in one direction; they are turned if asked. */
static int turn_row (struct plain *p, int player, int row, int column, int down, int right, bool turn) {
  const int n = p->size[0], other = 3 - player;
  int count = 0;
  for (;;) {
    const int r = row + (count + 1) * down, c = column + (count + 1) * right;
    if (r < 0 || r >= n || c < 0 || c >= n || p->cell[r * n + c] == 0)
      return 0;
    if (p->cell[r * n + c] != other)
      break;
    count++;
  }
  for (int i = 1; turn && i <= count; i++)
    p->cell[(row + i * down) * n + column + i * right] = (signed char) player;
  return count;
}

static int turn_all (struct plain *p, int player, int row, int column, bool turn) {
  int count = 0;
  if (p->cell[row * p->size[0] + column] != 0)
    return 0;
  for (int down = -1; down <= 1; down++)
    for (int right = -1; right <= 1; right++)
      if (down != 0 || right != 0)
        count += turn_row (p, player, row, column, down, right, turn);
  return count;
}

static bool can_move (const struct plain *p, int player) {
  struct plain copy = *p;
  for (int row = 0; row < p->size[0]; row++)
    for (int column = 0; column < p->size[0]; column++)
      if (turn_all (&copy, player, row, column, false) > 0)
        return true;
  return false;
}

/* Discs of the side to move beyond those of the other side. */
static int score (const struct plain *p) {
  int more = 0;
  for (int i = 0; i < p->size[0] * p->size[0]; i++)
    if (p->cell[i] != 0)
      more += p->cell[i] == p->to_move + 1 ? 1 : -1;
  return more;
}

static int outcome (const struct plain *p) {
  if (can_move (p, 1) || can_move (p, 2))
    return 2;
  const int more = score (p);
  return (more > 0) - (more < 0);
}

static struct plain_move *add_move (const struct plain *p, struct plain_move *m) {
  m->paths = 1;
  m->after = *p;
  m->after.plies++;
  m->after.to_move = !p->to_move;
  return m;
}

static int moves (const struct plain *p, struct plain_move *list) {
  const int n = p->size[0];
  int count = 0;
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++) {
      struct plain after = *p;
      if (turn_all (&after, p->to_move + 1, row, column, true) == 0)
        continue;
      after.cell[row * n + column] = (signed char) (p->to_move + 1);
      struct plain_move *m = add_move (&after, &list[count++]);
      snprintf (m->text, sizeof m->text, "%c%d", 'a' + column, row + 1);
    }
  if (count == 0 && outcome (p) == 2)
    strcpy (add_move (p, &list[count++])->text, "pass");
  return count;
}

/* The mirrors in both diagonals, and both of them. */
static int images (const struct plain *p, struct plain *list) {
  const int n = p->size[0];
  for (int i = 0; i < 4; i++) {
    list[i] = *p;
    for (int row = 0; row < n; row++)
      for (int column = 0; column < n; column++) {
        const int r = i & 1 ? n - 1 - row : row, c = i & 1 ? n - 1 - column : column;
        list[i].cell[i & 2 ? c * n + r : r * n + c] = p->cell[row * n + column];
      }
  }
  return 4;
}

static void print (const struct plain *p, char *text) {
  *text++ = p->to_move == 0 ? 'b' : 'w';
  for (int i = 0; i < p->size[0] * p->size[0]; i++)
    *text++ = ".xo"[p->cell[i]];
  *text = 0;
}

static const struct plain_board boards[] = {
  { "othello:4x4", 700, true },
  { "othello:6x6", 300, false },
  { NULL, 0, false },
};

static const char *const refused[]
    = { "othello:", "othello:5x5", "othello:4x6", "othello:66", "othello:4x4x", "othello:4x4,", NULL };

static const struct plain_sample samples[]
    = { { "othello:4x4", 0, 10, 0, 1 }, { "othello:6x6", 24, 30, 0, 1 }, { NULL, 0, 0, 0, 0 } };

static const struct plain_depth counted[] = { { "othello:4x4", 7 }, { NULL, 0 } };

const struct plain_rules plain_othello = {
  .name = "othello",
  .start = start,
  .moves = moves,
  .outcome = outcome,
  .images = images,
  .print = print,
  .boards = boards,
  .refused = refused,
  .samples = samples,
  .random_positions = 1000,
  .counted = counted,
  .score = score,
};
