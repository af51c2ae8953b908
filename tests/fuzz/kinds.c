#include "kinds.h"

#include "base/failure.h"
#include "certificate/certificate_text.h"
#include "checker/checker.h"
#include "parallel/ranks.h"
#include "tablebase/endgames.h"
#include "layers/layer_store.h"
#include "layers/layers.h"
#include "layers/key_exchange.h"
#include "tablebase/slice_store.h"
#include "tablebase/slices.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>
#include <zermelo/probe.h>

/* ---- by functions ---- */

static void must (bool done, const struct failure *failure) {
  if (!done)
    internal_error (__FILE__, __LINE__, "%s", failure->text);
}

/* As other programs ask: what is opened can be asked, iterated and verified. */
static zermelo *ask_library (const char *path, const char *const *texts, size_t count) {
  zermelo *z;
  zermelo_answer *answer;
  if (zermelo_open (NULL, &z) != 0)
    internal_error (__FILE__, __LINE__, "zermelo_open: %s", zermelo_error ());
  const int code = zermelo_add_file (z, path);
  if (code != 0 && (*zermelo_error () == 0 || zermelo_file_count (z) != 0))
    internal_error (__FILE__, __LINE__, "zermelo_add_file: code %d, '%s'", code, zermelo_error ());
  for (size_t i = 0; i < count && code == 0; i++) {
    const int asked = zermelo_probe (z, texts[i], ZERMELO_MOVES | ZERMELO_LINE, &answer);
    if ((answer == NULL) != (asked != 0))
      internal_error (__FILE__, __LINE__, "zermelo_probe: code %d", asked);
    zermelo_answer_free (answer);
  }
  if (code == 0 && zermelo_verify (z, 0) != 0)
    internal_error (__FILE__, __LINE__, "opened, but: %s", zermelo_error ());
  if (code == 0)
    return z;
  zermelo_close (z);
  return NULL;
}

static void ask_book (const char *path) {
  static const char *const texts[] = { "", "1", "12", "3321" };
  zermelo_row row;
  zermelo_knowledge again;
  zermelo *z = ask_library (path, texts, sizeof texts / sizeof *texts);
  for (uint64_t i = 0; z != NULL && zermelo_row_at (z, 0, i, &row) == 0; i++)
    if (zermelo_probe_key (z, row.key, &again) != 0 || again.value != row.known.value)
      internal_error (__FILE__, __LINE__, "entry %llu is not found", (unsigned long long) i);
  zermelo_close (z);
}

static void ask_layers (const char *path) {
  static const char *const texts[] = { "", "1", "12", "3321" };
  zermelo_close (ask_library (path, texts, sizeof texts / sizeof *texts));
}

/* As zermelo-check reads it beside a certificate. */
static void ask_checker_for_tables (const char *path) {
  struct array_game game;
  struct endgame_tables tables;
  struct array_position wrong[2];
  uint64_t positions;
  if (array_game_open (&game, "draughts", "4x4", "official")
      && endgame_tables_read (&tables, &game, path) == NULL) {
    omp_set_num_threads (1);
    const bool one = endgame_tables_hold (&tables, &positions, &wrong[0]);
    omp_set_num_threads (2);
    const bool two = endgame_tables_hold (&tables, &positions, &wrong[1]);
    if (one != two || (!one && memcmp (wrong[0].cell, wrong[1].cell, (size_t) game.cells) != 0))
      internal_error (__FILE__, __LINE__, "with two threads the tables are %s", two ? "right" : "wrong");
    endgame_tables_close (&tables);
  }
  array_game_close (&game);
}

static void ask_tables (const char *path) {
  static const char *const texts[] = { "W:WK1:BK8", "W:W8:B1", "B:WK3,K4:BK5", "W:WK1:B", "W:W6,7:BK1,2" };
  ask_checker_for_tables (path);
  zermelo_close (ask_library (path, texts, sizeof texts / sizeof *texts));
}

/* As zermelo-check reads it. */
static void ask_checker (const char *path) {
  static const char *const texts[] = { "", "7-5", "W:W6,8:B1,2" };
  struct certificate_file file;
  struct verdict one, two;
  zermelo_close (ask_library (path, texts, sizeof texts / sizeof *texts));
  if (certificate_file_open (&file, path) != NULL)
    return;
  omp_set_num_threads (1);
  check_certificate (&file, &one);
  omp_set_num_threads (2);
  check_certificate (&file, &two);
  if (one.unreadable == NULL
      && (one.accepted != two.accepted || (!one.accepted && strcmp (one.wrong, two.wrong) != 0)))
    internal_error (__FILE__, __LINE__, "%s, with two threads %s", one.reason, two.reason);
  free (certificate_claims_text (&file));
  certificate_file_close (&file);
}

/* Each line as a position of several games: what is read is printed, and read again the same. */
static void ask_lines (const char *path) {
  static const char *const titles[] = { "draughts:8x8", "mnk:9,9,5", "connect4:7x6" };
  struct blob blob = blob_read (path);
  char *text = allocate (blob.size + 1, 1);
  memcpy (text, blob.data, blob.size);
  for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
    struct game game;
    struct failure failure = { 0 };
    must (engine_open (&game, titles[i], &failure), &failure);
    struct position *position = position_allocate (&game);
    for (const char *line = text; *line != 0; line += strcspn (line, "\n"), line += *line == '\n') {
      char *one = strndup (line, strcspn (line, "\n"));
      struct normal_form normal = normal_form_allocate (one), again = { 0 };
      failure = (struct failure){ 0 };
      if (game.engine->parse (&game, one, position, &normal, &failure)) {
        again = normal_form_allocate (normal.text);
        must (game.engine->parse (&game, normal.text, position, &again, &failure), &failure);
        if (strcmp (normal.text, again.text) != 0)
          internal_error (__FILE__, __LINE__, "%s: '%s' became '%s'", titles[i], normal.text, again.text);
      }
      free (one);
      free (normal.text);
      free (again.text);
    }
    free (position);
    engine_close (&game);
  }
  free (text);
  free (blob.data);
}

/* ---- the sums of saved parts ---- */

enum { HEAD_BYTES_AT = 24, SLICE_ROWS_AT = 128, SLICE_SUM_AT = 144, LAYER_ROWS_AT = 168 };

static uint64_t number_at (const struct blob *blob, size_t place) {
  uint64_t number = 0;
  if (blob->size >= 8 && place <= blob->size - 8)
    memcpy (&number, blob->data + place, 8);
  return number;
}

static void put_sum (struct blob *blob, size_t place, size_t from, size_t bytes) {
  if (from > blob->size || bytes > blob->size - from || blob->size < 8 || place > blob->size - 8)
    return;
  const uint64_t sum = XXH3_64bits (blob->data + from, bytes);
  memcpy (blob->data + place, &sum, 8);
}

/* The sum of the values is that of the rows only where these are not compressed. */
static void finish_slice (struct blob *blob) {
  const uint64_t head = number_at (blob, HEAD_BYTES_AT);
  put_sum (blob, SLICE_SUM_AT, head, 64 * number_at (blob, SLICE_ROWS_AT));
  if (head >= 8)
    put_sum (blob, head - 8, 0, head - 8);
}

/* One rank wrote it: the sums of all partitions. */
static void finish_layer (struct blob *blob) {
  const uint64_t head = number_at (blob, HEAD_BYTES_AT), row = number_at (blob, LAYER_ROWS_AT - 24);
  uint64_t place = head;
  for (size_t p = 0; p < PARTITIONS; p++) {
    const uint64_t bytes = number_at (blob, LAYER_ROWS_AT + 8 * p) * row;
    put_sum (blob, LAYER_ROWS_AT + 8 * PARTITIONS + 8 * p, place, bytes);
    place += bytes;
  }
  if (head >= 8)
    put_sum (blob, head - 8, 0, head - 8);
}

/* ---- what finished runs leave nothing of ---- */

/* Slices of 2 pieces are compressed, since memory is said to be small, those of 3 are not. */
static void make_slices (void) {
  struct game game;
  struct failure failure = { 0 };
  must (engine_open (&game, "draughts:4x4", &failure), &failure);
  mkdir ("tables.h5.slices", 0777);
  for (int most = 2; most <= 3; most++) {
    struct endgames *endgames = endgames_create (
        &game,
        &(struct endgames_options){ .threads = 1, .directory = "tables.h5.slices", .memory = most == 2 });
    for (int pieces = 2; pieces <= most; pieces++)
      must (endgames_solve (endgames, pieces, NULL, NULL, &failure), &failure);
    endgames_destroy (endgames);
  }
  engine_close (&game);
}

static bool stop_late (void *calls) { return ++*(int *) calls > 14; }

static void ignore_progress (void *context, enum layers_phase phase, int ply, uint64_t done) {
  (void) context, (void) phase, (void) ply, (void) done;
}

static void make_plies (void) {
  static const struct ranks alone = { .rank = 0, .size = 1 };
  struct game game;
  struct failure failure = { 0 };
  struct layer_summary *plies = NULL;
  int count = 0, calls = 0;
  must (engine_open (&game, "connect4:2x2", &failure), &failure);
  const struct layers_options options = { .game = &game,
                                          .ranks = &alone,
                                          .threads = 1,
                                          .memory = 1 << 28,
                                          .directory = "layers.h5.plies",
                                          .path = "layers.h5" };
  if (layers_solve (&options, &(struct layers_calls){ &calls, stop_late, ignore_progress }, &plies, &count,
                    &failure))
    internal_error (__FILE__, __LINE__, "layers were not stopped");
  free (plies);
  engine_close (&game);
}

/* As a run that goes on reads them. */
static void ask_slices (const char *path) {
  struct game game;
  struct failure failure = { 0 };
  must (engine_open (&game, "draughts:4x4", &failure), &failure);
  struct endgames *endgames
      = endgames_create (&game, &(struct endgames_options){ .threads = 1, .directory = path });
  for (int pieces = 2; pieces <= 3; pieces++) {
    int count;
    struct slice *list = slices_of_pieces (&game, pieces, &count);
    for (int i = 0; i < count; i++) {
      failure = (struct failure){ 0 };
      slice_store_read (endgames, endgames_add_pair (endgames, slice_at (&game, list, i)), &failure);
    }
    free (list);
  }
  endgames_destroy (endgames);
  engine_close (&game);
}

static void ask_plies (const char *path) {
  static const struct ranks alone = { .rank = 0, .size = 1 };
  struct game game;
  struct failure failure = { 0 };
  must (engine_open (&game, "connect4:2x2", &failure), &failure);
  const struct layer_store store = { &game, &alone, path };
  for (int i = 0; i < 2 * 5; i++) {
    struct layer_in *in = layer_in_open (&store, (enum layer_kind) (i % 2), i / 2, true, true);
    for (int p = 0; in != NULL && p < PARTITIONS; p++) {
      const size_t rows = layer_in_count (in, p);
      uint8_t *bytes = allocate (rows, (size_t) game.key_bytes);
      must (layer_in_read (in, p, 0, rows, bytes, &failure), &failure);
      free (bytes);
    }
    layer_in_close (in);
  }
  engine_close (&game);
}

/* ---- the list ---- */

#define WORDS(name, ...) static const char *const name[] = { __VA_ARGS__, NULL }

WORDS (book_readers, "probe F '' 1 12 123 3321", "probe F '' 1 12 123 3321 --json=position",
       "export F --format pons -o book.pons", "check F", "solve draughts:4x4 --tables F --quiet");
WORDS (table_readers, "check F --complete --threads 1 --quiet", "check F --threads 1 --quiet",
       "probe F W:WK1:BK8 B:W8:B1 W:W6:BK1,K2", "probe F W:WK1:BK8 B:W8:B1 W:W6:BK1,K2 --json=position",
       "solve draughts:4x4 W:WK1,K3:BK8 --tables F --threads 1 --quiet --table-memory 64K",
       "solve draughts:4x4 W:WK1,K3:BK8,K2 --score --tables F --threads 1 --quiet --table-memory 64K");
WORDS (layer_readers, "probe F '' 1 12 123 3321", "check F --complete --threads 1 --quiet",
       "check F --threads 1 --quiet");
WORDS (certificate_readers, "check F --threads 1 --quiet", "probe F '' a1 1 W:W6,8:B1,2");
WORDS (statistics_readers, "report F --merge all.tsv", "report F --merge all.h5", "report F F -o page.html");
WORDS (checkpoint_readers, "solve connect4:4x3 --checkpoint F --threads 1 --quiet --table-memory 64K --score",
       "solve connect4:4x3 --checkpoint F --threads 1 --quiet --table-memory 64K");
WORDS (top_readers,
       "book connect4:3x3 --plies 4 -o other.h5 --checkpoint F --threads 1 --quiet --table-memory 64K");
WORDS (slice_readers, "tablebase draughts:4x4 --pieces 3 --distances -o tables.h5 --threads 1 --quiet");
WORDS (ply_readers, "layers connect4:2x2 -o layers.h5 --threads 1 --quiet");
WORDS (job_readers, "run F --check", "submit F --dry-run");
WORDS (position_readers,
       "solve connect4:4x3 --positions F --threads 1 --quiet --table-memory 64K --node-limit 200",
       "solve mnk:3,3,3 --positions F --threads 1 --quiet --table-memory 64K --node-limit 200");
WORDS (csv_readers, "verify --only nothing --threads 1 --quiet");

WORDS (job_words, "\n", ": ", "- ", "[", "]", "{", "}", "&a ", "*a", "|\n", "\"", "'", "#", "---\n", "...\n",
       "!!int ", "\t", "  ", "name: ", "task: solve",
       "positions: ", "only: ", "effort: ", "plies: ", "pieces: ", "score: true", "method: retrograde",
       "threads: ", "table_memory: 50%", "time_limit: 1-00:00:00",
       "outputs:\n  directory: ", "slurm:\n  nodes: ", "extra: [", "array: ", "\xef\xbb\xbf", "\xc0\x80",
       "? ", "<<: *a", "%YAML 1.2\n", "4G", "90s", "~");
WORDS (position_words, "\n", "#", " ", ",", ":", "W:", "B:", "WK", "BK", "W1-8", "-", "x", "1x8", "23-19",
       "11x18x25", "a1", "h8", "zz99", "44", "\r\n", "\t", "1.", "K", ".", "[FEN \"", "\xff");
WORDS (csv_words, "\n", ",", "\"", "\"\"", "game", "board", "win", "draw", "loss", "unknown", "quick", "long",
       "mnk", "connect4", "3,3,3", "\r\n", "standard", "exact", "draughts", "8x8", "maker-breaker");

static const char job_text[] = "name: a\ntask: solve\ngame: connect4:4x3\npositions: [\"\", \"44\"]\nonly: "
                               "\"*\"\neffort: quick\nplies: 3\n"
                               "pieces: 3\nscore: true\nmethod: auto\nthreads: 1\ntable_memory: "
                               "1M\ntime_limit: 5s\ncheckpoint_interval: 5m\n"
                               "outputs:\n  directory: out\n  certificate: false\n  report: true\nslurm:\n  "
                               "nodes: 1\n  ranks_per_node: 1\n"
                               "  threads_per_rank: 0\n  memory_per_node: 0\n  time: 2h\n  partition: \"\"\n "
                               " account: \"\"\n  array: 0\n  extra: []\n";
static const char csv_text[] = "game,board,rules,set,value,effort,source,note\nmnk,\"3,3,3\",standard,one,"
                               "draw,quick,\"a \"\"book\"\"\",\n"
                               "connect4,4x4,,two,draw,quick,there,known\ndraughts,4x4,seed,two,,long,,\n";
static const char position_text[] = "\n1\n12\n# no\n1234\nW:WK1:BK8\nB:W6,7:BK1,2.\na1 b2 c3\n7-5\n";

const struct kind kinds[] = {
  { .name = "book",
    .hdf5 = true,
    .file = "book.h5",
    .make = "book connect4:4x3 --plies 5 --score --threads 1 -o book.h5",
    .readers = book_readers,
    .ask = ask_book,
    .shares = 1 },
  { .name = "tables",
    .hdf5 = true,
    .file = "tables.h5",
    .make = "tablebase draughts:4x4 --pieces 3 --threads 1 -o tables.h5",
    .readers = table_readers,
    .ask = ask_tables,
    .shares = 5 },
  { .name = "distances",
    .hdf5 = true,
    .file = "distances.h5",
    .make = "tablebase draughts:4x4 --pieces 3 --distances --threads 1 -o distances.h5",
    .readers = table_readers,
    .ask = ask_tables,
    .shares = 5 },
  { .name = "layers",
    .hdf5 = true,
    .file = "layers.h5",
    .make = "layers connect4:3x3 --threads 1 -o layers.h5",
    .readers = layer_readers,
    .ask = ask_layers },
  { .name = "certificate",
    .hdf5 = true,
    .file = "certificate.h5",
    .make = "solve draughts:4x4 --certificate certificate.h5 --threads 1 --quiet",
    .readers = certificate_readers,
    .ask = ask_checker,
    .shares = 1 },
  { .name = "statistics",
    .hdf5 = true,
    .file = "statistics.h5",
    .make = "book connect4:3x3 --plies 4 --threads 1 -o other.h5 --statistics statistics.h5",
    .readers = statistics_readers },
  { .name = "checkpoint",
    .hdf5 = true,
    .file = "checkpoint.h5",
    .make = "solve connect4:4x3 --score --threads 1 --quiet --table-memory 64K --checkpoint checkpoint.h5",
    .readers = checkpoint_readers,
    .many_lines = true },
  { .name = "book-checkpoint",
    .hdf5 = true,
    .file = "top.h5",
    .make
    = "book connect4:3x3 --plies 4 -o other.h5 --threads 1 --quiet --table-memory 64K --checkpoint top.h5",
    .readers = top_readers,
    .many_lines = true },
  { .name = "slices",
    .file = "tables.h5.slices",
    .prepare = make_slices,
    .readers = slice_readers,
    .ask = ask_slices,
    .shares = 20,
    .finish = finish_slice },
  { .name = "plies",
    .file = "layers.h5.plies",
    .prepare = make_plies,
    .readers = ply_readers,
    .ask = ask_plies,
    .shares = 20,
    .finish = finish_layer },
  { .name = "job", .file = "job.yaml", .text = job_text, .words = job_words, .readers = job_readers },
  { .name = "positions",
    .file = "positions",
    .text = position_text,
    .words = position_words,
    .readers = position_readers,
    .ask = ask_lines,
    .shares = 20,
    .many_lines = true },
  { .name = "csv", .file = "known_values.csv", .text = csv_text, .words = csv_words, .readers = csv_readers },
  { .name = "certificate-mnk",
    .hdf5 = true,
    .file = "certificate-mnk.h5",
    .make = "solve mnk:3,3,3 --certificate certificate-mnk.h5 --threads 1 --quiet",
    .readers = certificate_readers,
    .ask = ask_checker,
    .shares = 1 },
  { .name = "certificate-tiling",
    .hdf5 = true,
    .file = "certificate-tiling.h5",
    .make = "solve mnk:8,4,8 --certificate certificate-tiling.h5 --threads 1 --quiet",
    .readers = certificate_readers,
    .ask = ask_checker,
    .shares = 1 },
  { .name = "certificate-connect4",
    .hdf5 = true,
    .file = "certificate-connect4.h5",
    .make = "solve connect4:4x4 --certificate certificate-connect4.h5 --threads 1 --quiet",
    .readers = certificate_readers,
    .ask = ask_checker,
    .shares = 1 },
  { .name = "certificate-score",
    .hdf5 = true,
    .file = "certificate-score.h5",
    .make = "solve mnk:4,3,3 --score --certificate certificate-score.h5 --threads 1 --quiet",
    .readers = certificate_readers,
    .ask = ask_checker,
    .shares = 1 },
};
const int kind_count = sizeof kinds / sizeof *kinds;
