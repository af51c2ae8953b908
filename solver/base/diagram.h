/* A board as text: a game draws it and a command prints it, in colour if the terminal has colours.
 *
 * The text alone says everything; inks only make it easier to read. A game appends pieces of text from the
 * top left on, line by line. */
#ifndef ZERMELO_BASE_DIAGRAM_H
#define ZERMELO_BASE_DIAGRAM_H

#include <stdbool.h>
#include <stddef.h>

enum ink {
  INK_PLAIN,
  INK_FAINT,        /* what every board shows: empty cells, coordinates */
  INK_FIRST,        /* a piece of the first player */
  INK_SECOND,       /* a piece of the second player */
  INK_LAST = 1 << 2 /* combined with one of these: the last move was made here */
};

struct diagram {
  int width; /* most columns a line may take; 0: no limit */
  char *text;
  unsigned char *ink; /* of each byte of the text */
  size_t size, capacity;
};

/** Append text (ASCII) in one ink. */
void diagram_add (struct diagram *, int ink, const char *format, ...) __attribute__ ((format (printf, 3, 4)));

/** The whole diagram as text without trailing blanks: with a terminal's escape sequences if it has colours,
 *  else plain. The caller frees it. */
char *diagram_text (const struct diagram *, bool colours);

void diagram_free (struct diagram *);

#endif
