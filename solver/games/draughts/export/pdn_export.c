/* A book of Italian draughts as PDN (Portable Draughts Notation 3.0): a game for each position, which begins
 * there (FEN) and has the moves of the book as its first move and the variations of it. What the book says
 * stands in a comment before them (games/book_comment.h), the ply in a tag of our own. The game is not
 * played, so its result is `*`. */
#include "games/book_comment.h"

#include <stdlib.h>

static bool fits (const struct game *game, struct failure *failure) {
  return strcmp (game->name, "draughts") == 0
         || fail (failure, EXIT_BAD_DATA, "a book of %s: the format is for draughts", game->title);
}

/* 22 is the Italian game; another board says its size, who begins and where the numbers begin. */
static void put_type (FILE *file, const struct game *game) {
  int columns = 8, rows = 8;
  sscanf (game->board_text, "%dx%d", &columns, &rows);
  fputs ("[GameType \"22", file);
  if (columns != 8)
    fprintf (file, ",W,%d,%d,N2,1", columns, rows);
  fputs ("\"]\n", file);
}

static void put_line (FILE *file, const struct game *game, const struct book_line *line) {
  char text[BOOK_COMMENT];
  const char *number = line->position[0] == 'B' ? "1..." : "1.", *move = line->moves;
  comment_print (line, text);
  fprintf (file, "[Event \"%s\"]\n", game->title);
  put_type (file, game);
  fprintf (file, "[FEN \"%s\"]\n[Ply \"%s\"]\n[Result \"*\"]\n\n{%s}\n", line->position, line->ply, text);
  for (bool first = true; move != NULL && *move != 0; first = false) {
    const size_t length = strcspn (move, " ");
    fprintf (file, first ? "%s %.*s " : "(%s %.*s) ", number, (int) length, move);
    move += length + strspn (move + length, " ");
  }
  fputs ("*\n\n", file);
}

/* ---- reading ---- */

struct reader {
  const char *at;
  size_t line;   /* number of the line, from 1 */
  bool at_start; /* of a game: nothing but its tags was there */
  char fen[600], ply[24];
  const struct game *game;
  struct failure *failure;
};

static const char blanks[] = " \t\r\n";

static void skip (struct reader *r, size_t bytes) {
  for (; bytes > 0 && *r->at != 0; bytes--)
    r->line += *r->at++ == '\n';
}

/* [Name "value"], where a backslash stands before quotes and backslashes of the value. */
static bool read_tag (struct reader *r) {
  char value[sizeof r->fen] = "";
  size_t length = 0;
  const char *name = r->at + 1, *at = name + strcspn (name, " \t\r\n\"]");
  const size_t name_length = (size_t) (at - name);
  at += strspn (at, blanks);
  if (*at != '"')
    return false;
  for (at++; *at != '"'; at++) {
    at += *at == '\\';
    if (*at == 0)
      return false;
    if (length + 1 < sizeof value)
      value[length++] = *at;
  }
  at++;
  at += strspn (at, blanks);
  if (*at != ']')
    return false;
  if (!r->at_start)
    r->fen[0] = r->ply[0] = 0; /* of the game before */
  r->at_start = true;
  if (name_length == 3 && memcmp (name, "FEN", 3) == 0)
    memcpy (r->fen, value, sizeof r->fen);
  else if (name_length == 3 && memcmp (name, "Ply", 3) == 0)
    snprintf (r->ply, sizeof r->ply, "%.23s", value);
  else if (name_length == 5 && memcmp (name, "Event", 5) == 0 && strncmp (value, "draughts:", 9) == 0
           && strcmp (value, r->game->title) != 0)
    return fail (r->failure, EXIT_BAD_DATA, "line %zu: a game of %.40s, but the book is about %s", r->line,
                 value, r->game->title);
  skip (r, (size_t) (at + 1 - r->at));
  return true;
}

/* A comment in braces; what it says is about the position where the game begins, if it stands there. False:
 * reading ends. */
static bool read_comment (struct reader *r, book_take *take, void *context, bool *good) {
  struct comment comment;
  const char *end = strchr (r->at, '}');
  if (end == NULL)
    return false;
  if (r->at_start && comment_read (r->at + 1, (size_t) (end - r->at - 1), &comment)) {
    comment.line.position = r->fen;
    comment.line.ply = r->ply;
    *good = take (context, r->line, &comment.line);
    r->at_start = false;
  }
  skip (r, (size_t) (end + 1 - r->at));
  return *good;
}

static bool pdn_read (const struct game *game, const char *text, size_t size, book_take *take, void *context,
                      struct failure *failure) {
  struct reader r = { .at = text, .line = 1, .at_start = true, .game = game, .failure = failure };
  bool good = true;
  while (good && *r.at != 0) {
    bool read = true;
    if (*r.at == '[')
      read = read_tag (&r);
    else if (*r.at == '{')
      read = read_comment (&r, take, context, &good);
    else {
      r.at_start = r.at_start && strchr (blanks, *r.at) != NULL;
      skip (&r, 1);
    }
    if (!read && good && failure->code == 0)
      fail (failure, EXIT_BAD_DATA, "line %zu: a tag or comment without its end", r.line);
    good = good && read;
  }
  if (good && r.at != text + size)
    return fail (failure, EXIT_BAD_DATA, "line %zu: a zero byte in the text", r.line);
  return good;
}

const struct book_export export_pdn = { .name = "pdn",
                                        .whose = "draughts as PDN",
                                        .suffix = ".pdn",
                                        .fits = fits,
                                        .put_line = put_line,
                                        .read = pdn_read };
