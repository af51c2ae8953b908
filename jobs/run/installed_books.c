#include "run/installed_books.h"

#include <stdio.h>

static void installed_books_tell (const char *path, const struct failure *failure) {
  if (failure->code == 0)
    fprintf (stderr, "book: %s\n", path);
  else
    fprintf (stderr, "warning: %s\n", failure->text);
}

void installed_books (struct opening_books *books) {
  char folder[1000];
  *books = (struct opening_books){ .taken = installed_books_tell };
  data_path ("books", folder, sizeof folder);
  opening_books_list (books, folder);
}
