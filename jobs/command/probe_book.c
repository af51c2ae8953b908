/* Probing an opening book for `zermelo probe`; store/book_moves.h translates its moves to the given position.
 */
#include "command/probe_oracle.h"
#include "run/solution.h"
#include "store/book_moves.h"

#include <stdlib.h>
#include <zermelo/book.h>

struct reader {
  zermelo_book *book;
  zermelo_book_identity identity;
  struct successor *successors;
};

static void
close_book (struct oracle *oracle)
{
  struct reader *reader = oracle->reader;
  free (reader->successors);
  zermelo_book_close (reader->book);
  free (reader);
  engine_close (&oracle->game);
}

static bool
print_moves (struct oracle *oracle, struct output *output, const struct position *position,
             const zermelo_book_entry *entry, struct failure *failure)
{
  const struct reader *reader = oracle->reader;
  const struct game *game = &oracle->game;
  const int count = game->engine->successors (game, position, reader->successors);
  bool *marked = allocate ((size_t) count, sizeof *marked);
  const char **moves = allocate ((size_t) count, sizeof *moves);
  size_t kept = 0;
  const bool good = book_marks (game, entry, reader->identity.mask_bytes, position, marked);
  for (int i = 0; good && i < count; i++)
    if (marked[i])
      moves[kept++] = reader->successors[i].text;
  if (good)
    output_list (output, moves, kept);
  else
    fail (failure, EXIT_BAD_DATA, "a key of the book is no position of %s", game->title);
  free (moves);
  free (marked);
  return good;
}

static bool
answer (struct oracle *oracle, struct output *output, const struct position *position,
        struct failure *failure)
{
  const struct reader *reader = oracle->reader;
  uint8_t key[PACKED_MAX] = { 0 };
  zermelo_book_entry entry;
  char score[24];
  oracle->game.engine->pack_canonical (&oracle->game, position, key);
  if (!zermelo_book_probe (reader->book, key, &entry))
    return false;
  if (entry.value == ZERMELO_UNKNOWN) {
    output_text (output, "unknown");
    output_text (output, NULL);
    output_field (output, NULL, json_array ());
    return true;
  }
  snprintf (score, sizeof score, "%d", entry.score);
  output_text (output, value_name ((struct bounds){ entry.value, entry.value }));
  output_field (output, reader->identity.scored ? score : NULL,
                reader->identity.scored ? json_integer (entry.score) : NULL);
  return print_moves (oracle, output, position, &entry, failure);
}

bool
oracle_open_book (struct oracle *oracle, const char *path, struct failure *failure)
{
  int code = 0;
  char error[400] = "", text[120];
  zermelo_book *book = zermelo_book_open (path, &code, error, sizeof error);
  if (book == NULL)
    return fail (failure, (enum exit_code) code, "%s", error);
  struct reader *reader = allocate (1, sizeof *reader);
  *oracle = (struct oracle){ .reader = reader, .answer = answer, .close = close_book };
  reader->book = book;
  zermelo_book_identify (book, &reader->identity);
  const zermelo_book_identity *identity = &reader->identity;
  struct game *game = &oracle->game;
  snprintf (text, sizeof text, "%.20s:%.40s,%.40s", identity->game, identity->board, identity->rules);
  bool done = engine_open (game, text, failure) || fail_in (failure, path);
  if (done && game->key_bytes != identity->key_bytes)
    done = fail (failure, EXIT_BAD_DATA, "%.300s: keys of %d bytes, but %s has keys of %d", path,
                 identity->key_bytes, game->title, game->key_bytes);
  if (!done) {
    close_book (oracle);
    return false;
  }
  reader->successors = allocate ((size_t) game->moves_max, sizeof *reader->successors);
  return true;
}
