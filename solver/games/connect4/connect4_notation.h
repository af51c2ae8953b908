/* Connect Four as text: boards ("7x6"), moves and positions ("44353", a character for each move: 1-9, then
 * a-z from column 10; spaces are skipped), scores. */
#ifndef ZERMELO_CONNECT4_CONNECT4_NOTATION_H
#define ZERMELO_CONNECT4_CONNECT4_NOTATION_H

#include "base/decimal.h"
#include "games/connect4/connect4_position.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/** Read a number without sign. Returns the text after it, or NULL if there is no digit. A number larger than
 * any board saturates. */
static inline const char *read_size (const char *text, int *size) {
  const char *end = text;
  for (*size = 0; *end >= '0' && *end <= '9'; end++)
    *size = *size < 100000 ? 10 * *size + (*end - '0') : *size;
  return end > text ? end : NULL;
}

static inline enum opening game_open (struct board *board, const char *text, struct failure *failure) {
  int columns, rows, length = (int) strcspn (text, ",");
  const char *end = read_size (text, &columns);
  if (end != NULL)
    end = *end == 'x' ? read_size (end + 1, &rows) : NULL;
  if (end == NULL || (*end != 0 && *end != ',')) {
    fail (failure, EXIT_BAD_DATA, "connect4: board '%.40s' is not COLUMNSxROWS, for example 7x6", text);
    return OPENING_FAILED;
  }
  if (*end == ',' && strcmp (end + 1, "standard") != 0) {
    fail (failure, EXIT_BAD_DATA, "connect4: unknown rules '%.40s': only standard", end + 1);
    return OPENING_FAILED;
  }
  if (columns == 0 || rows == 0) {
    fail (failure, EXIT_BAD_DATA, "connect4: board %.*s has no cells: at least 1 column and 1 row",
          length < 40 ? length : 40, text);
    return OPENING_FAILED;
  }
  if (columns > COLUMNS_MAX || rows >= BITS_MAX || columns * (rows + 1) > BITS_MAX) {
    fail (failure, EXIT_BAD_DATA,
          "connect4: board %.*s is too large: at most %d columns and columns x (rows + 1) <= %d",
          length < 40 ? length : 40, text, COLUMNS_MAX, BITS_MAX);
    return OPENING_FAILED;
  }
  if (columns * (rows + 1) > GAME_BITS)
    return OPENING_TOO_LARGE;
  board_prepare (board, columns, rows);
  return OPENING_DONE;
}

static inline void game_board_text (const struct board *board, char text[BOARD_TEXT],
                                    char rules[BOARD_TEXT]) {
  snprintf (text, BOARD_TEXT, "%dx%d", board->columns, board->rows);
  snprintf (rules, BOARD_TEXT, "standard");
}

static inline char column_letter (int column) {
  assert (column >= 0 && column < COLUMNS_MAX);
  return (char) (column < 9 ? '1' + column : 'a' + column - 9);
}

static inline int column_of_letter (char letter) {
  if (letter >= '1' && letter <= '9')
    return letter - '1';
  if (letter >= 'a' && letter <= 'z')
    return letter - 'a' + 9;
  if (letter >= 'A' && letter <= 'Z')
    return letter - 'A' + 9;
  return COLUMNS_MAX;
}

static inline bool no_such_column (const struct board *board, int number, char letter,
                                   struct failure *failure) {
  char name[8], last[8] = "";
  if (letter > ' ' && letter <= '~')
    snprintf (name, sizeof name, "%c", letter);
  else
    snprintf (name, sizeof name, "\\x%02X", (unsigned) (unsigned char) letter);
  if (board->columns > 9)
    snprintf (last, sizeof last, ", a-%c", column_letter (board->columns - 1));
  return fail (failure, EXIT_BAD_DATA, "move %d (%s): no such column: one of 1-%d%s", number, name,
               board->columns < 9 ? board->columns : 9, last);
}

static inline bool game_parse_position (const struct board *board, const char *text,
                                        struct position *position, struct normal_form *normal,
                                        struct failure *failure) {
  char *end = normal->text;
  *position = game_start (board);
  *end = normal->last[0] = 0;
  int number = 0;
  for (; *text != 0; text++) {
    if (*text == ' ')
      continue;
    number++;
    int column = column_of_letter (*text);
    if (column >= board->columns)
      return no_such_column (board, number, *text, failure);
    if (game_outcome (board, position) != GOING_ON)
      return fail (failure, EXIT_BAD_DATA, "move %d (%c): the game was over after move %d", number, *text,
                   number - 1);
    if (!(next_cells (board, position) & board->column[column]))
      return fail (failure, EXIT_BAD_DATA, "move %d (%c): column %d is full", number, *text, column + 1);
    *position = game_play (board, position, (struct move){ (uint8_t) column });
    end = character_print (column_letter (column), end, normal->text + normal->size);
    character_print (column_letter (column), normal->last, normal->last + sizeof normal->last);
  }
  return true;
}

static inline void game_print_move (const struct board *board, const struct position *position,
                                    struct move move, char *text, size_t size) {
  (void) board, (void) position;
  character_print (column_letter (move.column), text, text + size);
}

static inline void game_print_score (const struct board *board, const struct position *position, int score,
                                     char *text, size_t size) {
  (void) board, (void) position;
  snprintf (text, size, "%d", score);
}

#endif
