/* HDF5 reads a file whose bytes are in memory already, so that they are read from the disk only once. */
#ifndef ZERMELO_STORE_HDF5_IMAGE_H
#define ZERMELO_STORE_HDF5_IMAGE_H

#include <hdf5.h>
#include <stddef.h>

/** Open a file for reading from its bytes, which must stay as they are until it is closed; `list` is a file
 * access list, which the caller closes. Negative: it is no HDF5 file, or there is no memory. */
hid_t image_open (hid_t list, void *bytes, size_t size);

#endif
