/* A "did you mean ...?" that needs all words of the command line. */
#ifndef ZERMELO_COMMAND_HINT_H
#define ZERMELO_COMMAND_HINT_H

#include "command/command.h"

/** If the first two words look like one GAME, as in `solve connect4 7x6`, suggest that in the failure. */
void hint_add (const struct command *, const struct options *, struct failure *);

#endif
