/* A book of five in a row on 15x15 as a library of RenLib (github.com/gomoku/RenLib), a program for studies
 * of that game.
 *
 * The format, according to its public source. A file begins with 20 bytes: 0xff, "RenLib", 0xff, the version
 * (3, 4) and ten times 0xff. Then come the nodes of a tree in preorder, the root (no point) first: a byte for
 * the point, 16 (row - 1) + column, rows counted from the top; and a byte of flags:
 *
 *     0x80  a sibling follows after the subtree of this node
 *     0x40  the node has no children (not for the root)
 *     0x20  a comment in an old form: bytes up to the first with its highest bit set
 *     0x10  marked: here, a move that the book has
 *     0x08  a comment
 *     0x02  no move
 *     0x01  two bytes of further flags: 0x0001 for a text that stands on the board
 *
 * A comment, and after it the text on the board, is text with a zero byte after it, and another one if that
 * makes its length even. The byte 8 separates its first line from the others. The comment contains the book's
 * information on a position (games/book_comment.h); the method of heuristic values is in the second line of
 * the root's comment. A proven value is also written on the board, where other programs look for it: W if the
 * move wins, L if it loses, D if it draws, and after a W or L the ply with which the game ends, if it is
 * known (github.com/dhbloo/rapfi, LIBTODB). */
#include "games/book_comment.h"
#include "games/mnk/sgf_points.h"

enum {
  HEADER = 20,
  SIDE = 15,
  HAS_SIBLING = 0x80,
  IS_LEAF = 0x40,
  HAS_OLD_COMMENT = 0x20,
  IS_MARKED = 0x10,
  HAS_COMMENT = 0x08,
  IS_EXTENDED = 0x01,
  HAS_BOARD_TEXT = 0x01, /* in the second byte of further flags */
  FIRST_LINE_END = 8
};

static const unsigned char header[HEADER] = { 0xff, 'R',  'e',  'n',  'L',  'i',  'b',  0xff, 3,    4,
                                              0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };

static bool fits (const struct game *game, struct failure *failure) {
  struct sgf_board board;
  return (sgf_fits (game, &board) && board.columns == SIDE && board.rows == SIDE)
         || fail (failure, EXIT_BAD_DATA, "a book of %s: the format is for five in a row on 15x15",
                  game->title);
}

/* ---- writing ---- */

static void put_head (FILE *file, const struct game *game) {
  (void) game;
  fwrite (header, 1, HEADER, file);
}

static void put_text (FILE *file, const char *text) {
  const size_t length = strlen (text) + 1;
  fwrite (text, 1, length, file);
  if (length % 2 == 1)
    fputc (0, file);
}

/* The value of the move to a position for the side that makes it; "": unknown. */
static void print_worth (const struct book_node *node, char text[24]) {
  const char *value = node->line == NULL || node->move == NULL ? "" : node->line->value;
  const char letter = strcmp (value, "loss") == 0   ? 'W'
                      : strcmp (value, "win") == 0  ? 'L'
                      : strcmp (value, "draw") == 0 ? 'D'
                                                    : 0;
  snprintf (text, 24, "%c", letter);
  if (letter != 0 && letter != 'D' && comment_has (node->line->score))
    snprintf (text + 1, 23, "%d", node->depth + abs (atoi (node->line->score)));
}

static void put_node (FILE *file, const struct game *game, const struct book_node *node) {
  const bool has_author = node->move == NULL && comment_has (node->method);
  int column = 0, row = SIDE, flags = node->line != NULL || has_author ? HAS_COMMENT : 0;
  char worth[24], text[BOOK_COMMENT] = "";
  (void) game;
  print_worth (node, worth);
  if (node->move != NULL) {
    move_point (node->move, &column, &row);
    flags |= (node->has_sibling ? HAS_SIBLING : 0) | (node->has_child ? 0 : IS_LEAF)
             | (node->best ? IS_MARKED : 0) | (worth[0] != 0 ? IS_EXTENDED : 0);
  }
  fputc (16 * (SIDE - row) + column, file);
  fputc (flags, file);
  if (flags & IS_EXTENDED)
    fwrite ((const char[]){ 0, HAS_BOARD_TEXT }, 1, 2, file);
  if (node->line != NULL)
    comment_print (node->line, text);
  if (has_author) {
    const size_t length = strlen (text);
    snprintf (text + length, sizeof text - length, "%c" COMMENT_AUTHOR "%s", FIRST_LINE_END, node->method);
  }
  if (flags & HAS_COMMENT)
    put_text (file, text);
  if (flags & IS_EXTENDED)
    put_text (file, worth);
}

/* ---- reading ---- */

enum { DEPTH_MOST = SIDE * SIDE };

struct reader {
  const unsigned char *bytes;
  size_t at, size;
  size_t number; /* the number of the node */
  char moves[DEPTH_MOST][MOVE_TEXT];
  int ply;
  int waiting[DEPTH_MOST + 1]; /* plies of the nodes whose siblings have not been read yet */
  int waiting_count;
  bool ended;       /* the last node has no children, and no sibling is missing */
  char author[200]; /* author of the comments, or "" */
  const struct book_receiver *to;
};

/* Skip a text that ends with a zero, padded to an even length; `size` gets its length. False: the zero is
 * missing. */
static bool skip_text (struct reader *r, const char **text, size_t *size) {
  *text = (const char *) r->bytes + r->at;
  const unsigned char *end = memchr (r->bytes + r->at, 0, r->size - r->at);
  if (end == NULL)
    return false;
  *size = (size_t) (end - (r->bytes + r->at));
  r->at += *size + 1 + (*size + 1) % 2;
  return r->at <= r->size;
}

static bool skip_old_comment (struct reader *r) {
  const size_t begin = r->at;
  while (r->at < r->size && r->bytes[r->at] < 0x80)
    r->at++;
  r->at++;
  r->at += (r->at - begin) % 2;
  return r->at <= r->size;
}

static bool take_comment (struct reader *r) {
  const char *text;
  size_t size;
  char position[DEPTH_MOST * MOVE_TEXT] = "", ply[24];
  struct comment comment;
  if (!skip_text (r, &text, &size))
    return false;
  const char *first_end = memchr (text, FIRST_LINE_END, size);
  const size_t first_size = first_end == NULL ? size : (size_t) (first_end - text);
  if (r->ply == 0 && first_end != NULL)
    snprintf (r->author, sizeof r->author, "%.199s", first_end + 1);
  if (!comment_read (text, first_size, &comment)) {
    if (first_size > 0)
      r->to->leave (r->to->context, r->number, text, size);
    return true;
  }
  char *end = position;
  for (int i = 0; i < r->ply; i++)
    end += sprintf (end, "%s ", r->moves[i]);
  snprintf (ply, sizeof ply, "%d", r->ply);
  comment.line.position = position;
  comment.line.ply = ply;
  comment.line.method = comment_method (r->author);
  return r->to->take (r->to->context, r->number, &comment.line);
}

/* Append the point of a node to the moves. */
static bool take_point (struct reader *r, int point) {
  const int column = point % 16, row = SIDE - point / 16;
  if (column < 1 || row < 1 || r->ply >= DEPTH_MOST)
    return false;
  print_point (column, row, r->moves[r->ply++], MOVE_TEXT);
  return true;
}

static bool take_node (struct reader *r) {
  const char *text;
  size_t size;
  if (r->size - r->at < 2)
    return false;
  const int point = r->bytes[r->at], flags = r->bytes[r->at + 1];
  bool board_text = false;
  r->at += 2;
  if (flags & IS_EXTENDED) {
    if (r->size - r->at < 2)
      return false;
    board_text = (r->bytes[r->at + 1] & HAS_BOARD_TEXT) != 0;
    r->at += 2;
  }
  if ((point != 0 || r->number > 1) && !take_point (r, point))
    return false;
  if ((flags & HAS_OLD_COMMENT) ? !skip_old_comment (r) : (flags & HAS_COMMENT) && !take_comment (r))
    return false;
  if (board_text && !skip_text (r, &text, &size))
    return false;
  if (flags & HAS_SIBLING) {
    if (r->waiting_count > DEPTH_MOST)
      return false;
    r->waiting[r->waiting_count++] = r->ply;
  }
  r->ended = (flags & IS_LEAF) && r->waiting_count == 0 && r->ply > 0;
  if ((flags & IS_LEAF) && r->waiting_count > 0)
    r->ply = r->waiting[--r->waiting_count] - 1;
  return r->ply >= 0;
}

static bool renlib_read (const struct game *game, const char *text, size_t size,
                         const struct book_receiver *to, struct failure *failure) {
  if (!fits (game, failure))
    return false;
  if (size < HEADER || memcmp (text, header, 8) != 0)
    return fail (failure, EXIT_BAD_DATA, "it does not begin as a library of RenLib does");
  struct reader *r = allocate (1, sizeof *r);
  *r = (struct reader){ .bytes = (const unsigned char *) text, .at = HEADER, .size = size, .to = to };
  bool good = true;
  while (good && r->at < r->size && !r->ended) {
    r->number++;
    good = take_node (r);
  }
  if (good && r->at < r->size)
    good = fail (failure, EXIT_BAD_DATA, "node %zu: the tree ends there, and the file goes on", r->number);
  if (!good && failure->code == 0)
    fail (failure, EXIT_BAD_DATA, "node %zu: not a tree of moves of %s", r->number, game->title);
  free (r);
  return good;
}

const struct book_export export_renlib = { .name = "renlib",
                                           .whose = "15x15 as a library of RenLib",
                                           .suffix = ".lib",
                                           .fits = fits,
                                           .put_head = put_head,
                                           .put_node = put_node,
                                           .read = renlib_read };
