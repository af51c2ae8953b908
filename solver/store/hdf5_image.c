/* The core driver of HDF5 makes copies of the bytes that it is given: for the list, for the file. These
 * functions take the place of its malloc(), memcpy() and free(), and give it the same bytes each time. */
#include "store/hdf5_image.h"

#include <stdio.h>

static void *give (size_t size, H5FD_file_image_op_t operation, void *bytes) {
  (void) size, (void) operation;
  return bytes;
}

static void *copy_nothing (void *to, const void *from, size_t size, H5FD_file_image_op_t operation,
                           void *bytes) {
  (void) from, (void) size, (void) operation, (void) bytes;
  return to;
}

static herr_t free_nothing (void *pointer, H5FD_file_image_op_t operation, void *bytes) {
  (void) pointer, (void) operation, (void) bytes;
  return 0;
}

static void *same_bytes (void *bytes) { return bytes; }

static herr_t keep_bytes (void *bytes) {
  (void) bytes;
  return 0;
}

hid_t image_open (hid_t list, void *bytes, size_t size) {
  enum { INCREMENT = 1 << 16 }; /* by which a file would grow that is written */
  H5FD_file_image_callbacks_t callbacks = { .image_malloc = give,
                                            .image_memcpy = copy_nothing,
                                            .image_free = free_nothing,
                                            .udata_copy = same_bytes,
                                            .udata_free = keep_bytes,
                                            .udata = bytes };
  char name[32];
  snprintf (name, sizeof name, "%p", bytes); /* HDF5 takes two open files of one name for the same file */
  if (H5Pset_fapl_core (list, INCREMENT, 0) < 0 || H5Pset_file_image_callbacks (list, &callbacks) < 0
      || H5Pset_file_image (list, bytes, size) < 0)
    return H5I_INVALID_HID;
  return H5Fopen (name, H5F_ACC_RDONLY, list);
}
