/* What a book says of itself, and its first entries: all that zermelo/book.h can do, in one page.
 *
 *     cc probe_book.c $(pkg-config --cflags --libs zermelo-book) -o probe_book
 *     ./probe_book connect4.h5 5
 */
#include <stdio.h>
#include <stdlib.h>
#include <zermelo/book.h>

static const char *name_of (int value) {
  return value == ZERMELO_WIN    ? "win"
         : value == ZERMELO_DRAW ? "draw"
         : value == ZERMELO_LOSS ? "loss"
                                 : "unknown";
}

static void print_identity (const zermelo_book_identity *identity) {
  printf ("%s:%s (%s), %s, %zu positions, checksum %s\n", identity->game, identity->board, identity->rules,
          identity->options, identity->positions, identity->checksum);
  printf ("key, %d bytes: %s\n", identity->key_bytes, identity->encoding);
  printf ("moves, %d bytes: %s\n", identity->mask_bytes, identity->moves_encoding);
}

/** ply, key, value, score and the numbers of the moves that keep the value */
static void print_entry (const zermelo_book_identity *identity, const zermelo_book_entry *entry) {
  printf ("%d ", entry->ply);
  for (int i = 0; i < identity->key_bytes; i++)
    printf ("%02x", entry->key[i]);
  printf (" %s", name_of (entry->value));
  if (identity->scored)
    printf (" %d", entry->score);
  printf (":");
  for (int i = 0; i < 8 * identity->mask_bytes; i++)
    if (entry->moves[i / 8] >> i % 8 & 1)
      printf (" %d", i);
  printf ("\n");
}

int main (int count, char **arguments) {
  if (count < 2) {
    fprintf (stderr, "usage: probe_book BOOK [ENTRIES]\n");
    return 64;
  }
  int code;
  char error[500];
  zermelo_book *book = zermelo_book_open (arguments[1], &code, error, sizeof error);
  if (book == NULL) {
    fprintf (stderr, "%s\n", error);
    return code;
  }
  zermelo_book_identity identity;
  zermelo_book_entry entry, probed;
  zermelo_book_identify (book, &identity);
  print_identity (&identity);

  size_t entries = count > 2 ? strtoull (arguments[2], NULL, 10) : 10;
  for (size_t i = 0; i < entries && zermelo_book_entry_at (book, i, &entry); i++)
    if (zermelo_book_probe (book, entry.key, &probed) && probed.ply == entry.ply)
      print_entry (&identity, &probed);
  zermelo_book_close (book);
  return 0;
}
