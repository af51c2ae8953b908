/* The files of the page (serve/page/), which are compiled into the program; CMake makes the list. */
#ifndef ZERMELO_SERVE_PAGE_FILES_H
#define ZERMELO_SERVE_PAGE_FILES_H

#include <stddef.h>

#include "base/failure.h"
#include "games/exports.h"

struct page_file {
  const char *name; /* "index.html" */
  const char *tag;  /* a hash of the content, in quotes, as in the header ETag */
  const unsigned char *bytes;
  size_t size;
};

/** Ends with a file without a name. */
extern const struct page_file page_files[];

/** The file with a name; NULL: there is none. */
const struct page_file *page_file_named (const char *name);

/** Its content type, from the suffix of its name. */
const char *page_file_type (const struct page_file *);

/* The page with the contents of a small file: a single file that a browser opens from disk, without a
 * server. */

enum { PAGE_POSITIONS_MOST = 10000 };

/** Write the page with the contents of a book, tables, layers or a certificate. `written` gets the number of
 * positions of the file, each counted once however many mirror images the page shows; of a certificate, the
 * number of rows. EXIT_NO_INPUT, EXIT_BAD_DATA (also: too many positions), EXIT_CANNOT_CREATE, EXIT_IO; then
 * nothing is left behind. */
bool page_export (const char *from, const char *to, struct exported *, struct failure *);

#endif
