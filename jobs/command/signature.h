/* `zermelo bench --signature`. */
#ifndef ZERMELO_COMMAND_SIGNATURE_H
#define ZERMELO_COMMAND_SIGNATURE_H

#include "command/command.h"

/** A line for each small search, then their total: exact nodes of one thread, the same on every machine, with
 *  any compiler and any options. Not under a launcher, without options that would change what is counted:
 *  EXIT_USAGE. EXIT_UNFINISHED. */
bool signature_print (struct run *, struct failure *);

#endif
