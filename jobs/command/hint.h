/* "did you mean ...?", for what can only be told when all words of a command line are there. */
#ifndef ZERMELO_COMMAND_HINT_H
#define ZERMELO_COMMAND_HINT_H

#include "command/command.h"

/** If the first two words were meant as one, as in `solve connect4 7x6`, say so in the failure of the
 * command. */
void hint_add (const struct command *, const struct options *, struct failure *);

#endif
