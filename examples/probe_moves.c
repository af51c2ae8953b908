/* What a book says of positions, given by their moves.
 *
 *     cc probe_moves.c $(pkg-config --cflags --libs zermelo-book) -o probe_moves
 *     ./probe_moves connect4.h5 "" 4 44
 */
#include <stdio.h>
#include <zermelo/book.h>

static const char *name_of (int value) {
  return value == ZERMELO_WIN    ? "win"
         : value == ZERMELO_DRAW ? "draw"
         : value == ZERMELO_LOSS ? "loss"
                                 : "unknown";
}

/** position, value, score and the moves that keep it, with tabs between them */
static void print_answer (const zermelo_book_identity *identity, const char *moves,
                          const zermelo_book_answer *answer) {
  printf ("%s\t%s\t", *moves == 0 ? "-" : moves, name_of (answer->value));
  if (identity->scored && answer->value != ZERMELO_UNKNOWN)
    printf ("%d", answer->score);
  else
    printf ("-");
  printf ("\t%s\n", answer->count > 0 ? answer->moves : "-");
}

int main (int count, char **arguments) {
  if (count < 3) {
    fprintf (stderr, "usage: probe_moves BOOK MOVES...\n");
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
  zermelo_book_identify (book, &identity);
  for (int i = 2; i < count && code == 0; i++) {
    zermelo_book_answer answer;
    const int found = zermelo_book_probe_moves (book, arguments[i], &answer, error, sizeof error);
    if (found == 1)
      print_answer (&identity, arguments[i], &answer);
    else if (found == 0)
      printf ("%s is not in this book\n", arguments[i]);
    else {
      fprintf (stderr, "%s\n", error);
      code = 65;
    }
  }
  zermelo_book_close (book);
  return code;
}
