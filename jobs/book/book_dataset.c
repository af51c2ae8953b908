#include "book/book_text.h"

#include "base/sample.h"
#include "board_cells.h"
#include "store/file.h"
#include "store/file_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DATASET_KIND "dataset"
#define GROUP "/dataset"
#define CELLS "/cells"

enum { DATASET_FORMAT = 1, ROWS_AT_ONCE = 4096 };

/* What each row has, in the order of the file. */
enum column {
  KEY,
  BOARD,
  SIDE,
  PLY,
  VALUE,
  SCORE,
  PROVEN,
  EVALUATION,
  MOVE_LEGAL,
  MOVE_VALUE,
  MOVE_SCORE,
  COLUMNS
};

static const struct dataset layouts[COLUMNS] = {
  { GROUP "/key", ELEMENT_U8, 0, "The position as in the book that the data are from", "1",
    "as /book/key of a book" },
  { GROUP "/board", ELEMENT_I8, 0, "The board, cell by cell (/cells)", "1",
    "0 empty, 1 a piece of the first player, 2 a king, negative of the second player" },
  { GROUP "/side", ELEMENT_U8, 0, "Who is to move", "1", "0: the first player, 1: the second" },
  { GROUP "/ply", ELEMENT_U8, 0, "Moves made from the start position to this one", "ply", "unsigned number" },
  { GROUP "/value", ELEMENT_VALUE, 0, "Game-theoretic value for the side to move", "1",
    "int8 enum: loss -1, draw 0, win 1, unknown 127" },
  { GROUP "/score", ELEMENT_I16, 0, "Score for the side to move, as zermelo solve --score prints it", "1",
    "0 where the value is unknown" },
  { GROUP "/proven", ELEMENT_U8, 0, "Is the value proven?", "1", "0 or 1" },
  { GROUP "/evaluation", ELEMENT_I16, 0, "Heuristic value by a search of limited depth, for the side to move",
    "1", "-32768: none" },
  { GROUP "/move_legal", ELEMENT_U8, 0, "Is there a move of that number?", "1",
    "0 or 1; numbers of moves as in /book/moves" },
  { GROUP "/move_value", ELEMENT_VALUE, 0, "Value of each move for the side that makes it", "1",
    "int8 enum: loss -1, draw 0, win 1, unknown 127, also where there is no such move" },
  { GROUP "/move_score", ELEMENT_I16, 0, "Score of each move for the side that makes it", "1",
    "0 where the value is unknown" },
};

struct dataset_writer {
  const struct book_rows *rows;
  size_t *order;
  int cells, moves;
  struct position *position, *child;
  struct successor *list;
};

static bool is_there (const struct book_rows *rows, enum column column) {
  if (column == SCORE || column == MOVE_SCORE)
    return rows->scored;
  return column != EVALUATION || rows->heuristic[0] != 0;
}

static struct dataset layout_of (const struct dataset_writer *w, enum column column) {
  struct dataset layout = layouts[column];
  layout.width = column == KEY          ? w->rows->keys.key_bytes
                 : column == BOARD      ? w->cells
                 : column >= MOVE_LEGAL ? w->moves
                                        : 0;
  return layout;
}

/* A random order of all rows, by the seed. */
static size_t *shuffle (size_t count, uint64_t seed) {
  size_t *order = allocate (count + 1, sizeof *order);
  for (size_t i = 0; i < count; i++) {
    const size_t j = (size_t) (sample_scramble (seed + (i + 1) * UINT64_C (0x9e3779b97f4a7c15)) % (i + 1));
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}

/* What the moves of a row are, are worth, or score: `moves` elements. */
static void fill_moves (struct dataset_writer *w, size_t row, enum column column, void *data) {
  const struct book_rows *rows = w->rows;
  const int count = rows->game.engine->successors (&rows->game, w->position, w->list);
  if (column == MOVE_VALUE)
    memset (data, ZERMELO_UNKNOWN, (size_t) w->moves);
  for (int i = 0; i < count; i++) {
    const int number = book_move_number (&w->list[i], i);
    const zermelo_knowledge known = book_rows_move (rows, row, w->position, &w->list[i], i, w->child);
    if (column == MOVE_LEGAL)
      ((uint8_t *) data)[number] = 1;
    else if (column == MOVE_VALUE)
      ((int8_t *) data)[number] = (int8_t) known.value;
    else
      ((int16_t *) data)[number] = (int16_t) known.score;
  }
}

static void fill_board (const struct game *game, const struct position *position, int cells, int8_t *board) {
  for (int cell = 0; cell < cells; cell++) {
    const struct piece piece = game->engine->cells->piece (game, position, cell);
    const int kind = piece.kind == PIECE_NONE ? 0 : piece.kind == PIECE_KING ? 2 : 1;
    board[cell] = (int8_t) (piece.player == 0 ? kind : -kind);
  }
}

/* Where the cells are: x from the left, y from the top. */
static void write_cells (struct dataset_writer *w, struct file_out *file) {
  static const struct dataset layout = { CELLS "/place",
                                         ELEMENT_U8,
                                         2,
                                         "Where each cell of the board is",
                                         "1",
                                         "column from the left, row from the top, from 0" };
  const struct game *game = &w->rows->game;
  uint8_t *places = allocate ((size_t) w->cells, 2);
  for (int i = 0; i < w->cells; i++) {
    struct board_cell cell;
    game->engine->cells->cell (game, i, &cell);
    places[2 * i] = (uint8_t) cell.x;
    places[2 * i + 1] = (uint8_t) cell.y;
  }
  file_group (file, CELLS, "One row a cell");
  file_write (file, &layout, places, (size_t) w->cells);
  free (places);
}

/* An element of that column, or several, for a row. `data` begins as zeros. */
static void fill (struct dataset_writer *w, size_t row, enum column column, void *data) {
  const struct book_rows *rows = w->rows;
  const struct game *game = &rows->game;
  const uint8_t *key = key_set_key (&rows->keys, row);
  if (!game->engine->unpack (game, key, w->position))
    return;
  switch (column) {
  case KEY: memcpy (data, key, (size_t) rows->keys.key_bytes); break;
  case BOARD: fill_board (game, w->position, w->cells, data); break;
  case SIDE: *(uint8_t *) data = (uint8_t) game->engine->mover (game, w->position); break;
  case PLY: *(uint8_t *) data = rows->ply[row]; break;
  case VALUE: *(int8_t *) data = rows->value[row]; break;
  case SCORE: *(int16_t *) data = rows->score[row]; break;
  case PROVEN: *(uint8_t *) data = rows->value[row] != ZERMELO_UNKNOWN; break;
  case EVALUATION: *(int16_t *) data = rows->evaluation[row]; break;
  default: fill_moves (w, row, column, data);
  }
}

static void write_column (struct dataset_writer *w, struct file_out *file, enum column column) {
  const struct dataset layout = layout_of (w, column);
  const size_t count = w->rows->keys.count, bytes = dataset_row_bytes (&layout);
  uint8_t *part = allocate (ROWS_AT_ONCE, bytes);
  file_begin (file, &layout, count);
  for (size_t first = 0; first < count; first += ROWS_AT_ONCE) {
    const size_t rows = count - first < ROWS_AT_ONCE ? count - first : ROWS_AT_ONCE;
    memset (part, 0, rows * bytes);
    for (size_t i = 0; i < rows; i++)
      fill (w, w->order[first + i], column, part + i * bytes);
    file_append (file, part, rows);
  }
  file_end (file);
  free (part);
}

static bool write_file (struct dataset_writer *w, uint64_t seed, const char *path, struct failure *failure) {
  struct file_identity identity = { .kind = DATASET_KIND, .format = DATASET_FORMAT };
  snprintf (identity.description, sizeof identity.description,
            "Zermelo data set: the positions of an opening book in random order, as arrays of numbers, with "
            "their values "
            "and those of their moves.");
  file_name_game (&identity, &w->rows->game);
  snprintf (identity.options, sizeof identity.options, "--seed %llu", (unsigned long long) seed);
  struct file_out *file = file_create (path, &identity, failure);
  if (file == NULL)
    return false;
  file_group (file, GROUP, "One row a position in every dataset, in the same order");
  file_put_integer (file, GROUP, "cells", w->cells);
  file_put_integer (file, GROUP, "moves", w->moves);
  for (int column = 0; column < COLUMNS; column++)
    if (is_there (w->rows, (enum column) column))
      write_column (w, file, (enum column) column);
  write_cells (w, file);
  return file_commit (file);
}

bool book_dataset_write (const struct book_rows *rows, uint64_t seed, const char *path,
                         struct exported *written, struct failure *failure) {
  const struct game *game = &rows->game;
  struct stat status = { .st_size = 0 };
  struct dataset_writer w
      = { .rows = rows, .position = position_allocate (game), .child = position_allocate (game) };
  w.cells = game->engine->cells == NULL ? 0 : game->engine->cells->count (game);
  bool good = w.cells > 0
              || fail (failure, EXIT_BAD_DATA,
                       "%.300s: %s has no board of cells, so there are no data to learn from", rows->path,
                       game->title);
  if (good) {
    w.order = shuffle (rows->keys.count, seed);
    w.moves = book_rows_move_numbers (rows);
    w.list = allocate ((size_t) game->moves_max, sizeof *w.list);
    good = write_file (&w, seed, path, failure);
    stat (path, &status);
  }
  *written = (struct exported){ .positions = rows->keys.count, .bytes = (uint64_t) status.st_size };
  free (w.position);
  free (w.child);
  free (w.list);
  free (w.order);
  return good;
}
