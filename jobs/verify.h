/* The table of known values, for `verify` and for jobs. */
#ifndef ZERMELO_VERIFY_H
#define ZERMELO_VERIFY_H

#include "command.h"

/** Verify the rows that the options of the run ask for. Collective. Returns the exit code. */
int verify_table (struct run *, struct failure *);

#endif
