/* A board as text: what a game draws and a command prints, with colours where there are any.
 *
 * The text alone says everything; an ink only makes it easier on the eye. A game adds pieces of text from the
 * top left on, line by line. */
#ifndef ZERMELO_BASE_DIAGRAM_H
#define ZERMELO_BASE_DIAGRAM_H

#include <stdbool.h>
#include <stddef.h>

enum ink {
  INK_PLAIN,
  INK_FAINT,        /* what is there on every board: empty cells, coordinates */
  INK_FIRST,        /* a piece of the first player */
  INK_SECOND,       /* of the second */
  INK_LAST = 1 << 2 /* besides one of these: where the last move was made */
};

struct diagram {
  int width; /* columns that the lines may take; 0: as many as they need */
  char *text;
  unsigned char *ink; /* of each byte of the text */
  size_t size, capacity;
};

/** Add text (ASCII) in one ink. */
void diagram_add (struct diagram *, int ink, const char *format, ...) __attribute__ ((format (printf, 3, 4)));

/** The whole as text, blanks at the ends of lines left out; with the escape sequences of a terminal that has
 *  colours, or plain. The caller frees it. */
char *diagram_text (const struct diagram *, bool colours);

void diagram_free (struct diagram *);

#endif
