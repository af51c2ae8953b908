/* The files of the page (serve/page/), which are compiled into the program; CMake makes the list. */
#ifndef ZERMELO_SERVE_PAGE_FILES_H
#define ZERMELO_SERVE_PAGE_FILES_H

#include <stddef.h>

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

#endif
