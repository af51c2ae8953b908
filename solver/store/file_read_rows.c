/* Reads the datasets of our HDF5 files (store/file.h). Shared with libzermelo-book, as file_read.c is.
 *
 * Type, shape, storage and size are compared with what this program would have written before any memory is
 * allocated. Chunks are read as they are in the file, without HDF5's filters: HDF5 trusts a filter to return
 * exactly as many bytes as a chunk has. */
#include "store/checksum.h"
#include "store/file_private.h"
#include "store/filter.h"
#include "store/hdf5_type.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Deflate expands by a factor of at most 1032; a dataset that claims more is not ours. */
enum { INFLATION_MAX = 1100, WIDTH_MAX = 4096 };

static void *memory_for (struct file_in *file, size_t count, size_t size) {
  void *memory = calloc (count ? count : 1, size ? size : 1);
  if (memory == NULL)
    fail (file->failure, EXIT_INTERNAL, "cannot read %s: no memory for %zu x %zu bytes", file->path, count,
          size);
  return memory;
}

/** A dataset as it is in the file. */
struct stored {
  hid_t dataset;
  const struct dataset *layout; /* what the dataset should be */
  int rank;
  hsize_t size[2];    /* size[1] is 1 if rank is 1 */
  hsize_t chunk_rows; /* filled in by is_stored(); 0 if there are no rows */
};

static bool get_shape (struct stored *stored) {
  hid_t space = H5Dget_space (stored->dataset);
  hsize_t most[2] = { 0, 0 };
  stored->size[0] = stored->size[1] = 1;
  stored->rank = H5Sis_simple (space) > 0 ? H5Sget_simple_extent_ndims (space) : -1;
  bool fits = (stored->rank == 1 || stored->rank == 2)
              && H5Sget_simple_extent_dims (space, stored->size, most) >= 0 && most[0] == stored->size[0];
  H5Sclose (space);
  return fits;
}

/** How many chunks are in the file. (HDF5 1.10 requires the space here.) */
static hsize_t chunks_stored (hid_t dataset) {
  hsize_t chunks = 0;
  hid_t space = H5Dget_space (dataset);
  H5Dget_num_chunks (dataset, space, &chunks);
  H5Sclose (space);
  return chunks;
}

/** Can the stored bytes of the dataset expand to all its elements? */
static bool can_hold (const struct file_in *file, const struct stored *stored, size_t element_bytes) {
  assert (element_bytes > 0 && stored->size[1] > 0);
  const hsize_t bytes = H5Dget_storage_size (stored->dataset), most = bytes * INFLATION_MAX;
  return bytes <= file->bytes && stored->size[1] <= most / element_bytes
         && stored->size[0] <= most / element_bytes / stored->size[1];
}

/** Are all chunks there, with our filters, and large enough to expand to their rows? */
static bool is_stored (struct file_in *file, struct stored *stored) {
  stored->chunk_rows = 0;
  if (structure_dataset_fault (stored->dataset) != NULL)
    return false;
  if (stored->size[0] == 0)
    return true;
  hid_t properties = H5Dget_create_plist (stored->dataset);
  hsize_t chunk[2] = { 0, 1 };
  bool right = H5Pget_layout (properties) == H5D_CHUNKED
               && H5Pget_chunk (properties, stored->rank, chunk) == stored->rank && chunk[0] > 0
               && chunk[0] <= stored->size[0] && chunk[1] == stored->size[1];
  H5Pclose (properties);
  stored->chunk_rows = chunk[0];
  return right && chunks_stored (stored->dataset) == (stored->size[0] + chunk[0] - 1) / chunk[0]
         && can_hold (file, stored, dataset_element_bytes (stored->layout));
}

static bool is_right (struct file_in *file, struct stored *stored) {
  const struct dataset *layout = stored->layout;
  bool wide = dataset_is_wide (layout);
  hid_t found = H5Dget_type (stored->dataset), expected = hdf5_element_type (layout);
  bool right = stored->dataset >= 0 && H5Tequal (found, expected) > 0 && get_shape (stored)
               && stored->rank == (wide ? 2 : 1) && (!wide || stored->size[1] == (hsize_t) layout->width)
               && is_stored (file, stored);
  H5Tclose (expected);
  H5Tclose (found);
  return right;
}

bool file_shape (struct file_in *file, const char *path, size_t *rows, int *width) {
  assert (path[0] == '/');
  *rows = 0;
  *width = 0;
  if (!file_well (file))
    return false;
  struct quiet before;
  quiet_begin (&before);
  struct stored stored = { .dataset = H5Dopen2 (file->file, path, H5P_DEFAULT) };
  bool right = stored.dataset >= 0 && get_shape (&stored) && stored.size[1] >= 1
               && stored.size[1] <= WIDTH_MAX && (stored.size[0] == 0 || can_hold (file, &stored, 1));
  H5Dclose (stored.dataset);
  quiet_end (&before);
  if (!right)
    return file_refuse (file, path, "has no shape that it could have");
  *rows = stored.size[0];
  *width = stored.rank == 2 ? (int) stored.size[1] : 0;
  return true;
}

/* ---- rows ---- */

/** One chunk with its filters undone: chunk_rows rows, the last of which may lie beyond the dataset. */
static bool read_chunk (const struct file_in *file, const struct stored *stored, size_t number,
                        uint8_t *rows) {
  assert (number * stored->chunk_rows < stored->size[0]);
  const hid_t dataset = stored->dataset;
  const hsize_t first[2] = { number * stored->chunk_rows, 0 };
  hsize_t bytes = 0;
  uint32_t left_out = 0;
  if (H5Dget_chunk_storage_size (dataset, first, &bytes) < 0 || bytes == 0 || bytes > file->bytes)
    return false;
  uint8_t *filtered = malloc (bytes);
  if (filtered == NULL && failure_is_caught ()) /* without this it would look like damage */
    out_of_memory (bytes);
  const bool done = filtered != NULL && H5Dread_chunk (dataset, H5P_DEFAULT, first, &left_out, filtered) >= 0
                    && left_out == 0
                    && filter_undo (filtered, bytes, dataset_element_bytes (stored->layout), rows,
                                    stored->chunk_rows * dataset_row_bytes (stored->layout));
  free (filtered);
  return done;
}

/** `rows` existing rows from `first` on. */
static bool read_chunks (struct file_in *file, const struct stored *stored, size_t first, size_t rows,
                         uint8_t *data) {
  assert (first <= stored->size[0] && rows <= stored->size[0] - first);
  assert (rows == 0 || stored->chunk_rows > 0); /* is_stored() has checked this */
  const size_t row_bytes = dataset_row_bytes (stored->layout);
  uint8_t *chunk = rows == 0 ? NULL : memory_for (file, stored->chunk_rows, row_bytes);
  bool done = rows == 0 || chunk != NULL;
  while (done && rows > 0) {
    const size_t number = first / stored->chunk_rows, begin = first % stored->chunk_rows;
    const size_t left = stored->chunk_rows - begin, now = left < rows ? left : rows;
    done = read_chunk (file, stored, number, chunk);
    if (done)
      memcpy (data, chunk + begin * row_bytes, now * row_bytes);
    data += now * row_bytes;
    first += now;
    rows -= now;
  }
  free (chunk);
  return done;
}

static bool texts_end (const struct dataset *layout, const void *data, size_t rows) {
  size_t bytes = dataset_row_bytes (layout);
  if (layout->element == ELEMENT_TEXT)
    for (size_t i = 0; i < rows; i++)
      if (((const char *) data)[i * bytes + bytes - 1] != '\0')
        return false;
  return true;
}

static void sum_up (struct file_in *file, const struct dataset *layout, const void *data, size_t rows) {
  assert (file_well (file));
  char encoding[500];
  if (file_get_text (file, layout->path, "encoding", encoding, sizeof encoding))
    file->sum += checksum_rows (layout->path, 0, data, rows, dataset_row_bytes (layout));
}

static void *read_all (struct file_in *file, struct stored *stored, size_t *rows) {
  const struct dataset *layout = stored->layout;
  void *data = NULL;
  if (!is_right (file, stored))
    file_refuse (file, layout->path, "has another type, size or storage than it should have");
  else if (*rows != SIZE_MAX && *rows != stored->size[0])
    file_refuse (file, layout->path, "has another number of rows than its neighbours");
  else if ((data = memory_for (file, stored->size[0], dataset_row_bytes (layout))) != NULL) {
    *rows = stored->size[0];
    if (!read_chunks (file, stored, 0, *rows, data) || !texts_end (layout, data, *rows))
      file_refuse (file, layout->path, "cannot be read");
    else
      sum_up (file, layout, data, *rows);
  }
  return data;
}

void *file_read (struct file_in *file, const struct dataset *layout, size_t *rows) {
  if (!file_well (file))
    return NULL;
  struct quiet before;
  quiet_begin (&before);
  struct stored stored = { .dataset = H5Dopen2 (file->file, layout->path, H5P_DEFAULT), .layout = layout };
  void *data = read_all (file, &stored, rows);
  H5Dclose (stored.dataset);
  quiet_end (&before);
  if (!file_well (file)) {
    free (data);
    return NULL;
  }
  return data;
}

bool file_read_rows (struct file_in *file, const struct dataset *layout, size_t first, size_t rows,
                     void *data) {
  if (!file_well (file))
    return false;
  struct quiet before;
  quiet_begin (&before);
  struct stored stored = { .dataset = H5Dopen2 (file->file, layout->path, H5P_DEFAULT), .layout = layout };
  const bool done = is_right (file, &stored) && first <= stored.size[0] && rows <= stored.size[0] - first
                    && read_chunks (file, &stored, first, rows, data) && texts_end (layout, data, rows);
  H5Dclose (stored.dataset);
  quiet_end (&before);
  return done || file_refuse (file, layout->path, "cannot be read");
}
