#include "certificate/acyclic_certificate.h"

#include "certificate/certificate.h"
#include "store/file_game.h"

#include <stdio.h>
#include <stdlib.h>

void acyclic_certificate_begin (struct acyclic_certificate *certificate, int key_bytes) {
  *certificate = (struct acyclic_certificate){ .exact_score = false };
  for (int player = 0; player < 2; player++) {
    certificate->strategy[player].player = player;
    certificate->strategy[player].positions.key_bytes = key_bytes;
  }
}

void acyclic_strategy_free (struct acyclic_strategy *strategy) {
  key_set_free (&strategy->positions);
  free (strategy->row);
  free (strategy->number);
}

void acyclic_certificate_free (struct acyclic_certificate *certificate) {
  for (int player = 0; player < 2; player++)
    acyclic_strategy_free (&certificate->strategy[player]);
  free (certificate->claim);
}

void acyclic_certificate_claim (struct acyclic_certificate *certificate, const uint8_t *key, int value) {
  certificate->claim = reallocate (certificate->claim, certificate->claims + 1, sizeof *certificate->claim);
  struct acyclic_claim *claim = &certificate->claim[certificate->claims++];
  *claim = (struct acyclic_claim){ .value = value };
  if (key != NULL)
    memcpy (claim->key, key, (size_t) certificate->strategy[0].positions.key_bytes);
}

bool acyclic_strategy_has (const struct acyclic_strategy *strategy, const uint8_t *key) {
  if (strategy->positions.key_bytes == 0)
    return strategy->rows > 0;
  return strategy->rows > 0 && key_set_find (&strategy->positions, key) != SIZE_MAX;
}

static void set_row (struct acyclic_strategy *strategy, size_t row, enum row_kind kind,
                     const uint16_t *number, size_t numbers) {
  if (strategy->numbers + numbers >= strategy->number_capacity) { /* even if the first row has no numbers */
    strategy->number_capacity = 2 * strategy->number_capacity + numbers + 256;
    strategy->number = reallocate (strategy->number, strategy->number_capacity, sizeof *strategy->number);
  }
  strategy->row[row] = (struct strategy_row){ kind, (uint32_t) numbers, strategy->numbers };
  if (numbers > 0)
    memcpy (strategy->number + strategy->numbers, number, numbers * sizeof *number);
  strategy->numbers += numbers;
}

void acyclic_strategy_add (struct acyclic_strategy *strategy, const uint8_t *key, enum row_kind kind,
                           const uint16_t *number, size_t numbers) {
  assert (!acyclic_strategy_has (strategy, key));
  if (strategy->rows == strategy->capacity) {
    strategy->capacity = 2 * strategy->capacity + 256;
    strategy->row = reallocate (strategy->row, strategy->capacity, sizeof *strategy->row);
  }
  if (strategy->positions.key_bytes > 0)
    key_set_add (&strategy->positions, key, key_hash (key, strategy->positions.key_bytes));
  set_row (strategy, strategy->rows++, kind, number, numbers);
}

void acyclic_strategy_change (struct acyclic_strategy *strategy, size_t row, enum row_kind kind,
                              const uint16_t *number, size_t numbers) {
  assert (row < strategy->rows);
  set_row (strategy, row, kind, number, numbers);
}

/* ---- rows in order ---- */

static const struct acyclic_strategy *sorted_strategy;

static int compare_rows (const void *one, const void *two) {
  const struct key_set *positions = &sorted_strategy->positions;
  return memcmp (key_set_key (positions, *(const size_t *) one),
                 key_set_key (positions, *(const size_t *) two), (size_t) positions->key_bytes);
}

/* The numbers of the rows in the order of their keys; the caller frees them. */
static size_t *sort_rows (const struct acyclic_strategy *strategy) {
  size_t *order = allocate (strategy->rows, sizeof *order);
  for (size_t i = 0; i < strategy->rows; i++)
    order[i] = i;
  sorted_strategy = strategy;
  if (strategy->positions.key_bytes > 0)
    qsort (order, strategy->rows, sizeof *order, compare_rows);
  return order;
}

struct strategy_rows acyclic_strategy_in_order (const struct acyclic_strategy *strategy) {
  const size_t rows = strategy->rows, bytes = (size_t) strategy->positions.key_bytes;
  size_t *order = sort_rows (strategy);
  struct strategy_rows in_order = { .present = strategy->present,
                                    .count = rows,
                                    .bound = strategy->bound,
                                    .key = bytes > 0 ? allocate (rows + 1, bytes) : NULL,
                                    .kind = allocate (rows + 1, 1),
                                    .size = allocate (rows + 1, sizeof *in_order.size),
                                    .begin = allocate (rows + 1, sizeof *in_order.begin),
                                    .number = allocate (strategy->numbers + 1, sizeof *in_order.number) };
  for (size_t i = 0; i < rows; i++) {
    const struct strategy_row *row = &strategy->row[order[i]];
    if (bytes > 0)
      memcpy (in_order.key + i * bytes, key_set_key (&strategy->positions, order[i]), bytes);
    in_order.kind[i] = (uint8_t) row->kind;
    in_order.size[i] = row->size;
    in_order.begin[i] = in_order.numbers;
    if (row->size > 0)
      memcpy (in_order.number + in_order.numbers, strategy->number + row->begin,
              row->size * sizeof *strategy->number);
    in_order.numbers += row->size;
  }
  free (order);
  return in_order;
}

/* ---- the layout ---- */

enum dataset_number { KEY, KIND, SIZE, NUMBER, DATASETS };

struct strategy_layout {
  struct dataset dataset[DATASETS];
  char path[DATASETS][32];
};

static void lay_out_strategy (struct strategy_layout *layout, const char *group, int key_bytes,
                              const char *packing) {
  static const char *const names[DATASETS] = { "key", "kind", "size", "number" };
  static const enum element elements[DATASETS] = { ELEMENT_KEY, ELEMENT_U8, ELEMENT_U32, ELEMENT_U16 };
  static const char *const descriptions[DATASETS]
      = { "Canonical positions; rows ascend as memcmp orders them", "What supports the row",
          "How many numbers belong to the row", "The numbers of all rows, row after row" };
  const char *const encodings[DATASETS] = {
    packing,
    "0 move: the number is a column or cell; 1 small: a plain search of at most small_nodes nodes; 2 "
    "pairing: cells, two and two; 3 threats: cells; 4 upwards: no longer written; 5 stealing; 6 plan: cells, "
    "in order. zermelo-files(5) gives the theorems",
    "unsigned number", "unsigned number"
  };
  for (int i = 0; i < DATASETS; i++) {
    snprintf (layout->path[i], sizeof layout->path[i], "%s/%s", group, names[i]);
    layout->dataset[i] = (struct dataset){ .path = layout->path[i],
                                           .element = elements[i],
                                           .width = i == KEY ? key_bytes : 0,
                                           .description = descriptions[i],
                                           .unit = "1",
                                           .encoding = encodings[i] };
  }
}

enum claim_dataset { CLAIM_KEY, CLAIM_VALUE, CLAIM_SCORE, CLAIM_DATASETS };

static void lay_out_claim (struct dataset datasets[CLAIM_DATASETS], int key_bytes, const char *packing) {
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
  datasets[CLAIM_SCORE] = (struct dataset){
    .path = "/claim/score",
    .element = ELEMENT_I16,
    .description = "Their scores for the side to move",
    .unit = "1",
    .encoding
    = "where stones fall as solve --score prints it, else 1 + cells - stones at the end, with the sign"
  };
}

/* ---- writing ---- */

static const char *const groups[2] = { "/first", "/second" };

void acyclic_strategy_write (struct file_out *file, const char *group,
                             const struct acyclic_strategy *strategy, const char *packing) {
  struct strategy_layout layout;
  struct strategy_rows rows = acyclic_strategy_in_order (strategy);
  lay_out_strategy (&layout, group, strategy->positions.key_bytes, packing);
  file_group (file, group, "What this player gets at least, and why: rows that support one another");
  file_put_integer (file, group, "bound", strategy->bound);
  if (rows.key != NULL)
    file_write (file, &layout.dataset[KEY], rows.key, rows.count);
  file_write (file, &layout.dataset[KIND], rows.kind, rows.count);
  file_write (file, &layout.dataset[SIZE], rows.size, rows.count);
  file_write (file, &layout.dataset[NUMBER], rows.number, rows.numbers);
  free (rows.key);
  free (rows.kind);
  free (rows.size);
  free (rows.begin);
  free (rows.number);
}

static void write_claims (struct file_out *file, const struct acyclic_certificate *certificate,
                          const struct game *game) {
  struct dataset datasets[CLAIM_DATASETS];
  const size_t bytes = (size_t) game->key_bytes, claims = certificate->claims;
  uint8_t *keys = allocate (claims, bytes + 1);
  int8_t *values = allocate (claims, sizeof *values);
  int16_t *scores = allocate (claims, sizeof *scores);
  for (size_t i = 0; i < claims; i++) {
    const int value = certificate->claim[i].value;
    memcpy (keys + i * bytes, certificate->claim[i].key, bytes);
    values[i] = (int8_t) ((value > 0) - (value < 0));
    scores[i] = (int16_t) value;
  }
  lay_out_claim (datasets, game->key_bytes, game->engine->packing);
  file_group (
      file, "/claim",
      "What is claimed. It follows if the strategy of the side to move reaches it, and that of the other "
      "side the opposite; without a key it is about the start");
  if (bytes > 0)
    file_write (file, &datasets[CLAIM_KEY], keys, claims);
  file_write (file, &datasets[CLAIM_VALUE], values, claims);
  if (certificate->exact_score)
    file_write (file, &datasets[CLAIM_SCORE], scores, claims);
  free (keys);
  free (values);
  free (scores);
}

bool acyclic_certificate_write (const struct acyclic_certificate *certificate, const struct game *game,
                                const char *path, struct failure *failure) {
  struct file_identity identity = {
    .kind = CERTIFICATE_KIND,
    .format = ACYCLIC_CERTIFICATE_FORMAT,
    .description = "Zermelo certificate: the value of a position, and the strategies that prove it "
                   "(zermelo-files(5)). The checksum is a sum of XXH3 over rows and attributes "
                   "(solver/store/checksum.h).",
  };
  file_name_game (&identity, game);
  struct file_out *file = file_create (path, &identity, failure);
  if (file == NULL)
    return false;
  file_put_integer (file, "/", "small_nodes", (int64_t) certificate->small_nodes);
  write_claims (file, certificate, game);
  for (int player = 0; player < 2; player++)
    if (certificate->strategy[player].present)
      acyclic_strategy_write (file, groups[player], &certificate->strategy[player], game->engine->packing);
  return file_commit (file);
}

/* ---- reading ---- */

static void enter_rows (struct acyclic_strategy *strategy, size_t rows, const uint8_t *keys,
                        const uint8_t *kinds, const uint32_t *sizes, struct failure *failure) {
  const size_t bytes = (size_t) strategy->positions.key_bytes;
  size_t begin = 0;
  strategy->row = allocate (rows + 1, sizeof *strategy->row);
  strategy->rows = strategy->capacity = rows;
  for (size_t i = 0; i < rows && failure->code == 0; i++) {
    if (keys != NULL && i > 0 && memcmp (keys + (i - 1) * bytes, keys + i * bytes, bytes) >= 0)
      fail (failure, EXIT_BAD_DATA, "the positions of a strategy are not in order");
    if (kinds[i] >= ROW_KINDS || sizes[i] > strategy->numbers - begin)
      fail (failure, EXIT_BAD_DATA, "a row of a kind or size that does not exist");
    if (failure->code != 0)
      return;
    strategy->row[i] = (struct strategy_row){ (enum row_kind) kinds[i], sizes[i], begin };
    begin += sizes[i];
    if (keys != NULL)
      key_set_add (&strategy->positions, keys + i * bytes, key_hash (keys + i * bytes, (int) bytes));
  }
  if (failure->code == 0 && begin != strategy->numbers)
    fail (failure, EXIT_BAD_DATA, "a strategy with more numbers than its rows have");
}

void acyclic_strategy_read (struct file_in *file, const char *group, struct acyclic_strategy *strategy,
                            struct failure *failure) {
  struct strategy_layout layout;
  size_t rows = SIZE_MAX, numbers = SIZE_MAX;
  int64_t bound = 0;
  strategy->present = true;
  lay_out_strategy (&layout, group, strategy->positions.key_bytes, "");
  file_get_integer (file, group, "bound", INT16_MIN, INT16_MAX, &bound);
  strategy->bound = (int) bound;
  uint8_t *kinds = file_read (file, &layout.dataset[KIND], &rows);
  uint32_t *sizes = file_read (file, &layout.dataset[SIZE], &rows);
  strategy->number = file_read (file, &layout.dataset[NUMBER], &numbers);
  uint8_t *keys = strategy->positions.key_bytes > 0 ? file_read (file, &layout.dataset[KEY], &rows) : NULL;
  if (failure->code == 0) {
    strategy->numbers = strategy->number_capacity = numbers;
    enter_rows (strategy, rows, keys, kinds, sizes, failure);
  }
  free (kinds);
  free (sizes);
  free (keys);
}

/* At least one; without keys just one, about the start. */
static void read_claims (struct file_in *file, struct acyclic_certificate *certificate,
                         const struct game *game, struct failure *failure) {
  struct dataset datasets[CLAIM_DATASETS];
  const size_t bytes = (size_t) game->key_bytes;
  size_t count = bytes > 0 ? SIZE_MAX : 1;
  lay_out_claim (datasets, game->key_bytes, "");
  uint8_t *keys = bytes > 0 ? file_read (file, &datasets[CLAIM_KEY], &count) : NULL;
  int8_t *values = failure->code == 0 ? file_read (file, &datasets[CLAIM_VALUE], &count) : NULL;
  certificate->exact_score = file_has (file, datasets[CLAIM_SCORE].path);
  int16_t *scores = failure->code == 0 && certificate->exact_score
                        ? file_read (file, &datasets[CLAIM_SCORE], &count)
                        : NULL;
  for (size_t i = 0; i < count && failure->code == 0; i++) {
    const int value = scores != NULL ? scores[i] : values[i];
    if (values[i] != (value > 0) - (value < 0))
      fail (failure, EXIT_BAD_DATA, "claim %zu has no value", i);
    acyclic_certificate_claim (certificate, keys == NULL ? NULL : keys + i * bytes, value);
  }
  if (failure->code == 0 && count == 0)
    fail (failure, EXIT_BAD_DATA, "a certificate that claims nothing");
  free (keys);
  free (values);
  free (scores);
}

/* Rows have the numbers that belong to their kinds; `old`: those of ROW_UPWARDS, too. */
static void require_forms (const struct acyclic_certificate *certificate, const struct game *game, bool old,
                           struct failure *failure) {
  struct array_game board;
  if (!array_game_open (&board, game->name, game->board_text, game->rules)) {
    fail (failure, EXIT_BAD_DATA, "there are no certificates of %s", game->title);
    return;
  }
  for (int player = 0; player < 2; player++)
    for (size_t i = 0; i < certificate->strategy[player].rows && failure->code == 0; i++) {
      const struct strategy_row *row = &certificate->strategy[player].row[i];
      const uint16_t *const number = certificate->strategy[player].number + row->begin;
      if (row->kind == ROW_UPWARDS && !old)
        fail (failure, EXIT_BAD_DATA, "%s", no_upwards);
      else if (row->kind == ROW_UPWARDS ? row->size != 2 * (size_t) board.columns
                                        : !row_has_form (&board, (int) row->kind, number, row->size))
        fail (failure, EXIT_BAD_DATA, "a row of a kind, or with numbers, that cannot be");
    }
  array_game_close (&board);
}

static bool read_certificate (struct acyclic_certificate *certificate, struct game *game, const char *path,
                              bool old, struct failure *failure) {
  int64_t small_nodes = 0;
  struct file_in *file = file_open (path, CERTIFICATE_KIND, ACYCLIC_CERTIFICATE_FORMAT, failure);
  if (file == NULL)
    return false;
  if (!file_open_game_of_any_size (file_identify (file), game, failure)) {
    file_close (file);
    return fail_in (failure, path);
  }
  acyclic_certificate_begin (certificate, game->key_bytes);
  file_get_integer (file, "/", "small_nodes", 0, INT64_MAX, &small_nodes);
  certificate->small_nodes = (uint64_t) small_nodes;
  read_claims (file, certificate, game, failure);
  for (int player = 0; player < 2 && failure->code == 0; player++)
    if (file_has (file, groups[player]))
      acyclic_strategy_read (file, groups[player], &certificate->strategy[player], failure);
  if (failure->code == 0)
    require_forms (certificate, game, old, failure);
  const bool right = failure->code == 0 && file_adds_up (file);
  file_close (file);
  if (right)
    return true;
  acyclic_certificate_free (certificate);
  engine_close (game);
  return fail_in (failure, path);
}

bool acyclic_certificate_read (struct acyclic_certificate *certificate, struct game *game, const char *path,
                               struct failure *failure) {
  return read_certificate (certificate, game, path, false, failure);
}

bool acyclic_certificate_read_old (struct acyclic_certificate *certificate, struct game *game,
                                   const char *path, struct failure *failure) {
  return read_certificate (certificate, game, path, true, failure);
}

bool certificate_format (const char *path, int *format, struct failure *failure) {
  struct file_in *file = file_open (path, CERTIFICATE_KIND, 0, failure);
  if (file == NULL)
    return false;
  *format = file_identify (file)->format;
  file_close (file);
  return true;
}
