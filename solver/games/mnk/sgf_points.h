/* Boards and points of five in a row in SGF (Smart Game Format 4, game 4: Gomoku), whose letters name up to
 * 52 columns and rows. Rows are counted from the top there. */
#ifndef ZERMELO_MNK_SGF_POINTS_H
#define ZERMELO_MNK_SGF_POINTS_H

#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SGF_LETTERS = 52, SGF_LINE = 5 };

/** Columns and rows from 1. */
struct sgf_board {
  int columns, rows;
};

/** Can the game be written? */
static inline bool sgf_fits (const struct game *game, struct sgf_board *board) {
  int length = 0;
  return strcmp (game->name, "mnk") == 0 && strcmp (game->rules, "maker-breaker") != 0
         && sscanf (game->board_text, "%d,%d,%d", &board->columns, &board->rows, &length) == 3
         && length == SGF_LINE && board->columns <= SGF_LETTERS && board->rows <= SGF_LETTERS;
}

static inline char sgf_letter (int number) { return (char) (number < 26 ? 'a' + number : 'A' + number - 26); }

/** The number of a letter; -1: it is not a letter. */
static inline int sgf_number (char letter) {
  return letter >= 'a' && letter <= 'z'   ? letter - 'a'
         : letter >= 'A' && letter <= 'Z' ? letter - 'A' + 26
                                          : -1;
}

/** Column and row, from 1, of a move in our notation: "h8", "ab3". */
static inline void move_point (const char *move, int *column, int *row) {
  *column = 0;
  for (; *move >= 'a' && *move <= 'z'; move++)
    *column = 26 * *column + (*move - 'a' + 1);
  *row = atoi (move);
}

/** Write a move in our notation: columns are a .. z, aa, ab, ... */
static inline void print_point (int column, int row, char *text, size_t size) {
  char letters[8];
  int i = sizeof letters;
  for (; column > 0; column = (column - 1) / 26)
    letters[--i] = (char) ('a' + (column - 1) % 26);
  snprintf (text, size, "%.*s%d", (int) sizeof letters - i, letters + i, row);
}

/** "GM[4]FF[4]...SZ[15]RU[standard]", the properties that every file begins with. */
static inline void sgf_put_head (FILE *file, const struct game *game, const struct sgf_board *board) {
  fputs ("GM[4]FF[4]CA[UTF-8]AP[zermelo]", file);
  fprintf (file, board->columns == board->rows ? "SZ[%d]" : "SZ[%d:%d]", board->columns, board->rows);
  fprintf (file, "RU[%s]", game->rules);
}

/** ";B[hh]" for the first player's stone. */
static inline void sgf_put_stone (FILE *file, const struct sgf_board *board, int column, int row,
                                  bool first) {
  fprintf (file, ";%c[%c%c]", first ? 'B' : 'W', sgf_letter (column - 1), sgf_letter (board->rows - row));
}

#endif
