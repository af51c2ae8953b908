/* `zermelo bench --scaling`. */
#ifndef ZERMELO_SCALING_H
#define ZERMELO_SCALING_H

#include "command.h"

/** The workloads that are asked for, by 1, 2, ... ranks. Collective. EXIT_UNFINISHED. */
bool scaling_print (struct run *, struct failure *);

#endif
