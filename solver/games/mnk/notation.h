/* Moves and positions as text: `h8 h7 g7`.
 *
 * A cell is letters (columns a..z, aa..az, ba..) and digits (rows from 1 at the bottom). Letters of any
 * case are read; blanks between moves may be left out, since letters follow digits only in the next move.
 * Included by rules.h only. */
#ifndef ZERMELO_MNK_NOTATION_H
#define ZERMELO_MNK_NOTATION_H

/** Write a column's name (at most 3 letters); returns its end. */
static inline char *
print_column (int column, char *text)
{
  if (column >= 26)
    text = print_column (column / 26 - 1, text);
  *text++ = (char) ('a' + column % 26);
  *text = '\0';
  return text;
}

/** Write a cell's name; returns its end. */
static inline char *
print_cell (const struct board *board, int cell, char *text)
{
  text = print_column (cell % board->columns, text);
  return text + snprintf (text, 16, "%d", cell / board->columns + 1);
}

static inline void
game_print_move (const struct board *board, const struct position *position, struct move move, char *text)
{
  (void) position;
  print_cell (board, move.cell, text);
}

/** One move of a position text, as written. */
struct cell_text {
  int column, row; /* from 0; column -1: this is no cell; row -1: it is written as 0 */
  int letters;     /* that name the column, as far as they are shown */
  struct shown shown;
  const char *end;
};

/** Not isalpha(): what that says of bytes beyond ASCII depends on the locale. */
static inline bool
is_letter (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

/** Letters and digits from `text` on; if that is no cell, everything up to the next blank. */
static inline struct cell_text
read_cell (const char *text)
{
  enum { LIMIT = 1000000 }; /* far beyond any board, far below overflow */
  struct cell_text cell = { .column = -1, .row = -1, .end = text };
  for (; is_letter (*cell.end); cell.end++)
    if (cell.column < LIMIT)
      cell.column = 26 * (cell.column + 1) + (*cell.end | 32) - 'a';
  const char *digits = cell.end;
  int number = 0;
  for (; is_digit (*cell.end); cell.end++)
    if (number < LIMIT)
      number = 10 * number + *cell.end - '0';
  if (cell.column < 0 || cell.end == digits) {
    cell.column = -1;
    cell.end = text + strcspn (text, " \t\r\n\v\f");
  }
  cell.row = number - 1;
  cell.shown = show (text, (size_t) (cell.end - text));
  cell.letters = (int) strspn (cell.shown.text, "abcdefghijklmnopqrstuvwxyz");
  return cell;
}

/** Can this move be played? If not, say why. */
static inline bool
check_cell (const struct board *board, const struct position *position, const struct cell_text *cell,
            int number, struct failure *failure)
{
  const char *shown = cell->shown.text;
  if (cell->column < 0)
    return fail (failure, EXIT_BAD_DATA, "move %d (%s): not a column and a row such as a1", number, shown);
  if (cell->column >= board->columns) {
    char last[8];
    print_column (board->columns - 1, last);
    return fail (failure, EXIT_BAD_DATA, "move %d (%s): column %.*s is off the board, columns are a to %s",
                 number, shown, cell->letters, shown, last);
  }
  if (cell->row < 0 || cell->row >= board->rows)
    return fail (failure, EXIT_BAD_DATA, "move %d (%s): row %s is off the board, rows are 1 to %d", number,
                 shown, shown + cell->letters, board->rows);
  if (position->outcome != GOING_ON)
    return fail (failure, EXIT_BAD_DATA, "move %d (%s): the game is over", number, shown);
  cells empty = position_empty (board, position);
  if (!cells_has (&empty, cell->row * board->columns + cell->column))
    return fail (failure, EXIT_BAD_DATA, "move %d (%s): cell is taken", number, shown);
  return true;
}

static inline bool
game_parse_position (const struct board *board, const char *text, struct position *position, char *normal,
                     struct failure *failure)
{
  *position = game_start (board);
  *normal = '\0';
  for (int number = 1;; number++) {
    text += strspn (text, " \t\r\n\v\f");
    if (*text == '\0')
      return true;
    struct cell_text cell = read_cell (text);
    if (!check_cell (board, position, &cell, number, failure))
      return false;
    if (number > 1)
      *normal++ = ' ';
    struct move move = { (uint16_t) (cell.row * board->columns + cell.column) };
    normal = print_cell (board, move.cell, normal);
    *position = game_play (board, position, move);
    text = cell.end;
  }
}

/** Plies to the end, with the sign of the side to move. */
static inline void
game_print_score (const struct board *board, const struct position *position, enum outcome outcome, int score,
                  char *text)
{
  if (outcome == DRAWN)
    strcpy (text, "0");
  else
    snprintf (text, 16, "%s%d", outcome == LOST ? "-" : "", game_distance (board, position, score));
}

#endif
