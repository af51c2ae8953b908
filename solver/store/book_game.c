#include "store/book_game.h"

#include "store/book_private.h"

#include <assert.h>
#include <stdio.h>

void
book_open_game (zermelo_book *book)
{
  assert (book->game.engine == NULL && book->no_game.code == 0);
  char text[120];
  const struct file_identity *identity = &book->identity;
  snprintf (text, sizeof text, "%.20s:%.40s,%.40s", identity->game, identity->board, identity->rules);
  if (!engine_open (&book->game, text, &book->no_game)) {
    book->game.engine = NULL;
    return;
  }
  if (book->game.key_bytes != book->key_bytes) {
    fail (&book->no_game, EXIT_BAD_DATA, "keys of %d bytes, but %s has keys of %d", book->key_bytes,
          book->game.title, book->game.key_bytes);
    engine_close (&book->game);
  }
  assert ((book->game.engine == NULL) == (book->no_game.code != 0));
}
