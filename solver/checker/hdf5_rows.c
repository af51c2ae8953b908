/* Reads attributes and rows of an HDF5 file of which nothing is trusted. See hdf5_rows.h. */
#include "hdf5_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FLETCHER_BYTES = 4, CHUNK_MOST = 1 << 20 };

/* More rows than any proof that can be checked has. */
static const uint64_t elements_most = (uint64_t) 1 << 36;

void require (struct reader *reader, bool holds, const char *reason) {
  if (!holds && reader->reason == NULL)
    reader->reason = reason;
}

void read_attribute (struct reader *reader, const char *object, const char *name, void *value, size_t size) {
  hid_t attribute = H5Aopen_by_name (reader->file, object, name, H5P_DEFAULT, H5P_DEFAULT);
  hid_t type = H5Aget_type (attribute);
  const hsize_t stored = H5Aget_storage_size (attribute);
  const bool text = H5Tget_class (type) == H5T_STRING;
  require (reader,
           attribute >= 0 && stored == H5Tget_size (type) && text == (size == TEXT_MOST)
               && (text ? stored < size && H5Tis_variable_str (type) == 0 : stored == size)
               && H5Aread (attribute, text ? type : H5T_NATIVE_INT64, value) >= 0,
           "it lacks an attribute that it needs");
  H5Tclose (type);
  H5Aclose (attribute);
}

bool is_there (const struct reader *reader, const char *path) {
  H5L_info_t link;
  return H5Lget_info (reader->file, path, &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD;
}

/* Read rows that are in chunks with the filters that zermelo writes. HDF5 trusts what a filter returns, so a
 * forged chunk could make it read beyond its memory. Therefore the filters are undone here. Shuffling puts
 * the first bytes of all elements of a chunk first, then the second ones, and so on. */
static bool read_chunks (hid_t dataset, hid_t list, size_t element, hsize_t first, hsize_t end,
                         uint8_t *out) {
  static const H5Z_filter_t filters[] = { H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE, H5Z_FILTER_FLETCHER32 };
  hsize_t each = 0, bytes = 0;
  bool good = H5Pget_layout (list) == H5D_CHUNKED && H5Pget_nfilters (list) == 3
              && H5Pget_chunk (list, 1, &each) == 1 && each > 0 && each <= CHUNK_MOST / element;
  for (unsigned i = 0; i < 3 && good; i++)
    good = H5Pget_filter2 (list, i, NULL, NULL, NULL, 0, NULL, NULL) == filters[i];
  uint8_t *raw = malloc (3 * CHUNK_MOST), *const shuffled = raw + 2 * CHUNK_MOST;
  good = good && raw != NULL;
  for (hsize_t chunk = good ? first - first % each : end; chunk < end && good; chunk += each) {
    uint32_t mask = 0;
    uLongf length = each * element;
    good = H5Dget_chunk_storage_size (dataset, &chunk, &bytes) >= 0 && bytes > FLETCHER_BYTES
           && bytes <= 2 * CHUNK_MOST && H5Dread_chunk (dataset, H5P_DEFAULT, &chunk, &mask, raw) >= 0
           && mask == 0 && uncompress (shuffled, &length, raw, (uLong) (bytes - FLETCHER_BYTES)) == Z_OK
           && length == each * element;
    for (hsize_t row = first > chunk ? first : chunk; good && row < end && row < chunk + each; row++)
      for (size_t j = 0; j < element; j++)
        out[(row - first) * element + j] = shuffled[j * each + (row - chunk)];
  }
  free (raw);
  return good;
}

void *read_rows (struct reader *reader, const char *group, const char *name, size_t element, size_t *count,
                 struct span span) {
  char path[TEXT_MOST];
  hsize_t rows = 0;
  snprintf (path, sizeof path, "%s/%s", group, name);
  require (reader, is_there (reader, group) && is_there (reader, path), "it lacks a dataset that it needs");
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
  const hsize_t first = span.first < rows ? span.first : rows;
  const hsize_t read = span.most < rows - first ? span.most : rows - first;
  uint8_t *out = shaped ? calloc (read + 1, element) : NULL;
  require (reader, shaped, "it has a dataset of another shape or type");
  require (reader, out != NULL, "it needs more memory than there is");
  const bool good
      = out != NULL && (read == 0 || read_chunks (dataset, list, element, first, first + read, out));
  require (reader, good, "it is damaged, or stored in another way");
  if (!good) {
    free (out);
    out = NULL;
  }
  *count = good ? rows : 0;
  H5Pclose (list);
  H5Tclose (type);
  H5Sclose (space);
  H5Dclose (dataset);
  return out;
}

bool reader_open (struct reader *reader, const char *path) {
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  H5PLset_loading_state (0);
  *reader = (struct reader){ .file = H5Fopen (path, H5F_ACC_RDONLY, H5P_DEFAULT) };
  require (reader, reader->file > 0, "it is no HDF5 file, or damaged");
  return reader->reason == NULL;
}

void reader_borrow (struct reader *reader, hid_t file) {
  *reader = (struct reader){ .file = file, .borrowed = true };
}

void reader_close (struct reader *reader) {
  if (reader->file > 0 && !reader->borrowed)
    H5Fclose (reader->file);
  reader->file = 0;
}

void read_header (struct reader *reader, const char *kind, const char *other, struct array_game *game,
                  int64_t *format) {
  static const char *const names[] = { "kind", "game", "board", "rules" };
  char text[4][TEXT_MOST] = { "" };
  for (int i = 0; i < 4; i++)
    read_attribute (reader, "/", names[i], text[i], TEXT_MOST);
  read_attribute (reader, "/", "format", format, sizeof *format);
  require (reader, strcmp (text[0], kind) == 0, other);
  require (reader, reader->reason == NULL && array_game_open (game, text[1], text[2], text[3]),
           "it is about a game, a board or rules that the checker does not know");
}
