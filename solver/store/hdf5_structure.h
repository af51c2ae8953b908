/* What an HDF5 file of ours may contain: groups and datasets, all of them stored in the file itself.
 *
 * HDF5 can do much more, and a file from outside may use it: links to other files, data in other files, links
 * and filters that need foreign code. We follow none of it: a file that contains it is not ours. To be
 * checked before anything in a file is opened by name. */
#ifndef ZERMELO_STORE_HDF5_STRUCTURE_H
#define ZERMELO_STORE_HDF5_STRUCTURE_H

#include <hdf5.h>
#include <stdbool.h>

enum { STRUCTURE_PATH = 200 };

/** Is everything in the file of a kind that we write? If not, `path` (STRUCTURE_PATH bytes) gets the first
 *  object that is not, and `why` a few words. */
bool structure_right (hid_t file, char *path, const char **why);

/** Is the dataset stored as ours are: in chunks with our filters, recognised by their identifiers, or, if it
 *  is empty, not at all? Returns NULL, or what is wrong. */
const char *structure_dataset_fault (hid_t dataset);

#endif
