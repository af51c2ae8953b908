/* Forged HDF5 files: see forge.h. */
#include "forge.h"

#include "base/failure.h"
#include "store/checksum.h"
#include "store/filter.h"
#include "store/seal.h"

#include <fcntl.h>
#include <hdf5.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OBJECTS = 64, PATH = 120, DATA_MOST = 1 << 22 };

struct objects {
  int count;
  char path[OBJECTS][PATH];
  bool dataset[OBJECTS];
};

struct forgery {
  struct choices *choices;
  hid_t file;
  struct objects objects;
};

static herr_t note_object (hid_t file, const char *name, const H5O_info_t *info, void *context) {
  struct objects *objects = context;
  (void) file;
  if (objects->count == OBJECTS || strlen (name) > PATH - 2)
    return 0;
  char *path = objects->path[objects->count];
  snprintf (path, PATH, "/%s", strcmp (name, ".") == 0 ? "" : name);
  objects->dataset[objects->count++] = info->type == H5O_TYPE_DATASET;
  return 0;
}

static void list_objects (struct forgery *f) {
  f->objects.count = 0;
  H5Ovisit (f->file, H5_INDEX_NAME, H5_ITER_INC, note_object, &f->objects);
}

static const char *any_object (struct forgery *f, bool dataset) {
  for (int tries = 0; tries < 40; tries++) {
    const uint32_t i = choose (f->choices, (uint32_t) f->objects.count);
    if (f->objects.dataset[i] || !dataset)
      return f->objects.path[i];
  }
  return f->objects.path[0];
}

/* ---- attributes ---- */

static hid_t any_type (struct choices *choices) {
  static const char *const names[] = { "loss", "draw", "win", "unknown", "else" };
  hid_t type;
  switch (choose (choices, 12)) {
  case 0: return H5Tcopy (H5T_STD_I32LE);
  case 1: return H5Tcopy (H5T_STD_I64BE);
  case 2: return H5Tcopy (H5T_STD_U64LE);
  case 3: return H5Tcopy (H5T_IEEE_F64LE);
  case 4: return H5Tcopy (H5T_STD_U8LE);
  case 5:
    type = H5Tcopy (H5T_C_S1);
    H5Tset_size (type, H5T_VARIABLE);
    return type;
  case 6:
    type = H5Tcopy (H5T_C_S1);
    H5Tset_size (type, 1 + choose (choices, 200));
    return type;
  case 7: return H5Tarray_create2 (H5T_STD_U8LE, 1, &(hsize_t){ 1 + choose (choices, 40) });
  case 8: return H5Tcopy (H5T_STD_REF_OBJ);
  case 9: return H5Tcreate (H5T_OPAQUE, 1 + choose (choices, 300));
  case 10:
    type = H5Tenum_create (H5T_STD_I8LE);
    for (int8_t i = 0; i < 5; i++)
      if (choose (choices, 2))
        H5Tenum_insert (type, names[i], &i);
    return type;
  default: return H5Tvlen_create (H5T_STD_I32LE);
  }
}

static hid_t text_type (size_t bytes) {
  hid_t type = H5Tcopy (H5T_C_S1);
  H5Tset_size (type, bytes);
  H5Tset_cset (type, H5T_CSET_UTF8);
  return type;
}

/* In the place of what has that name. */
static void put_attribute (hid_t object, const char *name, hid_t type, hid_t space, const void *value) {
  H5Adelete (object, name);
  const hid_t attribute = H5Acreate2 (object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute >= 0 && value != NULL)
    H5Awrite (attribute, type, value);
  H5Aclose (attribute);
  H5Tclose (type);
  H5Sclose (space);
}

static void put_text (struct choices *choices, hid_t object, const char *name) {
  static const char *const texts[]
      = { "",     "4x4",      "6x6", "8x8",     "draughts", "connect4", "mnk",    "3,3,3",        "standard",
          "seed", "official", "1x1", "35x2",    "tables",   "layers",   "book",   "1.0.1.0",      "0.1.0.1",
          "/",    ".",        "a b", "--score", "nim",      "999x999",  "\n\n\n", "16,16,5,exact" };
  enum { COUNT = sizeof texts / sizeof *texts };
  static const uint32_t lengths[] = { 8, 24, 32, 200, 400, 500, 4079, 4088, 5000, 60000 };
  size_t size;
  char *text;
  if (choose (choices, 2) == 0) {
    const char *one = texts[choose (choices, COUNT)];
    size = strlen (one) + 1;
    text = allocate (size, 1);
    memcpy (text, one, size);
  } else {
    size = lengths[choose (choices, 10)] + choose (choices, 3);
    text = allocate (size, 1);
    memset (text, "x0 ."[choose (choices, 4)], size - 1);
    if (choose (choices, 4) == 0)
      text[choose (choices, (uint32_t) size)] = 0;
    if (choose (choices, 4) == 0)
      text[size - 1] = 'x';
  }
  put_attribute (object, name, text_type (size), H5Screate (H5S_SCALAR), text);
  free (text);
}

static void forge_attribute (struct forgery *f) {
  struct choices *const choices = f->choices;
  const hid_t object = H5Oopen (f->file, any_object (f, false), H5P_DEFAULT);
  H5O_info_t info = { 0 };
  char name[64] = "";
  H5Oget_info (object, &info);
  if (info.num_attrs > 0)
    H5Aget_name_by_idx (object, ".", H5_INDEX_NAME, H5_ITER_INC, choose (choices, (uint32_t) info.num_attrs),
                        name, sizeof name, H5P_DEFAULT);
  const uint64_t number = choose_number (choices);
  switch (*name == 0 ? 99 : choose (choices, 8)) {
  case 0: H5Adelete (object, name); break;
  case 1: put_text (choices, object, name); break;
  case 2: put_attribute (object, name, any_type (choices), H5Screate (H5S_SCALAR), NULL); break;
  case 3:
    put_attribute (object, name, H5Tcopy (H5T_STD_I64LE),
                   H5Screate_simple (1, &(hsize_t){ choose (choices, 100) }, NULL), NULL);
    break;
  case 4: put_attribute (object, name, H5Tcopy (H5T_STD_I64LE), H5Screate (H5S_NULL), NULL); break;
  case 5: H5Arename (object, name, "other"); break;
  case 6: put_attribute (object, name, H5Tcopy (H5T_IEEE_F64LE), H5Screate (H5S_SCALAR), &number); break;
  default: put_attribute (object, name, H5Tcopy (H5T_STD_I64LE), H5Screate (H5S_SCALAR), &number);
  }
  H5Oclose (object);
}

/* ---- datasets ---- */

struct content {
  hid_t type;
  int rank;
  hsize_t size[4];
  uint8_t *data;
  size_t bytes;
};

/* What memory holds are pointers, then. */
static bool is_variable (hid_t type) {
  return H5Tis_variable_str (type) != 0 || H5Tget_class (type) == H5T_VLEN
         || H5Tget_class (type) == H5T_REFERENCE;
}

static struct content content_read (hid_t dataset) {
  struct content content = { .type = H5Dget_type (dataset) };
  const hid_t space = H5Dget_space (dataset);
  content.rank = H5Sget_simple_extent_ndims (space);
  if (content.rank < 0 || content.rank > 3)
    content.rank = 0;
  else
    H5Sget_simple_extent_dims (space, content.size, NULL);
  const hssize_t elements = H5Sget_simple_extent_npoints (space);
  content.bytes = elements > 0 && elements < DATA_MOST ? (size_t) elements * H5Tget_size (content.type) : 0;
  content.data = allocate (content.bytes, 1);
  if (content.bytes > 0 && !is_variable (content.type))
    H5Dread (dataset, content.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, content.data);
  H5Sclose (space);
  return content;
}

static void content_free (struct content *content) {
  H5Tclose (content->type);
  free (content->data);
}

static void forge_rows (struct forgery *f) {
  const hid_t dataset = H5Dopen2 (f->file, any_object (f, true), H5P_DEFAULT);
  if (dataset < 0)
    return;
  struct content content = content_read (dataset);
  for (uint32_t i = 1 + choose (f->choices, 8); i > 0 && content.bytes > 0; i--) {
    const uint64_t number = choose_number (f->choices);
    const size_t size = (size_t) 1 << choose (f->choices, 4);
    size_t place = choose (f->choices, (uint32_t) content.bytes);
    place -= choose (f->choices, 2) ? place % size : 0;
    memcpy (content.data + place, &number, size < content.bytes - place ? size : content.bytes - place);
  }
  if (content.bytes > 0 && !is_variable (content.type))
    H5Dwrite (dataset, content.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, content.data);
  content_free (&content);
  H5Dclose (dataset);
}

static void change_shape (struct choices *choices, struct content *content) {
  const int axis = (int) choose (choices, 3);
  switch (choose (choices, 6)) {
  case 0: content->rank = (int) choose (choices, 4); break;
  case 1: content->size[axis] += 1; break;
  case 2: content->size[axis] -= content->size[axis] > 0; break;
  case 3: content->size[axis] = choose_number (choices) >> 1; break;
  case 4: content->size[axis] = 0; break;
  default: content->size[0] /= 2;
  }
}

static void set_filters (struct choices *choices, hid_t properties) {
  static const H5Z_filter_t codes[]
      = { H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE, H5Z_FILTER_FLETCHER32, 32000, 307, H5Z_FILTER_NBIT };
  const unsigned level = 6;
  switch (choose (choices, 4)) {
  case 0: break;
  case 1:
    for (uint32_t i = choose (choices, 4); i > 0; i--)
      H5Pset_filter (properties, codes[choose (choices, 6)], H5Z_FLAG_OPTIONAL, 1, &level);
    break;
  case 2:
    H5Pset_shuffle (properties);
    H5Pset_filter (properties, codes[choose (choices, 6)], H5Z_FLAG_OPTIONAL, 1, &level);
    H5Pset_fletcher32 (properties);
    break;
  default:
    H5Pset_shuffle (properties);
    H5Pset_deflate (properties, 1 + choose (choices, 9));
    H5Pset_fletcher32 (properties);
  }
}

static hid_t any_storage (struct choices *choices, const struct content *content) {
  const hid_t properties = H5Pcreate (H5P_DATASET_CREATE);
  hsize_t chunk[4] = { 1, 1, 1, 1 };
  for (int i = 0; i < content->rank; i++)
    chunk[i] = content->size[i] == 0 || content->size[i] > 1000 ? 1000 : content->size[i];
  switch (choose (choices, 8)) {
  case 0: break;
  case 1: H5Pset_layout (properties, H5D_COMPACT); break;
  case 2: H5Pset_external (properties, "outside", 0, H5F_UNLIMITED); break;
  case 3:
    H5Pset_chunk (properties, content->rank, chunk);
    H5Pset_chunk_opts (properties, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS);
    set_filters (choices, properties);
    break;
  case 4: {
    const hid_t space = H5Screate_simple (content->rank, content->size, NULL);
    H5Pset_virtual (properties, space, "outside", "/data", space);
    H5Sclose (space);
    break;
  }
  default:
    if (choose (choices, 2))
      chunk[choose (choices, 3)] = 1 + choose (choices, 300);
    H5Pset_chunk (properties, content->rank, chunk);
    set_filters (choices, properties);
  }
  return properties;
}

static void copy_attributes (hid_t from, hid_t to) {
  static const char *const names[] = { "description", "unit", "encoding" };
  for (int i = 0; i < 3; i++) {
    const hid_t attribute = H5Aopen (from, names[i], H5P_DEFAULT);
    if (attribute < 0)
      continue;
    const hid_t type = H5Aget_type (attribute), space = H5Aget_space (attribute);
    void *value = allocate (H5Tget_size (type), 1);
    if (H5Tis_variable_str (type) == 0 && H5Sget_simple_extent_type (space) == H5S_SCALAR) {
      H5Aread (attribute, type, value);
      put_attribute (to, names[i], H5Tcopy (type), H5Scopy (space), value);
    }
    free (value);
    H5Tclose (type);
    H5Sclose (space);
    H5Aclose (attribute);
  }
}

/* Another one in its place. */
static void forge_dataset (struct forgery *f) {
  const char *path = any_object (f, true);
  const hid_t old = H5Dopen2 (f->file, path, H5P_DEFAULT);
  if (old < 0)
    return;
  struct content content = content_read (old);
  const uint32_t what = choose (f->choices, 3);
  if (what == 0) {
    H5Tclose (content.type);
    content.type = any_type (f->choices);
  } else if (what == 1)
    change_shape (f->choices, &content);
  const hid_t space
      = content.rank == 0 ? H5Screate (H5S_SCALAR) : H5Screate_simple (content.rank, content.size, NULL);
  const hid_t properties = any_storage (f->choices, &content);
  H5Ldelete (f->file, path, H5P_DEFAULT);
  hid_t made = H5Dcreate2 (f->file, path, content.type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  if (made >= 0) {
    copy_attributes (old, made);
    const hssize_t elements = H5Sget_simple_extent_npoints (space);
    if (!is_variable (content.type) && elements > 0
        && (uint64_t) elements <= content.bytes / H5Tget_size (content.type)
        && H5Pget_external_count (properties) <= 0 && H5Pget_layout (properties) != H5D_VIRTUAL)
      H5Dwrite (made, content.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, content.data);
    H5Dclose (made);
  }
  H5Pclose (properties);
  H5Sclose (space);
  content_free (&content);
  H5Dclose (old);
}

/* A chunk as it would stand in the file: too short, too long, not deflated, filters left out. The last that
 * is done to a file: HDF5 1.10 crashes when it reads such a chunk. */
static void forge_chunk (struct forgery *f) {
  const hid_t dataset = H5Dopen2 (f->file, any_object (f, true), H5P_DEFAULT);
  hsize_t stored = 0;
  const hsize_t first[4] = { 0, 0, 0, 0 };
  uint32_t mask = 0;
  if (dataset < 0 || H5Dget_chunk_storage_size (dataset, first, &stored) < 0 || stored == 0
      || stored > DATA_MOST) {
    if (dataset >= 0)
      H5Dclose (dataset);
    return;
  }
  struct blob blob = { allocate (stored, 1), stored };
  H5Dread_chunk (dataset, H5P_DEFAULT, first, &mask, blob.data);
  switch (choose (f->choices, 4)) {
  case 0: blob.size = choose (f->choices, (uint32_t) blob.size) + 1; break;
  case 1: mask = choose (f->choices, 8); break;
  case 2: { /* whole, but of another size */
    const size_t size = choose (f->choices, 1 << (1 + choose (f->choices, 20)));
    uint8_t *zeros = allocate (size, 1);
    free (blob.data);
    blob.data = filter_bytes (zeros, size, &blob.size);
    free (zeros);
    break;
  }
  default: forge_bytes (f->choices, &blob, NULL);
  }
  if (blob.size > 0)
    H5Dwrite_chunk (dataset, H5P_DEFAULT, mask, first, blob.size, blob.data);
  free (blob.data);
  H5Dclose (dataset);
}

/* ---- links ---- */

static void forge_link (struct forgery *f) {
  const char *path = any_object (f, false), *other = any_object (f, false);
  char frame[2 * PATH];
  if (strcmp (path, "/") == 0) {
    path = "/more";
    snprintf (frame, sizeof frame, "/more/%s", "a");
  } else if (choose (f->choices, 4) > 0)
    H5Ldelete (f->file, path, H5P_DEFAULT);
  snprintf (frame, sizeof frame, "%.100s/in", path);
  switch (choose (f->choices, 7)) {
  case 0: H5Lcreate_external ("outside", other, f->file, path, H5P_DEFAULT, H5P_DEFAULT); break;
  case 1: H5Lcreate_soft (other, f->file, path, H5P_DEFAULT, H5P_DEFAULT); break;
  case 2:
    H5Lcreate_ud (f->file, path, (H5L_type_t) (H5L_TYPE_UD_MIN + 1 + (int) choose (f->choices, 100)), other,
                  5, H5P_DEFAULT, H5P_DEFAULT);
    break;
  case 3: H5Lcreate_hard (f->file, other, f->file, path, H5P_DEFAULT, H5P_DEFAULT); break;
  case 4: H5Lcreate_hard (f->file, "/", f->file, path, H5P_DEFAULT, H5P_DEFAULT); break;
  case 5: {
    const hid_t type = any_type (f->choices);
    H5Tcommit2 (f->file, path, type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Tclose (type);
    break;
  }
  default: {
    const hid_t list = H5Pcreate (H5P_LINK_CREATE);
    H5Pset_create_intermediate_group (list, 1);
    const hid_t group = H5Gcreate2 (f->file, frame, list, H5P_DEFAULT, H5P_DEFAULT);
    H5Pclose (list);
    if (group >= 0)
      H5Gclose (group);
  }
  }
}

/* ---- the checksum ---- */

static bool is_content (const char *name) {
  return strcmp (name, "description") != 0 && strcmp (name, "unit") != 0 && strcmp (name, "revision") != 0
         && strcmp (name, "checksum") != 0;
}

struct sum {
  const char *path;
  uint64_t sum;
};

static herr_t sum_attribute (hid_t object, const char *name, const H5A_info_t *info, void *context) {
  struct sum *sum = context;
  (void) info;
  const hid_t attribute = H5Aopen (object, name, H5P_DEFAULT), type = H5Aget_type (attribute),
              space = H5Aget_space (attribute);
  if (is_content (name) && H5Tis_variable_str (type) == 0 && H5Tget_class (type) != H5T_VLEN
      && H5Sget_simple_extent_type (space) == H5S_SCALAR) {
    const size_t size = H5Tget_size (type);
    char *value = allocate (size + 1, 1);
    H5Aread (attribute, type, value);
    sum->sum += checksum_attribute (sum->path, name, value,
                                    H5Tget_class (type) == H5T_STRING ? strlen (value) : size);
    free (value);
  }
  H5Tclose (type);
  H5Sclose (space);
  H5Aclose (attribute);
  return 0;
}

static void put_checksum (struct forgery *f) {
  struct sum sum = { NULL, 0 };
  for (int i = 0; i < f->objects.count; i++) {
    const hid_t object = H5Oopen (f->file, f->objects.path[i], H5P_DEFAULT);
    sum.path = f->objects.path[i];
    H5Aiterate2 (object, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, sum_attribute, &sum);
    if (f->objects.dataset[i]) {
      struct content content = content_read (object);
      if (content.bytes > 0 && content.rank > 0)
        sum.sum
            += checksum_rows (sum.path, 0, content.data, content.size[0], content.bytes / content.size[0]);
      content_free (&content);
    }
    H5Oclose (object);
  }
  char text[20];
  snprintf (text, sizeof text, "%016" PRIx64, sum.sum);
  const hid_t root = H5Gopen2 (f->file, "/", H5P_DEFAULT);
  put_attribute (root, "checksum", text_type (17), H5Screate (H5S_SCALAR), text);
  H5Gclose (root);
}

/* ---- all of it ---- */

static void forge_content (struct choices *choices, const char *path) {
  struct forgery f = { .choices = choices };
  const hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  H5Pset_fclose_degree (access, H5F_CLOSE_STRONG);
  H5Pset_libver_bounds (access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  f.file = H5Fopen (path, H5F_ACC_RDWR, access);
  H5Pclose (access);
  list_objects (&f);
  for (uint32_t i = 1 + choose (choices, 3); i > 0 && f.objects.count > 0; i--) {
    switch (choose (choices, 8)) {
    case 0:
    case 1: forge_attribute (&f); break;
    case 2:
      forge_dataset (&f);
      list_objects (&f);
      break;
    case 4:
      forge_link (&f);
      list_objects (&f);
      break;
    default: forge_rows (&f);
    }
  }
  if (choose (choices, 8) > 0)
    put_checksum (&f);
  if (choose (choices, 4) == 0)
    forge_chunk (&f);
  H5Fclose (f.file);
}

static void seal_again (const char *path) {
  const int descriptor = open (path, O_RDWR | O_CLOEXEC);
  if (descriptor < 0 || seal_write (descriptor) != 0)
    internal_error (__FILE__, __LINE__, "cannot seal %s", path);
  close (descriptor);
}

void forge_hdf5 (struct choices *choices, const char *path) {
  if (choose (choices, 8) > 0)
    forge_content (choices, path);
  else { /* as bytes: HDF5's own sums are to be met */
    struct blob blob = blob_read (path);
    forge_bytes (choices, &blob, NULL);
    blob_write (path, blob);
    free (blob.data);
  }
  seal_again (path);
}
