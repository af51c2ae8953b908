/* The files of the page (serve/page/), which the program carries with it: CMake makes the list. */
#ifndef ZERMELO_SERVE_PAGE_FILES_H
#define ZERMELO_SERVE_PAGE_FILES_H

#include <stddef.h>

struct page_file {
  const char *name; /* "index.html" */
  const char *tag;  /* a hash of the content, in quotes, as HTTP has it in ETag */
  const unsigned char *bytes;
  size_t size;
};

/** Ends with a file without a name. */
extern const struct page_file page_files[];

/** The file of that name; NULL: there is none. */
const struct page_file *page_file_named (const char *name);

/** Its content type, by the end of its name. */
const char *page_file_type (const struct page_file *);

#endif
