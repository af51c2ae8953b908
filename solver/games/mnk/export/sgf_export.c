/* A book of five in a row as SGF: a tree of variations, in which each position of the book occurs once. The
 * information on a position is in its comment (games/book_comment.h) and, as far as SGF has properties for
 * it, in GB and GW (good for Black, who moves first, or for White), DM (even) and, at a move that the book
 * has, TE. The method of heuristic values is the author of the comments (AN). */
#include "base/text.h"
#include "games/book_comment.h"
#include "games/mnk/sgf_points.h"

static bool fits (const struct game *game, struct failure *failure) {
  struct sgf_board board;
  return sgf_fits (game, &board)
         || fail (failure, EXIT_BAD_DATA,
                  "a book of %s: the format is for five in a row, up to 52 columns and rows", game->title);
}

/* ---- writing ---- */

static void put_line (FILE *file, const struct book_line *line) {
  char text[BOOK_COMMENT];
  const bool first_moves = atoi (line->ply) % 2 == 0, won = strcmp (line->value, "win") == 0;
  comment_print (line, text);
  fprintf (file, "C[%s]", text); /* the text has no characters that need a backslash */
  if (won || strcmp (line->value, "loss") == 0)
    fputs (won == first_moves ? "GB[1]" : "GW[1]", file);
  else if (strcmp (line->value, "draw") == 0)
    fputs ("DM[1]", file);
}

/* Write a node. Each variation has its own brackets. */
static void put_node (FILE *file, const struct game *game, const struct book_node *node) {
  struct sgf_board board;
  int column, row;
  if (!sgf_fits (game, &board))
    return;
  fputc ('(', file);
  if (node->move == NULL) {
    fputc (';', file);
    sgf_put_head (file, game, &board);
    if (comment_has (node->method)) {
      fputs ("AN[" COMMENT_AUTHOR, file);
      text_put_escaped (file, node->method, ']');
      fputc (']', file);
    }
  } else {
    move_point (node->move, &column, &row);
    sgf_put_stone (file, &board, column, row, node->depth % 2 == 1);
    if (node->best)
      fputs ("TE[1]", file);
  }
  if (node->line != NULL)
    put_line (file, node->line);
  for (int i = 0; i < node->ends; i++)
    fputc (')', file);
  if (node->ends > 0)
    fputc ('\n', file);
}

/* ---- reading ---- */

enum { DEPTH_MOST = SGF_LETTERS * SGF_LETTERS };

struct reader {
  const struct game *game;
  struct failure *failure;
  const char *at, *end;
  size_t line; /* number of the current line, from 1 */
  struct sgf_board board;
  bool own;       /* the file was written by this program */
  char *moves;    /* the moves up to here, each with a blank before it */
  size_t *length; /* for each open bracket: the length of `moves` when it was opened */
  int *plies;     /* and the number of moves */
  int open, ply;
  struct comment comment; /* the comment of the current node, if its `line` has a value */
  char author[200];       /* author of the comments, or "" */
  const struct book_receiver *to;
};

/* End a node: pass on the information on its position. */
static bool end_node (struct reader *r) {
  char ply[24];
  if (r->comment.line.value == NULL)
    return true;
  snprintf (ply, sizeof ply, "%d", r->ply);
  r->comment.line.position = r->moves;
  r->comment.line.ply = ply;
  r->comment.line.method = comment_method (r->author);
  const bool good = r->to->take (r->to->context, r->line, &r->comment.line);
  r->comment.line.value = NULL;
  return good;
}

/* The size of the value in brackets at r->at; SIZE_MAX: the closing bracket is missing. */
static size_t value_size (const struct reader *r) {
  const char *end = r->at + 1;
  while (end < r->end && *end != ']')
    end += *end == '\\' && end + 1 < r->end ? 2 : 1;
  return end < r->end ? (size_t) (end - r->at - 1) : SIZE_MAX;
}

/* Copy text without backslashes before special characters and before line ends that are not part of the text.
 * Returns its size, at most `room` - 1. */
static size_t copy_text (const char *value, size_t size, char *text, size_t room) {
  size_t used = 0;
  for (size_t i = 0; i < size && used + 1 < room; i++) {
    const bool escaped = value[i] == '\\' && i + 1 < size;
    i += escaped;
    if (escaped && value[i] == '\r' && i + 1 < size && value[i + 1] == '\n')
      i++;
    if (!escaped || (value[i] != '\n' && value[i] != '\r'))
      text[used++] = value[i];
  }
  text[used] = 0;
  return used;
}

static void take_comment (struct reader *r, const char *value, size_t size) {
  char text[BOOK_COMMENT] = "";
  const size_t length = copy_text (value, size, text, sizeof text);
  if (comment_read (text, length, &r->comment))
    return;
  r->comment.line.value = NULL;
  r->to->leave (r->to->context, r->line, value, size);
}

static bool take_stone (struct reader *r, const char *value, size_t size, bool first) {
  char move[MOVE_TEXT];
  const int column = size == 2 ? sgf_number (value[0]) : -1, row = size == 2 ? sgf_number (value[1]) : -1;
  if (column < 0 || row < 0 || column >= r->board.columns || row >= r->board.rows
      || first != (r->ply % 2 == 0) || r->ply >= DEPTH_MOST)
    return false;
  print_point (column + 1, r->board.rows - row, move, MOVE_TEXT);
  strcat (strcat (r->moves, " "), move);
  r->ply++;
  return true;
}

/* Are the rules those of the game? Our own files have our names. In other files "standard" is exactly five,
 * "freestyle" five or more (as in Gomocup), and any other name is another game. */
static bool same_rules (const struct reader *r, const char *said) {
  static const char *const exact[] = { "standard", "exact" }, *const free[] = { "freestyle", "free-style" };
  const char *const *names = strcmp (r->game->rules, "exact") == 0 ? exact : free;
  if (r->own || *said == 0)
    return *said == 0 || strcmp (said, r->game->rules) == 0;
  return strcasecmp (said, names[0]) == 0 || strcasecmp (said, names[1]) == 0;
}

/* A property of the head: game (4: five in a row), size and rules have to agree. */
static bool take_head (struct reader *r, const char *name, const char *value, size_t size) {
  char said[sizeof r->author] = "", square[24], sides[24];
  bool same = true;
  copy_text (value, size, said, sizeof said);
  snprintf (square, sizeof square, "%d", r->board.columns);
  snprintf (sides, sizeof sides, "%d:%d", r->board.columns, r->board.rows);
  if (memcmp (name, "SZ", 2) == 0)
    same = strcmp (said, sides) == 0 || (r->board.columns == r->board.rows && strcmp (said, square) == 0);
  if (memcmp (name, "GM", 2) == 0)
    same = strcmp (said, "4") == 0;
  if (memcmp (name, "AP", 2) == 0)
    r->own = strncmp (said, "zermelo", 7) == 0 && (said[7] == 0 || said[7] == ':');
  if (memcmp (name, "AN", 2) == 0)
    memcpy (r->author, said, sizeof said);
  if (memcmp (name, "RU", 2) == 0)
    same = same_rules (r, said);
  return same
         || fail (r->failure, EXIT_BAD_DATA, "line %zu: %.2s[%.40s], but the game is %s", r->line, name, said,
                  r->game->title);
}

static void skip_blanks (struct reader *r) {
  for (; r->at < r->end && isspace ((unsigned char) *r->at); r->at++)
    r->line += *r->at == '\n';
}

/* A property with its values, between which lines may end. False: it is wrong. */
static bool take_property (struct reader *r) {
  const char *name = r->at;
  while (r->at < r->end && *r->at >= 'A' && *r->at <= 'Z')
    r->at++;
  const size_t length = (size_t) (r->at - name);
  skip_blanks (r);
  bool good = length > 0 && *r->at == '[';
  while (good && *r->at == '[') {
    const size_t size = value_size (r);
    const char *value = r->at + 1;
    if (size == SIZE_MAX)
      return false;
    if (length == 1 && (*name == 'B' || *name == 'W'))
      good = take_stone (r, value, size, *name == 'B');
    else if (length == 1 && *name == 'C')
      take_comment (r, value, size);
    else if (length == 2 && (memcmp (name, "AB", 2) == 0 || memcmp (name, "AW", 2) == 0))
      good = false; /* stones that were not put there by a move */
    else if (length == 2)
      good = take_head (r, name, value, size);
    for (const char *end = value + size + 1; r->at < end; r->at++)
      r->line += *r->at == '\n';
    skip_blanks (r);
  }
  return good;
}

/* Read one character of the structure, or a property. */
static bool take_sign (struct reader *r) {
  switch (*r->at) {
  case '(':
    if (r->open == DEPTH_MOST || !end_node (r))
      return false;
    if (r->open == 0) { /* the next tree has a head of its own */
      r->own = false;
      r->author[0] = 0;
    }
    r->length[r->open] = strlen (r->moves);
    r->plies[r->open++] = r->ply;
    break;
  case ')':
    if (r->open == 0 || !end_node (r))
      return false;
    r->ply = r->plies[--r->open];
    r->moves[r->length[r->open]] = 0;
    break;
  case ';':
    if (!end_node (r))
      return false;
    break;
  default:
    if (*r->at < 'A' || *r->at > 'Z')
      break;
    return take_property (r);
  }
  r->line += *r->at == '\n';
  r->at++;
  return true;
}

static bool sgf_read (const struct game *game, const char *text, size_t size, const struct book_receiver *to,
                      struct failure *failure) {
  struct reader *r = allocate (1, sizeof *r);
  *r = (struct reader){
    .game = game, .failure = failure, .at = text, .end = text + size, .line = 1, .to = to
  };
  r->moves = allocate (DEPTH_MOST + 1, MOVE_TEXT);
  r->length = allocate (DEPTH_MOST, sizeof *r->length);
  r->plies = allocate (DEPTH_MOST, sizeof *r->plies);
  bool good = sgf_fits (game, &r->board);
  while (good && r->at < r->end)
    good = take_sign (r);
  if (failure->code == 0 && (!good || r->open > 0))
    good = fail (failure, EXIT_BAD_DATA, "line %zu: not a tree of moves of %s", r->line, game->title);
  free (r->moves);
  free (r->length);
  free (r->plies);
  free (r);
  return good;
}

const struct book_export export_sgf = { .name = "sgf",
                                        .whose = "five in a row as SGF",
                                        .suffix = ".sgf",
                                        .fits = fits,
                                        .put_node = put_node,
                                        .read = sgf_read };
