/* Reads our HDF5 files (store/file.h). Shared with libzermelo-book: no MPI, no OpenMP, and lack of memory is
 * a failure, not the end of the process. Datasets are read by file_read_rows.c. Both need seal.c,
 * hdf5_image.c, hdf5_structure.c, hdf5_quiet.c, filter.c, checksum.c, dataset.c and hdf5_type.c.
 *
 * The seal detects damage, but anyone can seal a file. So nothing in it is trusted: hdf5_structure.c checks
 * the whole structure, and class, type, rank and size of everything are compared with what this program would
 * have written before any memory is allocated. */
#include "store/checksum.h"
#include "store/file_private.h"
#include "store/hdf5_image.h"
#include "store/hdf5_type.h"
#include "store/seal.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t hdf5 = PTHREAD_MUTEX_INITIALIZER;

static struct quiet before_lock;

static _Thread_local bool holds_lock;

void file_lock (void) {
  pthread_mutex_lock (&hdf5);
  holds_lock = true;
  quiet_begin (&before_lock);
}

void file_lock_give_up (void) {
  if (holds_lock)
    file_unlock ();
}

void file_unlock (void) {
  quiet_end (&before_lock);
  holds_lock = false;
  pthread_mutex_unlock (&hdf5);
}

bool file_well (const struct file_in *file) { return file->failure->code == 0; }

bool file_refuse (struct file_in *file, const char *object, const char *why) {
  assert (object[0] != 0 && why[0] != 0);
  return fail (file->failure, EXIT_BAD_DATA, "%s is damaged or of another program: %s %s", file->path, object,
               why);
}

/* ---- attributes ---- */

static bool is_scalar (hid_t attribute) {
  hid_t space = H5Aget_space (attribute);
  bool scalar = H5Sget_simple_extent_type (space) == H5S_SCALAR;
  H5Sclose (space);
  return scalar;
}

/** Read a scalar attribute of exactly this type. */
static bool get (struct file_in *file, const char *object, const char *name, hid_t type, void *value) {
  bool done = false;
  struct quiet before;
  quiet_begin (&before);
  if (file_well (file)) {
    hid_t attribute = H5Aopen_by_name (file->file, object, name, H5P_DEFAULT, H5P_DEFAULT);
    hid_t found = H5Aget_type (attribute);
    done = attribute >= 0 && H5Tequal (found, type) > 0 && is_scalar (attribute)
           && H5Aread (attribute, type, value) >= 0;
    H5Tclose (found);
    H5Aclose (attribute);
    if (!done)
      file_refuse (file, name, "is not what it should be");
  }
  H5Tclose (type);
  quiet_end (&before);
  return done;
}

/** Bytes of a text attribute with the final zero; 0 if there is no such attribute. */
static size_t text_bytes (struct file_in *file, const char *object, const char *name) {
  if (!file_well (file))
    return 0;
  struct quiet before;
  quiet_begin (&before);
  hid_t attribute = H5Aopen_by_name (file->file, object, name, H5P_DEFAULT, H5P_DEFAULT);
  hid_t type = H5Aget_type (attribute);
  size_t bytes = H5Tget_class (type) == H5T_STRING && H5Tis_variable_str (type) == 0 ? H5Tget_size (type) : 0;
  H5Tclose (type);
  H5Aclose (attribute);
  quiet_end (&before);
  return bytes;
}

bool file_get_text (struct file_in *file, const char *object, const char *name, char *text, size_t size) {
  assert (size > 0 && object[0] == '/');
  size_t bytes = text_bytes (file, object, name);
  *text = '\0';
  if (bytes == 0 || bytes > size)
    return file_well (file) && file_refuse (file, name, "is not a text of fitting length");
  if (!get (file, object, name, hdf5_text_type (bytes), text))
    return false;
  text[bytes - 1] = '\0';
  file->sum += checksum_attribute (object, name, text, strlen (text));
  return true;
}

bool file_get_integer (struct file_in *file, const char *object, const char *name, int64_t lowest,
                       int64_t highest, int64_t *value) {
  assert (lowest <= highest && object[0] == '/');
  *value = lowest;
  int64_t found;
  if (!get (file, object, name, H5Tcopy (H5T_STD_I64LE), &found))
    return false;
  if (found < lowest || found > highest)
    return file_refuse (file, name, "is out of range");
  file->sum += checksum_attribute (object, name, &found, sizeof found);
  *value = found;
  return true;
}

bool file_get_real (struct file_in *file, const char *object, const char *name, double *value) {
  assert (object[0] == '/');
  *value = 0;
  if (!get (file, object, name, H5Tcopy (H5T_IEEE_F64LE), value))
    return false;
  file->sum += checksum_attribute (object, name, value, sizeof *value);
  return true;
}

bool file_durations (struct file_in *file, const char *object, const double *seconds, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite (seconds[i]) || seconds[i] < 0)
      return file_refuse (file, object, "holds a duration that is negative, infinite or not a number");
  return true;
}

bool file_get_seconds (struct file_in *file, const char *object, const char *name, double *seconds) {
  return file_get_real (file, object, name, seconds) && file_durations (file, name, seconds, 1);
}

/* ---- opening ---- */

/* Nothing is opened by name before everything in the file is known to be of a kind that we write. */
static bool open_hdf5 (struct file_in *file) {
  char path[STRUCTURE_PATH];
  const char *why;
  struct quiet before;
  quiet_begin (&before);
  hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  H5Pset_fclose_degree (access, H5F_CLOSE_STRONG);
  H5Pset_file_locking (access, 0, 1); /* no file is ever changed in place, and some systems lack locks */
  file->file = file->content != NULL ? image_open (access, file->content, file->bytes)
                                     : H5Fopen (file->path, H5F_ACC_RDONLY, access);
  H5Pclose (access);
  if (file->file < 0)
    file_refuse (file, "its HDF5 header", "cannot be read");
  else if (!structure_right (file->file, path, &why))
    file_refuse (file, *path == '\0' ? "/" : path, why);
  quiet_end (&before);
  return file_well (file);
}

/** Read provenance, which does not enter the checksum. */
static void get_aside (struct file_in *file, const char *name, char *text, size_t size) {
  uint64_t sum = file->sum;
  file_get_text (file, "/", name, text, size);
  file->sum = sum;
}

static bool get_identity (struct file_in *file) {
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
  identity->format = (int) format;
  return file_well (file);
}

static bool is_of (const struct file_in *file, const char *kind, int format) {
  if (kind == NULL)
    return true;
  if (strcmp (kind, file->identity.kind) != 0)
    return fail (file->failure, EXIT_BAD_DATA, "%s is of the kind \"%s\", not \"%s\"", file->path,
                 file->identity.kind, kind);
  if (format != 0 && format != file->identity.format)
    return fail (file->failure, EXIT_BAD_DATA,
                 "%s has format %d of the kind \"%s\"; this program reads format %d", file->path,
                 file->identity.format, kind, format);
  return true;
}

/* Open a file, and keep its bytes in memory if there are at most `most`. */
static struct file_in *open_file (const char *path, const char *kind, int format, uint64_t most,
                                  struct failure *failure) {
  assert (format == 0 || kind != NULL); /* formats are numbered for each kind */
  uint64_t bytes;
  uint8_t *content;
  if (failure->code != 0 || !seal_check (path, &bytes, most, &content, failure))
    return NULL;
  struct file_in *file = calloc (1, sizeof *file);
  char *name = malloc (strlen (path) + 1);
  if (file == NULL || name == NULL) {
    free (name);
    free (file);
    free (content);
    fail (failure, EXIT_INTERNAL, "cannot read %s: no memory", path);
    return NULL;
  }
  file->path = strcpy (name, path);
  file->bytes = bytes;
  file->content = content;
  file->failure = failure;
  if (open_hdf5 (file) && get_identity (file) && is_of (file, kind, format)) {
    assert (failure->code == 0 && file->file >= 0 && bytes > SEAL_BYTES);
    return file;
  }
  assert (failure->code != 0);
  file_close (file);
  return NULL;
}

struct file_in *file_open (const char *path, const char *kind, int format, struct failure *failure) {
  const uint64_t most = 1 << 26;
  return open_file (path, kind, format, most, failure);
}

struct file_in *file_open_for_parts (const char *path, const char *kind, int format,
                                     struct failure *failure) {
  const uint64_t most = 1 << 20;
  return open_file (path, kind, format, most, failure);
}

/* Read the kind and nothing else. HDF5 verifies the checksums of what it reads for that. */
static void read_kind (const char *path, char kind[FILE_KIND], struct failure *failure) {
  struct file_in file = { .path = (char *) path, .file = -1, .failure = failure };
  file_lock ();
  hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  /* as in open_hdf5(), by which the file may be open already */
  H5Pset_fclose_degree (access, H5F_CLOSE_STRONG);
  H5Pset_file_locking (access, 0, 1);
  file.file = H5Fopen (path, H5F_ACC_RDONLY, access);
  H5Pclose (access);
  if (file.file < 0)
    file_refuse (&file, "its HDF5 header", "cannot be read");
  file_get_text (&file, "/", "kind", kind, FILE_KIND);
  if (file.file >= 0)
    H5Fclose (file.file);
  if (!file_well (&file))
    quiet_at_exit ();
  file_unlock ();
}

bool file_kind (const char *path, char kind[FILE_KIND], struct failure *failure) {
  struct failure damaged = { 0 };
  uint64_t bytes;
  if (!seal_looks_right (path, failure))
    return false;
  read_kind (path, kind, &damaged);
  if (damaged.code != 0 && seal_check (path, &bytes, 0, NULL, failure))
    *failure = damaged;
  return failure->code == 0;
}

const struct file_identity *file_identify (const struct file_in *file) { return &file->identity; }

int64_t file_hdf5 (const struct file_in *file) { return file->file; }

void file_close (struct file_in *file) {
  if (file == NULL)
    return;
  struct quiet before;
  quiet_begin (&before);
  if (file->file >= 0)
    H5Fclose (file->file);
  if (!file_well (file))
    quiet_at_exit ();
  quiet_end (&before);
  free (file->content);
  free (file->path);
  free (file);
}

bool file_has (struct file_in *file, const char *path) {
  assert (path[0] == '/');
  if (!file_well (file))
    return false;
  struct quiet before;
  quiet_begin (&before);
  const bool there = H5Lexists (file->file, path, H5P_DEFAULT) > 0
                     && H5Oexists_by_name (file->file, path, H5P_DEFAULT) > 0;
  quiet_end (&before);
  return there;
}

/* ---- the checksum ---- */

uint64_t file_sum (const struct file_in *file) { return file->sum; }

void file_add_sum (struct file_in *file, uint64_t terms) { file->sum += terms; }

bool file_sum_is_right (const struct file_in *file) {
  char sum[20];
  snprintf (sum, sizeof sum, "%016" PRIx64, file->sum);
  return strcmp (sum, file->identity.checksum) == 0;
}

bool file_adds_up (struct file_in *file) {
  if (file_well (file) && !file_sum_is_right (file))
    return fail (file->failure, EXIT_BAD_DATA, "%s is damaged: its content differs from its checksum",
                 file->path);
  return file_well (file);
}
