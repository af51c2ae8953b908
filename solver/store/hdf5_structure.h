/* What may stand in an HDF5 file of ours: groups and datasets, each found in its place in this file.
 *
 * HDF5 can do much more, and all of it may be in a file from outside: links to other files, data that lie in
 * other files, links and filters that need code which somebody else brings. None of it is followed; a file in
 * which it stands is no file of ours. To be asked before anything in a file is opened by its name. */
#ifndef ZERMELO_STORE_HDF5_STRUCTURE_H
#define ZERMELO_STORE_HDF5_STRUCTURE_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

enum { STRUCTURE_PATH = 200 };

/** Is everything in the file of a kind that we write? If not, `path` (STRUCTURE_PATH bytes) gets what is not
 *  and `why` a few words. */
bool structure_right (hid_t file, char *path, const char **why);

/** Is the dataset stored as ours are: chunks with our filters, told by their identity; or, if `empty`,
 * nothing at all? NULL, or what is wrong. */
const char *structure_dataset_fault (hid_t dataset);

#endif
