/* The command line: options and arguments, read with argp by the table of parameters (parameters.h).
 *
 * Parsing is pure: it changes nothing but `struct options` and prints nothing. */
#ifndef ZERMELO_SETTINGS_COMMAND_LINE_H
#define ZERMELO_SETTINGS_COMMAND_LINE_H

#include "settings/parameters.h"

/** Read the words after the name of a command. `whole_memory`: what 100% stands for in a size. EXIT_USAGE. */
bool options_parse (struct options *, enum command_id, int argc, char **argv, uint64_t whole_memory,
                    struct failure *);

#endif
