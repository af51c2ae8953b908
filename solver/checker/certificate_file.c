/* Nothing in the file is trusted (hdf5_rows.h), and nothing of it need be true. */
#include "certificate_file.h"
#include "hdf5_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_CYCLIC = 1, FORMAT_ACYCLIC = 2 };

const char *const row_kind_names[ROW_KINDS]
    = { "move", "small", "pairing", "threats", "upwards", "stealing", "plan", "tiling" };

/* ---- the layout ---- */

static void
read_claims (struct reader *reader, struct certificate_file *into)
{
  into->claims = SIZE_MAX;
  int8_t *values = read_rows (reader, "/claim", "value", 1, &into->claims);
  if (into->game.key_bytes > 0)
    into->claim_key = read_rows (reader, "/claim", "key", (size_t) into->game.key_bytes, &into->claims);
  into->exact_score = reader->reason == NULL && is_there (reader, "/claim/score");
  if (into->exact_score)
    into->claim_value = read_rows (reader, "/claim", "score", 2, &into->claims);
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

static void
read_strategy (struct reader *reader, const struct array_game *game, const char *group,
               struct strategy_rows *rows)
{
  const size_t bytes = (size_t) game->key_bytes;
  size_t sum = 0;
  rows->present = is_there (reader, group);
  if (!rows->present)
    return;
  rows->count = SIZE_MAX;
  if (game->rules->cyclic) {
    rows->move = read_rows (reader, group, "move", 1, &rows->count);
    if (strcmp (group, "/won") == 0)
      rows->rank = read_rows (reader, group, "rank", 2, &rows->count);
  } else {
    rows->numbers = SIZE_MAX;
    read_attribute (reader, group, "bound", &rows->bound, sizeof rows->bound);
    rows->kind = read_rows (reader, group, "kind", 1, &rows->count);
    rows->size = read_rows (reader, group, "size", 4, &rows->count);
    rows->number = read_rows (reader, group, "number", 2, &rows->numbers);
    rows->begin = reader->reason != NULL ? NULL : malloc (rows->count * sizeof *rows->begin + 1);
    for (size_t i = 0; rows->begin != NULL && i < rows->count; i++) {
      rows->begin[i] = sum;
      sum += sum <= rows->numbers ? rows->size[i] : 0;
    }
    if (rows->begin == NULL || sum != rows->numbers)
      give_up (reader, "it has rows with more or fewer numbers than there are");
    if (rows->bound < INT16_MIN || rows->bound > INT16_MAX)
      give_up (reader, "it has a bound that no game has");
  }
  if (bytes > 0)
    rows->key = read_rows (reader, group, "key", bytes, &rows->count);
  for (size_t row = 1; rows->key != NULL && row < rows->count; row++)
    if (memcmp (rows->key + (row - 1) * bytes, rows->key + row * bytes, bytes) >= 0)
      give_up (reader, "its positions are not in order");
}

static void
read_all (struct reader *reader, struct certificate_file *into)
{
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
  read_strategy (reader, &into->game, cyclic ? "/held" : "/first", &into->strategy[0]);
  read_strategy (reader, &into->game, cyclic ? "/won" : "/second", &into->strategy[1]);
}

bool
certificate_file_read (struct certificate_file *into, const char *path, char *reason, size_t size)
{
  struct reader reader;
  *into = (struct certificate_file){ .claims = 0 };
  if (reader_open (&reader, path))
    read_all (&reader, into);
  const bool good = reader_close (&reader, reason, size);
  if (!good)
    certificate_file_close (into);
  return good;
}

void
certificate_file_close (struct certificate_file *file)
{
  for (int i = 0; i < 2; i++) {
    const struct strategy_rows *rows = &file->strategy[i];
    void *const all[]
        = { rows->key, rows->kind, rows->size, rows->number, rows->begin, rows->move, rows->rank };
    for (size_t j = 0; j < sizeof all / sizeof *all; j++)
      free (all[j]);
  }
  free (file->claim_key);
  free (file->claim_value);
  endgame_tables_close (&file->tables);
  array_game_close (&file->game);
  *file = (struct certificate_file){ .claims = 0 };
}
