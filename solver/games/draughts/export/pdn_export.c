/* A book of Italian draughts as PDN (Portable Draughts Notation 3.0): a game for each position, which begins
 * there (FEN) and has the moves of the book as its first move and the variations of that move. The book's
 * information on the position is in a comment before them (games/book_comment.h), the method of heuristic
 * values in the tag Annotator, the ply in a tag of our own. The game has not been played, so its result is
 * `*`. */
#include "base/text.h"
#include "games/book_comment.h"

#include <stdlib.h>

static bool fits (const struct game *game, struct failure *failure) {
  return strcmp (game->name, "draughts") == 0
         || fail (failure, EXIT_BAD_DATA, "a book of %s: the format is for draughts", game->title);
}

/* The number of the Italian game type. For other boards the tag adds the size, the side that begins and the
 * corner where the numbers begin. */
enum { ITALIAN = 22 };

static void find_size (const struct game *game, int *columns, int *rows) {
  *columns = *rows = 8;
  sscanf (game->board_text, "%dx%d", columns, rows);
}

static void put_type (FILE *file, const struct game *game) {
  int columns, rows;
  find_size (game, &columns, &rows);
  fprintf (file, "[GameType \"%d", ITALIAN);
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
  if (comment_has (line->method)) {
    fputs ("[Annotator \"" COMMENT_AUTHOR, file);
    text_put_escaped (file, line->method, '"');
    fputs ("\"]\n", file);
  }
  fprintf (file, "[FEN \"%s\"]\n[Ply \"%s\"]\n[Result \"*\"]\n\n{%s}\n", line->position, line->ply, text);
  for (bool first = true; move != NULL && *move != 0; first = false) {
    const size_t length = strcspn (move, " ");
    fprintf (file, first ? "%s %.*s " : "(%s %.*s) ", number, (int) length, move);
    move += length + strspn (move + length, " ");
  }
  fputs ("*\n\n", file);
}

/* ---- reading ---- */

/* A part of the text, to be named in a later message. */
struct place {
  const char *text;
  size_t size, line;
};

struct reader {
  const char *at;
  size_t line;   /* number of the current line, from 1 */
  bool at_start; /* the reader is at the start of a game: only tags and comments have been read */
  struct {
    bool begun, taken;     /* begun: a part of the game has been read; taken: a position has been taken from
                              it */
    struct place at, left; /* the place where the game begins; the first comment that was left out, and their
                              number */
    size_t left_count;
    char fen[600], ply[24], author[200];
  } game;
  const struct game *of;
  const struct book_receiver *to;
  struct failure *failure;
};

static const char blanks[] = " \t\r\n";

static void skip (struct reader *r, size_t bytes) {
  for (; bytes > 0 && *r->at != 0; bytes--)
    r->line += *r->at++ == '\n';
}

static void begin_game (struct reader *r) {
  memset (&r->game, 0, sizeof r->game);
  r->at_start = true;
}

/* Note the place of a part of the game, up to `size` bytes. */
static struct place begin_thing (struct reader *r, size_t size) {
  const struct place place = { r->at, size, r->line };
  if (!r->game.begun)
    r->game.at = place;
  r->game.begun = true;
  return place;
}

static void leave (const struct reader *r, const struct place *place) {
  r->to->leave (r->to->context, place->line, place->text, place->size);
}

/* End a game. A game from which no position was taken is left out as a whole; otherwise only comments are. */
static void end_game (const struct reader *r) {
  if (r->game.begun && !r->game.taken)
    leave (r, r->game.left_count > 0 ? &r->game.left : &r->game.at);
  for (size_t i = 0; r->game.taken && i < r->game.left_count; i++)
    leave (r, &r->game.left);
}

/* Check "22", or "22,W,8,8,N2,1": number, side that begins, columns, rows, notation of squares (numbers from
 * the top left), and whether the board is mirrored compared with the usual board of ten by ten. Missing parts
 * have their usual values. */
static bool check_type (const struct reader *r, const char *type) {
  int columns, rows, number = 0, said_columns = 8, said_rows = 8, inverted = 1;
  char first = 'W', notation[8] = "N2";
  find_size (r->of, &columns, &rows);
  const int found = sscanf (type, "%d , %c , %d , %d , %7[^, ] , %d", &number, &first, &said_columns,
                            &said_rows, notation, &inverted);
  return (found >= 1 && number == ITALIAN && first == 'W' && said_columns == columns && said_rows == rows
          && strcmp (notation, "N2") == 0 && inverted == 1)
         || fail (r->failure, EXIT_BAD_DATA, "line %zu: GameType \"%.40s\", but %s is \"%d,W,%d,%d,N2,1\"",
                  r->line, type, r->of->title, ITALIAN, columns, rows);
}

static bool take_tag (struct reader *r, const char *name, size_t length, const char *value) {
  const struct game *game = r->of;
  const size_t own = strlen (game->name);
  const bool is_event = length == 5 && memcmp (name, "Event", 5) == 0;
  if (length == 3 && memcmp (name, "FEN", 3) == 0)
    snprintf (r->game.fen, sizeof r->game.fen, "%s", value);
  else if (length == 3 && memcmp (name, "Ply", 3) == 0)
    snprintf (r->game.ply, sizeof r->game.ply, "%.23s", value);
  else if (length == 9 && memcmp (name, "Annotator", 9) == 0)
    snprintf (r->game.author, sizeof r->game.author, "%.199s", value);
  else if (length == 8 && memcmp (name, "GameType", 8) == 0)
    return check_type (r, value);
  return !is_event || strncmp (value, game->name, own) != 0 || value[own] != ':'
         || strcmp (value, game->title) == 0
         || fail (r->failure, EXIT_BAD_DATA, "line %zu: a game of %.40s, but the book is about %s", r->line,
                  value, game->title);
}

/* Read [Name "value"], where a backslash stands before quotes and backslashes of the value. */
static bool read_tag (struct reader *r) {
  char value[sizeof r->game.fen] = "";
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
  if (!r->at_start) {
    end_game (r);
    begin_game (r);
  }
  begin_thing (r, (size_t) (at + 1 - r->at));
  if (!take_tag (r, name, name_length, value))
    return false;
  skip (r, (size_t) (at + 1 - r->at));
  return true;
}

/* Read a comment. If it is at the start of a game, its information is about the position where the game
 * begins. False: reading ends. */
static bool read_comment (struct reader *r, size_t size) {
  struct comment comment;
  const struct place place = begin_thing (r, size);
  if (!r->at_start || r->game.taken || !comment_read (r->at + 1, size - 1, &comment)) {
    if (r->game.left_count++ == 0)
      r->game.left = place;
    return true;
  }
  comment.line.position = r->game.fen;
  comment.line.ply = r->game.ply;
  comment.line.method = comment_method (r->game.author);
  r->game.taken = true;
  return r->to->take (r->to->context, r->line, &comment.line);
}

/* Read a comment in braces, or after a semicolon up to the end of the line; a line that begins with a per
 * cent sign is one, too. False: its end is missing, or it was wrong. */
static bool read_any_comment (struct reader *r) {
  const bool in_braces = *r->at == '{';
  const char *end = in_braces ? strchr (r->at, '}') : r->at + strcspn (r->at, "\n");
  if (end == NULL)
    return false;
  const bool good = read_comment (r, (size_t) (end - r->at));
  skip (r, (size_t) (end - r->at) + in_braces);
  return good;
}

static bool pdn_read (const struct game *game, const char *text, size_t size, const struct book_receiver *to,
                      struct failure *failure) {
  struct reader r = { .at = text, .line = 1, .of = game, .to = to, .failure = failure };
  bool good = true;
  begin_game (&r);
  while (good && *r.at != 0) {
    const size_t line = r.line;
    const bool line_begins = r.at == text || r.at[-1] == '\n';
    if (*r.at == '[')
      good = read_tag (&r);
    else if (*r.at == '{' || *r.at == ';' || (*r.at == '%' && line_begins))
      good = read_any_comment (&r);
    else {
      if (strchr (blanks, *r.at) == NULL) {
        begin_thing (&r, strcspn (r.at, "\r\n"));
        r.at_start = false;
      }
      skip (&r, 1);
    }
    if (!good && failure->code == 0)
      fail (failure, EXIT_BAD_DATA, "line %zu: a tag or comment without its end", line);
  }
  end_game (&r);
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
