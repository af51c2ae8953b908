/* Figures of a file: positions by ply, value and distance from the end, and the positions farthest from the
 * end. */
#include "serve/served_json.h"

#include "tablebase/tables_file.h"
#include "terminal/output.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES = 256, DISTANCES = 2048, LONGEST = 10, ROWS_AT_ONCE = 4096, CODES_AT_ONCE = 1 << 16 };

/* Tables up to this size are scanned code by code; for larger ones only the file's own figures are given. */
static const uint64_t SCANNED_MOST = UINT64_C (1) << 26;

enum { WIN, DRAW, LOSS, UNKNOWN, VALUES };

static const char *const value_names[VALUES] = { "win", "draw", "loss", "unknown" };

struct counts {
  uint64_t of[VALUES];
};

/* A position far from the end. */
struct farthest {
  int distance;
  enum outcome outcome;
  uint8_t key[PACKED_MAX];
};

struct census {
  struct counts all, ply[PLIES];
  uint64_t distance[DISTANCES][2]; /* numbers of positions won, and lost */
  struct farthest longest[LONGEST];
  int longest_count;
};

/* ---- counting ---- */

static void put_counts (json_t *object, const struct counts *counts) {
  uint64_t sum = 0;
  for (int i = 0; i < VALUES; i++)
    sum += counts->of[i];
  json_object_set_new (object, "positions", json_integer ((json_int_t) sum));
  for (int i = 0; i < VALUES; i++)
    json_object_set_new (object, value_names[i], json_integer ((json_int_t) counts->of[i]));
}

static int index_of (struct bounds value) {
  return value.lower != value.upper ? UNKNOWN : value.lower == WON ? WIN : value.lower == DRAWN ? DRAW : LOSS;
}

/* Insert a position into the list of those farthest from the end, in order. */
static void note_longest (struct census *census, const uint8_t *key, enum outcome outcome, int distance) {
  int place = census->longest_count;
  while (place > 0 && census->longest[place - 1].distance < distance)
    place--;
  if (place == LONGEST)
    return;
  census->longest_count += census->longest_count < LONGEST;
  memmove (&census->longest[place + 1], &census->longest[place],
           (size_t) (census->longest_count - place - 1) * sizeof *census->longest);
  census->longest[place] = (struct farthest){ .distance = distance, .outcome = outcome };
  memcpy (census->longest[place].key, key, PACKED_MAX);
}

static void count_row (struct census *census, const zermelo_row *row) {
  const int value = index_of (known_bounds (&row->known, false));
  census->all.of[value]++;
  if (row->ply >= 0 && row->ply < PLIES)
    census->ply[row->ply].of[value]++;
  const int distance = row->known.distance;
  if (distance < 0 || distance >= DISTANCES || (value != WIN && value != LOSS))
    return;
  census->distance[distance][value == LOSS]++;
  note_longest (census, row->key, (enum outcome) row->known.lower, distance);
}

/* ---- files of rows: books and layers ---- */

static bool count_rows (struct census *census, struct served *served, struct oracle *oracle,
                        const atomic_bool *stop, struct failure *failure) {
  bool more = true;
  for (uint64_t first = 0; more && failure->code == 0 && !*stop; first += ROWS_AT_ONCE) {
    pthread_mutex_lock (&served->lock);
    for (uint64_t i = first; more && i < first + ROWS_AT_ONCE; i++) {
      zermelo_row row;
      more = oracle->row (oracle, i, &row, failure);
      if (more)
        count_row (census, &row);
    }
    pthread_mutex_unlock (&served->lock);
  }
  return failure->code == 0 && !more;
}

/* ---- endgame tables ---- */

static void count_codes (struct census *census, uint64_t histogram[DISTANCES][2], const uint8_t *code,
                         uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    if (code[i] != ENDGAME_DRAWN) {
      const bool lost = endgame_outcome (code[i]) == LOST;
      histogram[endgame_distance (code[i])][lost]++;
      census->distance[endgame_distance (code[i])][lost]++;
    }
}

static json_t *distances_json (uint64_t histogram[DISTANCES][2]) {
  json_t *list = json_array ();
  for (int i = 0; i < DISTANCES; i++)
    if (histogram[i][0] + histogram[i][1] > 0)
      json_array_append_new (list,
                             json_pack ("{s:i, s:I, s:I}", "distance", i, "win", (json_int_t) histogram[i][0],
                                        "loss", (json_int_t) histogram[i][1]));
  return list;
}

/* The numbers of positions of a slice by their distance from the end. */
static json_t *scan_slice (struct census *census, struct served *served, struct tables *tables,
                           const char *name, uint64_t positions) {
  uint64_t (*histogram)[2] = allocate (DISTANCES, sizeof *histogram);
  uint8_t *code = allocate (CODES_AT_ONCE, 1);
  bool good = true;
  for (uint64_t first = 0; first < positions && good; first += CODES_AT_ONCE) {
    const uint64_t count = positions - first < CODES_AT_ONCE ? positions - first : CODES_AT_ONCE;
    pthread_mutex_lock (&served->lock);
    good = tables_codes (tables, name, first, count, code);
    pthread_mutex_unlock (&served->lock);
    if (good)
      count_codes (census, histogram, code, count);
  }
  json_t *list = distances_json (histogram);
  free (code);
  free (histogram);
  return list;
}

static json_t *slice_json (struct census *census, struct served *served, struct oracle *oracle, size_t i,
                           bool scan) {
  uint64_t positions;
  struct tables_totals totals;
  struct tables *tables = oracle->reader;
  const char *name = tables_slice (tables, i, &positions);
  pthread_mutex_lock (&served->lock);
  const bool good = tables_totals (tables, name, &totals);
  pthread_mutex_unlock (&served->lock);
  if (!good)
    return NULL;
  const struct counts counts = { { totals.won, totals.drawn, totals.lost, 0 } };
  for (int value = 0; value < VALUES; value++)
    census->all.of[value] += counts.of[value];
  json_t *slice = json_pack ("{s:s, s:i, s:o}", "slice", name, "longest", totals.longest, "position",
                             json_text (totals.example));
  put_counts (slice, &counts);
  json_object_set_new (slice, "distances",
                       scan ? scan_slice (census, served, tables, name, positions) : json_array ());
  struct failure never = { 0 };
  struct position *position = position_allocate (&oracle->game);
  uint8_t key[PACKED_MAX] = { 0 };
  if (totals.longest >= 0 && position_parse (&oracle->game, totals.example, position, &never)) {
    oracle->game.engine->pack (&oracle->game, position, key);
    note_longest (census, key, WON, totals.longest);
  }
  free (position);
  return slice;
}

static bool count_slices (struct census *census, struct served *served, struct oracle *oracle, json_t *slices,
                          const atomic_bool *stop) {
  uint64_t positions, sum = 0;
  const struct tables *tables = oracle->reader;
  for (size_t i = 0; tables_slice (tables, i, &positions) != NULL; i++)
    sum += positions;
  for (size_t i = 0; tables_slice (tables, i, &positions) != NULL; i++) {
    json_t *slice
        = *stop ? NULL : slice_json (census, served, oracle, i, oracle->distances && sum <= SCANNED_MOST);
    if (slice == NULL)
      return false;
    json_array_append_new (slices, slice);
  }
  return true;
}

/* ---- certificates ---- */

/* The number of rows of each kind; where play can cycle, each row is a move. */
static json_t *kinds_json (const struct oracle *oracle) {
  const struct certificate_file *file = oracle_certificate (oracle);
  uint64_t counts[ROW_KINDS] = { 0 };
  json_t *list = json_array ();
  for (int set = 0; set < 2; set++)
    for (size_t row = 0; row < file->strategy[set].count; row++) {
      const int kind = file->strategy[set].kind != NULL ? file->strategy[set].kind[row] : ROW_MOVE;
      counts[kind < ROW_KINDS ? kind : ROW_MOVE]++;
    }
  for (int kind = 0; kind < ROW_KINDS; kind++)
    if (counts[kind] > 0)
      json_array_append_new (list, json_pack ("{s:s, s:I}", "kind", row_kind_names[kind], "positions",
                                              (json_int_t) counts[kind]));
  return list;
}

/* ---- the answer ---- */

static json_t *plies_json (const struct census *census) {
  json_t *list = json_array ();
  for (int ply = 0; ply < PLIES; ply++) {
    uint64_t sum = 0;
    for (int i = 0; i < VALUES; i++)
      sum += census->ply[ply].of[i];
    if (sum == 0)
      continue;
    json_t *object = json_pack ("{s:i}", "ply", ply);
    put_counts (object, &census->ply[ply]);
    json_array_append_new (list, object);
  }
  return list;
}

static json_t *longest_json (const struct census *census, const struct game *game) {
  enum { TEXT = 4096 };
  json_t *list = json_array ();
  struct position *position = position_allocate (game);
  char *text = allocate (TEXT, 1);
  for (int i = 0; i < census->longest_count; i++) {
    const struct farthest *farthest = &census->longest[i];
    const struct bounds value = { (int) farthest->outcome, (int) farthest->outcome };
    if (game->engine->unpack (game, farthest->key, position)
        && game->engine->print_position (game, position, text, TEXT))
      json_array_append_new (list, json_pack ("{s:s, s:s, s:i}", "position", text, "value",
                                              value_name (value), "distance", farthest->distance));
  }
  free (text);
  free (position);
  return list;
}

json_t *statistics_of_file (struct served *served, int number, const atomic_bool *stop,
                            struct failure *failure) {
  struct served_file *file = &served->files[number];
  struct oracle *oracle = &file->oracle;
  struct census *census = allocate (1, sizeof *census);
  json_t *object = NULL, *slices = json_array ();
  const bool is_certificate = strcmp (oracle->kind, "certificate") == 0;
  const bool is_tables = strcmp (oracle->kind, "tables") == 0;
  const bool counted = is_certificate ? true
                       : is_tables    ? count_slices (census, served, oracle, slices, stop)
                                      : count_rows (census, served, oracle, stop, failure);
  if (counted) {
    object = json_pack ("{s:i, s:o, s:s, s:s}", "file", number, "name", json_text (served_file_name (file)),
                        "kind", oracle->kind, "game", file->game->game.title);
    put_counts (object, &census->all);
    if (is_certificate)
      json_object_set_new (object, "positions", json_integer ((json_int_t) oracle->facts.positions));
    json_object_set_new (object, "plies", plies_json (census));
    json_object_set (object, "slices", slices);
    json_object_set_new (object, "distances", distances_json (census->distance));
    json_object_set_new (object, "longest", longest_json (census, &oracle->game));
    json_object_set_new (object, "rows", is_certificate ? kinds_json (oracle) : json_array ());
  }
  json_decref (slices);
  free (census);
  return object;
}
