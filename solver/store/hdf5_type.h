/* The HDF5 types of our elements: fixed in size and byte order, equal in memory and in the file. */
#ifndef ZERMELO_STORE_HDF5_TYPE_H
#define ZERMELO_STORE_HDF5_TYPE_H

#include "store/dataset.h"

#include <hdf5.h>

/** The type of an element; the caller closes it with H5Tclose(). */
hid_t hdf5_element_type (const struct dataset *);

/** The type of a text of `bytes` bytes with the final zero; the caller closes it. */
hid_t hdf5_text_type (size_t bytes);

#endif
