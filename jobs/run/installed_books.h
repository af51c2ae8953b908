/* The opening books that are installed with Zermelo's data, for players without a book of their own. */
#ifndef ZERMELO_RUN_INSTALLED_BOOKS_H
#define ZERMELO_RUN_INSTALLED_BOOKS_H

#include "play/opening_books.h"

#include <stddef.h>

/** List them. A line on standard error says which ones a player takes, or that one cannot be read.
 *  opening_books_close() frees the list. */
void installed_books (struct opening_books *);

/* ---- where the data that come with Zermelo are (data_path.c) ---- */

/** The path of a file or folder of the data: from the environment ($ZERMELO_DATA), else beside an installed
 *  program (bin/../share/zermelo), else in the sources from which it was built, else where it would be
 *  installed. */
void data_path (const char *name, char *path, size_t size);

#endif
