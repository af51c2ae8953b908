/* HDF5 in our own program, as opposed to a library that others link. */
#ifndef ZERMELO_STORE_HDF5_LIBRARY_H
#define ZERMELO_STORE_HDF5_LIBRARY_H

/** To be called once by a program of which no other part uses HDF5 (store/hdf5_quiet.h): from then on HDF5
 * never prints and never loads code. Libraries do not call it. */
void store_begin (void);

/** "HDF5 1.10.8". Not collective. */
const char *store_library (void);

#endif
