/* Dodgem from the book: cars on an array board, row 0 at the bottom.
 *
 * cell[row * size + column]: 0 empty, 1 a car of the first player, 2 one of the second. */
#include "games/plain_rules.h"

#include <stdio.h>
#include <string.h>

static bool start (const char *board, struct plain *p) {
  memset (p, 0, sizeof *p);
  const int n = p->size[0] = p->size[1] = board[0] - '0';
  if (n < 2 || n > 4)
    return false;
  for (int i = 1; i < n; i++) {
    p->cell[i * n] = 1;
    p->cell[i] = 2;
  }
  p->last = -1;
  return true;
}

static void add_move (const struct plain *p, int row, int column, int up, int right, struct plain_move *list,
                      int *count) {
  const int n = p->size[0], r = row + up, c = column + right, player = p->to_move + 1;
  const bool off = player == 1 ? c == n : r == n;
  if (!off && (r < 0 || r >= n || c < 0 || c >= n || p->cell[r * n + c] != 0))
    return;
  struct plain_move *m = &list[(*count)++];
  m->paths = 1;
  m->after = *p;
  m->after.cell[row * n + column] = 0;
  m->after.plies++;
  m->after.to_move = !p->to_move;
  if (off)
    snprintf (m->text, sizeof m->text, "%c%d-off", 'a' + column, row + 1);
  else {
    m->after.cell[r * n + c] = (signed char) player;
    snprintf (m->text, sizeof m->text, "%c%d-%c%d", 'a' + column, row + 1, 'a' + c, r + 1);
  }
}

static int all_moves (const struct plain *p, struct plain_move *list) {
  const int n = p->size[0];
  int count = 0;
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++) {
      if (p->cell[row * n + column] != p->to_move + 1)
        continue;
      add_move (p, row, column, 1, 0, list, &count);
      add_move (p, row, column, 0, 1, list, &count);
      if (p->to_move == 0)
        add_move (p, row, column, -1, 0, list, &count);
      else
        add_move (p, row, column, 0, -1, list, &count);
    }
  return count;
}

/* The other side has no car left: it has won. No move: the other side blocked, and has lost. */
static int outcome (const struct plain *p) {
  struct plain_move list[16];
  int others = 0;
  for (int i = 0; i < p->size[0] * p->size[0]; i++)
    others += p->cell[i] == 2 - p->to_move;
  return others == 0 ? -1 : all_moves (p, list) == 0 ? 1 : 2;
}

static int moves (const struct plain *p, struct plain_move *list) {
  return outcome (p) == 2 ? all_moves (p, list) : 0;
}

/* Rows and columns exchanged, and the players. */
static int images (const struct plain *p, struct plain *list) {
  const int n = p->size[0];
  list[0] = list[1] = *p;
  list[1].to_move = !p->to_move;
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++) {
      const signed char car = p->cell[row * n + column];
      list[1].cell[column * n + row] = (signed char) (car == 0 ? 0 : 3 - car);
    }
  return 2;
}

static void print (const struct plain *p, char *text) {
  const int n = p->size[0];
  *text++ = p->to_move == 0 ? 'x' : 'o';
  for (int player = 1; player <= 2; player++) {
    const char *before = ":";
    for (int i = 0; i < n * n; i++)
      if (p->cell[i] == player) {
        text += sprintf (text, "%s%c%d", before, 'a' + i % n, i / n + 1);
        before = ",";
      }
    if (*before == ':')
      text += sprintf (text, ":");
  }
}

static bool parse (const char *board, const char *text, struct plain *p) {
  if (!start (board, p))
    return false;
  const int n = p->size[0];
  memset (p->cell, 0, sizeof p->cell);
  p->to_move = text[0] == 'o';
  for (int player = 0; *++text != 0;) {
    player += *text == ':';
    if (*text >= 'a' && *text < 'a' + n)
      p->cell[(text[1] - '1') * n + *text - 'a'] = (signed char) player;
  }
  return true;
}

static const struct plain_board boards[] = {
  { "dodgem:3x3", 600, true },
  { "dodgem:2x2", 0, true },
  { "dodgem:4x4", 400, false },
  { NULL, 0, false },
};

static const char *const refused[]
    = { "dodgem:", "dodgem:1x1", "dodgem:5x5", "dodgem:3x4", "dodgem:3", "dodgem:3x3,", NULL };

static const struct plain_sample samples[] = { { "dodgem:3x3", 0, 12, 0, 1 }, { NULL, 0, 0, 0, 0 } };

static const struct plain_depth counted[] = { { "dodgem:3x3", 6 }, { NULL, 0 } };

const struct plain_rules plain_dodgem = {
  .name = "dodgem",
  .start = start,
  .moves = moves,
  .outcome = outcome,
  .images = images,
  .print = print,
  .parse = parse,
  .boards = boards,
  .refused = refused,
  .samples = samples,
  .random_positions = 1000,
  .counted = counted,
};
