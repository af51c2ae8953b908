#include "store/hdf5_library.h"

#include <hdf5.h>
#include <stdio.h>

const char *store_library (void) {
  static char text[60];
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion (&major, &minor, &release);
  snprintf (text, sizeof text, "HDF5 %u.%u.%u", major, minor, release);
  return text;
}
