/* Rows of stones as Gomocup's managers play them, five in a row unless an INFO line sets another number:
 * points are numbered from 0, from the top left corner. */
#include "games/mnk/sgf_points.h"
#include "games/protocols.h"

enum { LEAST = 5, IN_A_ROW = 5 };

static void game_text (const struct protocol_board *board, char *text, size_t size) {
  snprintf (text, size, "mnk:%d,%d,%d%s", board->columns, board->rows, board->line,
            board->exact ? ",exact" : "");
}

static struct protocol_board board_of (const struct game *game) {
  struct protocol_board board = { .exact = strcmp (game->rules, "exact") == 0 };
  sscanf (game->board_text, "%d,%d,%d", &board.columns, &board.rows, &board.line);
  return board;
}

static bool plays (const struct game *game) {
  return strcmp (game->name, "mnk") == 0 && strcmp (game->rules, "maker-breaker") != 0;
}

static void move_text (int rows, int x, int y, char *text, size_t size) {
  print_point (x + 1, rows - y, text, size);
}

static void point (int rows, const char *move, int *x, int *y) {
  int column, row;
  move_point (move, &column, &row);
  *x = column - 1;
  *y = rows - row;
}

const struct board_protocol protocol_gomocup = { .name = "gomocup",
                                                 .plays = plays,
                                                 .least = LEAST,
                                                 .line = IN_A_ROW,
                                                 .game_text = game_text,
                                                 .board_of = board_of,
                                                 .move_text = move_text,
                                                 .point = point };
