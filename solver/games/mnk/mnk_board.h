/* The board of an m,n,k-game: size, rule, lines and symmetries, computed once when it is opened.
 *
 * M columns, N rows; cell = row * M + column, row 0 (printed "1") at the bottom:
 *
 *      3   12 13 14 15        The eight symmetries, numbered 0..7: mirror the columns (1), then mirror
 *      2    8  9 10 11        the rows (2), then exchange columns and rows (4). Boards that are not
 *      1    4  5  6  7        square have only the first four; their tables repeat them as 4..7, so
 *      0    0  1  2  3        that loops can always run over all eight.
 *           a  b  c  d
 *
 * The tables take at most 430 kB and are not allocated. */
#ifndef ZERMELO_MNK_MNK_BOARD_H
#define ZERMELO_MNK_MNK_BOARD_H

#include "game.h"
#include "games/mnk/cells.h"
#include "games/mnk/lines.h"
#include "games/mnk/torus_pairing.h"
#include "games/tiling.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef MNK_MAKER_BREAKER
#define MNK_MAKER_BREAKER 0
#endif

enum {
  SIDE_MAX = 128, /* the largest number of columns or rows */
  SYMMETRIES = 8,
  /* Occurrences of cells in lines: at most (side + 1)^2 / 4 for each row of cells, reached on 1 x n boards.
   */
  LINES_THROUGH_MAX = GAME_BITS * (GAME_BITS / 4 + 1),
  LINES_MAX = 4 * GAME_BITS /* a line starts at a cell, in one of four directions */
};

struct board {
  int columns, rows;
  int area;       /* columns * rows */
  int symmetries; /* 8 or 4 */
  struct lines lines;
  cells all;             /* the cells of the board */
  cells has_next[4];     /* in each direction, whether it has lines or not: the cells with a next cell */
  cells pairs[4];        /* first cells of the pairs in each direction, see torus_pairing.h */
  cells line_pattern[4]; /* in each direction, a line that starts at cell 0 */
  struct tiling tiling;  /* for eight in a row, see tiling.h; otherwise it has no sets */
  uint16_t image[GAME_BITS][SYMMETRIES]; /* the cell to which a symmetry maps a cell */
  uint8_t central[GAME_BITS];            /* distance to the nearest side plus distance to the nearest end */
  bool threats;                          /* search for winning sequences of threats */
#if GAME_BITS <= 128
  cells image_bit[GAME_BITS][SYMMETRIES]; /* the images of a cell as sets of one cell */
  cells through[LINES_THROUGH_MAX];       /* the lines through each cell, cell by cell */
#endif
#if GAME_BITS <= 512
  uint16_t line_through[LINES_THROUGH_MAX]; /* the numbers of the lines through each cell, cell by cell */
  uint32_t through_first[GAME_BITS + 1];    /* the lines of cell c: through_first[c] .. through_first[c + 1] -
                                               1 */
  cells line[LINES_MAX];                    /* every line once */
  cells line_ends[LINES_MAX];               /* `exact`: the cells next to its ends; else none */
  uint8_t line_words[LINES_MAX][2];         /* the first and the last word that has cells of the line */
  int line_count;
#endif
};

/** The symmetry `first` followed by `second`. */
static inline int symmetry_product (int first, int second) {
  assert (first >= 0 && first < SYMMETRIES && second >= 0 && second < SYMMETRIES);
  if (first & 4) /* `first` has exchanged columns and rows */
    second = (second & 4) | (second & 1) << 1 | (second & 2) >> 1;
  return first ^ second;
}

/** The inverse of a symmetry. */
static inline int symmetry_inverse (int symmetry) {
  return symmetry & 4 ? 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1 : symmetry;
}

static inline int board_image (const struct board *board, int symmetry, int cell) {
  assert (cell >= 0 && cell < board->area && symmetry >= 0 && symmetry < board->symmetries);
  int column = cell % board->columns, row = cell / board->columns;
  if (symmetry & 1)
    column = board->columns - 1 - column;
  if (symmetry & 2)
    row = board->rows - 1 - row;
  return symmetry & 4 ? column * board->columns + row : row * board->columns + column;
}

/** Do the symmetries map cells to cells, and does symmetry_product() agree with applying two one after the
 * other? */
static inline bool board_images_are_right (const struct board *board) {
  for (int i = 0; i < board->symmetries; i++)
    for (int j = 0; j < board->symmetries; j++) {
      const int product = symmetry_product (i, j);
      for (int cell = 0; cell < board->area; cell++)
        if (board->image[board->image[cell][i]][j] != board->image[cell][product])
          return false;
    }
  return true;
}

static inline void board_fill_cells (struct board *board) {
  board->all = cells_none ();
  for (int i = 0; i < 4; i++)
    board->has_next[i] = lines_that_fit (board->columns, board->rows, 2, line_by_column[i], line_by_row[i]);
  for (int cell = 0; cell < board->area; cell++) {
    int column = cell % board->columns, row = cell / board->columns;
    int right = board->columns - 1 - column, above = board->rows - 1 - row;
    board->central[cell] = (uint8_t) ((column < right ? column : right) + (row < above ? row : above));
    cells_add (&board->all, cell);
    for (int i = 0; i < SYMMETRIES; i++)
      board->image[cell][i] = (uint16_t) board_image (board, i % board->symmetries, cell);
  }
  assert (board_images_are_right (board));
}

static inline void board_fill_patterns (struct board *board) {
  for (int i = 0; i < 4; i++) {
    const struct direction *d = &board->lines.direction[i];
    board->line_pattern[i] = cells_none ();
    for (int j = 0; j < board->lines.length && cells_any (&d->starts); j++)
      cells_add (&board->line_pattern[i], j * d->step);
  }
}

/** The cells of a line, by its direction and first cell. */
static inline cells board_line (const struct board *board, int direction, int start) {
  assert (cells_has (&board->lines.direction[direction].starts, start));
  return cells_up (board->line_pattern[direction], start);
}

/** `exact`: the cells next to the ends of a line; else none. */
static inline cells board_line_ends (const struct board *board, int direction, int start) {
  const struct direction *d = &board->lines.direction[direction];
  cells ends = cells_none ();
  if (board->lines.exact && cells_has (&d->longer, start))
    cells_add (&ends, start + board->lines.length * d->step);
  if (board->lines.exact && start >= d->step && cells_has (&d->longer, start - d->step))
    cells_add (&ends, start - d->step);
  return ends;
}

#if GAME_BITS <= 512
static inline void board_fill_lines (struct board *board) {
  board->line_count = 0;
  for (int i = 0; i < 4; i++)
    for (cells starts = board->lines.direction[i].starts; cells_any (&starts);) {
      const int start = cells_pop (&starts),
                last = start + (board->lines.length - 1) * board->lines.direction[i].step;
      assert (board->line_count < LINES_MAX);
      board->line[board->line_count] = board_line (board, i, start);
      board->line_words[board->line_count][0] = (uint8_t) (start / 64);
      board->line_words[board->line_count][1] = (uint8_t) (last / 64);
      board->line_ends[board->line_count++] = board_line_ends (board, i, start);
    }
}

static inline void board_fill_through (struct board *board) {
  _Static_assert(LINES_MAX <= UINT16_MAX, "line_through holds the number of any line");
  uint32_t end[GAME_BITS] = { 0 }; /* the number of lines through a cell, then the end of its list so far */
  for (int i = 0; i < board->line_count; i++)
    for (cells rest = board->line[i]; cells_any (&rest);)
      end[cells_pop (&rest)]++;
  uint32_t count = 0;
  for (int cell = 0; cell < board->area; cell++) {
    board->through_first[cell] = count;
    count += end[cell];
    end[cell] = board->through_first[cell];
  }
  board->through_first[board->area] = count;
  assert (count <= LINES_THROUGH_MAX);
  for (int i = 0; i < board->line_count; i++)
    for (cells rest = board->line[i]; cells_any (&rest);) {
      const uint32_t place = end[cells_pop (&rest)]++;
#if GAME_BITS <= 128
      board->through[place] = board->line[i];
#endif
      board->line_through[place] = (uint16_t) i;
    }
#if GAME_BITS <= 128
  for (int cell = 0; cell < board->area; cell++)
    for (int i = 0; i < SYMMETRIES; i++)
      board->image_bit[cell][i] = cells_of (board->image[cell][i]);
#endif
}
#endif

/** A text of the user in the form in which failures quote it: printable, lower case, at most 23
 * characters. */
struct shown {
  char text[24];
};

static inline struct shown show (const char *text, size_t length) {
  struct shown shown = { "" };
  for (size_t i = 0; i < length && i < sizeof shown.text - 1; i++) {
    char c = text[i];
    shown.text[i] = (char) (c >= 'A' && c <= 'Z' ? c | 32 : c > ' ' && c < 127 ? c : '?');
  }
  return shown;
}

enum { NUMBER_MAX = 999999999 };

/** Read a number without sign, at most NUMBER_MAX + 1; advances `text`. -1: there is no number. */
static inline int board_number (const char **text) {
  int number = -1;
  for (; **text >= '0' && **text <= '9'; ++*text) {
    int64_t longer = 10 * (int64_t) (number < 0 ? 0 : number) + (**text - '0');
    number = longer > NUMBER_MAX ? NUMBER_MAX + 1 : (int) longer;
  }
  return number;
}

/** The rules that may follow the numbers of a board. */
enum board_rules { BOARD_STANDARD, BOARD_EXACT, BOARD_MAKER_BREAKER, BOARD_RULES };

static const char *const board_rules_names[BOARD_RULES] = { "standard", "exact", "maker-breaker" };

/** Read "M,N,K" or "M,N,K,RULES". */
static inline bool board_read (const char *text, int size[3], enum board_rules *rules,
                               struct failure *failure) {
  struct shown shown = show (text, strlen (text));
  const char *rest = text;
  for (int i = 0; i < 3; i++) {
    size[i] = i > 0 && *rest++ != ',' ? -1 : board_number (&rest);
    if (size[i] < 0)
      return fail (failure, EXIT_BAD_DATA,
                   "mnk: board \"%s\" is not columns,rows,in-a-row: for example 15,15,5", shown.text);
  }
  *rules = BOARD_STANDARD;
  if (*rest == ',')
    while (*rules < BOARD_RULES && strcmp (rest + 1, board_rules_names[*rules]) != 0)
      ++*rules;
  if (*rules == BOARD_RULES || (*rest != '\0' && *rest != ','))
    return fail (failure, EXIT_BAD_DATA,
                 "mnk: board \"%s\": only ,standard, ,exact or ,maker-breaker may follow the numbers",
                 shown.text);
  if (size[0] > SIDE_MAX || size[1] > SIDE_MAX)
    return fail (failure, EXIT_BAD_DATA, "mnk: board %s is too large: at most %d columns and %d rows",
                 shown.text, SIDE_MAX, SIDE_MAX);
  if (size[0] < 1 || size[1] < 1 || size[2] < 1)
    return fail (failure, EXIT_BAD_DATA, "mnk: board %s is too small: at least 1 column, 1 row, 1 in a row",
                 shown.text);
  if (size[2] > NUMBER_MAX)
    return fail (failure, EXIT_BAD_DATA, "mnk: board %s: at most %d in a row", shown.text, NUMBER_MAX);
  return true;
}

static inline enum opening game_open (struct board *board, const char *text, struct failure *failure) {
  int size[3] = { 0, 0, 0 };
  enum board_rules rules = BOARD_STANDARD;
  if (!board_read (text, size, &rules, failure))
    return OPENING_FAILED;
  if (size[0] * size[1] > GAME_BITS || (rules == BOARD_MAKER_BREAKER) != MNK_MAKER_BREAKER)
    return OPENING_TOO_LARGE;
  board->columns = size[0];
  board->rows = size[1];
  board->area = board->columns * board->rows;
  board->symmetries = board->columns == board->rows ? 8 : 4;
  board->threats = true;
  board->lines = lines_of_board (board->columns, board->rows, size[2], rules == BOARD_EXACT);
  board_fill_cells (board);
  torus_pairing_restrict (&board->lines, board->columns, board->rows, board->pairs);
  board->tiling.count = 0;
  if (board->lines.length == TILING_LENGTH)
    tiling_find (&board->tiling);
  board_fill_patterns (board);
#if GAME_BITS <= 512
  board_fill_lines (board);
  board_fill_through (board);
#endif
  return OPENING_DONE;
}

static inline void game_board_text (const struct board *board, char text[BOARD_TEXT],
                                    char rules[BOARD_TEXT]) {
  snprintf (text, BOARD_TEXT, "%d,%d,%d", board->columns, board->rows, board->lines.length);
  snprintf (rules, BOARD_TEXT, "%s",
            board_rules_names[MNK_MAKER_BREAKER    ? BOARD_MAKER_BREAKER
                              : board->lines.exact ? BOARD_EXACT
                                                   : BOARD_STANDARD]);
}

static inline int game_symmetries (const struct board *board) { return board->symmetries; }

static inline int game_plies_max (const struct board *board) { return board->area; }

/** The winner of the Maker-Breaker game, as far as it is known. */
enum maker_breaker { BREAKER_WINS, MAKER_WINS, NOT_SETTLED };

#endif
