#include "store/hdf5_disk.h"

#include "store/in_full.h"

#include <H5FDpublic.h>
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** What HDF5 holds while the file is open. HDF5 may open it twice (it first tests whether it exists). */
struct handle {
  H5FD_t base; /* HDF5's own part comes first */
  struct disk *disk;
  haddr_t allocated, end;
};

/** What H5Pset_driver() copies. */
struct access {
  struct disk *disk;
};

static H5FD_t *disk_open (const char *name, unsigned flags, hid_t access_list, haddr_t maximum) {
  (void) name, (void) flags, (void) maximum;
  const struct access *access = H5Pget_driver_info (access_list);
  struct handle *handle = access == NULL ? NULL : calloc (1, sizeof *handle);
  if (handle == NULL)
    return NULL;
  handle->disk = access->disk;
  off_t end = lseek (access->disk->descriptor, 0, SEEK_END);
  handle->end = end > 0 ? (haddr_t) end : 0;
  return &handle->base;
}

static herr_t disk_close (H5FD_t *base) {
  free (base);
  return 0;
}

static herr_t disk_query (const H5FD_t *base, unsigned long *flags) {
  (void) base;
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE
           | H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

static haddr_t disk_allocated (const H5FD_t *base, H5FD_mem_t type) {
  (void) type;
  return ((const struct handle *) base)->allocated;
}

static herr_t disk_allocate (H5FD_t *base, H5FD_mem_t type, haddr_t end) {
  (void) type;
  ((struct handle *) base)->allocated = end;
  return 0;
}

static haddr_t disk_end (const H5FD_t *base, H5FD_mem_t type) {
  (void) type;
  return ((const struct handle *) base)->end;
}

/** What was never written reads as zeros. */
static herr_t disk_read (H5FD_t *base, H5FD_mem_t type, hid_t list, haddr_t offset, size_t size,
                         void *buffer) {
  (void) type, (void) list;
  struct disk *disk = ((struct handle *) base)->disk;
  const ssize_t got = pread_in_full (disk->descriptor, buffer, size, offset);
  if (got < 0 && disk->error == 0)
    disk->error = errno;
  const size_t done = got < 0 ? 0 : (size_t) got;
  assert (done <= size);
  memset ((char *) buffer + done, 0, size - done);
  return 0;
}

static herr_t disk_write (H5FD_t *base, H5FD_mem_t type, hid_t list, haddr_t offset, size_t size,
                          const void *buffer) {
  (void) type, (void) list;
  struct handle *handle = (struct handle *) base;
  struct disk *disk = handle->disk;
  assert (offset + size >= offset && offset + size <= handle->allocated);
  if (disk->error == 0 && !pwrite_in_full (disk->descriptor, buffer, size, offset))
    disk->error = errno;
  if (offset + size > handle->end)
    handle->end = offset + size;
  return 0;
}

static herr_t disk_truncate (H5FD_t *base, hid_t list, hbool_t closing) {
  (void) list, (void) closing;
  struct handle *handle = (struct handle *) base;
  if (handle->disk->error == 0 && handle->end != handle->allocated
      && ftruncate (handle->disk->descriptor, (off_t) handle->allocated) != 0)
    handle->disk->error = errno;
  handle->end = handle->allocated;
  return 0;
}

static const H5FD_class_t driver = {
#if H5_VERSION_GE(1, 13, 0)
  .version = H5FD_CLASS_VERSION,
  .value = (H5FD_class_value_t) (H5FD_RESERVED + 77),
#endif
  .name = "zermelo",
  .maxaddr = (haddr_t) INT64_MAX,
  .fc_degree = H5F_CLOSE_STRONG,
  .fapl_size = sizeof (struct access),
  .open = disk_open,
  .close = disk_close,
  .query = disk_query,
  .get_eoa = disk_allocated,
  .set_eoa = disk_allocate,
  .get_eof = disk_end,
  .read = disk_read,
  .write = disk_write,
  .truncate = disk_truncate,
  .fl_map = H5FD_FLMAP_DICHOTOMY,
};

hid_t disk_access (struct disk *disk) {
  assert (disk->descriptor >= 0 && disk->error == 0);
  hid_t id = H5FDregister (&driver);
  hid_t list = H5Pcreate (H5P_FILE_ACCESS);
  if (H5Pset_driver (list, id, &(struct access){ disk }) < 0) {
    H5Pclose (list);
    list = H5I_INVALID_HID;
  }
  if (id >= 0)
    H5FDunregister (id); /* the list keeps it */
  return list;
}
