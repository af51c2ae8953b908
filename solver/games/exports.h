/* Formats of other programs in which a book can be written (`zermelo export`), and from which some can be
 * read again
 * (`zermelo import`).
 *
 * Such a format is about one game, so it stands in the folder of that game: games/NAME/export/X_export.c
 * defines export_X, and add_game() finds it. It writes a whole book, or position by position, or a tree of
 * moves. */
#ifndef ZERMELO_GAMES_EXPORTS_H
#define ZERMELO_GAMES_EXPORTS_H

#include "base/failure.h"
#include "engine.h"
#include "store/book.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** What was written. */
struct exported {
  uint64_t positions;
  uint64_t left_out; /* for want of a place in the format */
  uint64_t bytes;
};

/** What a book says of a position, as texts; NULL or "" where it says nothing. */
struct book_line {
  const char *position, *ply, *value, *score, *moves, *evaluation;
  const char *proven; /* "no": then the value is to be "unknown" */
  const char *method; /* that found the evaluation, by its options: "--method bns --depth 8" */
};

/** A position in a tree of moves. A file has each one before those that follow from it. */
struct book_node {
  const char *move;            /* that leads there, as the engine prints it; NULL: the root */
  int depth;                   /* moves from the root */
  bool has_child, has_sibling; /* one that comes later in the file */
  bool best;                   /* the book has the move among those of the position before it */
  int ends;           /* how many positions have nothing more below them after this one, the last first */
  const char *method; /* that found the evaluations of the book; "": it has none */
  const struct book_line *line; /* its moves are those of the position as it stands in the tree; NULL: the
                                   book does not have the position */
};

/** What the reader of a format passes on. */
struct book_receiver {
  void *context;
  /** A position, from the line of the file with that number. False: it was wrong, and reading ends. */
  bool (*take) (void *context, size_t number, const struct book_line *);
  /** A comment or a game that is left out, since it says no value where one is looked for; its text. */
  void (*leave) (void *context, size_t number, const char *text, size_t size);
};

struct book_export {
  const char *name;   /* for --format */
  const char *whose;  /* "the book of ...", for help */
  const char *suffix; /* ".pdn" of files that can be read; NULL: none can */

  /** Write `book` to `path`, under a temporary name (store/new_file.h), synced, then renamed. EXIT_BAD_DATA:
   * it is no book for that format, and the failure says why; EXIT_CANNOT_CREATE, EXIT_IO: nothing is left
   * behind. NULL: one of the following is there instead. */
  bool (*write) (const struct book *book, const char *path, struct exported *, struct failure *);

  /** Is the format for that game and board? EXIT_BAD_DATA: the failure says why not. */
  bool (*fits) (const struct game *, struct failure *);
  void (*put_line) (FILE *, const struct game *, const struct book_line *); /* each position in turn */
  void (*put_head) (FILE *, const struct game *);                           /* or a head (may be NULL) */
  void (*put_node) (FILE *, const struct game *, const struct book_node *); /*   and a tree */

  /** Pass on what the text (with a zero behind it) says of positions. EXIT_BAD_DATA: it is no such file, or
   * says that it is about another game, board or rules; the failure does not name it. */
  bool (*read) (const struct game *, const char *text, size_t size, const struct book_receiver *,
                struct failure *);
};

/** Those of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct book_export *const book_exports[];

#endif
