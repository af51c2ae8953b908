/* An engine for Connect Four that plays perfectly: from a book of a strategy as long as that lasts, then by a
 * search of its own, which needs no more than seconds from there.
 *
 *     zermelo book connect4:7x6 --plies 16 --strategy first -o first.h5
 *     cc -O2 engine_with_book.c $(pkg-config --cflags --libs zermelo-book) -o engine_with_book
 *     ./engine_with_book first.h5
 *
 * Each line of its input is a position, given by the columns played so far ("" at the start, "4435" after
 * four moves); for each it prints a column and where it has it from, "4 book" or "3 search". Columns are
 * numbered from 1; from the tenth on they are letters. It needs that width * (height + 1) <= 64. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo/probe.h>

/* ---- the board: a column is height + 1 bits, the lowest cell first; the top bit stays empty ---- */

struct board {
  int columns, rows;
  uint64_t bottom, cells; /* the lowest cell of every column; all cells */
};

struct position {
  uint64_t mine, stones; /* of the side to move, and of both */
};

static uint64_t column_cells (const struct board *b, int column) {
  return ((UINT64_C (1) << b->rows) - 1) << column * (b->rows + 1);
}

static struct board make_board (int columns, int rows) {
  struct board b = { columns, rows, 0, 0 };
  for (int column = 0; column < columns; column++) {
    b.bottom |= UINT64_C (1) << column * (rows + 1);
    b.cells |= column_cells (&b, column);
  }
  return b;
}

/* The cells on which a stone may be put. */
static uint64_t playable (const struct board *b, uint64_t stones) { return (stones + b->bottom) & b->cells; }

static struct position play (struct position p, uint64_t cell) {
  return (struct position){ p.stones ^ p.mine, p.stones | cell };
}

/* The empty cells that would complete four of these stones. */
static uint64_t threats (const struct board *b, uint64_t own, uint64_t stones) {
  const int steps[] = { 1, b->rows, b->rows + 1, b->rows + 2 };
  uint64_t found = 0;
  for (int i = 0; i < 4; i++) {
    const int s = steps[i];
    if (3 * s > 63)
      continue; /* a board of so few columns has no such four */
    const uint64_t up = own << s & own << 2 * s, down = own >> s & own >> 2 * s;
    found |= (up & own << 3 * s) | (up & own >> s) | (down & own << s) | (down & own >> 3 * s);
  }
  return found & b->cells & ~stones;
}

/* ---- the search: win 1, draw 0, loss -1 for the side to move ---- */

enum { TABLE = 1 << 22 };

struct entry {
  uint64_t key; /* 0: empty */
  int8_t lower, upper;
};

static struct entry table[TABLE];

/* Different for all positions: the sum has a one above the stones of each column. */
static uint64_t key_of (const struct board *b, struct position p) { return p.mine + p.stones + b->bottom; }

static int count (uint64_t bits) {
  int n = 0;
  for (; bits != 0; bits &= bits - 1)
    n++;
  return n;
}

/* The moves that do not lose at once, those with most threats first and then those nearest to the middle.
 * Returns how many; `cells` has room for all columns. */
static int order_moves (const struct board *b, struct position p, uint64_t *cells) {
  const uint64_t other = p.mine ^ p.stones, danger = threats (b, other, p.stones);
  uint64_t moves = playable (b, p.stones);
  if (moves & danger) /* one of them must be taken, and more than one cannot be */
    moves = count (moves & danger) > 1 ? 0 : moves & danger;
  moves &= ~(danger >> 1); /* nor may a stone be put below one */
  int worth[64], n = 0;
  for (int i = 0; i < b->columns; i++) {
    const int column = b->columns / 2 + (i % 2 ? -(i + 1) / 2 : i / 2);
    const uint64_t cell = column >= 0 && column < b->columns ? moves & column_cells (b, column) : 0;
    if (cell == 0)
      continue;
    const int value = count (threats (b, p.mine | cell, p.stones | cell));
    int j = n++;
    for (; j > 0 && worth[j - 1] < value; j--) {
      worth[j] = worth[j - 1];
      cells[j] = cells[j - 1];
    }
    worth[j] = value;
    cells[j] = cell;
  }
  return n;
}

static int search (const struct board *b, struct position p, int alpha, int beta) {
  uint64_t cells[64];
  if (threats (b, p.mine, p.stones) & playable (b, p.stones))
    return 1;
  if (p.stones == b->cells)
    return 0;
  const uint64_t key = key_of (b, p);
  struct entry *entry = &table[key * 0x9e3779b97f4a7c15u >> 42];
  int lower = -1, upper = 1;
  if (entry->key == key) {
    lower = entry->lower;
    upper = entry->upper;
  }
  alpha = lower > alpha ? lower : alpha;
  beta = upper < beta ? upper : beta;
  if (alpha >= beta)
    return alpha;
  int best = -1;
  const int n = order_moves (b, p, cells);
  for (int i = 0; i < n && best < beta; i++) {
    const int value = -search (b, play (p, cells[i]), -beta, best > alpha ? -best : -alpha);
    best = value > best ? value : best;
  }
  if (best <= alpha)
    upper = best;
  if (best >= beta)
    lower = best;
  if (best > alpha && best < beta)
    lower = upper = best;
  *entry = (struct entry){ key, (int8_t) lower, (int8_t) upper };
  return best;
}

/* The column of a best move: the first that wins at once, else the first of those with the best value. */
static int choose (const struct board *b, struct position p) {
  const uint64_t wins = playable (b, p.stones) & threats (b, p.mine, p.stones);
  int best = -2, chosen = -1;
  for (int column = 0; column < b->columns; column++) {
    const uint64_t cell = playable (b, p.stones) & column_cells (b, column);
    if (cell & wins)
      return column;
    if (cell == 0 || wins != 0)
      continue;
    const int value = best == 1 ? -2 : -search (b, play (p, cell), -1, best > -1 ? -best : 1);
    if (value > best) {
      best = value;
      chosen = column;
    }
  }
  return chosen;
}

/* ---- the engine ---- */

static const char names[] = "123456789abcdefghijklmnopqrstuvwxyz";

static int column_of (char name) {
  const char *found = name == 0 ? NULL : strchr (names, name);
  return found == NULL ? -1 : (int) (found - names);
}

/* 0: not a position, or the game is over. */
static int read_position (const struct board *b, const char *moves, struct position *p) {
  *p = (struct position){ 0, 0 };
  for (; *moves != 0; moves++) {
    const int column = column_of (*moves);
    const uint64_t cell
        = column < 0 || column >= b->columns ? 0 : playable (b, p->stones) & column_cells (b, column);
    if (cell == 0 || (cell & threats (b, p->mine, p->stones)))
      return 0;
    *p = play (*p, cell);
  }
  return p->stones != b->cells;
}

/* The move of the book, which names one that keeps the value it knows; NULL: it has none. */
static const zermelo_move *best_move (const zermelo_answer *answer) {
  for (int i = 0; i < answer->move_count && answer->known.value != ZERMELO_UNKNOWN; i++)
    if (answer->moves[i].best)
      return &answer->moves[i];
  return NULL;
}

static void answer (zermelo *z, const struct board *b, const char *moves) {
  struct position p;
  zermelo_answer *said = NULL;
  if (!read_position (b, moves, &p))
    printf ("-\n");
  else if (zermelo_probe (z, moves, ZERMELO_MOVES, &said) == 0 && said->known.file >= 0
           && best_move (said) != NULL)
    printf ("%s book\n", best_move (said)->name);
  else
    printf ("%c search\n", names[choose (b, p)]);
  zermelo_answer_free (said);
  fflush (stdout);
}

int main (int argc, char **argv) {
  zermelo *z;
  int columns, rows;
  char line[1000];
  if (argc != 2 || zermelo_open (NULL, &z) != 0) {
    fprintf (stderr, "usage: engine_with_book BOOK\n");
    return 64;
  }
  int code = zermelo_add_file (z, argv[1]);
  if (code != 0)
    fprintf (stderr, "%s\n", zermelo_error ());
  else if (sscanf (zermelo_game (z), "connect4:%dx%d", &columns, &rows) != 2 || columns * (rows + 1) > 64) {
    fprintf (stderr, "%s: no book of Connect Four on a board of at most 64 bits\n", argv[1]);
    code = 65;
  }
  if (code == 0) {
    const struct board board = make_board (columns, rows);
    while (fgets (line, sizeof line, stdin) != NULL) {
      line[strcspn (line, "\r\n")] = 0;
      answer (z, &board, line);
    }
  }
  zermelo_close (z);
  return code;
}
