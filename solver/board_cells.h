/* The cells of a board and the pieces on them: what a program needs that draws a board and lets a user point
 * at it, whatever the game (serve/). Text for people is drawn by the game itself: base/diagram.h.
 *
 * Cells are numbered from 0; if moves have the numbers of cells (struct successor), a cell has the number of
 * its move. */
#ifndef ZERMELO_SOLVER_BOARD_CELLS_H
#define ZERMELO_SOLVER_BOARD_CELLS_H

#include <stdbool.h>

struct failure;
struct game;
struct position;

enum {
  CELL_NAME = 12,      /* bytes of a name or a label */
  CELLS_OF_A_MOVE = 32 /* no move names more */
};

/** A cell that may hold a piece. */
struct board_cell {
  int x, y; /* from the left and from the top, from 0 */
  char name[CELL_NAME];
};

enum piece_kind { PIECE_NONE, PIECE_STONE, PIECE_MAN, PIECE_KING, PIECE_KINDS };

struct piece {
  enum piece_kind kind;
  int player; /* whose it is: 0, the first player's, or 1 */
};

/** Thread-safe, as all of struct engine. */
struct cells_engine {
  bool falling;  /* a piece falls to the lowest free cell of the column that its move names */
  bool promotes; /* there are men and kings, and either player may be to move; else all pieces are stones */
  bool swaps;    /* every second symmetry (those with an odd number) exchanges the players */
  bool places; /* a move puts a piece on each cell that it names; else it leads from the first to the last */
  const char *names[PIECE_KINDS]; /* what pieces of each kind are called, for people: "man" */
  int (*count) (const struct game *);
  void (*cell) (const struct game *, int cell, struct board_cell *);
  /** The label of a column from the left or, `row`, of a row from the top; "" if there are none. */
  void (*label) (const struct game *, bool row, int number, char label[CELL_NAME]);
  struct piece (*piece) (const struct game *, const struct position *, int cell);
  /** The position with these pieces, one entry for each cell, and `mover` to move, where the pieces do not
   *  decide that. False, and a failure of one line: there is none. That a game leads there is not certain. */
  bool (*arrange) (const struct game *, const struct piece *, int mover, struct position *, struct failure *);
  /** Where a symmetry of the board, 0 <= symmetry < game->symmetries, takes a cell; 0 changes nothing. */
  int (*image) (const struct game *, int symmetry, int cell);
  /** The cells that a move names by its text, in their order, in the position before it or, `made`, in the
   * one after it. Returns how many. */
  int (*of_move) (const struct game *, const struct position *, const char *move, bool made,
                  int list[CELLS_OF_A_MOVE]);
};

#endif
