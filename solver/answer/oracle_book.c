/* An opening book: values of positions, and moves that keep them; store/book.h translates the moves of
 * an entry to the given position. */
#include "answer/oracle.h"
#include "store/book.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOOK_PLIES = 256, SCORES = 256 };

struct book_reader {
  struct book *book;
  struct book_identity identity;
  /* 1 + the distance of an entry, by ply, value and score; 0: not yet known. Nothing else changes once the
   * book is open */
  atomic_short distance[BOOK_PLIES][2][SCORES];
};

static void close_book (struct oracle *oracle) {
  struct book_reader *reader = oracle->reader;
  book_close (reader->book);
  free (reader);
  engine_close (&oracle->game);
}

static bool find (const struct oracle *oracle, const struct position *position, struct book_entry *entry) {
  const struct book_reader *reader = oracle->reader;
  uint8_t key[PACKED_MAX] = { 0 };
  oracle->game.engine->pack_canonical (&oracle->game, position, key);
  return book_find (reader->book, key, entry);
}

/* Where a distance follows from the score at all, it depends only on ply, value and score. */
static int distance_of_entry (const struct oracle *oracle, const struct book_entry *entry) {
  struct book_reader *reader = oracle->reader;
  const struct game *game = &oracle->game;
  const bool won = entry->value == ZERMELO_WIN;
  const int score = won ? entry->score : -entry->score;
  if (!reader->identity.scored || entry->value == ZERMELO_DRAW || score < 0 || score >= SCORES
      || entry->ply >= BOOK_PLIES)
    return -1;
  atomic_short *known = &reader->distance[entry->ply][won][score];
  int distance = atomic_load_explicit (known, memory_order_relaxed);
  if (distance == 0) {
    struct position *position = position_allocate (game);
    if (game->engine->unpack (game, entry->key, position))
      distance = 1 + distance_of_score (game, position, (enum outcome) entry->value, entry->score);
    free (position);
    atomic_store_explicit (known, (short) distance, memory_order_relaxed);
  }
  return distance - 1;
}

static zermelo_knowledge known_of_entry (const struct oracle *oracle, const struct book_entry *entry) {
  const struct book_reader *reader = oracle->reader;
  zermelo_knowledge known = known_nothing ();
  known.evaluation = entry->evaluation;
  if (entry->value == ZERMELO_UNKNOWN)
    return known;
  known_set (&known, false, (struct bounds){ entry->value, entry->value });
  known.source = oracle->kind;
  known.score = entry->score;
  known.has_score = reader->identity.scored;
  known.distance = distance_of_entry (oracle, entry);
  return known;
}

static bool ask_book (struct oracle *oracle, const struct position *position, zermelo_knowledge *known,
                      struct failure *failure) {
  struct book_entry entry;
  (void) failure;
  if (!find (oracle, position, &entry))
    return false;
  const zermelo_knowledge more = known_of_entry (oracle, &entry);
  known_narrow (known, &more);
  return true;
}

static bool mark_book (struct oracle *oracle, const struct position *position, bool *marked,
                       struct failure *failure) {
  const struct book_reader *reader = oracle->reader;
  struct book_entry entry;
  if (!find (oracle, position, &entry) || (!entry.proven && entry.evaluation == ZERMELO_NO_EVALUATION))
    return false;
  return book_marks (&oracle->game, &entry, reader->identity.mask_bytes, position, marked)
         || fail (failure, EXIT_BAD_DATA, "a key of the book is no position of %s", oracle->game.title);
}

static bool row_of_book (struct oracle *oracle, uint64_t i, zermelo_row *row, struct failure *failure) {
  struct book_entry entry;
  const struct book_reader *reader = oracle->reader;
  (void) failure;
  if (!book_entry_at (reader->book, (size_t) i, &entry))
    return false;
  *row = (zermelo_row){ .ply = entry.ply, .known = known_of_entry (oracle, &entry) };
  memcpy (row->key, entry.key, (size_t) oracle->game.key_bytes);
  return true;
}

bool oracle_open_book (struct oracle *oracle, const char *path, struct failure *failure) {
  char text[120];
  struct book *book = book_open (path, failure);
  if (book == NULL)
    return false;
  struct book_reader *reader = allocate (1, sizeof *reader);
  *oracle = (struct oracle){ .kind = "book",
                             .reader = reader,
                             .ask = ask_book,
                             .mark = mark_book,
                             .row = row_of_book,
                             .close = close_book };
  reader->book = book;
  book_identify (book, &reader->identity);
  const struct book_identity *identity = &reader->identity;
  struct game *game = &oracle->game;
  oracle->distances = identity->scored;
  oracle->evaluates = identity->heuristic;
  oracle->marks_all
      = strstr (identity->options, "--strategy") == NULL && strstr (identity->options, "(partial)") == NULL;
  oracle->facts = (struct oracle_facts){ .positions = identity->positions, .plies = identity->plies };
  snprintf (oracle->facts.options, sizeof oracle->facts.options, "%s", identity->options);
  snprintf (oracle->facts.revision, sizeof oracle->facts.revision, "%s", identity->revision);
  snprintf (oracle->facts.checksum, sizeof oracle->facts.checksum, "%s", identity->checksum);
  snprintf (text, sizeof text, "%.20s:%.40s,%.40s", identity->game, identity->board, identity->rules);
  bool done = engine_open (game, text, failure) || fail_in (failure, path);
  if (done && game->key_bytes != identity->key_bytes)
    done = fail (failure, EXIT_BAD_DATA, "%.300s: keys of %d bytes, but %s has keys of %d", path,
                 identity->key_bytes, game->title, game->key_bytes);
  if (!done)
    close_book (oracle);
  return done;
}
