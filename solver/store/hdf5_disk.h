/* HDF5's access to the disk for files that we write: an HDF5 file driver that never fails.
 *
 * HDF5 1.10 cannot close a file whose writes fail: on a full disk H5Fclose() leaves it half open, and the
 * process crashes when the library terminates. This driver keeps the first error for the caller, reports
 * success to HDF5, and writes no more. */
#ifndef ZERMELO_STORE_HDF5_DISK_H
#define ZERMELO_STORE_HDF5_DISK_H

#include <hdf5.h>

/** An open file. HDF5 neither opens nor closes the descriptor, which is open for reading and writing. */
struct disk {
  int descriptor; /* read and write */
  int error;      /* errno of the first operation that failed, or 0 */
};

/** A file access list that makes H5Fcreate() write to `disk`, which must live until the file is closed. The
 *  name given to H5Fcreate() does not matter. Negative on failure; the caller closes the list. */
hid_t disk_access (struct disk *disk);

#endif
