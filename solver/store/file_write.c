/* Writes our HDF5 files (store/file.h), without MPI.
 *
 * HDF5 writes through hdf5_disk.c into a file of new_file.c; at the end seal.c puts the seal in front of the
 * content. */
#include "base/version.h"
#include "store/checksum.h"
#include "store/hdf5_disk.h"
#include "store/file.h"
#include "store/filter.h"
#include "store/hdf5_type.h"
#include "store/new_file.h"
#include "store/hdf5_quiet.h"
#include "store/seal.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 18, ROOT_ATTRIBUTES = 64 };

struct file_out {
  struct new_file name;
  struct disk disk;
  hid_t file;
  struct quiet before;
  uint64_t sum;
  struct failure *failure;

  /* the dataset between file_begin() and file_end() */
  hid_t target;
  struct dataset layout;
  size_t row_bytes, rows, written, chunk_rows, buffered;
  uint8_t *buffer;
};

/* ---- failures ---- */

static bool well (const struct file_out *file) { return file->failure->code == 0; }

/** HDF5 returns a negative number on failure; write errors are hidden from it (hdf5_disk.h) and found here.
 */
static bool check (struct file_out *file, int64_t answer, const char *what) {
  if (file->disk.error != 0)
    return fail (file->failure, EXIT_IO, "cannot write %s: %s", file->name.path, strerror (file->disk.error));
  if (answer < 0)
    return fail (file->failure, EXIT_IO, "cannot write %s: HDF5 fails at %s", file->name.path, what);
  return well (file);
}

/* ---- creating ---- */

static hid_t create_hdf5 (struct file_out *file) {
  hid_t access = disk_access (&file->disk);
  H5Pset_libver_bounds (access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  hid_t creation = H5Pcreate (H5P_FILE_CREATE);
  H5Pset_userblock (creation, SEAL_BYTES);
  H5Pset_obj_track_times (creation, 0);
  H5Pset_attr_phase_change (creation, ROOT_ATTRIBUTES, 0);
  hid_t made = H5Fcreate (file->name.part, H5F_ACC_TRUNC, creation, access);
  H5Pclose (creation);
  H5Pclose (access);
  return made;
}

static void put_identity (struct file_out *file, const struct file_identity *identity) {
  file_put_text (file, "/", "kind", identity->kind);
  file_put_integer (file, "/", "format", identity->format);
  file_put_text (file, "/", "game", identity->game);
  file_put_text (file, "/", "board", identity->board);
  file_put_text (file, "/", "rules", identity->rules);
  file_put_text (file, "/", "options", identity->options);
  file_put_text (file, "/", "description", identity->description);
  file_put_text (file, "/", "revision", revision_text);
}

struct file_out *file_create (const char *path, const struct file_identity *identity,
                              struct failure *failure) {
  assert (failure->code == 0);
  assert (identity->kind[0] != 0 && identity->format > 0);
  struct new_file name;
  if (!new_file_create (&name, path, failure))
    return NULL;
  struct file_out *file = allocate (1, sizeof *file);
  file->name = name;
  file->disk.descriptor = name.descriptor;
  file->failure = failure;
  quiet_begin (&file->before);
  file->file = create_hdf5 (file);
  check (file, file->file, "the start");
  put_identity (file, identity);
  return file;
}

void file_group (struct file_out *file, const char *path, const char *description) {
  assert (path[0] == '/' && file->buffer == NULL);
  if (!well (file))
    return;
  hid_t creation = H5Pcreate (H5P_GROUP_CREATE);
  H5Pset_obj_track_times (creation, 0);
  hid_t group = H5Gcreate2 (file->file, path, H5P_DEFAULT, creation, H5P_DEFAULT);
  H5Pclose (creation);
  if (check (file, group, path))
    H5Gclose (group);
  file_put_text (file, path, "description", description);
}

/* ---- attributes ---- */

static void put (struct file_out *file, const char *object, const char *name, hid_t type, const void *value) {
  assert (object[0] == '/' && name[0] != 0);
  if (well (file)) {
    hid_t owner = H5Oopen (file->file, object, H5P_DEFAULT);
    hid_t space = H5Screate (H5S_SCALAR);
    hid_t attribute = H5Acreate2 (owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    check (file, H5Awrite (attribute, type, value), name);
    H5Aclose (attribute);
    H5Sclose (space);
    H5Oclose (owner);
  }
  H5Tclose (type);
}

/** Prose and provenance do not enter the checksum. */
static bool is_content (const char *name) {
  static const char *const others[] = { "description", "unit", "revision", "checksum" };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp (name, others[i]) == 0)
      return false;
  return true;
}

void file_put_text (struct file_out *file, const char *object, const char *name, const char *text) {
  assert (strcmp (name, "description") != 0 || *text != '\0');
  put (file, object, name, hdf5_text_type (strlen (text) + 1), text);
  if (is_content (name))
    file->sum += checksum_attribute (object, name, text, strlen (text));
}

void file_put_integer (struct file_out *file, const char *object, const char *name, int64_t value) {
  put (file, object, name, H5Tcopy (H5T_STD_I64LE), &value);
  file->sum += checksum_attribute (object, name, &value, sizeof value);
}

void file_put_real (struct file_out *file, const char *object, const char *name, double value) {
  put (file, object, name, H5Tcopy (H5T_IEEE_F64LE), &value);
  file->sum += checksum_attribute (object, name, &value, sizeof value);
}

/* ---- datasets ---- */

static hid_t dataset_properties (const struct dataset *layout, size_t rows, size_t chunk_rows) {
  hid_t properties = H5Pcreate (H5P_DATASET_CREATE);
  H5Pset_obj_track_times (properties, 0);
  if (rows == 0)
    return properties;
  hsize_t chunk[2] = { chunk_rows, (hsize_t) layout->width };
  H5Pset_chunk (properties, dataset_is_wide (layout) ? 2 : 1, chunk);
  H5Pset_shuffle (properties);
  H5Pset_deflate (properties, FILTER_DEFLATE_LEVEL);
  H5Pset_fletcher32 (properties);
  return properties;
}

static hid_t dataset_space (const struct dataset *layout, size_t rows) {
  hsize_t size[2] = { rows, (hsize_t) layout->width };
  return H5Screate_simple (dataset_is_wide (layout) ? 2 : 1, size, NULL);
}

void file_begin (struct file_out *file, const struct dataset *layout, size_t rows) {
  assert (layout->path[0] == '/' && strchr (layout->path + 1, '/') != NULL); /* in a group */
  assert (layout->description[0] != '\0' && layout->unit[0] != '\0' && layout->encoding[0] != '\0');
  assert (dataset_row_bytes (layout) <= CHUNK_BYTES && file->buffer == NULL);
  file->layout = *layout;
  file->row_bytes = dataset_row_bytes (layout);
  file->rows = rows;
  file->written = file->buffered = 0;
  file->chunk_rows = CHUNK_BYTES / file->row_bytes;
  if (file->chunk_rows > rows)
    file->chunk_rows = rows;
  assert (rows == 0 || file->chunk_rows > 0);
  file->buffer = allocate (file->chunk_rows, file->row_bytes);
  file->target = H5I_INVALID_HID;
  if (!well (file))
    return;

  hid_t type = hdf5_element_type (layout), space = dataset_space (layout, rows);
  hid_t properties = dataset_properties (layout, rows, file->chunk_rows);
  file->target = H5Dcreate2 (file->file, layout->path, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  check (file, file->target, layout->path);
  H5Pclose (properties);
  H5Sclose (space);
  H5Tclose (type);
  file_put_text (file, layout->path, "description", layout->description);
  file_put_text (file, layout->path, "unit", layout->unit);
  file_put_text (file, layout->path, "encoding", layout->encoding);
}

/** Clear the bytes after the end of each text, which the caller may have left as they were. */
static void clean_texts (struct file_out *file) {
  if (file->layout.element == ELEMENT_TEXT)
    for (size_t i = 0; i < file->buffered; i++) {
      char *text = (char *) file->buffer + i * file->row_bytes;
      size_t length = strnlen (text, file->row_bytes - 1);
      memset (text + length, 0, file->row_bytes - length);
    }
}

static void write_chunk (struct file_out *file) {
  assert (file->buffered > 0 && file->buffered <= file->rows - file->written);
  assert (file->buffered == file->chunk_rows || file->written + file->buffered == file->rows);
  clean_texts (file);
  file->sum
      += checksum_rows (file->layout.path, file->written, file->buffer, file->buffered, file->row_bytes);
  if (well (file)) {
    hsize_t first[2] = { file->written, 0 }, count[2] = { file->buffered, (hsize_t) file->layout.width };
    hid_t type = hdf5_element_type (&file->layout);
    hid_t there = H5Dget_space (file->target), here = dataset_space (&file->layout, file->buffered);
    H5Sselect_hyperslab (there, H5S_SELECT_SET, first, NULL, count, NULL);
    check (file, H5Dwrite (file->target, type, here, there, H5P_DEFAULT, file->buffer), file->layout.path);
    H5Sclose (here);
    H5Sclose (there);
    H5Tclose (type);
  }
  file->written += file->buffered;
  file->buffered = 0;
}

void file_append (struct file_out *file, const void *data, size_t rows) {
  assert (file->buffer != NULL && rows <= file->rows - file->written - file->buffered);
  for (const uint8_t *from = data; rows > 0;) {
    size_t now = file->chunk_rows - file->buffered;
    if (now > rows)
      now = rows;
    assert (file->buffered + now <= file->chunk_rows);
    memcpy (file->buffer + file->buffered * file->row_bytes, from, now * file->row_bytes);
    file->buffered += now;
    from += now * file->row_bytes;
    rows -= now;
    if (file->buffered == file->chunk_rows)
      write_chunk (file);
  }
}

void file_end (struct file_out *file) {
  if (file->buffered > 0)
    write_chunk (file);
  assert (file->buffer != NULL && file->written == file->rows);
  free (file->buffer);
  file->buffer = NULL;
  if (file->target >= 0)
    check (file, H5Dclose (file->target), file->layout.path);
}

void file_put_chunk (struct file_out *file, const struct file_chunk *chunk, size_t rows) {
  assert (file->layout.element == ELEMENT_U8 && file->layout.width == 0 && file->buffered == 0);
  assert (rows == file->chunk_rows || file->written + rows == file->rows);
  assert (file->chunk_rows <= FILE_CHUNK_ROWS && file->written % FILE_CHUNK_ROWS == 0);
  assert (chunk->size > 0 && chunk->bytes != NULL);
  const hsize_t first = file->written;
  file->sum += chunk->sum;
  file->written += rows;
  if (well (file))
    check (file, H5Dwrite_chunk (file->target, H5P_DEFAULT, 0, &first, chunk->size, chunk->bytes),
           file->layout.path);
}

void file_write (struct file_out *file, const struct dataset *layout, const void *data, size_t rows) {
  file_begin (file, layout, rows);
  file_append (file, data, rows);
  file_end (file);
}

/* ---- the end ---- */

static void put_checksum (struct file_out *file) {
  char text[20];
  snprintf (text, sizeof text, "%016" PRIx64, file->sum);
  file_put_text (file, "/", "checksum", text);
}

static void close_hdf5 (struct file_out *file) {
  if (file->file >= 0)
    check (file, H5Fclose (file->file), "the end");
  file->file = H5I_INVALID_HID;
}

static void release (struct file_out *file) {
  quiet_end (&file->before);
  free (file->buffer);
  free (file);
}

void file_abandon (struct file_out *file) {
  if (file == NULL)
    return;
  close_hdf5 (file); /* closes an unfinished dataset as well */
  new_file_abandon (&file->name);
  release (file);
}

bool file_commit (struct file_out *file) {
  assert (file->buffer == NULL);
  put_checksum (file);
  close_hdf5 (file);
  if (well (file))
    file->disk.error = seal_write (file->name.descriptor);
  if (!check (file, 0, "the seal")) {
    file_abandon (file);
    return false;
  }
  assert (file->file < 0 && file->failure->code == 0); /* HDF5 has closed it before it gets its name */
  bool done = new_file_finish (&file->name, file->failure);
  release (file);
  return done;
}
