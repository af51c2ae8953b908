/* Formats of other programs in which a book can be written (`zermelo export`).
 *
 * Such a format is about one game, so it stands in the folder of that game: games/NAME/export/X_export.c
 * defines export_X, and add_game() finds it. */
#ifndef ZERMELO_GAMES_EXPORTS_H
#define ZERMELO_GAMES_EXPORTS_H

#include "base/failure.h"
#include "zermelo/book.h"

#include <stdbool.h>
#include <stdint.h>

/** What was written. */
struct exported {
  uint64_t positions;
  uint64_t left_out; /* for want of a place in the format */
  uint64_t bytes;
};

struct book_export {
  const char *name;  /* for --format */
  const char *whose; /* "the book of ...", for help */

  /** Write `book` to `path`, under a temporary name (store/new_file.h), synced, then renamed. EXIT_BAD_DATA:
   * it is no book for that format, and the failure says why; EXIT_CANNOT_CREATE, EXIT_IO: nothing is left
   * behind. */
  bool (*write) (const zermelo_book *book, const char *path, struct exported *, struct failure *);
};

/** Those of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct book_export *const book_exports[];

#endif
