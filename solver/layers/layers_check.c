#include "layers/layers_check.h"

#include "base/key_sort.h"
#include "base/sample.h"
#include "base/threads.h"
#include "layers/layer_code.h"
#include "layers/layer_store.h"
#include "layers/layers.h"
#include "layers/layers_file.h"
#include "layers/layers_layout.h"
#include "store/checksum.h"
#include "store/file_game.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_A_PLY = 20000, STEP = 1 << 18, MEMORY_A_ROW = 7 };

enum fault {
  FAULT_NONE,
  FAULT_POSITION,    /* the bytes are no position */
  FAULT_CANONICAL,   /* a symmetric position has smaller bytes */
  FAULT_CODE,        /* the bytes are not a value and a distance */
  FAULT_VALUE,       /* the value does not follow from the next ply */
  FAULT_DISTANCE,    /* the distance does not follow from the next ply */
  FAULT_ABSENT,      /* a move leads to a position that is absent */
  FAULT_ABSENT_CODE, /* a move leads to a position without a value */
  FAULTS
};

/* The rows of a ply. Bucket i is rows bucket[i] .. bucket[i + 1] - 1: the rows whose first bytes, after
 * subtracting the smallest first bytes and shifting, are i. */
struct content {
  int ply;
  size_t rows;
  uint8_t *key, *value, *distance;
  atomic_uchar *reached; /* rows reached by a move from the previous ply; NULL in a sample */
  uint32_t *bucket;
  size_t buckets;
  uint64_t least;
  int shift;
};

/* The results of one thread. */
struct inspection {
  uint64_t checked, finished;
  struct layer_tally tally;
  enum fault fault; /* the fault of row `wrong`; later rows were not checked */
  size_t wrong;
};

struct layers_check {
  const struct check_options *options;
  struct check_verdict *verdict;
  struct failure *failure;
  struct game game;
  struct layers_file *layers;
  struct file_in *file; /* of `layers` */
  struct team *team;
  struct inspection *inspections; /* one for each thread */
  struct content layer, next;     /* next.rows is 0 at the end */
  size_t first, last, samples;    /* the current step: numbers first .. last - 1 of the samples of `layer` */
  uint64_t positions;             /* in the whole file, counting symmetric positions each */
  int last_ply;
};

static bool refuse_ply (struct layers_check *check, int ply, const char *reason) {
  char name[32];
  snprintf (name, sizeof name, "ply %d", ply);
  return check_refuse (check->verdict, name, reason);
}

/* ---- reading ---- */

static struct dataset dataset_of (const struct layers_check *check, char path[LAYERS_PATH], int ply,
                                  enum layers_dataset which) {
  return layers_dataset (path, ply, which, check->game.key_bytes, "");
}

/* Read a dataset; the caller frees it. In a complete check its rows enter the checksum. */
static void *read_dataset (struct layers_check *check, int ply, enum layers_dataset which, size_t rows) {
  char path[LAYERS_PATH];
  const struct dataset layout = dataset_of (check, path, ply, which);
  uint8_t *bytes = allocate (rows, dataset_row_bytes (&layout));
  if (!file_read_rows (check->file, &layout, 0, rows, bytes)) {
    free (bytes);
    return NULL;
  }
  if (check->options->complete)
    file_add_sum (check->file,
                  checksum_in_threads (check->team, check->options->threads, &layout, bytes, rows));
  return bytes;
}

static void free_content (struct content *content) {
  free (content->key);
  free (content->value);
  free (content->distance);
  free (content->reached);
  free (content->bucket);
  *content = (struct content){ .ply = content->ply };
}

/* ---- keys ---- */

/* Sort the keys into buckets, at most half as many as rows. False: the keys do not ascend. */
static bool sort_into_buckets (struct layers_check *check, struct content *content) {
  const size_t key_bytes = (size_t) check->game.key_bytes, rows = content->rows;
  const uint8_t *key = content->key;
  content->least = key_head (key, key_bytes);
  const uint64_t highest = key_head (key + (rows - 1) * key_bytes, key_bytes);
  if (highest < content->least)
    return false;
  while ((highest - content->least) >> content->shift > rows / 2)
    content->shift++;
  content->buckets = (size_t) ((highest - content->least) >> content->shift) + 1;
  content->bucket = allocate (content->buckets + 1, sizeof *content->bucket);
  size_t bucket = 0;
  for (size_t row = 0; row < rows; row++, key += key_bytes) {
    const uint64_t head = key_head (key, key_bytes);
    if (head > highest || (row > 0 && memcmp (key - key_bytes, key, key_bytes) >= 0))
      return false;
    while (bucket < (head - content->least) >> content->shift)
      content->bucket[++bucket] = (uint32_t) row;
  }
  assert (bucket == content->buckets - 1);
  content->bucket[content->buckets] = (uint32_t) rows;
  return true;
}

/* The row of a key; SIZE_MAX if it is absent. */
static size_t find_key (const struct content *content, const uint8_t *key, size_t key_bytes) {
  const uint64_t head = key_head (key, key_bytes);
  if (content->rows == 0 || head < content->least
      || (head - content->least) >> content->shift >= content->buckets)
    return SIZE_MAX;
  const uint32_t *bucket = content->bucket + ((head - content->least) >> content->shift);
  size_t begin = bucket[0], end = bucket[1];
  while (begin < end) {
    const size_t row = begin + (end - begin) / 2;
    const int order = memcmp (key, content->key + row * key_bytes, key_bytes);
    if (order == 0)
      return row;
    *(order < 0 ? &end : &begin) = order < 0 ? row : row + 1;
  }
  return SIZE_MAX;
}

/* The value and distance of a row as a code; LAYER_UNKNOWN if no game can have them after this number of
 * plies. So layer_code_before() can be applied to a code of the next ply. */
static uint8_t code_of (const struct layers_check *check, const struct content *content, size_t row) {
  const int8_t value = (int8_t) content->value[row];
  const int distance = content->distance[row];
  if (value == DRAWN)
    return distance == LAYERS_NO_DISTANCE ? LAYER_DRAW : LAYER_UNKNOWN;
  return (value == WON || value == LOST) && distance <= check->game.plies_max - content->ply
             ? layer_code ((enum outcome) value, distance)
             : LAYER_UNKNOWN;
}

/* ---- a ply into memory ---- */

/* Load a ply. False: a failure, or a refusal. */
static bool load (struct layers_check *check, int ply, struct content *content) {
  const uint64_t row_bytes = (uint64_t) check->game.key_bytes + MEMORY_A_ROW;
  *content = (struct content){ .ply = ply };
  if (ply > check->last_ply)
    return true;
  const size_t rows = layers_file_rows (check->layers, ply);
  if (rows == 0)
    return refuse_ply (check, ply, "has no positions");
  if (rows >= UINT32_MAX
      || (check->options->memory > 0 && (rows + check->layer.rows) * row_bytes > check->options->memory))
    return fail_memory (check->failure, "two plies of layers", (rows + check->layer.rows) * row_bytes);
  content->rows = rows;
  if ((content->key = read_dataset (check, ply, LAYERS_KEY, rows)) == NULL
      || (content->value = read_dataset (check, ply, LAYERS_VALUE, rows)) == NULL
      || (content->distance = read_dataset (check, ply, LAYERS_DISTANCE, rows)) == NULL)
    return false;
  if (check->options->complete)
    content->reached = allocate (rows, sizeof *content->reached);
  return sort_into_buckets (check, content) || refuse_ply (check, ply, "has keys that do not ascend");
}

/* ---- a row ---- */

struct memory {
  struct position *position;
  uint8_t *children;
};

/* Find the best code among the moves. */
static enum fault best_move (struct layers_check *check, const uint8_t *child, int count, uint8_t *best) {
  const size_t key_bytes = (size_t) check->game.key_bytes;
  *best = LAYER_UNKNOWN;
  for (int i = 0; i < count; i++, child += key_bytes) {
    const size_t row = find_key (&check->next, child, key_bytes);
    if (row == SIZE_MAX)
      return FAULT_ABSENT;
    const uint8_t code = code_of (check, &check->next, row);
    if (code == LAYER_UNKNOWN)
      return FAULT_ABSENT_CODE;
    if (check->next.reached != NULL)
      atomic_store_explicit (&check->next.reached[row], 1, memory_order_relaxed);
    *best = layer_code_before (code) > *best ? layer_code_before (code) : *best;
  }
  return FAULT_NONE;
}

static enum fault inspect_row (struct layers_check *check, const struct memory *memory, size_t row,
                               struct inspection *inspection) {
  const struct game *game = &check->game;
  const uint8_t *key = check->layer.key + row * (size_t) game->key_bytes;
  const uint8_t code = code_of (check, &check->layer, row);
  uint8_t canonical[PACKED_MAX] = { 0 }, right;
  struct terminal_status status;
  if (!game->engine->unpack (game, key, memory->position))
    return FAULT_POSITION;
  game->engine->pack_canonical (game, memory->position, canonical);
  if (memcmp (canonical, key, (size_t) game->key_bytes) != 0)
    return FAULT_CANONICAL;
  if (code == LAYER_UNKNOWN)
    return FAULT_CODE;
  const int count = game->engine->children (game, key, true, memory->children, &status);
  if (status.outcome != GOING_ON) {
    right = layer_code (status.outcome, 0);
    inspection->finished++;
  } else {
    const enum fault fault = best_move (check, memory->children, count, &right);
    if (fault != FAULT_NONE)
      return fault;
  }
  inspection->tally.all[code] += (uint64_t) status.orbit;
  inspection->tally.canonical[code]++;
  if (code == right)
    return FAULT_NONE;
  return right != LAYER_UNKNOWN && layer_outcome (code) == layer_outcome (right) ? FAULT_DISTANCE
                                                                                 : FAULT_VALUE;
}

static void inspect_part (void *context, int thread) {
  struct layers_check *check = context;
  struct inspection *inspection = &check->inspections[thread];
  const struct thread_part part = thread_part (check->last - check->first, check->options->threads, thread);
  const uint64_t begin = check->first + part.first, end = begin + part.count;
  const uint64_t seed = check->options->seed + (uint64_t) check->layer.ply;
  const struct memory memory = { position_allocate (&check->game),
                                 allocate ((size_t) check->game.moves_max, (size_t) check->game.key_bytes) };
  for (uint64_t j = begin; j < end && inspection->fault == FAULT_NONE; j++) {
    inspection->wrong = sample_number (check->layer.rows, check->samples, seed, j);
    inspection->fault = inspect_row (check, &memory, inspection->wrong, inspection);
    inspection->checked++;
  }
  free (memory.position);
  free (memory.children);
}

/* ---- the moves that lead to a row ---- */

/* Replace a key of the next ply by the key of a position of this ply from which a move leads to it. */
static bool find_parent (struct layers_check *check, int ply, uint8_t *key, const struct memory *memory) {
  const struct game *game = &check->game;
  const size_t key_bytes = (size_t) game->key_bytes;
  char path[LAYERS_PATH];
  const struct dataset layout = dataset_of (check, path, ply, LAYERS_KEY);
  const size_t rows = layers_file_rows (check->layers, ply);
  bool found = false;
  uint8_t *keys = allocate (rows, key_bytes);
  const bool good = file_read_rows (check->file, &layout, 0, rows, keys);
  for (size_t row = 0; good && !found && row < rows; row++) {
    struct terminal_status status;
    if (!game->engine->unpack (game, keys + row * key_bytes, memory->position))
      continue;
    int count = game->engine->children (game, keys + row * key_bytes, true, memory->children, &status);
    while (!found && count-- > 0)
      found = memcmp (memory->children + (size_t) count * key_bytes, key, key_bytes) == 0;
    if (found)
      memcpy (key, keys + row * key_bytes, key_bytes);
  }
  free (keys);
  return found;
}

/* Print the moves from the start along canonical keys of the plies 1 .. ply. */
static bool print_moves (const struct layers_check *check, const uint8_t *keys, int ply, char *text,
                         size_t size) {
  const struct game *game = &check->game;
  const size_t key_bytes = (size_t) game->key_bytes;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *position = position_allocate (game), *child = position_allocate (game);
  size_t length = 0;
  bool found = true;
  game->engine->start (game, position);
  for (int i = 1; i <= ply && found; i++) {
    const int count = game->engine->successors (game, position, list);
    found = false;
    for (int j = 0; j < count && !found; j++) {
      uint8_t key[PACKED_MAX] = { 0 };
      game->engine->child (game, position, list[j].move, child);
      game->engine->pack_canonical (game, child, key);
      found = memcmp (key, keys + (size_t) i * key_bytes, key_bytes) == 0;
      if (found && length < size)
        length += (size_t) snprintf (text + length, size - length, " %s", list[j].text);
    }
    memcpy (position, child, game->position_bytes);
  }
  free (child);
  free (position);
  free (list);
  return found && length < size;
}

/* Refuse a row: name its number and, if there are moves that lead to it, these moves. */
static bool refuse_row (struct layers_check *check, const struct content *content, size_t row,
                        const char *reason) {
  const size_t key_bytes = (size_t) check->game.key_bytes;
  char name[64], moves[CHECK_WRONG - 80] = "", text[CHECK_WRONG];
  const struct memory memory
      = { position_allocate (&check->game), allocate ((size_t) check->game.moves_max, key_bytes) };
  uint8_t *keys = allocate ((size_t) content->ply + 1, key_bytes);
  bool found = true;
  memcpy (keys + (size_t) content->ply * key_bytes, content->key + row * key_bytes, key_bytes);
  for (int ply = content->ply - 1; ply >= 0 && found; ply--) {
    memcpy (keys + (size_t) ply * key_bytes, keys + ((size_t) ply + 1) * key_bytes, key_bytes);
    found = find_parent (check, ply, keys + (size_t) ply * key_bytes, &memory);
  }
  found = found && content->ply > 0 && print_moves (check, keys, content->ply, moves, sizeof moves);
  snprintf (name, sizeof name, "ply %d, row %zu", content->ply, row);
  if (found)
    snprintf (text, sizeof text, "%s (%s)", name, moves + 1);
  else
    snprintf (text, sizeof text, "%s", name);
  free (keys);
  free (memory.position);
  free (memory.children);
  return check_refuse (check->verdict, text, reason);
}

/* ---- a ply ---- */

static bool find_fault (struct layers_check *check) {
  static const char *const reasons[FAULTS]
      = { "",
          "is no position",
          "is not canonical",
          "has no value",
          "has a value that does not follow from the positions after it",
          "has a distance that does not follow from the positions after it",
          "leads to a position that is not in the file",
          "leads to a position that has no value" };
  for (int i = 0; i < check->options->threads; i++) {
    const struct inspection *inspection = &check->inspections[i];
    assert (inspection->fault < FAULTS);
    if (inspection->fault != FAULT_NONE)
      return refuse_row (check, &check->layer, inspection->wrong, reasons[inspection->fault]);
  }
  return true;
}

/* Check all rows of the ply, or the sample, in steps. False: refused, or stopped. */
static bool inspect (struct layers_check *check) {
  const struct check_options *options = check->options;
  struct check_verdict *verdict = check->verdict;
  char part[32];
  snprintf (part, sizeof part, "ply %d", check->layer.ply);
  const uint64_t before = verdict->positions, finished = verdict->finished;
  const size_t rows = check->layer.rows;
  check->samples = options->complete || rows < SAMPLES_A_PLY ? rows : SAMPLES_A_PLY;
  memset (check->inspections, 0, (size_t) options->threads * sizeof *check->inspections);
  for (check->first = 0; check->first < check->samples; check->first = check->last) {
    const size_t left = check->samples - check->first;
    check->last = check->first + (left < STEP ? left : STEP);
    if (!check_goes_on (options, part, verdict))
      return false;
    team_do (check->team, inspect_part, check);
    if (!find_fault (check))
      return false;
    verdict->positions = before;
    verdict->finished = finished;
    for (int i = 0; i < options->threads; i++) {
      verdict->positions += check->inspections[i].checked;
      verdict->finished += check->inspections[i].finished;
    }
  }
  return true;
}

static bool all_are_reached (struct layers_check *check) {
  for (size_t row = 0; row < check->next.rows; row++)
    if (check->next.reached[row] == 0)
      return refuse_row (check, &check->next, row, "is reached by no move");
  return true;
}

/* ---- other contents of a file ---- */

/* Does an attribute have the right integer value? False also after a failure. */
static bool says (struct layers_check *check, const char *object, const char *name, uint64_t right) {
  int64_t said;
  char wrong[64];
  if (!file_get_integer (check->file, object, name, INT64_MIN, INT64_MAX, &said))
    return false;
  snprintf (wrong, sizeof wrong, "the number %s of %s", name, object);
  return said == (int64_t) right || check_refuse (check->verdict, wrong, "is not that of the positions");
}

static bool encodings_are_usual (struct layers_check *check, int ply) {
  char path[LAYERS_PATH], usual[KEY_ENCODING], said[KEY_ENCODING];
  file_key_encoding (&check->game, usual);
  for (int which = 0; which < LAYERS_DATASETS; which++) {
    const struct dataset layout
        = layers_dataset (path, ply, (enum layers_dataset) which, check->game.key_bytes, usual);
    if (!file_get_text (check->file, path, "encoding", said, sizeof said))
      return false;
    if (strcmp (said, layout.encoding) != 0)
      return check_refuse (check->verdict, path, "is described by another encoding");
  }
  return true;
}

/* Are the numbers of positions won and lost in each number of plies right? */
static bool distances_are_right (struct layers_check *check, const struct layer_tally *tally, int longest) {
  const int ply = check->layer.ply;
  char path[LAYERS_PATH];
  size_t rows;
  int width; /* a wrong one is found when the rows are read */
  dataset_of (check, path, ply, LAYERS_DISTANCES);
  if (!file_shape (check->file, path, &rows, &width))
    return false;
  if (rows != (size_t) longest + 1)
    return refuse_ply (check, ply, "has another longest distance than it says");
  uint64_t (*number)[2] = read_dataset (check, ply, LAYERS_DISTANCES, rows);
  bool right = number != NULL;
  for (int d = 0; right && d <= longest; d++)
    right = (number[d][0] == tally->all[layer_code (WON, d)]
             && number[d][1] == tally->all[layer_code (LOST, d)])
            || refuse_ply (check, ply, "has other numbers of distances than it says");
  free (number);
  return right;
}

static bool totals_are_right (struct layers_check *check) {
  struct layer_tally tally = { { 0 }, { 0 } };
  uint64_t number[3] = { 0 }; /* by outcome, beginning with LOST */
  int longest = -1;
  char group[LAYERS_PATH];
  for (int i = 0; i < check->options->threads; i++)
    for (int code = 1; code < 256; code++)
      tally.all[code] += check->inspections[i].tally.all[code];
  for (int code = 1; code < 256; code++) {
    number[(int) layer_outcome ((uint8_t) code) - (int) LOST] += tally.all[code];
    if (tally.all[code] > 0 && code != LAYER_DRAW && layer_distance ((uint8_t) code) > longest)
      longest = layer_distance ((uint8_t) code);
  }
  const uint64_t positions = number[0] + number[1] + number[2];
  check->positions += positions;
  snprintf (group, sizeof group, "/ply%02d", check->layer.ply);
  return says (check, group, "positions", positions) && says (check, group, "canonical", check->layer.rows)
         && says (check, group, "win", number[2]) && says (check, group, "draw", number[1])
         && says (check, group, "loss", number[0]) && distances_are_right (check, &tally, longest)
         && encodings_are_usual (check, check->layer.ply);
}

static bool root_is_right (struct layers_check *check) {
  char group[LAYERS_PATH];
  if (!says (check, "/", "positions", check->positions)
      || !says (check, "/", "canonical", check->verdict->all))
    return false;
  for (int ply = check->last_ply + 1; ply <= LAYER_DISTANCE_MAX; ply++) {
    snprintf (group, sizeof group, "/ply%02d", ply);
    if (file_has (check->file, group))
      return refuse_ply (check, ply, "is beyond the last one that the file names");
  }
  if (file_identify (check->file)->options[0] != 0)
    return check_refuse (check->verdict, "the options", "are not those that make such a file");
  return file_sum_is_right (check->file)
         || check_refuse (check->verdict, "the checksum", "is not that of the content");
}

/* ---- the check of a file ---- */

static bool begins_with_start (struct layers_check *check) {
  const struct game *game = &check->game;
  uint8_t key[PACKED_MAX] = { 0 };
  struct position *start = position_allocate (game);
  game->engine->start (game, start);
  game->engine->pack_canonical (game, start, key);
  free (start);
  return (check->layer.rows == 1 && memcmp (check->layer.key, key, (size_t) game->key_bytes) == 0)
         || refuse_ply (check, 0, "is not the start");
}

/* Check all plies. False: refused, stopped, or a failure. */
static bool check_plies (struct layers_check *check) {
  if (!load (check, 0, &check->layer) || !begins_with_start (check))
    return false;
  for (int ply = 0; ply <= check->last_ply; ply++) {
    if (!load (check, ply + 1, &check->next) || !inspect (check))
      return false;
    if (check->options->complete && (!all_are_reached (check) || !totals_are_right (check)))
      return false;
    free_content (&check->layer);
    check->layer = check->next;
    check->next = (struct content){ 0 };
  }
  return !check->options->complete || root_is_right (check);
}

static void check_file (struct layers_check *check) {
  const struct check_options *options = check->options;
  struct check_verdict *verdict = check->verdict;
  snprintf (verdict->claim, sizeof verdict->claim,
            "%s: the value and the distance to the end of every position of plies 0 to %d", check->game.title,
            check->last_ply);
  for (int ply = 0; ply <= check->last_ply; ply++)
    verdict->all += layers_file_rows (check->layers, ply);
  check->inspections = allocate ((size_t) options->threads, sizeof *check->inspections);
  check->team = team_create (options->threads);
  if (check_plies (check))
    verdict->result = options->complete ? CHECK_ACCEPTED : CHECK_SAMPLED;
  team_destroy (check->team);
  free_content (&check->layer);
  free_content (&check->next);
  free (check->inspections);
}

bool layers_check (const char *path, const struct check_options *options, struct check_verdict *verdict,
                   struct failure *failure) {
  assert (options->threads > 0);
  struct layers_check check = { .options = options, .verdict = verdict, .failure = failure };
  *verdict = (struct check_verdict){ .result = CHECK_REFUSED };
  check.layers = layers_file_open (path, 0, &check.game, failure);
  if (check.layers == NULL)
    return false;
  check.file = layers_file_content (check.layers);
  check.last_ply = layers_file_plies (check.layers) - 1;
  if (layers_possible (&check.game, failure))
    check_file (&check);
  if (failure->code == 0)
    *failure = *layers_file_failure (check.layers);
  layers_file_close (check.layers);
  return failure->code == 0 || fail_in (failure, path);
}
