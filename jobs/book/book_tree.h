/* Books in formats of other programs that take positions one by one or as a tree of moves (games/exports.h).
 */
#ifndef ZERMELO_BOOK_BOOK_TREE_H
#define ZERMELO_BOOK_BOOK_TREE_H

#include "book/book_rows.h"
#include "games/exports.h"

/** Write all rows in such a format. EXIT_BAD_DATA: it is not for that game; EXIT_CANNOT_CREATE, EXIT_IO;
 * nothing is left behind. */
bool book_tree_write (const struct book_rows *, const struct book_export *, const char *path,
                      struct exported *, struct failure *);

#endif
