#include "certificate/certificate.h"

#include "base/key_sort.h"
#include "store/file_game.h"

#include <assert.h>
#include <stdio.h>

enum { CERTIFICATE_FORMAT = 1, MOVES_MOST = 256 };

static const char *const group_paths[STRATEGIES] = { "/held", "/won" };

/* ---- the layout ---- */

enum dataset_number { KEY, MOVE, RANK, DATASETS };

static void strategy_datasets (struct dataset datasets[DATASETS], char paths[DATASETS][16],
                               enum strategy_kind kind, int key_bytes, const char *packing) {
  assert (key_bytes > 0 && key_bytes <= PACKED_MAX);
  static const char *const names[] = { "key", "move", "rank" };
  for (int i = 0; i < DATASETS; i++)
    snprintf (paths[i], sizeof paths[i], "%s/%s", group_paths[kind], names[i]);
  datasets[KEY] = (struct dataset){ .path = paths[KEY],
                                    .element = ELEMENT_KEY,
                                    .width = key_bytes,
                                    .description = "Canonical positions; rows ascend as memcmp orders them",
                                    .unit = "1",
                                    .encoding = packing };
  datasets[MOVE]
      = (struct dataset){ .path = paths[MOVE],
                          .element = ELEMENT_U8,
                          .description = "The move of the side to move",
                          .unit = "1",
                          .encoding
                          = "the positions after all moves, canonical, sorted as memcmp orders them, equal "
                            "ones once: the number of the one that the move leads to, from 0" };
  datasets[RANK] = (struct dataset){ .path = paths[RANK],
                                     .element = ELEMENT_U16,
                                     .description = "Falls with each move and reply, until the game is over",
                                     .unit = "1",
                                     .encoding = "unsigned number" };
}

enum { CLAIM_KEY, CLAIM_VALUE, CLAIM_DATASETS };

static void claim_datasets (struct dataset datasets[CLAIM_DATASETS], int key_bytes, const char *packing) {
  datasets[CLAIM_KEY] = (struct dataset){ .path = "/claim/key",
                                          .element = ELEMENT_KEY,
                                          .width = key_bytes,
                                          .description = "Canonical positions",
                                          .unit = "1",
                                          .encoding = packing };
  datasets[CLAIM_VALUE] = (struct dataset){ .path = "/claim/value",
                                            .element = ELEMENT_VALUE,
                                            .description = "What they are worth to the side to move",
                                            .unit = "1",
                                            .encoding = "int8 enum: loss -1, draw 0, win 1, unknown 127" };
}

/* ---- writing ---- */

/* Are the keys at the beginning of rows of that many bytes in order, and none twice? */
__attribute__ ((unused)) static bool keys_rise (const uint8_t *rows, size_t count, size_t row,
                                                size_t key_bytes) {
  for (size_t i = 1; i < count; i++)
    if (memcmp (rows + (i - 1) * row, rows + i * row, key_bytes) >= 0)
      return false;
  return true;
}

/* Sort by position: key, move and rank of a row move together. The index does not follow. */
static void sort_strategy (struct strategy *strategy) {
  const size_t key_bytes = (size_t) strategy->positions.key_bytes, row = key_bytes + 3,
               count = strategy->positions.count;
  uint8_t *rows = allocate (count, row), *spare = allocate (count, row);
  for (size_t i = 0; i < count; i++) {
    uint8_t *place = rows + i * row;
    memcpy (place, key_set_key (&strategy->positions, i), key_bytes);
    place[key_bytes] = strategy->move[i];
    memcpy (place + key_bytes + 1, &strategy->rank[i], 2);
  }
  key_sort (rows, spare, count, (int) row);
  assert (keys_rise (rows, count, row, key_bytes));
  for (size_t i = 0; i < count; i++) {
    const uint8_t *place = rows + i * row;
    memcpy (strategy->positions.keys + i * key_bytes, place, key_bytes);
    strategy->move[i] = place[key_bytes];
    memcpy (&strategy->rank[i], place + key_bytes + 1, 2);
  }
  hash_index_free (&strategy->positions.index);
  free (rows);
  free (spare);
}

static void write_strategy (struct file_out *file, struct strategy *strategy, enum strategy_kind kind,
                            const char *packing) {
  static const char *const descriptions[STRATEGIES]
      = { "The side to move does not lose: after its move and any reply the game is over and not lost, or "
          "the position is in this group",
          "The side to move wins: after its move and any reply the game is over and won, or the position is "
          "in this group with a smaller rank" };
  struct dataset datasets[DATASETS];
  char paths[DATASETS][16];
  const size_t count = strategy->positions.count;
  if (count == 0)
    return;
  sort_strategy (strategy);
  strategy_datasets (datasets, paths, kind, strategy->positions.key_bytes, packing);
  file_group (file, group_paths[kind], descriptions[kind]);
  file_write (file, &datasets[KEY], strategy->positions.keys, count);
  file_write (file, &datasets[MOVE], strategy->move, count);
  if (kind == STRATEGY_WON)
    file_write (file, &datasets[RANK], strategy->rank, count);
}

static void write_claims (struct file_out *file, const struct certificate *certificate, const char *packing) {
  struct dataset datasets[CLAIM_DATASETS];
  const size_t key_bytes = (size_t) certificate->strategy[0].positions.key_bytes;
  uint8_t *keys = allocate (certificate->claims, key_bytes);
  int8_t *values = allocate (certificate->claims, 1);
  for (size_t i = 0; i < certificate->claims; i++) {
    memcpy (keys + i * key_bytes, certificate->claim[i].key, key_bytes);
    values[i] = (int8_t) certificate->claim[i].value;
  }
  claim_datasets (datasets, (int) key_bytes, packing);
  file_group (file, "/claim",
              "What is claimed. A win: the position is in /won. A loss: those after all its moves are. "
              "A draw: it is in /held, and those after all its moves are. Where the game is over, the rules "
              "say it");
  file_write (file, &datasets[CLAIM_KEY], keys, certificate->claims);
  file_write (file, &datasets[CLAIM_VALUE], values, certificate->claims);
  free (keys);
  free (values);
}

bool certificate_write (struct certificate *certificate, const struct game *game, const char *path,
                        struct failure *failure) {
  assert (game->key_bytes == certificate->strategy[0].positions.key_bytes);
  struct file_identity identity = {
    .kind = CERTIFICATE_KIND,
    .format = CERTIFICATE_FORMAT,
    .description = "Zermelo certificate: values of positions, and for each side the moves that prove them "
                   "(solver/certificate/certificate.h). The checksum is a sum of XXH3 over rows and "
                   "attributes (solver/store/checksum.h).",
  };
  file_name_game (&identity, game);
  struct file_out *file = file_create (path, &identity, failure);
  if (file == NULL)
    return false;
  if (certificate->pieces > 0) {
    file_group (file, "/tables",
                "Positions of at most so many pieces rest on endgame tables of another file");
    file_put_integer (file, "/tables", "pieces", certificate->pieces);
  }
  write_claims (file, certificate, game->engine->packing);
  for (int kind = 0; kind < STRATEGIES; kind++)
    write_strategy (file, &certificate->strategy[kind], (enum strategy_kind) kind, game->engine->packing);
  return file_commit (file);
}

/* ---- reading ---- */

/* Keys in order, so that the number of a position is its row. */
static bool enter_keys (struct key_set *positions, const uint8_t *keys, size_t count) {
  const size_t key_bytes = (size_t) positions->key_bytes;
  key_set_reserve (positions, count);
  for (size_t i = 0; i < count; i++) {
    const uint8_t *key = keys + i * key_bytes;
    if (i > 0 && memcmp (key - key_bytes, key, key_bytes) >= 0)
      return false;
    key_set_add (positions, key, key_hash (key, positions->key_bytes));
  }
  return true;
}

static void read_strategy (struct file_in *file, struct strategy *strategy, enum strategy_kind kind,
                           struct failure *failure) {
  struct dataset datasets[DATASETS];
  char paths[DATASETS][16];
  size_t count = SIZE_MAX;
  strategy_datasets (datasets, paths, kind, strategy->positions.key_bytes, "");
  if (!file_has (file, group_paths[kind]))
    return;
  uint8_t *keys = file_read (file, &datasets[KEY], &count);
  if (keys == NULL)
    return;
  strategy->move = file_read (file, &datasets[MOVE], &count);
  strategy->rank = kind == STRATEGY_WON ? file_read (file, &datasets[RANK], &count) : NULL;
  if (!enter_keys (&strategy->positions, keys, count))
    fail (failure, EXIT_BAD_DATA, "the positions of %s are not in order", group_paths[kind]);
  free (keys);
}

static void read_claims (struct file_in *file, struct certificate *certificate, struct failure *failure) {
  struct dataset datasets[CLAIM_DATASETS];
  const size_t key_bytes = (size_t) certificate->strategy[0].positions.key_bytes;
  size_t count = SIZE_MAX;
  claim_datasets (datasets, (int) key_bytes, "");
  uint8_t *keys = file_read (file, &datasets[CLAIM_KEY], &count);
  int8_t *values = keys == NULL ? NULL : file_read (file, &datasets[CLAIM_VALUE], &count);
  for (size_t i = 0; values != NULL && i < count; i++) {
    if (values[i] < LOST || values[i] > WON)
      fail (failure, EXIT_BAD_DATA, "claim %zu has no value", i);
    certificate_claim (certificate, keys + i * key_bytes, (enum outcome) values[i]);
  }
  if (failure->code == 0 && certificate->claims == 0)
    fail (failure, EXIT_BAD_DATA, "a certificate that claims nothing");
  free (keys);
  free (values);
}

bool certificate_read (struct certificate *certificate, struct game *game, const char *path,
                       struct failure *failure) {
  struct file_in *file = file_open (path, CERTIFICATE_KIND, CERTIFICATE_FORMAT, failure);
  if (file == NULL)
    return false;
  if (!file_open_game (file_identify (file), game, failure)) {
    file_close (file);
    return fail_in (failure, path);
  }
  certificate_begin (certificate, game->key_bytes);
  int64_t pieces = 0;
  if (file_has (file, "/tables"))
    file_get_integer (file, "/tables", "pieces", 1, INT16_MAX, &pieces);
  certificate->pieces = (int) pieces;
  read_claims (file, certificate, failure);
  for (int kind = 0; kind < STRATEGIES && failure->code == 0; kind++)
    read_strategy (file, &certificate->strategy[kind], (enum strategy_kind) kind, failure);
  const bool right = failure->code == 0 && file_adds_up (file);
  assert (right || failure->code != 0);
  file_close (file);
  if (right)
    return true;
  certificate_free (certificate);
  engine_close (game);
  return fail_in (failure, path);
}
