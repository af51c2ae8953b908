/* HDF5 in a program of our own. */
#ifndef ZERMELO_STORE_HDF5_LIBRARY_H
#define ZERMELO_STORE_HDF5_LIBRARY_H

/** To be called once by a program in which nobody else uses HDF5 (store/hdf5_quiet.h): it never prints, and
 * never loads code. Libraries do not call it. */
void store_begin (void);

/** "HDF5 1.10.8". Not collective. */
const char *store_library (void);

#endif
