/* HDF5 as we need it: it prints nothing, since we report failures in one line of our own, and it loads no
 * code that a file asks for (filter plugins).
 *
 * A library is a guest in other people's programs. So each of our calls that uses HDF5 sets this at its
 * beginning and restores the caller's settings at its end, however many files are open. Our own program
 * declares once that it alone uses HDF5 (store_begin()); then nothing is restored, not even when HDF5 closes
 * at exit.
 * Not thread-safe, as HDF5 is not: see file_lock(). */
#ifndef ZERMELO_STORE_HDF5_QUIET_H
#define ZERMELO_STORE_HDF5_QUIET_H

#include <hdf5.h>

struct quiet {
  union {
    H5E_auto1_t first; /* set by programs that use the interface of HDF5 1.6 */
    H5E_auto2_t second;
  } print;
  void *data;
  unsigned plugins; /* which kinds may be loaded */
  unsigned second;  /* which member of `print` is in use */
};

void quiet_begin (struct quiet *before);
void quiet_end (const struct quiet *before);

/** To be called when HDF5 could not read something. Version 1.10 then loses some of its own memory and
 *  complains at exit ("infinite loop closing library") although nothing is open; this prevents that. */
void quiet_at_exit (void);

#endif
