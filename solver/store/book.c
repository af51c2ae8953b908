/* Compiled several times: into the program against parallel HDF5, into the libraries against serial HDF5. So
 * there is no MPI and no OpenMP here, and only the rules of the games. Only book_open() uses
 * HDF5, under a lock. */
#include "store/book.h"

#include "store/book_layout.h"
#include "store/checksum.h"
#include "store/file.h"
#include "store/file_game.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct book {
  struct file_identity identity;
  char key_encoding[BOOK_ENCODING_MAX], moves_encoding[BOOK_ENCODING_MAX];
  struct dataset datasets[BOOK_DATASETS];
  size_t count;
  int plies, key_bytes, mask_bytes;
  void *data[BOOK_DATASETS]; /* NULL for the score of a book without scores */
  uint64_t attributes_sum;   /* the part of the checksum that does not come from `data` */
  struct game game;          /* the game of the book; engine NULL: `no_game` says why it cannot be opened */
  struct failure no_game;
};

/* ---- opening ---- */

/** Read the encodings. They enter the checksum when their datasets are read; here they are kept for readers
 * of the book. */
static void get_encodings (struct file_in *file, struct book *book) {
  file_get_text (file, "/book/key", "encoding", book->key_encoding, sizeof book->key_encoding);
  file_get_text (file, "/book/moves", "encoding", book->moves_encoding, sizeof book->moves_encoding);
}

static void get_sizes (struct file_in *file, struct book *book, const char *path, struct failure *failure) {
  size_t rows;
  file_shape (file, "/book/key", &book->count, &book->key_bytes);
  file_shape (file, "/book/moves", &rows, &book->mask_bytes);
  if (book->key_bytes < 1 || book->key_bytes > BOOK_KEY_MAX || book->mask_bytes < 1
      || book->mask_bytes > BOOK_MASK_MAX)
    fail (failure, EXIT_BAD_DATA, "%s: keys of %d and masks of %d bytes are in no book", path,
          book->key_bytes, book->mask_bytes);
}

static uint64_t dataset_sum (const struct book *book, int i) {
  const struct dataset *layout = &book->datasets[i];
  return book->data[i] == NULL
             ? 0
             : checksum_rows (layout->path, 0, book->data[i], book->count, dataset_row_bytes (layout));
}

static uint64_t datasets_sum (const struct book *book) {
  uint64_t sum = 0;
  for (int i = 0; i < BOOK_DATASETS; i++)
    sum += dataset_sum (book, i);
  return sum;
}

static struct book_arrays arrays_of (const struct book *book) {
  return (struct book_arrays){
    .count = book->count,
    .plies = book->plies,
    .key_bytes = book->key_bytes,
    .mask_bytes = book->mask_bytes,
    .key = book->data[BOOK_KEY],
    .value = book->data[BOOK_VALUE],
    .score = book->data[BOOK_SCORE],
    .moves = book->data[BOOK_MOVES],
    .ply = book->data[BOOK_PLY],
    .evaluation = book->data[BOOK_EVALUATION],
    .proven = book->data[BOOK_PROVEN],
  };
}

static bool read_book (struct file_in *file, struct book *book, const char *path, struct failure *failure) {
  int64_t plies;
  book->identity = *file_identify (file);
  file_get_integer (file, BOOK_GROUP, BOOK_PLIES, 0, BOOK_PLIES_MAX, &plies);
  book->plies = (int) plies;
  get_sizes (file, book, path, failure);
  book_datasets (book->datasets, book->key_bytes, book->mask_bytes, "", "", "");
  for (int i = 0; i < BOOK_DATASETS; i++)
    if (!book_dataset_is_optional ((enum book_dataset) i) || file_has (file, book->datasets[i].path))
      book->data[i] = file_read (file, &book->datasets[i], &book->count);
  if ((book->data[BOOK_PROVEN] == NULL) != (book->data[BOOK_EVALUATION] == NULL))
    fail (failure, EXIT_BAD_DATA, "%s: one of /book/proven and /book/evaluation is missing", path);
  if (!file_adds_up (file))
    return false;
  assert (failure->code == 0 && book->data[BOOK_KEY] != NULL && book->data[BOOK_MOVES] != NULL);
  book->attributes_sum = file_sum (file) - datasets_sum (book);
  get_encodings (file, book);
  struct book_arrays arrays = arrays_of (book);
  return failure->code == 0 && (book_arrays_right (&arrays, failure) || fail_in (failure, path));
}

/* Open the game of the book, or note why it cannot be opened. */
static void open_game (struct book *book) {
  if (!file_open_game_of_any_size (&book->identity, &book->game, &book->no_game))
    book->game.engine = NULL;
  else if (book->game.key_bytes != book->key_bytes) {
    fail (&book->no_game, EXIT_BAD_DATA, "keys of %d bytes, but %s has keys of %d", book->key_bytes,
          book->game.title, book->game.key_bytes);
    engine_close (&book->game);
  }
  assert ((book->game.engine == NULL) == (book->no_game.code != 0));
}

/* Bits after the largest number of a move are padding, and 0. Each bit is checked once, in the first entry
 * that has it set; that is enough to find a bit that belongs to no move of the game. */
static bool masks_right (const struct book *book, const char *path, struct failure *failure) {
  const uint8_t *masks = book->data[BOOK_MOVES], *keys = book->data[BOOK_KEY];
  const size_t bytes = (size_t) book->mask_bytes;
  uint8_t seen[BOOK_MASK_MAX] = { 0 };
  if (book->game.engine == NULL)
    return true;
  for (size_t i = 0; i < book->count; i++)
    for (size_t j = 0; j < bytes; j++)
      for (int bit = 0; bit < 8 && (masks[i * bytes + j] & ~seen[j]) != 0; bit++) {
        const int number = 8 * (int) j + bit;
        if ((masks[i * bytes + j] >> bit & 1) == 0 || (seen[j] >> bit & 1) != 0)
          continue;
        seen[j] = (uint8_t) (seen[j] | 1 << bit);
        if (!book_has_move (&book->game, keys + i * (size_t) book->key_bytes, number))
          return fail (failure, EXIT_BAD_DATA, "%s: entry %zu of the book is wrong: it has no move %d", path,
                       i, number);
      }
  return true;
}

static struct book *open_book (const char *path, struct failure *failure) {
  struct file_in *file = file_open (path, BOOK_KIND, BOOK_FORMAT, failure);
  if (file == NULL)
    return NULL;
  struct book *book = calloc (1, sizeof *book);
  if (book == NULL)
    fail (failure, EXIT_INTERNAL, "cannot read %s: no memory", path);
  else if (!read_book (file, book, path, failure)) {
    book_close (book);
    book = NULL;
  } else
    open_game (book);
  if (book != NULL && !masks_right (book, path, failure)) {
    book_close (book);
    book = NULL;
  }
  file_close (file);
  return book;
}

struct book *book_open (const char *path, struct failure *failure) {
  file_lock ();
  struct book *book = open_book (path, failure);
  file_unlock ();
  return book;
}

void book_close (struct book *book) {
  if (book == NULL)
    return;
  for (int i = 0; i < BOOK_DATASETS; i++)
    free (book->data[i]);
  engine_close (&book->game);
  free (book);
}

/* ---- probing ---- */

void book_identify (const struct book *book, struct book_identity *identity) {
  *identity = (struct book_identity){
    .game = book->identity.game,
    .board = book->identity.board,
    .rules = book->identity.rules,
    .options = book->identity.options,
    .encoding = book->key_encoding,
    .moves_encoding = book->moves_encoding,
    .revision = book->identity.revision,
    .checksum = book->identity.checksum,
    .plies = book->plies,
    .positions = book->count,
    .key_bytes = book->key_bytes,
    .mask_bytes = book->mask_bytes,
    .scored = book->data[BOOK_SCORE] != NULL,
    .heuristic = book->data[BOOK_PROVEN] != NULL,
  };
}

bool book_entry_at (const struct book *book, size_t i, struct book_entry *entry) {
  if (i >= book->count)
    return false;
  struct book_arrays arrays = arrays_of (book);
  *entry = (struct book_entry){
    .key = arrays.key + i * (size_t) book->key_bytes,
    .moves = arrays.moves + i * (size_t) book->mask_bytes,
    .value = arrays.value[i],
    .score = arrays.score == NULL ? 0 : arrays.score[i],
    .ply = arrays.ply[i],
    .proven = arrays.proven == NULL ? arrays.value[i] != ZERMELO_UNKNOWN : arrays.proven[i],
    .evaluation = arrays.proven == NULL ? ZERMELO_NO_EVALUATION : arrays.evaluation[i],
  };
  return true;
}

/* The index of a key among `count` keys of `bytes` bytes, sorted as memcmp() compares them; SIZE_MAX: it is
 * not there, or they are not sorted. */
static size_t find_key (const uint8_t *keys, size_t count, size_t bytes, const uint8_t *key) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = memcmp (key, keys + middle * bytes, bytes);
    if (order == 0)
      return middle;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return SIZE_MAX;
}

bool book_find (const struct book *book, const uint8_t *key, struct book_entry *entry) {
  const size_t i = find_key (book->data[BOOK_KEY], book->count, (size_t) book->key_bytes, key);
  return i != SIZE_MAX && book_entry_at (book, i, entry);
}

bool book_verify (const struct book *book, struct failure *failure) {
  char sum[20];
  struct book_arrays arrays = arrays_of (book);
  snprintf (sum, sizeof sum, "%016" PRIx64, book->attributes_sum + datasets_sum (book));
  if (strcmp (sum, book->identity.checksum) != 0)
    fail (failure, EXIT_BAD_DATA, "the content of the book differs from its checksum");
  return failure->code == 0 && book_arrays_right (&arrays, failure);
}

/* ---- the moves of an entry ---- */

/* Working memory for translating the moves of an entry to a position. */
struct translation {
  const struct game *game;
  struct position *canonical, *child;
  struct successor *list;
};

static void translation_begin (struct translation *c, const struct game *game) {
  *c = (struct translation){ game, position_allocate (game), position_allocate (game),
                             allocate ((size_t) game->moves_max, sizeof *c->list) };
}

static void translation_end (struct translation *c) {
  free (c->canonical);
  free (c->child);
  free (c->list);
}

static void key_after (struct translation *c, const struct position *from, int move, uint8_t *key) {
  c->game->engine->child (c->game, from, move, c->child);
  c->game->engine->pack_canonical (c->game, c->child, key);
}

static bool in_mask (const uint8_t *mask, int mask_bytes, const struct successor *successor, int i) {
  assert (successor->cell >= -1 && i >= 0);
  const int bit = successor->cell >= 0 ? successor->cell : i;
  return bit < 8 * mask_bytes && (mask[bit / 8] >> bit % 8 & 1);
}

/* Canonical keys of the positions after the moves of the entry: `keys` has room for moves_max. Returns how
 * many. */
static int kept_keys (struct translation *c, const struct book_entry *entry, int mask_bytes, uint8_t *keys) {
  assert (c->game->key_bytes > 0 && c->game->key_bytes <= BOOK_KEY_MAX);
  const struct engine *engine = c->game->engine;
  const size_t key_bytes = (size_t) c->game->key_bytes;
  int kept = 0;
  const int count = engine->successors (c->game, c->canonical, c->list);
  for (int i = 0; i < count; i++)
    if (in_mask (entry->moves, mask_bytes, &c->list[i], i))
      key_after (c, c->canonical, c->list[i].move, keys + key_bytes * (size_t) kept++);
  return kept;
}

static void mark (struct translation *c, const struct position *position, const uint8_t *keys, int kept,
                  bool *marked) {
  uint8_t key[PACKED_MAX] = { 0 };
  const size_t key_bytes = (size_t) c->game->key_bytes;
  const int count = c->game->engine->successors (c->game, position, c->list);
  for (int i = 0; i < count; i++) {
    key_after (c, position, c->list[i].move, key);
    marked[i] = false;
    for (int j = 0; j < kept; j++)
      marked[i] |= memcmp (keys + key_bytes * (size_t) j, key, key_bytes) == 0;
  }
}

/* Is the entry about the canonical form of the position? */
__attribute__ ((unused)) static bool is_entry_of (const struct game *game, const struct book_entry *entry,
                                                  const struct position *position) {
  uint8_t key[PACKED_MAX] = { 0 };
  game->engine->pack_canonical (game, position, key);
  return memcmp (key, entry->key, (size_t) game->key_bytes) == 0;
}

bool book_marks (const struct game *game, const struct book_entry *entry, int mask_bytes,
                 const struct position *position, bool *marked) {
  assert (mask_bytes > 0 && mask_bytes <= BOOK_MASK_MAX);
  assert (is_entry_of (game, entry, position));
  struct translation c;
  translation_begin (&c, game);
  uint8_t *keys = allocate ((size_t) game->moves_max, (size_t) game->key_bytes);
  const bool good = game->engine->unpack (game, entry->key, c.canonical);
  if (good)
    mark (&c, position, keys, kept_keys (&c, entry, mask_bytes, keys), marked);
  free (keys);
  translation_end (&c);
  return good;
}

bool book_has_move (const struct game *game, const uint8_t *key, int number) {
  struct translation c;
  translation_begin (&c, game);
  bool found = !game->engine->unpack (game, key, c.canonical);
  const int count = found ? 0 : game->engine->successors (game, c.canonical, c.list);
  for (int i = 0; i < count && !found; i++)
    found = (c.list[i].cell >= 0 ? c.list[i].cell : i) == number;
  translation_end (&c);
  return found;
}
