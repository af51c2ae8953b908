#include "play/opening_books.h"

#include "base/text.h"
#include "store/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static char *game_of (const char *name, const char *board, const char *rules) {
  return text_format ("%s:%s,%s", name, board, rules);
}

static bool is_of (const struct opening_book *book, const struct game *game) {
  char *text = game_of (game->name, game->board_text, game->rules);
  const bool same = book->game != NULL && strcmp (book->game, text) == 0;
  free (text);
  return same;
}

static struct opening_book *add (struct opening_books *set, char *path) {
  set->books = reallocate (set->books, (size_t) set->count + 1, sizeof *set->books);
  set->books[set->count] = (struct opening_book){ .path = path };
  return &set->books[set->count++];
}

static bool open_book (struct opening_book *book, struct failure *failure) {
  struct book_identity identity;
  book->book = book_open (book->path, failure);
  if (book->book == NULL)
    return false;
  book_identify (book->book, &identity);
  free (book->game);
  book->game = game_of (identity.game, identity.board, identity.rules);
  book->mask_bytes = identity.mask_bytes;
  return true;
}

bool opening_books_add (struct opening_books *set, const struct game *game, const char *path,
                        struct failure *failure) {
  struct opening_book *book = add (set, text_format ("%s", path));
  return open_book (book, failure)
         && (game == NULL || is_of (book, game)
             || fail (failure, EXIT_BAD_DATA, "%.200s: a book of %s, not of %s", path, book->game,
                      game->title));
}

static int is_book (const struct dirent *entry) {
  const size_t length = strlen (entry->d_name);
  return entry->d_name[0] != '.' && length > 3 && strcmp (entry->d_name + length - 3, ".h5") == 0;
}

void opening_books_list (struct opening_books *set, const char *folder) {
  struct dirent **entries;
  const int count = scandir (folder, &entries, is_book, alphasort);
  for (int i = 0; i < count; i++) {
    add (set, text_format ("%s/%s", folder, entries[i]->d_name));
    free (entries[i]);
  }
  if (count >= 0)
    free (entries);
}

/* Find the game of a book, before the whole book is read, which is done only for players of this game. */
static bool look_at_game (struct opening_book *book, struct failure *failure) {
  if (book->game != NULL)
    return true;
  file_lock ();
  struct file_in *file = file_open (book->path, "book", 0, failure);
  if (file != NULL) {
    const struct file_identity *identity = file_identify (file);
    book->game = game_of (identity->game, identity->board, identity->rules);
  }
  file_close (file);
  file_unlock ();
  return book->game != NULL;
}

void opening_books_take (struct opening_books *set, const struct game *game) {
  for (struct opening_book *book = set->books; book < set->books + set->count; book++) {
    struct failure failure = { 0 };
    if (book->damaged || (look_at_game (book, &failure) && !is_of (book, game)))
      continue;
    if (book->book == NULL && failure.code == 0)
      open_book (book, &failure);
    book->damaged = failure.code != 0;
    if (!book->taken && set->taken != NULL)
      set->taken (book->path, &failure);
    book->taken = true;
  }
}

/* The first move of an entry. */
static bool first_move (const struct opening_book *book, const struct book_entry *entry,
                        const struct game *game, const struct position *position, struct successor *move) {
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  bool *marked = allocate ((size_t) game->moves_max, sizeof *marked);
  const int count = game->engine->successors (game, position, list);
  const bool known = book_marks (game, entry, book->mask_bytes, position, marked);
  int i = 0;
  while (i < count && !marked[i])
    i++;
  const bool found = known && i < count;
  if (found)
    *move = list[i];
  free (marked);
  free (list);
  return found;
}

bool opening_books_find (const struct opening_books *set, const struct game *game,
                         const struct position *position, struct opening_move *opening) {
  uint8_t key[PACKED_MAX] = { 0 };
  bool found = false;
  if (game->key_bytes == 0)
    return false;
  game->engine->pack_canonical (game, position, key);
  for (int i = 0; i < set->count; i++) {
    const struct opening_book *book = &set->books[i];
    struct book_entry entry;
    struct successor move;
    if (book->book == NULL || !is_of (book, game) || book_find (book->book, key, &entry) != 1)
      continue;
    const bool proven = entry.value != ZERMELO_UNKNOWN;
    if ((!proven && (found || entry.evaluation == ZERMELO_NO_EVALUATION))
        || !first_move (book, &entry, game, position, &move))
      continue;
    *opening = (struct opening_move){
      .move = move, .proven = proven, .value = entry.value, .evaluation = entry.evaluation
    };
    if (proven)
      return true;
    found = true;
  }
  return found;
}

void opening_books_close (struct opening_books *set) {
  for (int i = 0; i < set->count; i++) {
    book_close (set->books[i].book);
    free (set->books[i].game);
    free (set->books[i].path);
  }
  free (set->books);
  *set = (struct opening_books){ .taken = set->taken };
}
