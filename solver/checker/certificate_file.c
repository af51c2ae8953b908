/* Nothing in the file is trusted: links must be hard, filters those that zermelo writes, sizes and types what
 * the layout says. Rows are read as they stand, on machines whose order of bytes is the file's. */
#include "certificate_file.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { TEXT_MOST = 64, FORMAT_CYCLIC = 1, FORMAT_ACYCLIC = 2, FLETCHER_BYTES = 4, CHUNK_MOST = 1 << 20 };

/* More rows than any proof that can be checked. */
static const uint64_t elements_most = (uint64_t) 1 << 36;

const char *const row_kind_names[ROW_KINDS]
    = { "move", "small", "pairing", "threats", "upwards", "stealing", "plan", "tiling" };

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

/* Read an attribute: a text, which must be shorter than `size`, or a number of that size. */
static void
read_attribute (struct reader *reader, const char *object, const char *name, void *value, size_t size)
{
  hid_t attribute = H5Aopen_by_name (reader->file, object, name, H5P_DEFAULT, H5P_DEFAULT);
  hid_t type = H5Aget_type (attribute);
  const hsize_t stored = H5Aget_storage_size (attribute);
  const bool text = H5Tget_class (type) == H5T_STRING;
  if (attribute < 0 || stored != H5Tget_size (type) || text != (size == TEXT_MOST)
      || (text ? stored >= size || H5Tis_variable_str (type) != 0 : stored != size)
      || H5Aread (attribute, text ? type : H5T_NATIVE_INT64, value) < 0)
    give_up (reader, "it lacks an attribute that it needs");
  H5Tclose (type);
  H5Aclose (attribute);
}

/* Does a hard link lead there? The object that it is in has been asked about before. */
static bool
is_there (const struct reader *reader, const char *path)
{
  H5L_info_t link;
  return H5Lget_info (reader->file, path, &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD;
}

/* Read rows that are in chunks with the filters that zermelo writes. HDF5 trusts what a filter returns, so a
 * forged chunk could make it read beyond its memory: the filters are undone here instead. Shuffling puts the
 * first bytes of all elements of a chunk first, then the second ones, and so on. */
static bool
read_chunks (hid_t dataset, hid_t list, size_t element, hsize_t rows, uint8_t *out)
{
  static const H5Z_filter_t filters[] = { H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE, H5Z_FILTER_FLETCHER32 };
  hsize_t each = 0, bytes = 0;
  bool good = H5Pget_layout (list) == H5D_CHUNKED && H5Pget_nfilters (list) == 3
              && H5Pget_chunk (list, 1, &each) == 1 && each > 0 && each <= CHUNK_MOST / element;
  for (unsigned i = 0; i < 3 && good; i++)
    good = H5Pget_filter2 (list, i, NULL, NULL, NULL, 0, NULL, NULL) == filters[i];
  uint8_t *raw = malloc (2 * CHUNK_MOST), *shuffled = malloc (CHUNK_MOST);
  good = good && raw != NULL && shuffled != NULL;
  for (hsize_t first = 0; first < rows && good; first += each) {
    uint32_t mask = 0;
    uLongf length = each * element;
    good = H5Dget_chunk_storage_size (dataset, &first, &bytes) >= 0 && bytes > FLETCHER_BYTES
           && bytes <= 2 * CHUNK_MOST && H5Dread_chunk (dataset, H5P_DEFAULT, &first, &mask, raw) >= 0
           && mask == 0 && uncompress (shuffled, &length, raw, (uLong) (bytes - FLETCHER_BYTES)) == Z_OK
           && length == each * element;
    for (size_t i = 0; good && i < each && first + i < rows; i++)
      for (size_t j = 0; j < element; j++)
        out[(first + i) * element + j] = shuffled[j * each + i];
  }
  free (raw);
  free (shuffled);
  return good;
}

/* Read a dataset of one dimension: keys, if that is its name, or integers in the order of bytes of this
 * machine. `count`: how many there must be; SIZE_MAX: as many as there are, which it is set to. NULL: failed.
 */
static void *
read_rows (struct reader *reader, const char *group, const char *name, size_t element, size_t *count)
{
  char path[TEXT_MOST];
  hsize_t rows = 0;
  snprintf (path, sizeof path, "%s/%s", group, name);
  if (reader->reason == NULL && (!is_there (reader, group) || !is_there (reader, path)))
    give_up (reader, "it lacks a dataset that it needs");
  if (reader->reason != NULL)
    return NULL;
  hid_t dataset = H5Dopen2 (reader->file, path, H5P_DEFAULT), space = H5Dget_space (dataset);
  hid_t type = H5Dget_type (dataset), list = H5Dget_create_plist (dataset);
  const H5T_class_t class = H5Tget_class (type);
  const bool whole
      = class == H5T_INTEGER && (element == 1 || H5Tget_order (type) == H5Tget_order (H5T_NATIVE_INT));
  const bool shaped = H5Sget_simple_extent_ndims (space) == 1
                      && H5Sget_simple_extent_dims (space, &rows, NULL) == 1 && rows <= elements_most
                      && (*count == SIZE_MAX || rows == *count) && H5Tget_size (type) == element
                      && (strcmp (name, "key") == 0 ? class == H5T_ARRAY : whole || class == H5T_ENUM);
  const bool contiguous = H5Pget_layout (list) == H5D_CONTIGUOUS && H5Pget_external_count (list) == 0;
  uint8_t *out = shaped ? calloc (rows + 1, element) : NULL;
  if (out == NULL)
    give_up (reader,
             shaped ? "it needs more memory than there is" : "it has a dataset of another shape or type");
  else if (rows > 0
           && !(contiguous ? H5Dread (dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) >= 0
                           : read_chunks (dataset, list, element, rows, out))) {
    give_up (reader, "it is damaged, or stored in another way");
    free (out);
    out = NULL;
  }
  *count = rows;
  H5Pclose (list);
  H5Tclose (type);
  H5Sclose (space);
  H5Dclose (dataset);
  return out;
}

/* ---- the layout ---- */

static void
read_claims (struct reader *reader)
{
  struct certificate_file *into = reader->into;
  into->claims = SIZE_MAX;
  int8_t *values = read_rows (reader, "/claim", "value", 1, &into->claims);
  if (into->game.key_bytes > 0)
    into->claim_key = read_rows (reader, "/claim", "key", (size_t) into->game.key_bytes, &into->claims);
  into->exact_score = reader->reason == NULL && is_there (reader, "/claim/score");
  if (into->exact_score)
    into->claim_value = read_rows (reader, "/claim", "score", 2, &into->claims);
  else if (reader->reason == NULL && (into->claim_value = malloc (into->claims * 2 + 1)) == NULL)
    give_up (reader, "it needs more memory than there is");
  for (size_t i = 0; reader->reason == NULL && i < into->claims; i++) {
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
read_strategy (struct reader *reader, const char *group, struct strategy_rows *rows)
{
  const size_t bytes = (size_t) reader->into->game.key_bytes;
  size_t sum = 0;
  rows->present = is_there (reader, group);
  if (!rows->present)
    return;
  rows->count = SIZE_MAX;
  if (reader->into->game.rules->cyclic) {
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
read_all (struct reader *reader)
{
  static const char *const names[] = { "kind", "game", "board", "rules" };
  char text[4][TEXT_MOST] = { "" };
  int64_t format = 0;
  struct certificate_file *into = reader->into;
  for (int i = 0; i < 4; i++)
    read_attribute (reader, "/", names[i], text[i], sizeof text[i]);
  read_attribute (reader, "/", "format", &format, sizeof format);
  if (strcmp (text[0], "certificate") != 0)
    give_up (reader, "it is no certificate");
  if (reader->reason == NULL && !array_game_open (&into->game, text[1], text[2], text[3]))
    give_up (reader, "it is about a game, a board or rules that the checker does not know");
  if (reader->reason == NULL && format != (into->game.rules->cyclic ? FORMAT_CYCLIC : FORMAT_ACYCLIC))
    give_up (reader, "it is a certificate of another format");
  if (reader->reason != NULL)
    return;
  if (format == FORMAT_ACYCLIC)
    read_attribute (reader, "/", "small_nodes", &into->small_nodes, sizeof into->small_nodes);
  if (into->small_nodes < 0)
    give_up (reader, "it has a limit of nodes below 0");
  read_claims (reader);
  read_strategy (reader, format == FORMAT_CYCLIC ? "/held" : "/first", &into->strategy[0]);
  read_strategy (reader, format == FORMAT_CYCLIC ? "/won" : "/second", &into->strategy[1]);
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
    const struct strategy_rows *rows = &file->strategy[i];
    void *const all[]
        = { rows->key, rows->kind, rows->size, rows->number, rows->begin, rows->move, rows->rank };
    for (size_t j = 0; j < sizeof all / sizeof *all; j++)
      free (all[j]);
  }
  free (file->claim_key);
  free (file->claim_value);
  array_game_close (&file->game);
  *file = (struct certificate_file){ .claims = 0 };
}
