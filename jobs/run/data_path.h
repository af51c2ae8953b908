/* Where the data that come with Zermelo are. */
#ifndef ZERMELO_RUN_DATA_PATH_H
#define ZERMELO_RUN_DATA_PATH_H

#include <stddef.h>

/** The path of a file or folder of the data: from the environment ($ZERMELO_DATA), else beside an installed
 *  program (bin/../share/zermelo), else in the sources from which it was built, else where it would be
 *  installed. */
void data_path (const char *name, char *path, size_t size);

#endif
