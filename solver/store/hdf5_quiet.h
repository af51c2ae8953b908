/* HDF5 as we want it while we use it: it prints nothing (we tell the user in one line of our own), and it
 * loads no code that a file asks for (plugins of filters).
 *
 * A library is a guest in other people's programs: each call of ours that uses HDF5 begins and ends this, and
 * what was set before is put back, however many files are open. A program of our own says once that HDF5 is
 * its alone; then nothing is put back, also when HDF5 closes itself as the program ends.
 * Not thread-safe, as HDF5 is not: see file_lock(). */
#ifndef ZERMELO_STORE_HDF5_QUIET_H
#define ZERMELO_STORE_HDF5_QUIET_H

#include <hdf5.h>
#include <stdbool.h>

struct quiet {
  union {
    H5E_auto1_t first; /* of programs that use the interface of HDF5 1.6 */
    H5E_auto2_t second;
  } print;
  void *data;
  unsigned plugins; /* which kinds may be loaded */
  unsigned second;  /* which of `print` */
};

void quiet_begin (struct quiet *before);
void quiet_end (const struct quiet *before);

/** HDF5 has met something that it could not read. Version 1.10 forgets pieces of its own memory then, and
 *  says so as the process ends ("infinite loop closing library"), though nothing is open: not any more. */
void quiet_at_exit (void);

/** Nobody else in this process uses HDF5. Costs nothing until HDF5 is used. */
void quiet_for_good (void);

#endif
