/* What an option means for one command, where that is more than the table in options.c says for all of them.
 */
#ifndef ZERMELO_SETTINGS_OPTION_HELP_H
#define ZERMELO_SETTINGS_OPTION_HELP_H

#include "settings/options.h"

/** The sentence about an option (its long name) in the help of a command; NULL: there is none of its own. */
const char *option_help (enum command_id, const char *option);

#endif
