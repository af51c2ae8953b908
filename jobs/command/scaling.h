/* `zermelo bench --scaling`. */
#ifndef ZERMELO_COMMAND_SCALING_H
#define ZERMELO_COMMAND_SCALING_H

#include "command/command.h"

/** The workloads that are asked for, by 1, 2, ... ranks. Collective. EXIT_UNFINISHED. */
bool scaling_print (struct run *, struct failure *);

#endif
