/* A tree has each position of the book once, at the end of the first way that leads there through positions
 * of the book, shorter ways first. What no such way leads to hangs on the moves of its text, with positions
 * between that the book does not have. */
#include "book/book_text.h"

#include "base/text.h"
#include "file/gzip_file.h"
#include "store/book.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the book says of a position ---- */

/* A row as texts, for a position that it is about. */
struct said {
  char position[BOOK_POSITION_TEXT], ply[24], score[24], evaluation[24], moves[4096];
  bool *marked;
  struct successor *list;
  struct book_line line;
};

static void say (struct said *said, const struct book_rows *rows, size_t row,
                 const struct position *position) {
  const struct game *game = &rows->game;
  const struct book_entry entry = book_rows_at (rows, row);
  const zermelo_knowledge known = book_rows_known (rows, row);
  const bool evaluated = entry.evaluation != ZERMELO_NO_EVALUATION;
  const int count = game->engine->successors (game, position, said->list);
  said->moves[0] = said->score[0] = said->evaluation[0] = 0;
  if (book_marks (game, &entry, rows->mask_bytes, position, said->marked))
    for (int i = 0; i < count; i++)
      if (said->marked[i])
        text_append_item (said->moves, sizeof said->moves, " ", said->list[i].text);
  snprintf (said->ply, sizeof said->ply, "%d", entry.ply);
  if (known.has_score)
    snprintf (said->score, sizeof said->score, "%d", known.score);
  if (evaluated)
    snprintf (said->evaluation, sizeof said->evaluation, "%d", entry.evaluation);
  said->line = (struct book_line){ .position = said->position,
                                   .ply = said->ply,
                                   .value = known_value_name (&known),
                                   .score = said->score,
                                   .moves = said->moves,
                                   .evaluation = said->evaluation,
                                   .method = rows->heuristic };
}

/* ---- the tree ---- */

struct node {
  size_t parent, child, sibling; /* SIZE_MAX: none; the first child, and the next of one parent */
  size_t last_child;
  size_t row; /* SIZE_MAX: the book does not have it */
  int depth;
  char move[MOVE_TEXT];
  bool best; /* the book has the move among those of the position before; known once that is written */
  struct position *position;
};

struct tree {
  const struct book_rows *rows;
  struct node *node;
  size_t count, room;
  bool *placed; /* of each row */
  struct successor *list;
  struct position *child;
};

static size_t add_node (struct tree *tree, size_t parent, const char *move, const struct position *position,
                        size_t row) {
  const size_t bytes = tree->rows->game.position_bytes;
  if (tree->count == tree->room) {
    tree->room = 2 * tree->room + 1024;
    tree->node = reallocate (tree->node, tree->room, sizeof *tree->node);
  }
  const size_t i = tree->count++;
  struct node *node = &tree->node[i];
  *node = (struct node){
    .parent = parent, .child = SIZE_MAX, .sibling = SIZE_MAX, .last_child = SIZE_MAX, .row = row
  };
  snprintf (node->move, sizeof node->move, "%s", move);
  node->position = position_allocate (&tree->rows->game);
  memcpy (node->position, position, bytes);
  if (row != SIZE_MAX)
    tree->placed[row] = true;
  if (parent == SIZE_MAX)
    return i;
  struct node *above = &tree->node[parent];
  node->depth = above->depth + 1;
  if (above->child == SIZE_MAX)
    above->child = i;
  else
    tree->node[above->last_child].sibling = i;
  above->last_child = i;
  return i;
}

static size_t row_of (const struct tree *tree, const struct position *position) {
  const struct game *game = &tree->rows->game;
  uint8_t key[PACKED_MAX] = { 0 };
  game->engine->pack_canonical (game, position, key);
  const size_t row = key_set_find (&tree->rows->keys, key);
  return row == SIZE_MAX || tree->placed[row] ? SIZE_MAX : row;
}

/* From node `first` on, add what follows from the nodes of rows. */
static void grow (struct tree *tree, size_t first) {
  const struct game *game = &tree->rows->game;
  for (size_t i = first; i < tree->count; i++) {
    if (tree->node[i].row == SIZE_MAX)
      continue;
    const int count = game->engine->successors (game, tree->node[i].position, tree->list);
    for (int j = 0; j < count; j++) {
      game->engine->child (game, tree->node[i].position, tree->list[j].move, tree->child);
      const size_t row = row_of (tree, tree->child);
      if (row != SIZE_MAX)
        add_node (tree, i, tree->list[j].text, tree->child, row);
    }
  }
}

/* The child of a node after a move; added if need be. */
static size_t child_after (struct tree *tree, size_t i, const struct successor *successor) {
  const struct game *game = &tree->rows->game;
  for (size_t child = tree->node[i].child; child != SIZE_MAX; child = tree->node[child].sibling)
    if (strcmp (tree->node[child].move, successor->text) == 0)
      return child;
  game->engine->child (game, tree->node[i].position, successor->move, tree->child);
  return add_node (tree, i, successor->text, tree->child, row_of (tree, tree->child));
}

/* Hang a row on the moves of its text. False: it has none. */
static bool hang (struct tree *tree, size_t row) {
  const struct game *game = &tree->rows->game;
  char text[BOOK_POSITION_TEXT];
  size_t i = 0;
  book_rows_text (tree->rows, row, text);
  for (const char *at = text + strspn (text, " "); *at != 0; at += strspn (at, " ")) {
    const int count = game->engine->successors (game, tree->node[i].position, tree->list);
    int found = -1;
    size_t longest = 0;
    for (int j = 0; j < count; j++) {
      const size_t length = strlen (tree->list[j].text);
      if (length > longest && strncmp (at, tree->list[j].text, length) == 0) {
        found = j;
        longest = length;
      }
    }
    if (found < 0)
      return false;
    i = child_after (tree, i, &tree->list[found]);
    at += longest;
  }
  return tree->placed[row];
}

/* Returns how many rows have no place. */
static size_t make_tree (struct tree *tree) {
  const struct game *game = &tree->rows->game;
  size_t homeless = 0;
  game->engine->start (game, tree->child);
  add_node (tree, SIZE_MAX, "", tree->child, row_of (tree, tree->child));
  grow (tree, 0);
  for (int ply = 0; ply <= tree->rows->plies; ply++)
    for (size_t row = 0; row < tree->rows->keys.count; row++)
      if (!tree->placed[row] && tree->rows->ply[row] == ply) {
        const size_t first = tree->count;
        homeless += !hang (tree, row);
        grow (tree, first);
      }
  return homeless;
}

/* ---- writing ---- */

/* The node that comes after `i` in a file, and how many end before it. */
static size_t next_node (const struct tree *tree, size_t i, int *ends) {
  *ends = 0;
  if (tree->node[i].child != SIZE_MAX)
    return tree->node[i].child;
  while (i != SIZE_MAX) {
    ++*ends;
    if (tree->node[i].sibling != SIZE_MAX)
      return tree->node[i].sibling;
    i = tree->node[i].parent;
  }
  return SIZE_MAX;
}

/* Which of the moves from node i are among those that were said of it? */
static void mark_best (struct tree *tree, size_t i, const struct said *said) {
  for (size_t child = tree->node[i].child; child != SIZE_MAX; child = tree->node[child].sibling) {
    struct node *node = &tree->node[child];
    const size_t length = strlen (node->move);
    for (const char *at = said->moves; *at != 0; at += strcspn (at, " "), at += *at == ' ')
      node->best |= strcspn (at, " ") == length && strncmp (at, node->move, length) == 0;
  }
}

static void put_tree (FILE *file, struct tree *tree, const struct book_export *format, struct said *said) {
  const struct game *game = &tree->rows->game;
  if (format->put_head != NULL)
    format->put_head (file, game);
  for (size_t i = 0, next; i != SIZE_MAX; i = next) {
    const struct node *node = &tree->node[i];
    struct book_node out = { .move = node->parent == SIZE_MAX ? NULL : node->move,
                             .depth = node->depth,
                             .has_child = node->child != SIZE_MAX,
                             .has_sibling = node->sibling != SIZE_MAX,
                             .best = node->best,
                             .method = tree->rows->heuristic };
    next = next_node (tree, i, &out.ends);
    if (node->row != SIZE_MAX) {
      say (said, tree->rows, node->row, node->position);
      mark_best (tree, i, said);
      out.line = &said->line;
    }
    format->put_node (file, game, &out);
  }
}

static size_t put_as_tree (FILE *file, const struct book_rows *rows, const struct book_export *format,
                           struct said *said) {
  struct tree tree = { .rows = rows,
                       .placed = allocate (rows->keys.count + 1, sizeof *tree.placed),
                       .list = allocate ((size_t) rows->game.moves_max, sizeof *tree.list),
                       .child = position_allocate (&rows->game) };
  const size_t homeless = make_tree (&tree);
  put_tree (file, &tree, format, said);
  for (size_t i = 0; i < tree.count; i++)
    free (tree.node[i].position);
  free (tree.node);
  free (tree.placed);
  free (tree.list);
  free (tree.child);
  return homeless;
}

static void put_lines (FILE *file, const struct book_rows *rows, const struct book_export *format,
                       struct said *said) {
  struct position *position = position_allocate (&rows->game);
  for (int ply = 0; ply <= rows->plies; ply++)
    for (size_t row = 0; row < rows->keys.count; row++)
      if (rows->ply[row] == ply
          && rows->game.engine->unpack (&rows->game, key_set_key (&rows->keys, row), position)) {
        book_rows_text (rows, row, said->position);
        say (said, rows, row, position);
        format->put_line (file, &rows->game, &said->line);
      }
  free (position);
}

bool book_tree_write (const struct book_rows *rows, const struct book_export *format, const char *path,
                      struct exported *written, struct failure *failure) {
  char *text = NULL;
  size_t size = 0;
  struct gzip_file file;
  if (!format->fits (&rows->game, failure))
    return fail_in (failure, rows->path);
  FILE *stream = open_memstream (&text, &size);
  if (stream == NULL)
    return fail (failure, EXIT_IO, "cannot write %.300s: no memory", path);
  struct said said = { .marked = allocate ((size_t) rows->game.moves_max, sizeof *said.marked),
                       .list = allocate ((size_t) rows->game.moves_max, sizeof *said.list) };
  *written = (struct exported){ .positions = rows->keys.count };
  if (format->put_node != NULL)
    written->left_out = put_as_tree (stream, rows, format, &said);
  else
    put_lines (stream, rows, format, &said);
  written->positions -= written->left_out;
  free (said.marked);
  free (said.list);
  bool good = fclose (stream) == 0 || fail (failure, EXIT_IO, "cannot write %.300s: no memory", path);
  good = good && gzip_file_create (&file, path, failure);
  if (good && gzip_file_write (&file, text, size))
    good = gzip_file_finish (&file, &written->bytes);
  else if (good) {
    gzip_file_abandon (&file);
    good = false;
  }
  free (text);
  return good;
}
