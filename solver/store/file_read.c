/* Reading our HDF5 files (store/file.h). Shared with libzermelo-book: no MPI, no OpenMP, and memory that is
 * not there is a failure, not the end of the process. Needs seal.c, checksum.c, dataset.c, hdf5_type.c.
 *
 * The seal has told damaged files from whole ones; here a file is not believed either: class, type, rank,
 * size and filters of everything are compared with what we would have written before memory is asked for. */
#include "store/checksum.h"
#include "store/file.h"
#include "store/hdf5_type.h"
#include "store/quiet.h"
#include "store/seal.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Deflate makes 1032 bytes of one at most; a dataset that claims more is no dataset of ours. */
enum { INFLATION_MAX = 1100 };

struct file_in {
  char *path;
  hid_t file;
  uint64_t bytes;
  struct quiet before;
  struct file_identity identity;
  uint64_t sum;
  struct failure *failure;
};

static pthread_mutex_t hdf5 = PTHREAD_MUTEX_INITIALIZER;

void
file_lock (void)
{
  pthread_mutex_lock (&hdf5);
}

void
file_unlock (void)
{
  pthread_mutex_unlock (&hdf5);
}

static bool
well (const struct file_in *file)
{
  return file->failure->code == 0;
}

static bool
refuse (struct file_in *file, const char *object, const char *why)
{
  return fail (file->failure, EXIT_BAD_DATA, "%s is damaged or of another program: %s %s", file->path, object,
               why);
}

static void *
memory_for (struct file_in *file, size_t count, size_t size)
{
  void *memory = calloc (count ? count : 1, size ? size : 1);
  if (memory == NULL)
    fail (file->failure, EXIT_IO, "cannot read %s: no memory for %zu x %zu bytes", file->path, count, size);
  return memory;
}

/* ---- attributes ---- */

static bool
is_scalar (hid_t attribute)
{
  hid_t space = H5Aget_space (attribute);
  bool scalar = H5Sget_simple_extent_type (space) == H5S_SCALAR;
  H5Sclose (space);
  return scalar;
}

/** Read a scalar attribute of exactly that type. */
static bool
get (struct file_in *file, const char *object, const char *name, hid_t type, void *value)
{
  bool done = false;
  if (well (file)) {
    hid_t attribute = H5Aopen_by_name (file->file, object, name, H5P_DEFAULT, H5P_DEFAULT);
    hid_t found = H5Aget_type (attribute);
    done = attribute >= 0 && H5Tequal (found, type) > 0 && is_scalar (attribute)
           && H5Aread (attribute, type, value) >= 0;
    H5Tclose (found);
    H5Aclose (attribute);
    if (!done)
      refuse (file, name, "is not what it should be");
  }
  H5Tclose (type);
  return done;
}

/** Bytes of a text attribute with the final zero; 0 if there is no such text. */
static size_t
text_bytes (struct file_in *file, const char *object, const char *name)
{
  if (!well (file))
    return 0;
  hid_t attribute = H5Aopen_by_name (file->file, object, name, H5P_DEFAULT, H5P_DEFAULT);
  hid_t type = H5Aget_type (attribute);
  size_t bytes = H5Tget_class (type) == H5T_STRING && H5Tis_variable_str (type) == 0 ? H5Tget_size (type) : 0;
  H5Tclose (type);
  H5Aclose (attribute);
  return bytes;
}

bool
file_get_text (struct file_in *file, const char *object, const char *name, char *text, size_t size)
{
  size_t bytes = text_bytes (file, object, name);
  *text = '\0';
  if (bytes == 0 || bytes > size)
    return well (file) && refuse (file, name, "is not a text of fitting length");
  if (!get (file, object, name, hdf5_text_type (bytes), text))
    return false;
  text[bytes - 1] = '\0';
  file->sum += checksum_attribute (object, name, text, strlen (text));
  return true;
}

bool
file_get_integer (struct file_in *file, const char *object, const char *name, int64_t lowest, int64_t highest,
                  int64_t *value)
{
  *value = lowest;
  int64_t found;
  if (!get (file, object, name, H5Tcopy (H5T_STD_I64LE), &found))
    return false;
  if (found < lowest || found > highest)
    return refuse (file, name, "is out of range");
  file->sum += checksum_attribute (object, name, &found, sizeof found);
  *value = found;
  return true;
}

bool
file_get_real (struct file_in *file, const char *object, const char *name, double *value)
{
  *value = 0;
  if (!get (file, object, name, H5Tcopy (H5T_IEEE_F64LE), value))
    return false;
  file->sum += checksum_attribute (object, name, value, sizeof *value);
  return true;
}

/* ---- opening ---- */

static hid_t
open_hdf5 (const char *path)
{
  hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  H5Pset_fclose_degree (access, H5F_CLOSE_STRONG);
  H5Pset_file_locking (access, 0, 1); /* a file is never changed in place; some file systems have no locks */
  hid_t file = H5Fopen (path, H5F_ACC_RDONLY, access);
  H5Pclose (access);
  return file;
}

/** Provenance is read without entering the sum. */
static void
get_aside (struct file_in *file, const char *name, char *text, size_t size)
{
  uint64_t sum = file->sum;
  file_get_text (file, "/", name, text, size);
  file->sum = sum;
}

static bool
get_identity (struct file_in *file)
{
  struct file_identity *identity = &file->identity;
  int64_t format;
  file_get_text (file, "/", "kind", identity->kind, sizeof identity->kind);
  file_get_integer (file, "/", "format", 1, 1000000, &format);
  file_get_text (file, "/", "game", identity->game, sizeof identity->game);
  file_get_text (file, "/", "board", identity->board, sizeof identity->board);
  file_get_text (file, "/", "rules", identity->rules, sizeof identity->rules);
  file_get_text (file, "/", "options", identity->options, sizeof identity->options);
  get_aside (file, "description", identity->description, sizeof identity->description);
  get_aside (file, "revision", identity->revision, sizeof identity->revision);
  get_aside (file, "checksum", identity->checksum, sizeof identity->checksum);
  identity->format = (int)format;
  return well (file);
}

static bool
is_of (const struct file_in *file, const char *kind, int format)
{
  if (kind == NULL)
    return true;
  if (strcmp (kind, file->identity.kind) != 0)
    return fail (file->failure, EXIT_BAD_DATA, "%s is of the kind \"%s\", not \"%s\"", file->path,
                 file->identity.kind, kind);
  if (format != file->identity.format)
    return fail (file->failure, EXIT_BAD_DATA,
                 "%s has format %d of the kind \"%s\"; this program reads format %d", file->path,
                 file->identity.format, kind, format);
  return true;
}

struct file_in *
file_open (const char *path, const char *kind, int format, struct failure *failure)
{
  uint64_t bytes;
  if (failure->code != 0 || !seal_check (path, &bytes, failure))
    return NULL;
  struct file_in *file = calloc (1, sizeof *file);
  char *name = malloc (strlen (path) + 1);
  if (file == NULL || name == NULL) {
    free (name);
    free (file);
    fail (failure, EXIT_IO, "cannot read %s: no memory", path);
    return NULL;
  }
  file->path = strcpy (name, path);
  file->bytes = bytes;
  file->failure = failure;
  quiet_begin (&file->before);
  file->file = open_hdf5 (path);
  if (file->file < 0)
    refuse (file, "its HDF5 header", "cannot be read");
  if (get_identity (file) && is_of (file, kind, format))
    return file;
  file_close (file);
  return NULL;
}

const struct file_identity *
file_identify (const struct file_in *file)
{
  return &file->identity;
}

void
file_close (struct file_in *file)
{
  if (file == NULL)
    return;
  if (file->file >= 0)
    H5Fclose (file->file);
  quiet_end (&file->before);
  free (file->path);
  free (file);
}

/* ---- datasets ---- */

bool
file_has (struct file_in *file, const char *path)
{
  return well (file) && H5Lexists (file->file, path, H5P_DEFAULT) > 0
         && H5Oexists_by_name (file->file, path, H5P_DEFAULT) > 0;
}

/** A dataset as it stands in the file. */
struct shape {
  int rank;
  hsize_t size[2]; /* size[1] is 1 if rank is 1 */
};

static bool
get_shape (hid_t dataset, struct shape *shape)
{
  hid_t space = H5Dget_space (dataset);
  hsize_t most[2] = { 0, 0 };
  shape->size[0] = shape->size[1] = 1;
  shape->rank = H5Sis_simple (space) > 0 ? H5Sget_simple_extent_ndims (space) : -1;
  bool fits = (shape->rank == 1 || shape->rank == 2)
              && H5Sget_simple_extent_dims (space, shape->size, most) >= 0 && most[0] == shape->size[0];
  H5Sclose (space);
  return fits;
}

/** How many chunks are in the file; HDF5 1.10 wants the space here. */
static hsize_t
chunks_stored (hid_t dataset)
{
  hsize_t chunks = 0;
  hid_t space = H5Dget_space (dataset);
  H5Dget_num_chunks (dataset, space, &chunks);
  H5Sclose (space);
  return chunks;
}

/** Are all chunks there, with our filters, and can they hold that much? */
static bool
is_stored (struct file_in *file, hid_t dataset, const struct shape *shape, size_t element_bytes)
{
  if (shape->size[0] == 0)
    return true;
  hid_t properties = H5Dget_create_plist (dataset);
  hsize_t chunk[2] = { 0, 1 };
  bool right = H5Pget_layout (properties) == H5D_CHUNKED
               && H5Pget_chunk (properties, shape->rank, chunk) == shape->rank && chunk[0] > 0
               && chunk[0] <= shape->size[0] && chunk[1] == shape->size[1]
               && H5Pget_nfilters (properties) == 3 && H5Pget_external_count (properties) == 0;
  H5Pclose (properties);
  if (!right || chunks_stored (dataset) != (shape->size[0] + chunk[0] - 1) / chunk[0])
    return false;
  hsize_t stored = H5Dget_storage_size (dataset), most = stored * INFLATION_MAX;
  return stored <= file->bytes && shape->size[1] <= most / element_bytes
         && shape->size[0] <= most / element_bytes / shape->size[1];
}

static bool
is_right (struct file_in *file, hid_t dataset, const struct dataset *layout, struct shape *shape)
{
  bool wide = dataset_is_wide (layout);
  hid_t found = H5Dget_type (dataset), expected = hdf5_element_type (layout);
  bool right = dataset >= 0 && H5Tequal (found, expected) > 0 && get_shape (dataset, shape)
               && shape->rank == (wide ? 2 : 1) && (!wide || shape->size[1] == (hsize_t)layout->width)
               && is_stored (file, dataset, shape, dataset_element_bytes (layout));
  H5Tclose (expected);
  H5Tclose (found);
  return right;
}

bool
file_shape (struct file_in *file, const char *path, size_t *rows, int *width)
{
  *rows = 0;
  *width = 0;
  if (!well (file))
    return false;
  hid_t dataset = H5Dopen2 (file->file, path, H5P_DEFAULT);
  struct shape shape;
  bool right = dataset >= 0 && get_shape (dataset, &shape) && shape.size[1] >= 1
               && shape.size[1] <= CHECKSUM_ROW_MAX;
  H5Dclose (dataset);
  if (!right)
    return refuse (file, path, "has no shape that it could have");
  *rows = shape.size[0];
  *width = shape.rank == 2 ? (int)shape.size[1] : 0;
  return true;
}

static bool
texts_end (const struct dataset *layout, const void *data, size_t rows)
{
  size_t bytes = dataset_row_bytes (layout);
  if (layout->element == ELEMENT_TEXT)
    for (size_t i = 0; i < rows; i++)
      if (((const char *)data)[i * bytes + bytes - 1] != '\0')
        return false;
  return true;
}

static void
sum_up (struct file_in *file, const struct dataset *layout, const void *data, size_t rows)
{
  char encoding[500];
  if (file_get_text (file, layout->path, "encoding", encoding, sizeof encoding))
    file->sum += checksum_rows (layout->path, 0, data, rows, dataset_row_bytes (layout));
}

void *
file_read (struct file_in *file, const struct dataset *layout, size_t *rows)
{
  if (!well (file))
    return NULL;
  struct shape shape;
  void *data = NULL;
  hid_t dataset = H5Dopen2 (file->file, layout->path, H5P_DEFAULT), type = hdf5_element_type (layout);
  if (!is_right (file, dataset, layout, &shape))
    refuse (file, layout->path, "has another type, size or storage than it should have");
  else if (*rows != SIZE_MAX && *rows != shape.size[0])
    refuse (file, layout->path, "has another number of rows than its neighbours");
  else if ((data = memory_for (file, shape.size[0], dataset_row_bytes (layout))) != NULL) {
    *rows = shape.size[0];
    if (H5Dread (dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0 || !texts_end (layout, data, *rows))
      refuse (file, layout->path, "cannot be read");
    else
      sum_up (file, layout, data, *rows);
  }
  H5Tclose (type);
  H5Dclose (dataset);
  if (!well (file)) {
    free (data);
    return NULL;
  }
  return data;
}

bool
file_read_rows (struct file_in *file, const struct dataset *layout, size_t first, size_t rows, void *data)
{
  if (!well (file))
    return false;
  struct shape shape;
  hid_t dataset = H5Dopen2 (file->file, layout->path, H5P_DEFAULT);
  bool done
      = is_right (file, dataset, layout, &shape) && first <= shape.size[0] && rows <= shape.size[0] - first;
  if (done && rows > 0) {
    hsize_t from[2] = { first, 0 }, count[2] = { rows, shape.size[1] };
    hid_t type = hdf5_element_type (layout), there = H5Dget_space (dataset);
    hid_t here = H5Screate_simple (shape.rank, count, NULL);
    H5Sselect_hyperslab (there, H5S_SELECT_SET, from, NULL, count, NULL);
    done = H5Dread (dataset, type, here, there, H5P_DEFAULT, data) >= 0 && texts_end (layout, data, rows);
    H5Sclose (here);
    H5Sclose (there);
    H5Tclose (type);
  }
  H5Dclose (dataset);
  return done || refuse (file, layout->path, "cannot be read");
}

/* ---- the checksum ---- */

uint64_t
file_sum (const struct file_in *file)
{
  return file->sum;
}

bool
file_adds_up (struct file_in *file)
{
  char sum[20];
  snprintf (sum, sizeof sum, "%016" PRIx64, file->sum);
  if (well (file) && strcmp (sum, file->identity.checksum) != 0)
    return fail (file->failure, EXIT_BAD_DATA, "%s is damaged: its content differs from its checksum",
                 file->path);
  return well (file);
}
