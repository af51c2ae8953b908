/* Formats of other programs in which a book can be written (`zermelo export`); some of them can also be read
 * (`zermelo import`).
 *
 * A format is about one game, so its file is in the folder of that game: games/NAME/export/X_export.c defines
 * export_X, and add_game() finds it. It writes a whole book, or position by position, or a tree of moves. */
#ifndef ZERMELO_GAMES_EXPORTS_H
#define ZERMELO_GAMES_EXPORTS_H

#include "base/failure.h"
#include "engine.h"
#include "store/book.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** The numbers of positions in a written file. */
struct exported {
  uint64_t positions;
  uint64_t left_out; /* positions for which the format has no place */
  uint64_t bytes;
};

/** A book's information on a position, as texts; NULL or "" where it is missing. */
struct book_line {
  const char *position, *ply, *value, *score, *moves, *evaluation;
  const char *proven; /* "no": then the value has to be "unknown" */
  const char *method; /* the method that found the evaluation, by its options: "--method bns --depth 8" */
};

/** A position in a tree of moves. A file contains the tree in preorder. */
struct book_node {
  const char *move;            /* the move that leads there, as the engine prints it; NULL: the root */
  int depth;                   /* number of moves from the root */
  bool has_child, has_sibling; /* a child, or sibling, comes later in the file */
  bool best;                   /* the book has this move among the moves of the position before it */
  int ends;           /* the number of positions, this one and its ancestors, whose subtree ends with this
                         position */
  const char *method; /* the method that found the evaluations of the book; "": there are none */
  const struct book_line *line; /* its moves refer to the position as it occurs in the tree; NULL: the book
                                   does not have the position */
};

/** The receiver of the positions of a file that is read. */
struct book_receiver {
  void *context;
  /** Take a position, from the line of the file with this number. False: it was wrong, and reading ends. */
  bool (*take) (void *context, size_t number, const struct book_line *);
  /** Note the text of a comment or a game that is left out because it contains no value. */
  void (*leave) (void *context, size_t number, const char *text, size_t size);
};

struct book_export {
  const char *name;   /* the name for --format */
  const char *whose;  /* "the book of ...", for help */
  const char *suffix; /* ".pdn", the suffix of files that can be read; NULL: none can */

  /** Write `book` to `path`, under a temporary name (store/new_file.h), synced, then renamed. EXIT_BAD_DATA:
   * the format cannot represent the book, and the failure names the reason; EXIT_CANNOT_CREATE, EXIT_IO:
   * nothing is left behind. NULL: the format has the following functions instead. */
  bool (*write) (const struct book *book, const char *path, struct exported *, struct failure *);

  /** Is the format meant for this game and board? EXIT_BAD_DATA: the failure names the reason if not. */
  bool (*fits) (const struct game *, struct failure *);
  void (*put_line) (FILE *, const struct game *, const struct book_line *); /* each position in turn */
  void (*put_head) (FILE *, const struct game *);                           /* or a head (may be NULL) */
  void (*put_node) (FILE *, const struct game *, const struct book_node *); /*   and a tree */

  /** Pass on the positions of a text (with a zero after it). EXIT_BAD_DATA: the text has another format, or
   * is about another game, board or rules; the failure does not name the file. */
  bool (*read) (const struct game *, const char *text, size_t size, const struct book_receiver *,
                struct failure *);
};

/** The formats of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct book_export *const book_exports[];

#endif
