/* Nothing in the file is trusted (hdf5_rows.h), and nothing of it need be true. */
#include "certificate_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_CYCLIC = 1, FORMAT_ACYCLIC = 2 };

const char *const row_kind_names[ROW_KINDS]
    = { "move", "small", "pairing", "threats", "upwards", "stealing", "plan", "tiling" };

/* ---- the layout ---- */

static void read_claims (struct reader *reader, struct certificate_file *into) {
  into->claims = SIZE_MAX;
  int8_t *values = read_rows (reader, "/claim", "value", 1, &into->claims, all_rows);
  if (into->game.key_bytes > 0)
    into->claim_key
        = read_rows (reader, "/claim", "key", (size_t) into->game.key_bytes, &into->claims, all_rows);
  into->exact_score = reader->reason == NULL && is_there (reader, "/claim/score");
  if (into->exact_score)
    into->claim_value = read_rows (reader, "/claim", "score", 2, &into->claims, all_rows);
  else if (reader->reason == NULL && (into->claim_value = malloc (into->claims * 2 + 1)) == NULL)
    give_up (reader, "it needs more memory than there is");
  for (size_t i = 0; reader->reason == NULL && into->claim_value != NULL && i < into->claims; i++) {
    const int score = into->exact_score ? into->claim_value[i] : values[i];
    if (values[i] < LOSES || values[i] > WINS || values[i] != (score > 0) - (score < 0))
      give_up (reader, "it has a claim without a value");
    into->claim_value[i] = (int16_t) score;
  }
  if (into->claims == 0 || (into->game.key_bytes == 0 && into->claims > 1))
    give_up (reader, "a certificate that claims nothing");
  free (values);
}

static const char *group_of (const struct certificate_file *file, int set) {
  static const char *const groups[2][2] = { { "/first", "/second" }, { "/held", "/won" } };
  return groups[file->game.rules->cyclic][set];
}

/* What rows are looked up by. */
static void read_keys (struct reader *reader, struct certificate_file *into, int set) {
  struct strategy_rows *rows = &into->strategy[set];
  const char *const group = group_of (into, set);
  const size_t bytes = (size_t) into->game.key_bytes;
  rows->present = is_there (reader, group);
  if (!rows->present)
    return;
  rows->count = SIZE_MAX;
  if (bytes > 0)
    rows->key = read_rows (reader, group, "key", bytes, &rows->count, all_rows);
  else
    free (read_rows (reader, group, "kind", 1, &rows->count, (struct span){ 0, 0 }));
  for (size_t row = 1; rows->key != NULL && row < rows->count; row++)
    if (memcmp (rows->key + (row - 1) * bytes, rows->key + row * bytes, bytes) >= 0)
      give_up (reader, "its positions are not in order");
  if (into->game.rules->cyclic && set == 1)
    rows->rank = read_rows (reader, group, "rank", 2, &rows->count, all_rows);
  if (!into->game.rules->cyclic)
    read_attribute (reader, group, "bound", &rows->bound, sizeof rows->bound);
  if (rows->bound < INT16_MIN || rows->bound > INT16_MAX)
    give_up (reader, "it has a bound that no game has");
}

static void forget_rows (struct strategy_rows *rows) {
  void *const all[] = { rows->move, rows->kind, rows->size, rows->begin, rows->number };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    free (all[i]);
  rows->move = rows->kind = NULL;
  rows->size = NULL;
  rows->begin = NULL;
  rows->number = NULL;
}

bool certificate_rows_read (struct certificate_file *file, int set, size_t first, size_t most) {
  struct strategy_rows *rows = &file->strategy[set];
  struct reader *reader = &file->reader;
  const char *const group = group_of (file, set);
  const size_t count = most < rows->count - first ? most : rows->count - first;
  const struct span span = { first, most };
  size_t all = SIZE_MAX;
  if (reader->file == 0 || !rows->present)
    return true;
  forget_rows (rows);
  rows->numbers_before = first == 0 ? 0 : rows->numbers_before + rows->numbers;
  rows->first = first;
  rows->numbers = 0;
  if (file->game.rules->cyclic) {
    rows->move = read_rows (reader, group, "move", 1, &rows->count, span);
    return reader->reason == NULL;
  }
  rows->kind = read_rows (reader, group, "kind", 1, &rows->count, span);
  rows->size = read_rows (reader, group, "size", 4, &rows->count, span);
  rows->begin = malloc (count * sizeof *rows->begin + 1);
  if (rows->begin == NULL)
    give_up (reader, "it needs more memory than there is");
  for (size_t i = 0; reader->reason == NULL && i < count; i++) {
    rows->begin[i] = rows->numbers;
    rows->numbers += rows->numbers < SIZE_MAX / 2 ? rows->size[i] : 0;
  }
  rows->number
      = read_rows (reader, group, "number", 2, &all, (struct span){ rows->numbers_before, rows->numbers });
  if (rows->numbers > all || rows->numbers_before > all - rows->numbers
      || (first + count == rows->count && rows->numbers_before + rows->numbers != all))
    give_up (reader, "it has rows with more or fewer numbers than there are");
  return reader->reason == NULL;
}

static void read_all (struct reader *reader, struct certificate_file *into) {
  int64_t format = 0;
  read_header (reader, "certificate", "it is no certificate", &into->game, &format);
  if (reader->reason == NULL && format != (into->game.rules->cyclic ? FORMAT_CYCLIC : FORMAT_ACYCLIC))
    give_up (reader, "it is a certificate of another format");
  if (reader->reason != NULL)
    return;
  const bool cyclic = format == FORMAT_CYCLIC;
  if (!cyclic)
    read_attribute (reader, "/", "small_nodes", &into->small_nodes, sizeof into->small_nodes);
  else if (is_there (reader, "/tables"))
    read_attribute (reader, "/tables", "pieces", &into->pieces, sizeof into->pieces);
  if (into->small_nodes < 0)
    give_up (reader, "it has a limit of nodes below 0");
  read_claims (reader, into);
  for (int set = 0; set < 2; set++)
    read_keys (reader, into, set);
}

bool certificate_file_open (struct certificate_file *into, const char *path, char *reason, size_t size) {
  *into = (struct certificate_file){ .claims = 0 };
  if (reader_open (&into->reader, path))
    read_all (&into->reader, into);
  if (into->reader.reason == NULL)
    return true;
  snprintf (reason, size, "%s", into->reader.reason);
  certificate_file_close (into);
  return false;
}

bool certificate_file_read (struct certificate_file *into, const char *path, char *reason, size_t size) {
  if (!certificate_file_open (into, path, reason, size))
    return false;
  bool good = true;
  for (int set = 0; set < 2 && good; set++)
    good = certificate_rows_read (into, set, 0, SIZE_MAX);
  if (good)
    reader_close (&into->reader);
  else {
    snprintf (reason, size, "%s", into->reader.reason);
    certificate_file_close (into);
  }
  return good;
}

void certificate_file_close (struct certificate_file *file) {
  for (int set = 0; set < 2; set++) {
    forget_rows (&file->strategy[set]);
    free (file->strategy[set].key);
    free (file->strategy[set].rank);
  }
  free (file->claim_key);
  free (file->claim_value);
  reader_close (&file->reader);
  endgame_tables_close (&file->tables);
  array_game_close (&file->game);
  *file = (struct certificate_file){ .claims = 0 };
}
