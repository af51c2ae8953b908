/* The page with the contents of a small file: a single file that a browser opens from disk, without a
 * server. */
#ifndef ZERMELO_SERVE_PAGE_EXPORT_H
#define ZERMELO_SERVE_PAGE_EXPORT_H

#include "base/failure.h"
#include "games/exports.h"

enum { PAGE_POSITIONS_MOST = 10000 };

/** Write the page with the contents of a book, tables, layers or a certificate. `written` gets the number of
 * positions of the file, each counted once however many mirror images the page shows; of a certificate, the
 * number of rows. EXIT_NO_INPUT, EXIT_BAD_DATA (also: too many positions), EXIT_CANNOT_CREATE, EXIT_IO; then
 * nothing is left behind. */
bool page_export (const char *from, const char *to, struct exported *, struct failure *);

#endif
