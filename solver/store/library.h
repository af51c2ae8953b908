/* Which HDF5 this is. */
#ifndef ZERMELO_STORE_LIBRARY_H
#define ZERMELO_STORE_LIBRARY_H

/** "HDF5 1.10.8". Not collective. */
const char *store_library (void);

#endif
