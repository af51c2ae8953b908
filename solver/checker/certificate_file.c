/* Nothing in the file is trusted: links must be hard, filters those that zermelo writes, sizes and types what
 * the layout says. Rows are read as they stand, on machines whose order of bytes is the file's. */
#include "certificate_file.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { TEXT_MOST = 64, FORMAT_CYCLIC = 1, FORMAT_ACYCLIC = 2 };

/* More rows than any proof that can be checked. */
static const uint64_t elements_most = (uint64_t) 1 << 36;

const char *const row_kind_names[ROW_KINDS]
    = { "move", "small", "pairing", "threats", "upwards", "stealing" };

struct reader {
  hid_t file;
  struct certificate_file *into;
  const char *reason; /* of the first failure, or NULL */
};

static void
give_up (struct reader *reader, const char *reason)
{
  if (reader->reason == NULL)
    reader->reason = reason;
}

/* ---- attributes ---- */

static void
read_text (struct reader *reader, const char *name, char text[TEXT_MOST])
{
  hid_t attribute = H5Aopen (reader->file, name, H5P_DEFAULT), type = H5Aget_type (attribute);
  text[0] = 0;
  if (attribute < 0 || H5Tget_class (type) != H5T_STRING || H5Tis_variable_str (type) != 0
      || H5Tget_size (type) >= TEXT_MOST || H5Aget_storage_size (attribute) != H5Tget_size (type)
      || H5Aread (attribute, type, text) < 0)
    give_up (reader, "it lacks a text that says what it is about");
  else
    text[H5Tget_size (type)] = 0;
  H5Tclose (type);
  H5Aclose (attribute);
}

static int64_t
read_integer (struct reader *reader, const char *object, const char *name)
{
  int64_t value = 0;
  hid_t attribute = H5Aopen_by_name (reader->file, object, name, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute < 0 || H5Aget_storage_size (attribute) != sizeof value
      || H5Aread (attribute, H5T_NATIVE_INT64, &value) < 0)
    give_up (reader, "it lacks a number that it needs");
  H5Aclose (attribute);
  return value;
}

/* ---- datasets ---- */

/* Is every part of the path a hard link in this file? */
static bool
is_there (struct reader *reader, const char *path)
{
  char part[TEXT_MOST];
  for (size_t length = 1; length <= strlen (path); length++) {
    H5L_info_t link;
    if (path[length] != '/' && path[length] != 0)
      continue;
    snprintf (part, sizeof part, "%.*s", (int) length, path);
    if (H5Lexists (reader->file, part, H5P_DEFAULT) <= 0
        || H5Lget_info (reader->file, part, &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD)
      return false;
  }
  return true;
}

/* The rows of a dataset in chunks, with the filters that zermelo writes. HDF5 trusts what a filter returns,
 * so a forged chunk could make it read beyond its memory: the filters are undone here instead. Shuffling puts
 * the first bytes of all elements of a chunk first, then the second ones, and so on. */
struct chunks {
  hid_t dataset;
  hsize_t rows; /* of a chunk */
  size_t element;
  uint8_t *raw, *shuffled; /* of a chunk: as in the file, and inflated */
};

enum { FLETCHER_BYTES = 4, CHUNK_MOST = 1 << 20 };

static bool
open_chunks (struct chunks *chunks)
{
  static const H5Z_filter_t filters[] = { H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE, H5Z_FILTER_FLETCHER32 };
  hid_t list = H5Dget_create_plist (chunks->dataset);
  bool known = H5Pget_layout (list) == H5D_CHUNKED && H5Pget_nfilters (list) == 3
               && H5Pget_chunk (list, 1, &chunks->rows) == 1 && chunks->rows > 0
               && chunks->rows <= CHUNK_MOST / chunks->element;
  for (unsigned i = 0; i < 3 && known; i++) {
    unsigned flags;
    size_t values = 0;
    known = H5Pget_filter2 (list, i, &flags, &values, NULL, 0, NULL, NULL) == filters[i];
  }
  H5Pclose (list);
  return known;
}

static bool
read_chunk (const struct chunks *chunks, hsize_t first, hsize_t rows, uint8_t *out)
{
  const size_t whole = chunks->rows * chunks->element;
  hsize_t bytes = 0;
  uint32_t mask = 0;
  uLongf length = whole;
  if (H5Dget_chunk_storage_size (chunks->dataset, &first, &bytes) < 0 || bytes <= FLETCHER_BYTES
      || bytes > 2 * CHUNK_MOST
      || H5Dread_chunk (chunks->dataset, H5P_DEFAULT, &first, &mask, chunks->raw) < 0 || mask != 0
      || uncompress (chunks->shuffled, &length, chunks->raw, (uLong) (bytes - FLETCHER_BYTES)) != Z_OK
      || length != whole)
    return false;
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < chunks->element; j++)
      out[i * chunks->element + j] = chunks->shuffled[j * chunks->rows + i];
  return true;
}

/* Is it stored in one piece in the file? */
static bool
is_contiguous (hid_t dataset)
{
  hid_t list = H5Dget_create_plist (dataset);
  const bool contiguous = H5Pget_layout (list) == H5D_CONTIGUOUS && H5Pget_external_count (list) == 0;
  H5Pclose (list);
  return contiguous;
}

static bool
read_dataset (hid_t dataset, size_t element, hsize_t rows, uint8_t *out)
{
  struct chunks chunks = { .dataset = dataset, .element = element };
  if (rows == 0)
    return true;
  if (is_contiguous (dataset)) {
    hid_t stored = H5Dget_type (dataset);
    const bool read = H5Dread (dataset, stored, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) >= 0;
    H5Tclose (stored);
    return read;
  }
  if (!open_chunks (&chunks))
    return false;
  chunks.raw = malloc (2 * CHUNK_MOST);
  chunks.shuffled = malloc (chunks.rows * element);
  bool done = chunks.raw != NULL && chunks.shuffled != NULL;
  for (hsize_t first = 0; first < rows && done; first += chunks.rows) {
    const hsize_t left = rows - first;
    done = read_chunk (&chunks, first, left < chunks.rows ? left : chunks.rows, out + first * element);
  }
  free (chunks.raw);
  free (chunks.shuffled);
  return done;
}

/* Is it a key of that many bytes, or (0) an integer of that memory type, in the order of bytes of this
 * machine? */
static bool
has_type (hid_t stored, int width, hid_t memory)
{
  const H5T_class_t class = H5Tget_class (stored);
  if (width > 0)
    return class == H5T_ARRAY && H5Tget_size (stored) == (size_t) width;
  return (class == H5T_INTEGER || class == H5T_ENUM) && H5Tget_size (stored) == H5Tget_size (memory)
         && (H5Tget_size (stored) == 1 || class == H5T_ENUM
             || H5Tget_order (stored) == H5Tget_order (memory));
}

/* Read a dataset of one dimension. `width`: bytes of a key, or 0 for integers of that memory type. `count`:
 * how many there must be, SIZE_MAX: as many as there are, which it is set to. NULL: failed. */
static void *
read_rows (struct reader *reader, const char *path, int width, hid_t memory, size_t *count)
{
  hsize_t extent = 0;
  if (reader->reason != NULL)
    return NULL;
  if (!is_there (reader, path)) {
    give_up (reader, "it lacks a dataset that it needs");
    return NULL;
  }
  hid_t dataset = H5Dopen2 (reader->file, path, H5P_DEFAULT), space = H5Dget_space (dataset);
  hid_t stored = H5Dget_type (dataset);
  const size_t element = width > 0 ? (size_t) width : H5Tget_size (memory);
  const bool shaped = dataset >= 0 && H5Sget_simple_extent_ndims (space) == 1
                      && H5Sget_simple_extent_dims (space, &extent, NULL) == 1 && extent <= elements_most
                      && (*count == SIZE_MAX || extent == *count) && has_type (stored, width, memory);
  uint8_t *rows = shaped ? calloc (extent + 1, element) : NULL;
  if (!shaped)
    give_up (reader, "it has a dataset of another shape or type");
  else if (rows == NULL)
    give_up (reader, "it needs more memory than there is");
  else if (!read_dataset (dataset, element, extent, rows)) {
    give_up (reader, "it is damaged, or stored in another way");
    free (rows);
    rows = NULL;
  }
  reader->into->bytes += extent * element;
  *count = extent;
  H5Tclose (stored);
  H5Sclose (space);
  H5Dclose (dataset);
  return rows;
}

/* ---- the layout ---- */

static void
read_claims (struct reader *reader)
{
  struct certificate_file *into = reader->into;
  into->claims = SIZE_MAX;
  int8_t *values = read_rows (reader, "/claim/value", 0, H5T_NATIVE_INT8, &into->claims);
  if (into->game.key_bytes > 0)
    into->claim_key = read_rows (reader, "/claim/key", into->game.key_bytes, 0, &into->claims);
  into->exact_score = is_there (reader, "/claim/score");
  into->claim_value = into->exact_score
                          ? read_rows (reader, "/claim/score", 0, H5T_NATIVE_INT16, &into->claims)
                          : malloc ((into->claims == SIZE_MAX ? 0 : into->claims) * 2 + 1);
  if (into->claim_value == NULL)
    give_up (reader, "it needs more memory than there is");
  for (size_t i = 0; reader->reason == NULL && i < into->claims; i++) {
    const int score = into->exact_score ? into->claim_value[i] : values[i];
    if (values[i] < LOSES || values[i] > WINS || values[i] != (score > 0) - (score < 0))
      give_up (reader, "it has a claim without a value");
    into->claim_value[i] = (int16_t) score;
  }
  if (reader->reason == NULL && (into->claims == 0 || (into->claim_key == NULL && into->claims > 1)))
    give_up (reader, "a certificate that claims nothing");
  free (values);
}

static void
read_acyclic (struct reader *reader, const char *group, struct strategy_rows *rows)
{
  char path[TEXT_MOST];
  rows->bound = read_integer (reader, group, "bound");
  rows->count = rows->numbers = SIZE_MAX;
  snprintf (path, sizeof path, "%s/kind", group);
  rows->kind = read_rows (reader, path, 0, H5T_NATIVE_UINT8, &rows->count);
  snprintf (path, sizeof path, "%s/size", group);
  rows->size = read_rows (reader, path, 0, H5T_NATIVE_UINT32, &rows->count);
  snprintf (path, sizeof path, "%s/number", group);
  rows->number = read_rows (reader, path, 0, H5T_NATIVE_UINT16, &rows->numbers);
  if (rows->number == NULL)
    return;
  rows->begin = malloc (rows->count * sizeof *rows->begin + 1);
  size_t sum = 0;
  for (size_t i = 0; rows->begin != NULL && i < rows->count; i++) {
    rows->begin[i] = sum;
    sum += sum <= rows->numbers ? rows->size[i] : 0;
  }
  if (rows->begin == NULL || sum != rows->numbers)
    give_up (reader, "it has rows with more or fewer numbers than there are");
  if (rows->bound < INT16_MIN || rows->bound > INT16_MAX)
    give_up (reader, "it has a bound that no game has");
}

static void
read_cyclic (struct reader *reader, const char *group, struct strategy_rows *rows, bool ranked)
{
  char path[TEXT_MOST];
  rows->count = SIZE_MAX;
  snprintf (path, sizeof path, "%s/move", group);
  rows->move = read_rows (reader, path, 0, H5T_NATIVE_UINT8, &rows->count);
  snprintf (path, sizeof path, "%s/rank", group);
  if (ranked)
    rows->rank = read_rows (reader, path, 0, H5T_NATIVE_UINT16, &rows->count);
}

static void
read_strategies (struct reader *reader)
{
  static const char *const groups[2][2] = { { "/first", "/second" }, { "/held", "/won" } };
  struct certificate_file *into = reader->into;
  const bool cyclic = into->game.rules->cyclic;
  const size_t bytes = (size_t) into->game.key_bytes;
  for (int i = 0; i < 2; i++) {
    struct strategy_rows *rows = &into->strategy[i];
    char path[TEXT_MOST];
    rows->present = is_there (reader, groups[cyclic][i]);
    if (!rows->present)
      continue;
    if (cyclic)
      read_cyclic (reader, groups[cyclic][i], rows, i == 1);
    else
      read_acyclic (reader, groups[cyclic][i], rows);
    snprintf (path, sizeof path, "%s/key", groups[cyclic][i]);
    if (bytes > 0)
      rows->key = read_rows (reader, path, into->game.key_bytes, 0, &rows->count);
    for (size_t row = 1; rows->key != NULL && row < rows->count; row++)
      if (memcmp (rows->key + (row - 1) * bytes, rows->key + row * bytes, bytes) >= 0)
        give_up (reader, "its positions are not in order");
  }
}

static void
read_all (struct reader *reader)
{
  char kind[TEXT_MOST], name[TEXT_MOST], board[TEXT_MOST], variant[TEXT_MOST];
  read_text (reader, "kind", kind);
  read_text (reader, "game", name);
  read_text (reader, "board", board);
  read_text (reader, "rules", variant);
  const int64_t format = read_integer (reader, "/", "format");
  if (reader->reason != NULL)
    return;
  if (strcmp (kind, "certificate") != 0)
    give_up (reader, "it is no certificate");
  else if (!array_game_open (&reader->into->game, name, board, variant))
    give_up (reader, "it is about a game, a board or rules that the checker does not know");
  else if (format != (reader->into->game.rules->cyclic ? FORMAT_CYCLIC : FORMAT_ACYCLIC))
    give_up (reader, "it is a certificate of another format");
  if (reader->reason != NULL)
    return;
  if (format == FORMAT_ACYCLIC)
    reader->into->small_nodes = read_integer (reader, "/", "small_nodes");
  if (reader->into->small_nodes < 0)
    give_up (reader, "it has a limit of nodes below 0");
  read_claims (reader);
  read_strategies (reader);
}

bool
certificate_file_read (struct certificate_file *into, const char *path, char *reason, size_t size)
{
  struct reader reader = { .into = into };
  *into = (struct certificate_file){ .claims = 0 };
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  H5PLset_loading_state (0);
  reader.file = H5Fopen (path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (reader.file < 0)
    give_up (&reader, "it is no HDF5 file, or damaged");
  else {
    read_all (&reader);
    H5Fclose (reader.file);
  }
  if (reader.reason == NULL)
    return true;
  snprintf (reason, size, "%s", reader.reason);
  certificate_file_close (into);
  return false;
}

void
certificate_file_close (struct certificate_file *file)
{
  for (int i = 0; i < 2; i++) {
    struct strategy_rows *rows = &file->strategy[i];
    free (rows->key);
    free (rows->kind);
    free (rows->size);
    free (rows->number);
    free (rows->begin);
    free (rows->move);
    free (rows->rank);
  }
  free (file->claim_key);
  free (file->claim_value);
  if (file->game.rules != NULL)
    array_game_close (&file->game);
  *file = (struct certificate_file){ .claims = 0 };
}
