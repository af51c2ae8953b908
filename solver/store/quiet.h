/* HDF5 prints its errors by itself unless told otherwise; we tell the user in one line of our own.
 *
 * A library is a guest in other people's programs, so what was set before is put back. */
#ifndef ZERMELO_QUIET_H
#define ZERMELO_QUIET_H

#include <hdf5.h>

struct quiet {
  H5E_auto2_t function;
  void *data;
};

static inline void
quiet_begin (struct quiet *before)
{
  H5Eget_auto2 (H5E_DEFAULT, &before->function, &before->data);
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
}

static inline void
quiet_end (const struct quiet *before)
{
  H5Eset_auto2 (H5E_DEFAULT, before->function, before->data);
}

#endif
