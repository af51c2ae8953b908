#include "store/hdf5_type.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MAX = 3, LINKS_MAX = 1 << 16 };

/* ---- datasets ---- */

static const char *filters_fault (hid_t properties) {
  static const H5Z_filter_t ours[] = { H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE, H5Z_FILTER_FLETCHER32 };
  const int count = H5Pget_nfilters (properties);
  if (count != (int) (sizeof ours / sizeof *ours))
    return "has other filters than ours";
  for (int i = 0; i < count; i++) {
    unsigned flags;
    size_t values = 0;
    if (H5Pget_filter2 (properties, (unsigned) i, &flags, &values, NULL, 0, NULL, NULL) != ours[i])
      return "has other filters than ours";
  }
  return NULL;
}

const char *structure_dataset_fault (hid_t dataset) {
  const char *fault = NULL;
  const hid_t properties = H5Dget_create_plist (dataset), space = H5Dget_space (dataset);
  const H5D_layout_t layout = H5Pget_layout (properties);
  if (properties < 0 || space < 0)
    fault = "cannot be read";
  else if (H5Pget_external_count (properties) != 0 || layout == H5D_VIRTUAL)
    fault = "has its data in another file";
  else if (layout == H5D_CHUNKED) {
    unsigned options = 0;
    fault = filters_fault (properties);
    if (H5Pget_chunk_opts (properties, &options) < 0 || options != 0)
      fault = "is stored in another way than ours";
  } else if (layout != H5D_CONTIGUOUS || H5Sget_simple_extent_npoints (space) != 0)
    fault = "is stored in another way than ours";
  H5Sclose (space);
  H5Pclose (properties);
  return fault;
}

/* ---- links ---- */

struct walk {
  int depth, links;
  char *path;
  const char *why;
};

static herr_t visit (hid_t group, const char *name, const H5L_info_t *link, void *context);

static const char *object_fault (struct walk *walk, hid_t object) {
  hsize_t index = 0;
  switch (H5Iget_type (object)) {
  case H5I_DATASET: return structure_dataset_fault (object);
  case H5I_GROUP:
    if (walk->depth == DEPTH_MAX)
      return "lies deeper than anything of ours";
    walk->depth++;
    const herr_t done = H5Literate (object, H5_INDEX_NAME, H5_ITER_NATIVE, &index, visit, walk);
    walk->depth--;
    return done < 0 && walk->why == NULL ? "cannot be read" : walk->why;
  default: return "is neither a group nor a dataset";
  }
}

/* A name that does not fit the buffer is not a name of ours. */
static herr_t visit (hid_t group, const char *name, const H5L_info_t *link, void *context) {
  struct walk *walk = context;
  assert (walk->depth >= 1 && walk->depth <= DEPTH_MAX);
  assert (strlen (walk->path) < STRUCTURE_PATH);
  const size_t before = strlen (walk->path), room = STRUCTURE_PATH - before;
  if ((size_t) snprintf (walk->path + before, room, "/%s", name) >= room)
    walk->why = "has too long a name";
  else if (++walk->links > LINKS_MAX)
    walk->why = "is one link too many";
  else if (link->type != H5L_TYPE_HARD)
    walk->why = "is a link to elsewhere";
  else {
    const hid_t object = H5Oopen (group, name, H5P_DEFAULT);
    walk->why = object < 0 ? "cannot be read" : object_fault (walk, object);
    if (object >= 0)
      H5Oclose (object);
  }
  if (walk->why != NULL)
    return -1;
  walk->path[before] = '\0';
  return 0;
}

bool structure_right (hid_t file, char *path, const char **why) {
  struct walk walk = { .path = path };
  *path = '\0';
  const hid_t root = H5Gopen2 (file, "/", H5P_DEFAULT);
  *why = root < 0 ? "cannot be read" : object_fault (&walk, root);
  if (root >= 0)
    H5Gclose (root);
  assert (walk.depth == 0);
  assert (*why != NULL || *path == 0); /* `path` names the object that has the fault */
  return *why == NULL;
}
