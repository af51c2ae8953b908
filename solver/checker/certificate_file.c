/* Nothing in the file is trusted (hdf5_rows.h), and nothing that it says need be true. */
#include "certificate_file.h"

#include <stdlib.h>
#include <string.h>

enum { FORMAT_CYCLIC = 1, FORMAT_ACYCLIC = 2 };

const char *const row_kind_names[ROW_KINDS]
    = { "move", "small", "pairing", "threats", "upwards", "stealing", "plan", "tiling" };

/* ---- the layout ---- */

static void read_claims (struct reader *reader, struct certificate_file *into) {
  into->claims = SIZE_MAX;
  int8_t *values = read_rows (reader, "/claim", "value", 1, &into->claims, all_rows);
  if (values == NULL)
    return;
  if (into->game.key_bytes > 0)
    into->claim_key
        = read_rows (reader, "/claim", "key", (size_t) into->game.key_bytes, &into->claims, all_rows);
  into->game.exact_score = reader->reason == NULL && is_there (reader, "/claim/score");
  into->claim_value = into->game.exact_score
                          ? read_rows (reader, "/claim", "score", 2, &into->claims, all_rows)
                          : calloc (into->claims, sizeof *into->claim_value);
  require (reader, into->claim_value != NULL, "it needs more memory than there is");
  for (size_t i = 0; reader->reason == NULL && i < into->claims; i++) {
    const int score = into->game.exact_score ? into->claim_value[i] : values[i];
    into->claim_value[i] = (int16_t) score;
    require (reader, values[i] == (score > 0) - (score < 0), "it has a claim without a value");
  }
  require (reader, into->claims == 1 || (into->claims > 0 && into->claim_key != NULL),
           "a certificate that claims nothing");
  free (values);
}

static const char *group_of (const struct certificate_file *file, int set) {
  static const char *const groups[2][2] = { { "/first", "/second" }, { "/held", "/won" } };
  return groups[file->game.rules->cyclic][set];
}

/* Read the columns by which rows are looked up. */
static void read_keys (struct reader *reader, struct certificate_file *into, int set) {
  struct strategy_rows *rows = &into->strategy[set];
  const char *const group = group_of (into, set);
  const size_t bytes = (size_t) into->game.key_bytes;
  rows->present = is_there (reader, group);
  if (!rows->present)
    return;
  rows->count = bytes > 0 ? SIZE_MAX : 1;
  if (bytes > 0)
    rows->key = read_rows (reader, group, "key", bytes, &rows->count, all_rows);
  for (size_t row = 1; rows->key != NULL && row < rows->count; row++)
    require (reader, memcmp (rows->key + (row - 1) * bytes, rows->key + row * bytes, bytes) < 0,
             "its positions are not in order");
  if (into->game.rules->cyclic && set == 1)
    rows->rank = read_rows (reader, group, "rank", 2, &rows->count, all_rows);
  if (!into->game.rules->cyclic)
    read_attribute (reader, group, "bound", &rows->bound, sizeof rows->bound);
  require (reader, rows->bound >= INT16_MIN && rows->bound <= INT16_MAX, "it has a bound that no game has");
}

const char *certificate_rows_read (struct certificate_file *file, int set, size_t first, size_t most) {
  struct strategy_rows *rows = &file->strategy[set];
  struct reader *reader = &file->reader;
  const char *const group = group_of (file, set);
  const size_t count = most < rows->count - first ? most : rows->count - first;
  const struct span span = { first, most };
  size_t all = SIZE_MAX;
  if (reader->file == 0 || !rows->present)
    return NULL;
  rows->numbers_before = first == 0 ? 0 : rows->numbers_before + rows->numbers;
  rows->first = first;
  rows->numbers = 0;
  if (file->game.rules->cyclic) {
    free (rows->move);
    rows->move = read_rows (reader, group, "move", 1, &rows->count, span);
    return reader->reason;
  }
  free (rows->kind);
  rows->kind = read_rows (reader, group, "kind", 1, &rows->count, span);
  free (rows->size);
  rows->size = read_rows (reader, group, "size", 4, &rows->count, span);
  free (rows->begin);
  rows->begin = malloc (count * sizeof *rows->begin + 1);
  require (reader, rows->begin != NULL, "it needs more memory than there is");
  for (size_t i = 0; reader->reason == NULL && i < count; i++) {
    rows->begin[i] = rows->numbers;
    rows->numbers += rows->numbers < SIZE_MAX / 2 ? rows->size[i] : 0;
  }
  free (rows->number);
  rows->number
      = read_rows (reader, group, "number", 2, &all, (struct span){ rows->numbers_before, rows->numbers });
  require (reader,
           rows->numbers <= all && rows->numbers_before <= all - rows->numbers
               && (first + count < rows->count || rows->numbers_before + rows->numbers == all),
           "it has rows with more or fewer numbers than there are");
  for (size_t i = 0; reader->reason == NULL && i < count; i++) {
    const bool old = rows->kind[i] == ROW_UPWARDS;
    require (reader, !old || file->old_rows, no_upwards);
    require (reader,
             old ? rows->size[i] == 2 * (size_t) file->game.columns
                 : row_has_form (&file->game, rows->kind[i], rows->number + rows->begin[i], rows->size[i]),
             "it has a row of a kind, or with numbers, that cannot be");
  }
  return reader->reason;
}

static void read_all (struct reader *reader, struct certificate_file *into) {
  int64_t format = 0;
  read_header (reader, "certificate", "it is no certificate", &into->game, &format);
  if (reader->reason != NULL)
    return;
  const bool cyclic = into->game.rules->cyclic;
  require (reader, format == (cyclic ? FORMAT_CYCLIC : FORMAT_ACYCLIC),
           "it is a certificate of another format");
  if (!cyclic)
    read_attribute (reader, "/", "small_nodes", &into->small_nodes, sizeof into->small_nodes);
  else if (is_there (reader, "/tables"))
    read_attribute (reader, "/tables", "pieces", &into->pieces, sizeof into->pieces);
  require (reader, into->small_nodes >= 0, "it has a limit of nodes below 0");
  read_claims (reader, into);
  for (int set = 0; set < 2; set++)
    read_keys (reader, into, set);
}

/* Read from a reader that has been opened, or has the reason why it is not open. */
static const char *read_opened (struct certificate_file *into) {
  if (into->reader.reason == NULL)
    read_all (&into->reader, into);
  const char *const reason = into->reader.reason;
  if (reason != NULL)
    certificate_file_close (into);
  return reason;
}

const char *certificate_file_open (struct certificate_file *into, const char *path) {
  *into = (struct certificate_file){ .claims = 0 };
  reader_open (&into->reader, path);
  return read_opened (into);
}

const char *certificate_file_borrow (struct certificate_file *into, hid_t file) {
  *into = (struct certificate_file){ .claims = 0 };
  reader_borrow (&into->reader, file);
  return read_opened (into);
}

void certificate_file_close (struct certificate_file *file) {
  for (int set = 0; set < 2; set++) {
    const struct strategy_rows *rows = &file->strategy[set];
    void *const all[]
        = { rows->key, rows->rank, rows->move, rows->kind, rows->size, rows->begin, rows->number };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      free (all[i]);
  }
  free (file->claim_key);
  free (file->claim_value);
  reader_close (&file->reader);
  endgame_tables_close (&file->tables);
  array_game_close (&file->game);
  *file = (struct certificate_file){ .claims = 0 };
}

/* ---- rows in memory ---- */

size_t strategy_row (const struct array_game *game, const struct strategy_rows *rows, const uint8_t *key) {
  const size_t bytes = (size_t) game->key_bytes;
  size_t first = 0, end = rows->key == NULL ? 0 : rows->count;
  while (first < end) {
    const size_t middle = first + (end - first) / 2;
    const int order = memcmp (rows->key + middle * bytes, key, bytes);
    if (order == 0)
      return middle;
    first = order < 0 ? middle + 1 : first;
    end = order < 0 ? end : middle;
  }
  return SIZE_MAX;
}

const uint8_t *key_of_row (const struct certificate_file *file, int part, size_t row) {
  const uint8_t *keys = part == CLAIMS ? file->claim_key : file->strategy[part].key;
  return keys == NULL ? NULL : keys + row * (size_t) file->game.key_bytes;
}
