/* What our files are made of in HDF5: the types of elements, fixed in size and byte order and equal in memory
 * and in the file, and the groups and datasets that a file may have (hdf5_structure.c). */
#ifndef ZERMELO_STORE_HDF5_TYPE_H
#define ZERMELO_STORE_HDF5_TYPE_H

#include "store/dataset.h"

#include <hdf5.h>
#include <stdbool.h>

/** The type of an element; the caller closes it with H5Tclose(). */
hid_t hdf5_element_type (const struct dataset *);

/** The type of a text of `bytes` bytes with the final zero; the caller closes it. */
hid_t hdf5_text_type (size_t bytes);

/* What an HDF5 file of ours may contain: groups and datasets, all of them stored in the file itself.
 *
 * HDF5 can do much more, and a file from outside may use it: links to other files, data in other files, links
 * and filters that need foreign code. We follow none of it: a file that contains it is not ours. To be
 * checked before anything in a file is opened by name. */

enum { STRUCTURE_PATH = 200 };

/** Is everything in the file of a kind that we write? If not, `path` (STRUCTURE_PATH bytes) gets the first
 *  object that is not, and `why` a few words. */
bool structure_right (hid_t file, char *path, const char **why);

/** Is the dataset stored as ours are: in chunks with our filters, recognised by their identifiers, or, if it
 *  is empty, not at all? Returns NULL, or what is wrong. */
const char *structure_dataset_fault (hid_t dataset);

#endif
