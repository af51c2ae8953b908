/* The four directions of lines on a board of squares. */
#ifndef ZERMELO_GAMES_DIRECTIONS_H
#define ZERMELO_GAMES_DIRECTIONS_H

/** The step from a cell to the next one: along a row, a column, a rising and a falling diagonal. */
static const int line_by_column[4] = { 1, 0, 1, -1 }, line_by_row[4] = { 0, 1, 1, 1 };

#endif
