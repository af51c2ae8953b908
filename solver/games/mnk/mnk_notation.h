/* Moves and positions as text: `h8 h7 g7`.
 *
 * A cell is letters (columns a..z, aa..az, ba..) and digits (rows from 1 at the bottom). Letters may have any
 * case. Blanks between moves may be omitted, since after digits a letter can only begin the next move.
 *
 * Also accepted, separated by blanks or newlines: `7,7 7,6 6,6`, column and row from 0, as in the Gomocup
 * protocol. The protocol does not define on which side row 0 is, and for the game it makes no difference;
 * here 0,0 is a1, at the bottom left, so both numbers are one less than ours. (Piskvork draws row 0 at the
 * top: the mirror image.) Source: P. Lastovicka, "New protocol between a brain and a gomoku manager" (TURN
 * X,Y). */
#ifndef ZERMELO_MNK_MNK_NOTATION_H
#define ZERMELO_MNK_MNK_NOTATION_H

#include "games/mnk/mnk_position.h"

#include "base/decimal.h"

/** Write a column's name (at most 3 letters) before `end`; returns where it ends, as decimal_print() does. */
static inline char *print_column (int column, char *text, const char *end) {
  if (column >= 26)
    text = print_column (column / 26 - 1, text, end);
  return character_print ((char) ('a' + column % 26), text, end);
}

/** Write a cell's name before `end`; returns where it ends, as print_column() does. */
static inline char *print_cell (const struct board *board, int cell, char *text, const char *end) {
  return decimal_print (cell / board->columns + 1, print_column (cell % board->columns, text, end), end);
}

static inline void game_print_move (const struct board *board, const struct position *position,
                                    struct move move, char *text, size_t size) {
  (void) position;
  print_cell (board, move.cell, text, text + size);
}

/** One move of a position text, as written. */
struct cell_text {
  int column, row; /* from 0; column -1: not a cell; row -1: written as 0 */
  int letters;     /* the number of letters that name the column, as far as `shown` has them */
  bool numbers;    /* written as numbers from 0 */
  struct shown shown;
  const char *end;
};

/** Unlike isalpha(), independent of the locale for bytes beyond ASCII. */
static inline bool is_letter (char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static inline bool is_digit (char c) { return c >= '0' && c <= '9'; }

#define NOTATION_BLANKS " \t\r\n\v\f"

/** Read "7,7" up to a blank; false: the text has another form. */
static inline bool read_numbers (const char *text, struct cell_text *cell) {
  const char *end = text;
  const int column = board_number (&end), row = column >= 0 && *end++ == ',' ? board_number (&end) : -1;
  if (row < 0 || strchr (NOTATION_BLANKS, *end) == NULL) /* strchr() also finds the end of the text */
    return false;
  *cell = (struct cell_text){ .column = column, .row = row, .numbers = true, .end = end };
  cell->shown = show (text, (size_t) (end - text));
  cell->letters = (int) strcspn (cell->shown.text, ",");
  return true;
}

/** Read letters and digits, or two numbers, from `text` on; if it is not a cell, everything up to the next
 * blank. */
static inline struct cell_text read_cell (const char *text) {
  enum { LIMIT = 1000000 }; /* far beyond any board, far below overflow */
  struct cell_text cell = { .column = -1, .row = -1, .end = text };
  if (read_numbers (text, &cell))
    return cell;
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
    cell.end = text + strcspn (text, NOTATION_BLANKS);
  }
  cell.row = number - 1;
  cell.shown = show (text, (size_t) (cell.end - text));
  cell.letters = (int) strspn (cell.shown.text, "abcdefghijklmnopqrstuvwxyz");
  return cell;
}

/** Set the failure that a cell is not on the board, in the notation that the user chose. */
static inline bool off_the_board (const struct board *board, const struct cell_text *cell, int number,
                                  struct failure *failure) {
  const char *shown = cell->shown.text;
  const bool column = cell->column >= board->columns;
  const int first = cell->numbers ? 0 : 1, last = (column ? board->columns : board->rows) - 1 + first;
  char from[8] = "a", to[16];
  if (!column || cell->numbers) {
    snprintf (from, sizeof from, "%d", first);
    snprintf (to, sizeof to, "%d", last);
  } else
    print_column (board->columns - 1, to, to + sizeof to);
  return fail (failure, EXIT_BAD_DATA, "move %d (%s): %s %.*s is off the board, %ss are %s%s to %s", number,
               shown, column ? "column" : "row", column ? cell->letters : 24,
               column ? shown : shown + cell->letters + cell->numbers, column ? "column" : "row",
               cell->numbers ? "from " : "", from, to);
}

/** Can this move be played? If not, sets the failure with the reason. */
static inline bool check_cell (const struct board *board, const struct position *position,
                               const struct cell_text *cell, int number, struct failure *failure) {
  const char *shown = cell->shown.text;
  if (cell->column < 0)
    return fail (failure, EXIT_BAD_DATA,
                 "move %d (%s): not a column and a row such as a1, nor their numbers from 0 such as 0,0",
                 number, shown);
  if (cell->column >= board->columns || cell->row < 0 || cell->row >= board->rows)
    return off_the_board (board, cell, number, failure);
  if (position->outcome != GOING_ON)
    return fail (failure, EXIT_BAD_DATA, "move %d (%s): the game is over", number, shown);
  cells empty = position_empty (board, position);
  if (!cells_has (&empty, cell->row * board->columns + cell->column))
    return fail (failure, EXIT_BAD_DATA, "move %d (%s): cell is taken", number, shown);
  return true;
}

static inline bool game_parse_position (const struct board *board, const char *text,
                                        struct position *position, struct normal_form *normal,
                                        struct failure *failure) {
  char *end = normal->text;
  const char *const limit = normal->text + normal->size;
  *position = game_start (board);
  *end = normal->last[0] = '\0';
  for (int number = 1;; number++) {
    text += strspn (text, NOTATION_BLANKS);
    if (*text == '\0')
      return true;
    struct cell_text cell = read_cell (text);
    if (!check_cell (board, position, &cell, number, failure))
      return false;
    if (number > 1)
      end = character_print (' ', end, limit);
    struct move move = { (uint16_t) (cell.row * board->columns + cell.column) };
    end = print_cell (board, move.cell, end, limit);
    print_cell (board, move.cell, normal->last, normal->last + sizeof normal->last);
    *position = game_play (board, position, move);
    text = cell.end;
  }
}

#endif
