/* A book's information on a position as a comment, for file formats that have no other place for it: "win 5:
 * b2 c3", "draw: 4", "loss", "evaluation 12: 23-19", "unknown". Both people and zermelo import can read
 * it. */
#ifndef ZERMELO_GAMES_BOOK_COMMENT_H
#define ZERMELO_GAMES_BOOK_COMMENT_H

#include "games/exports.h"

#include <ctype.h>
#include <string.h>

enum { BOOK_COMMENT = 4096 };

static inline bool comment_has (const char *text) { return text != NULL && *text != 0; }

static inline void comment_print (const struct book_line *line, char text[BOOK_COMMENT]) {
  const bool evaluated = comment_has (line->evaluation);
  const char *number = evaluated ? line->evaluation : comment_has (line->score) ? line->score : "";
  const bool moves = comment_has (line->moves);
  snprintf (text, BOOK_COMMENT, "%s%s%s%s%s", evaluated ? "evaluation" : line->value, *number != 0 ? " " : "",
            number, moves ? ": " : "", moves ? line->moves : "");
}

/** The author of comments with heuristic values, followed by the method: "zermelo --method bns --depth 8". */
#define COMMENT_AUTHOR "zermelo "

/** The method in an author's name; NULL: it is another author. */
static inline const char *comment_method (const char *author) {
  const size_t length = strlen (COMMENT_AUTHOR);
  return strncmp (author, COMMENT_AUTHOR "--method ", length + strlen ("--method ")) == 0 ? author + length
                                                                                          : NULL;
}

/** The parts of a comment; `line` points into `text`. */
struct comment {
  char text[BOOK_COMMENT];
  struct book_line line; /* without position, ply and method */
};

/** Copy a text that other programs may have broken into lines: with one blank between words, none at the ends
 * and none before a colon. */
static inline void comment_copy (const char *begin, size_t size, char text[BOOK_COMMENT]) {
  char *to = text;
  for (size_t i = 0; i < size; i++) {
    const bool blank = isspace ((unsigned char) begin[i]) != 0;
    if (blank && to > text && to[-1] != ' ')
      *to++ = ' ';
    else if (!blank) {
      to -= begin[i] == ':' && to > text && to[-1] == ' ';
      *to++ = begin[i];
    }
  }
  to -= to > text && to[-1] == ' ';
  *to = 0;
}

/** Read a comment. False: it is not such a comment. */
static inline bool comment_read (const char *begin, size_t size, struct comment *comment) {
  static const char *const words[] = { "win", "draw", "loss", "unknown", "evaluation" };
  if (size >= BOOK_COMMENT)
    return false;
  *comment = (struct comment){ .line = { .value = NULL } };
  comment_copy (begin, size, comment->text);
  char *at = comment->text;
  for (int i = 0; i < 5; i++) {
    const size_t length = strlen (words[i]);
    if (strncmp (at, words[i], length) != 0 || isalnum ((unsigned char) at[length]))
      continue;
    comment->line.value = i < 4 ? words[i] : "unknown";
    at += length;
    if (*at == ' ') {
      *(i < 4 ? &comment->line.score : &comment->line.evaluation) = at + 1;
      at += strcspn (at, ":");
    }
    break;
  }
  if (comment->line.value == NULL || (*at != 0 && *at != ':'))
    return false;
  if (*at == ':') {
    *at = 0;
    comment->line.moves = at + 1;
  }
  return true;
}

#endif
