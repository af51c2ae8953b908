/* A book of five in a row as SGF: a tree of variations, in which each position of the book stands once. What
 * the book says of it stands in its comment (games/book_comment.h) and, as far as SGF has properties for
 * that, in GB and GW (good for Black, who moves first, or for White), DM (even) and, at a move that the book
 * has, TE. */
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
  fprintf (file, "C[%s]", text); /* which has none of the signs that would have to be escaped */
  if (won || strcmp (line->value, "loss") == 0)
    fputs (won == first_moves ? "GB[1]" : "GW[1]", file);
  else if (strcmp (line->value, "draw") == 0)
    fputs ("DM[1]", file);
}

/* Each variation in its own brackets. */
static void put_node (FILE *file, const struct game *game, const struct book_node *node) {
  struct sgf_board board;
  int column, row;
  if (!sgf_fits (game, &board))
    return;
  fputc ('(', file);
  if (node->move == NULL) {
    fputc (';', file);
    sgf_put_head (file, game, &board);
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
  size_t line; /* number of the line, from 1 */
  struct sgf_board board;
  bool own;       /* we wrote it */
  char *moves;    /* to here, with a blank before each */
  size_t *length; /* of `moves`, when each open bracket was opened */
  int *plies;     /* and the moves by then */
  int open, ply;
  struct comment comment; /* of the node, if its `line` has a value */
  book_take *take;
  void *context;
};

/* A node is over: pass on what was said of it. */
static bool end_node (struct reader *r) {
  char ply[24];
  if (r->comment.line.value == NULL)
    return true;
  snprintf (ply, sizeof ply, "%d", r->ply);
  r->comment.line.position = r->moves;
  r->comment.line.ply = ply;
  const bool good = r->take (r->context, r->line, &r->comment.line);
  r->comment.line.value = NULL;
  return good;
}

/* A value in brackets at r->at; the size of what is between them. SIZE_MAX: it does not end. */
static size_t value_size (const struct reader *r) {
  const char *end = r->at + 1;
  while (end < r->end && *end != ']')
    end += *end == '\\' && end + 1 < r->end ? 2 : 1;
  return end < r->end ? (size_t) (end - r->at - 1) : SIZE_MAX;
}

static bool take_stone (struct reader *r, const char *value, size_t size, bool first) {
  char move[MOVE_TEXT];
  const int column = size == 2 ? sgf_number (value[0]) : -1, row = size == 2 ? sgf_number (value[1]) : -1;
  if (column < 0 || row < 0 || column >= r->board.columns || row >= r->board.rows
      || first != (r->ply % 2 == 0) || r->ply >= DEPTH_MOST)
    return false;
  print_point (column + 1, r->board.rows - row, move);
  strcat (strcat (r->moves, " "), move);
  r->ply++;
  return true;
}

/* A property of the head. The size is that of the game, and so are the rules in files of ours: in others RU
 * may mean anything. */
static bool take_head (struct reader *r, const char *name, const char *value, size_t size) {
  char said[24] = "", square[24], sides[24];
  bool same = true;
  if (size < sizeof said)
    memcpy (said, value, size);
  snprintf (square, sizeof square, "%d", r->board.columns);
  snprintf (sides, sizeof sides, "%d:%d", r->board.columns, r->board.rows);
  if (memcmp (name, "SZ", 2) == 0)
    same = strcmp (said, sides) == 0 || (r->board.columns == r->board.rows && strcmp (said, square) == 0);
  if (memcmp (name, "AP", 2) == 0)
    r->own = strcmp (said, "zermelo") == 0;
  if (memcmp (name, "RU", 2) == 0 && r->own)
    same = strcmp (said, r->game->rules) == 0;
  return same
         || fail (r->failure, EXIT_BAD_DATA, "line %zu: %.2s[%s], but the game is %s", r->line, name, said,
                  r->game->title);
}

static void skip_blanks (struct reader *r) {
  for (; r->at < r->end && isspace ((unsigned char) *r->at); r->at++)
    r->line += *r->at == '\n';
}

/* A property with its values, which lines may end between. False: it is wrong. */
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
    else if (length == 1 && *name == 'C' && !comment_read (value, size, &r->comment))
      r->comment.line.value = NULL;
    else if (length == 2 && (memcmp (name, "AB", 2) == 0 || memcmp (name, "AW", 2) == 0))
      good = false; /* stones that no move put there */
    else if (length == 2)
      good = take_head (r, name, value, size);
    for (const char *end = value + size + 1; r->at < end; r->at++)
      r->line += *r->at == '\n';
    skip_blanks (r);
  }
  return good;
}

/* One sign of the structure, or a property. */
static bool take_sign (struct reader *r) {
  switch (*r->at) {
  case '(':
    if (r->open == DEPTH_MOST || !end_node (r))
      return false;
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

static bool sgf_read (const struct game *game, const char *text, size_t size, book_take *take, void *context,
                      struct failure *failure) {
  struct reader *r = allocate (1, sizeof *r);
  *r = (struct reader){ .game = game,
                        .failure = failure,
                        .at = text,
                        .end = text + size,
                        .line = 1,
                        .take = take,
                        .context = context };
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
