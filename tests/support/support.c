#include "search/table.h"

#include "support/support.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const struct plain_rules *plain_rules_of (const char *name) {
  for (const struct plain_rules *const *rules = plain_rules; *rules != NULL; rules++)
    if (strcmp ((*rules)->name, name) == 0)
      return *rules;
  return NULL;
}

uint64_t random_next (uint64_t *state) {
  uint64_t z = *state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

int random_below (uint64_t *state, int n) { return (int) (random_next (state) % (uint64_t) n); }

int repetitions (int n) {
#ifdef SANITIZED
  if (getenv ("ZERMELO_ALL") == NULL)
    return n < 8 ? 1 : n / 8;
#endif
  return n;
}

void game_open_or_fail (struct game *game, const char *text) {
  struct failure failure = { 0 };
  if (!engine_open (game, text, &failure))
    fail_msg ("%s: %s", text, failure.text);
}

/* The boards that plain rules call solved; `converging`: only those on which play cannot cycle. */
static const char *const *list_boards (bool converging, const char **titles, int most) {
  int count = 0;
  for (const struct plain_rules *const *rules = plain_rules; *rules != NULL; rules++)
    for (const struct plain_board *board = (*rules)->boards; board->title != NULL; board++) {
      struct game game;
      if (!board->solved || count == most - 1)
        continue;
      game_open_or_fail (&game, board->title);
      if (!converging || game.plies_max > 0)
        titles[count++] = board->title;
      engine_close (&game);
    }
  titles[count] = NULL;
  return titles;
}

enum { BOARDS_MAX = 64 };

const char *const *solved_boards (void) {
  static const char *titles[BOARDS_MAX];
  return list_boards (false, titles, BOARDS_MAX);
}

const char *const *converging_boards (void) {
  static const char *titles[BOARDS_MAX];
  return list_boards (true, titles, BOARDS_MAX);
}

const char *move_separator (const struct game *game) {
  const char *separator = plain_rules_of (game->name)->separator;
  return separator != NULL ? separator : " ";
}

struct position *random_position (const struct game *game, uint64_t *state, int moves, char *text) {
  struct position *position = position_allocate (game), *child = position_allocate (game);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  game->engine->start (game, position);
  const char *separator = move_separator (game);
  *text = 0;
  for (int i = 0; i < moves; i++) {
    const int count = game->engine->successors (game, position, list);
    if (count == 0)
      break;
    const struct successor *chosen = &list[random_below (state, count)];
    text = stpcpy (stpcpy (text, i > 0 ? separator : ""), chosen->text);
    game->engine->child (game, position, chosen->move, child);
    struct position *other = position;
    position = child;
    child = other;
  }
  free (child);
  free (list);
  return position;
}

struct statistics asked_statistics;

struct result ask_query (const struct game *game, const struct position *position, const struct query *query,
                         int threads, struct table *table) {
  struct search *search = allocate (1, sizeof *search);
  struct query whole = *query;
  whole.window = search_range (query->exact_score);
  search_fill (search, game, position, &whole, &(struct search_means){ .table = table, .threads = threads });
  search_run (search, NULL, NULL);
  const struct result result = search->result;
  asked_statistics = search->statistics;
  free (search);
  return result;
}

struct result ask_with (const struct game *game, const struct position *position, enum method method,
                        bool exact_score, int threads, struct table *table) {
  const struct query query = { .method = method, .exact_score = exact_score };
  return ask_query (game, position, &query, threads, table);
}

struct result ask (const struct game *game, const struct position *position, enum method method,
                   bool exact_score, int threads) {
  struct failure failure = { 0 };
  struct table *table = table_create (UINT64_C (1) << 22, game->key_words, REPLACE_TWOBIG1, &failure);
  assert_non_null (table);
  const struct result result = ask_with (game, position, method, exact_score, threads, table);
  table_destroy (table);
  return result;
}

struct result ask_limited (const struct game *game, const struct position *position,
                           const struct query *query) {
  struct failure failure = { 0 };
  struct table *table = table_create (UINT64_C (1) << 22, game->key_words, REPLACE_TWOBIG1, &failure);
  assert_non_null (table);
  const struct result result = ask_query (game, position, query, 1, table);
  table_destroy (table);
  return result;
}

static int64_t counted_bytes (void) {
  int64_t bytes = -1;
  FILE *file = fopen ("/proc/self/io", "r");
  if (file == NULL)
    return -1;
  if (fscanf (file, "rchar: %" SCNd64, &bytes) != 1)
    bytes = -1;
  fclose (file);
  return bytes;
}

int64_t bytes_read (void) {
  const int64_t before = counted_bytes (), after = counted_bytes ();
  return after > before ? after : -1; /* to ask is to read */
}

void check_read_once (int64_t before, const char *path) {
  enum { LITTLE = 5000 };
  const int64_t after = bytes_read ();
  struct stat status;
  assert_int_equal (stat (path, &status), 0);
  if (before < 0 || after < 0)
    print_message ("how often %s is read is not tested: this system does not count the bytes\n", path);
  else if (after - before < status.st_size || after - before > status.st_size + LITTLE)
    fail_msg ("%s has %ld bytes, and %ld bytes were read", path, (long) status.st_size,
              (long) (after - before));
}
