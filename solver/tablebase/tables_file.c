#include "tablebase/tables_file.h"

#include "tablebase/slices.h"
#include "tablebase/tables_layout.h"
#include "store/blocks.h"
#include "store/file_game.h"
#include "store/file.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES_MAX = 32, NAMES_MAX = 1 << 16 };

struct table_slice {
  char name[16];
  uint64_t positions;
  size_t rows[TABLES_PARTS];
  int dataset[TABLES_PARTS]; /* number of the dataset in the cache */
};

struct tables {
  struct game *game;
  struct tables_identity identity;
  struct file_in *file;
  struct failure failure;
  struct table_slice *slice; /* sorted by name */
  size_t slices;
  const struct table_slice **by_number; /* by slices_engine.number(); NULL: there is no such slice */
  pthread_mutex_t mutex;
  struct blocks *blocks;
};

/* ---- opening ---- */

static int compare_names (const void *a, const void *b) {
  return strcmp (((const struct table_slice *) a)->name, ((const struct table_slice *) b)->name);
}

static const struct table_slice *find_slice (const struct tables *tables, const char *name) {
  struct table_slice key = { 0 };
  snprintf (key.name, sizeof key.name, "%s", name);
  return bsearch (&key, tables->slice, tables->slices, sizeof key, compare_names);
}

static bool open_part (struct tables *tables, struct table_slice *slice, enum tables_part part) {
  char path[TABLES_PATH];
  const struct dataset layout = tables_dataset (path, slice->name, part);
  const size_t expected = tables_rows (part, slice->positions);
  int width;
  if (!file_shape (tables->file, layout.path, &slice->rows[part], &width))
    return false;
  if (slice->rows[part] != expected || width != 0)
    return fail (&tables->failure, EXIT_BAD_DATA, "slice %s has another size than its material", slice->name);
  slice->dataset[part] = blocks_add (tables->blocks, &layout, expected);
  return true;
}

static bool open_slice (struct tables *tables, struct table_slice *slice) {
  char group[TABLES_PATH];
  int64_t positions;
  snprintf (group, sizeof group, "/%s", slice->name);
  return file_get_integer (tables->file, group, "positions", 1, INT64_C (1) << 48, &positions)
         && (slice->positions = (uint64_t) positions) > 0 && open_part (tables, slice, TABLES_VALUE)
         && (!tables->identity.distances || open_part (tables, slice, TABLES_DISTANCE));
}

static bool read_names (struct tables *tables, char *names) {
  if (!file_get_text (tables->file, "/", "slices", names, NAMES_MAX))
    return false;
  for (char *rest = names, *name; (name = strtok_r (rest, " ", &rest)) != NULL; tables->slices++) {
    if (strlen (name) >= sizeof tables->slice->name)
      return fail (&tables->failure, EXIT_BAD_DATA, "no slice can be called %.40s", name);
    tables->slice = reallocate (tables->slice, tables->slices + 1, sizeof *tables->slice);
    memset (&tables->slice[tables->slices], 0, sizeof *tables->slice);
    memcpy (tables->slice[tables->slices].name, name, strlen (name));
  }
  qsort (tables->slice, tables->slices, sizeof *tables->slice, compare_names);
  for (size_t i = 0; i < tables->slices; i++)
    if (!open_slice (tables, &tables->slice[i]))
      return false;
  return true;
}

/* The size of each slice must be that of its material, so that no index is out of range. Finds the slices by
 * their numbers. */
static bool sizes_are_right (struct tables *tables) {
  const struct slices_engine *engine = tables->game->engine->slices;
  struct position *position = position_allocate (tables->game);
  tables->by_number = allocate ((size_t) engine->numbers, sizeof (struct table_slice *));
  size_t known = 0;
  bool right = true;
  for (int pieces = 2; pieces <= tables->identity.pieces && right; pieces++) {
    int count;
    struct slice *list = slices_of_pieces (tables->game, pieces, &count);
    right = count > 0;
    for (int i = 0; i < 2 * count && right; i++) {
      struct slice *slice = slice_at (tables->game, list, i / 2);
      if (i % 2 == 1 && engine->is_symmetric (slice))
        continue;
      const uint64_t size = engine->size (tables->game, slice, i % 2 == 1);
      char name[sizeof tables->slice->name];
      engine->position (tables->game, slice, 0, position);
      engine->name (position, name, sizeof name);
      const struct table_slice *found = find_slice (tables, name);
      right = found != NULL && found->positions == size;
      tables->by_number[engine->number (slice)] = found;
      known++;
    }
    free (list);
  }
  free (position);
  return (right && known == tables->slices)
         || fail (&tables->failure, EXIT_BAD_DATA, "the slices are not those of %s with %d pieces",
                  tables->game->title, tables->identity.pieces);
}

static bool open_format (struct tables *tables, int format) {
  tables->identity.leaves_out = format == TABLES_FORMAT_LEAVES_OUT;
  return format == TABLES_FORMAT_WHOLE || format == TABLES_FORMAT_LEAVES_OUT
         || fail (&tables->failure, EXIT_BAD_DATA,
                  "it has format %d of the kind \"" TABLES_KIND "\"; this program reads formats %d and %d",
                  format, TABLES_FORMAT_WHOLE, TABLES_FORMAT_LEAVES_OUT);
}

static bool open_content (struct tables *tables, struct game *game) {
  const struct file_identity *identity = file_identify (tables->file);
  int64_t pieces, distances;
  char *names = allocate (NAMES_MAX, 1);
  memcpy (tables->identity.options, identity->options, sizeof tables->identity.options);
  memcpy (tables->identity.revision, identity->revision, sizeof tables->identity.revision);
  memcpy (tables->identity.checksum, identity->checksum, sizeof tables->identity.checksum);
  bool done
      = open_format (tables, identity->format)
        && file_get_integer (tables->file, "/", "pieces", 2, PIECES_MAX, &pieces)
        && file_get_integer (tables->file, "/", "distances", 0, !tables->identity.leaves_out, &distances);
  if (done) {
    tables->identity.pieces = (int) pieces;
    tables->identity.distances = distances == 1;
    done = read_names (tables, names) && file_open_game_of_any_size (identity, game, &tables->failure);
  }
  free (names);
  if (!done)
    return false;
  tables->game = game;
  if (game->engine->slices == NULL)
    return fail (&tables->failure, EXIT_BAD_DATA, "%s has no endgame tables", game->title);
  return sizes_are_right (tables);
}

struct tables *tables_open (const char *path, uint64_t memory, struct game *game, struct failure *failure) {
  struct tables *tables = allocate (1, sizeof *tables);
  pthread_mutex_init (&tables->mutex, NULL);
  file_lock ();
  tables->file = file_open_for_parts (path, TABLES_KIND, 0, &tables->failure);
  const bool opened = tables->file != NULL;
  if (opened)
    tables->blocks = blocks_create (tables->file, memory, &tables->failure);
  const bool done = opened && open_content (tables, game);
  file_unlock ();
  if (done)
    return tables;
  if (opened)
    fail_in (&tables->failure, path);
  *failure = tables->failure;
  tables_close (tables);
  return NULL;
}

void tables_close (struct tables *tables) {
  if (tables == NULL)
    return;
  file_lock ();
  file_close (tables->file);
  file_unlock ();
  blocks_destroy (tables->blocks);
  if (tables->game != NULL)
    engine_close (tables->game);
  pthread_mutex_destroy (&tables->mutex);
  free (tables->slice);
  free (tables->by_number);
  free (tables);
}

const struct tables_identity *tables_identify (const struct tables *tables) { return &tables->identity; }

const struct failure *tables_failure (const struct tables *tables) { return &tables->failure; }

/* ---- probing ---- */

/* Read a byte of a part; -1 if it cannot be read. The caller holds the mutex. */
static int byte_of (struct tables *tables, const struct table_slice *slice, enum tables_part part,
                    uint64_t row) {
  assert (row < slice->rows[part]);
  const uint8_t *byte = blocks_row (tables->blocks, slice->dataset[part], row);
  return byte == NULL ? -1 : *byte;
}

/* What a file says of a position is checked only when it is read. Can a position have this value and this
 * distance? */
static bool is_possible (enum outcome outcome, int distance) {
  return outcome == DRAWN
         || (outcome != GOING_ON && distance <= ENDGAME_DISTANCE_MAX && distance % 2 == (outcome == WON));
}

static bool fail_slice (struct tables *tables, const char *name) {
  return fail (&tables->failure, EXIT_BAD_DATA, "slice %s is damaged", name);
}

/* Bits of a byte of values that belong to no position must be 0. */
static bool is_padded (uint64_t positions, uint64_t row, int byte) {
  return row + 1 < tables_rows (TABLES_VALUE, positions) || positions % 4 == 0
         || byte >> 2 * (positions % 4) == 0;
}

static enum tables_answer ask (struct tables *tables, const struct table_slice *slice, uint64_t index,
                               enum outcome *outcome, int *distance) {
  assert (index < slice->positions);
  const int value = byte_of (tables, slice, TABLES_VALUE, index / 4);
  if (value < 0)
    return TABLES_FAILED;
  *outcome = tables_outcome (&(const uint8_t){ (uint8_t) value }, index % 4);
  int plies = *outcome == WON;
  if (tables->identity.distances)
    plies = *outcome == DRAWN ? 0 : byte_of (tables, slice, TABLES_DISTANCE, index);
  *distance = tables->identity.distances ? plies : -1;
  if (plies < 0)
    return TABLES_FAILED;
  if (!is_possible (*outcome, plies) || !is_padded (slice->positions, index / 4, value)) {
    fail_slice (tables, slice->name);
    return TABLES_FAILED;
  }
  return TABLES_FOUND;
}

/* A position that the file leaves out, while those after it are probed. */
struct follow {
  struct tables *tables;
  enum tables_answer answer; /* of the last probe */
};

static enum outcome follow_probe (void *context, const struct position *position) {
  struct follow *follow = context;
  enum outcome outcome;
  int distance;
  follow->answer = tables_probe (follow->tables, position, &outcome, &distance);
  return follow->answer == TABLES_FOUND ? outcome : GOING_ON;
}

enum tables_answer tables_probe (struct tables *tables, const struct position *position,
                                 enum outcome *outcome, int *distance) {
  const struct slices_engine *engine = tables->game->engine->slices;
  *distance = tables->identity.distances ? 0 : -1;
  *outcome = tables->game->engine->outcome (tables->game, position);
  if (*outcome != GOING_ON)
    return TABLES_FOUND;
  const int number = engine->number_of (position);
  const struct table_slice *slice = number < 0 ? NULL : tables->by_number[number];
  if (slice == NULL)
    return TABLES_ABSENT;
  if (tables->identity.leaves_out && engine->leaves_out (tables->game, position)) {
    struct follow follow = { tables, TABLES_FOUND };
    *outcome = engine->follow (tables->game, position, follow_probe, &follow);
    return follow.answer;
  }
  const uint64_t index = engine->index (tables->game, position);
  pthread_mutex_lock (&tables->mutex);
  const enum tables_answer answer = ask (tables, slice, index, outcome, distance);
  pthread_mutex_unlock (&tables->mutex);
  return answer;
}

/* ---- whole slices ---- */

const char *tables_slice (const struct tables *tables, size_t i, uint64_t *positions) {
  if (i >= tables->slices)
    return NULL;
  *positions = tables->slice[i].positions;
  return tables->slice[i].name;
}

/* A part of a dataset. */
static bool read_part (struct tables *tables, const char *name, enum tables_part part, uint64_t first,
                       uint64_t count, uint8_t *bytes) {
  assert (first <= find_slice (tables, name)->rows[part]);
  char path[TABLES_PATH];
  const struct dataset layout = tables_dataset (path, name, part);
  file_lock ();
  const bool done = file_read_rows (tables->file, &layout, first, count, bytes);
  file_unlock ();
  if (done && part == TABLES_VALUE && count > 0
      && !is_padded (find_slice (tables, name)->positions, first + count - 1, bytes[count - 1]))
    return fail_slice (tables, name);
  return done;
}

bool tables_codes (struct tables *tables, const char *slice, uint64_t first, uint64_t count, uint8_t *code) {
  assert (first % 4 == 0 && find_slice (tables, slice) != NULL);
  const uint64_t rows = (count + 3) / 4;
  uint8_t *value = allocate (rows, 1);
  bool done
      = read_part (tables, slice, TABLES_VALUE, first / 4, rows, value)
        && (!tables->identity.distances || read_part (tables, slice, TABLES_DISTANCE, first, count, code));
  for (uint64_t i = 0; i < count && done; i++) {
    const enum outcome outcome = tables_outcome (value, i);
    const int distance = tables->identity.distances ? code[i] : outcome == WON;
    done = is_possible (outcome, distance);
    if (done)
      code[i] = endgame_code (outcome, distance);
  }
  if (!done)
    fail_slice (tables, slice);
  free (value);
  return done;
}

bool tables_bytes (struct tables *tables, const char *slice, enum tables_part part, uint64_t rows,
                   uint8_t *bytes) {
  assert (find_slice (tables, slice) != NULL && (part == TABLES_VALUE || tables->identity.distances));
  return read_part (tables, slice, part, 0, rows, bytes);
}

/* Read the encoding of a part, which enters the checksum. */
static bool read_encoding (struct tables *tables, const char *slice, enum tables_part part, bool *usual) {
  char path[TABLES_PATH], encoding[200];
  const struct dataset layout = tables_dataset (path, slice, part);
  const bool done = file_get_text (tables->file, layout.path, "encoding", encoding, sizeof encoding);
  const bool leaves_out = tables->identity.leaves_out && part == TABLES_VALUE;
  *usual = *usual && strcmp (encoding, leaves_out ? TABLES_LEAVES_OUT_ENCODING : layout.encoding) == 0;
  return done;
}

bool tables_totals (struct tables *tables, const char *slice, struct tables_totals *totals) {
  assert (find_slice (tables, slice) != NULL);
  static const char *const names[] = { "won", "drawn", "lost", "longest" };
  int64_t number[4] = { 0 };
  char group[TABLES_PATH];
  snprintf (group, sizeof group, "/%s", slice);
  bool done = true;
  const bool distances = tables->identity.distances;
  const int64_t least[] = { 0, 0, 0, distances ? -1 : ENDGAME_LONGEST_UNKNOWN };
  const int64_t most[] = { INT64_C (1) << 48, INT64_C (1) << 48, INT64_C (1) << 48,
                           distances ? ENDGAME_DISTANCE_MAX : INT16_MAX };
  file_lock ();
  for (int i = 0; i < 4 && done; i++)
    done = file_get_integer (tables->file, group, names[i], least[i], most[i], &number[i]);
  *totals = (struct tables_totals){
    (uint64_t) number[0], (uint64_t) number[1], (uint64_t) number[2], (int) number[3], "", true
  };
  done = done && file_get_text (tables->file, group, "example", totals->example, sizeof totals->example)
         && read_encoding (tables, slice, TABLES_VALUE, &totals->usual)
         && (!tables->identity.distances || read_encoding (tables, slice, TABLES_DISTANCE, &totals->usual));
  file_unlock ();
  return done;
}

bool tables_index (struct tables *tables, char text[TABLES_INDEX]) {
  file_lock ();
  const bool done = file_get_text (tables->file, "/", "index", text, TABLES_INDEX);
  file_unlock ();
  return done;
}

bool tables_add_up (struct tables *tables, uint64_t terms) {
  file_add_sum (tables->file, terms);
  return file_sum_is_right (tables->file);
}
