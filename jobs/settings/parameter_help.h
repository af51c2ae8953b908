/* What people are told about the parameters, made from their table: help, and what command/manual.c
 * makes. */
#ifndef ZERMELO_SETTINGS_PARAMETER_HELP_H
#define ZERMELO_SETTINGS_PARAMETER_HELP_H

#include "settings/parameters.h"

#include <stdio.h>

/** What stands behind its name where it is shown: " N", "[=SHAPE]" or nothing. */
const char *parameter_argument (const struct parameter *, uint32_t command, char text[KEY_TEXT]);

/** All about an option of a command (its bit), or a key (IN_JOB): its sentence, its choices, its range and
 * its default. Returns `text`. */
enum { HELP_TEXT = 500 };
const char *parameter_help (const struct parameter *, uint32_t command, char text[HELP_TEXT]);

/** The lines of help about the options that a command takes. At most 80 columns. */
void help_print_options (enum command_id, FILE *);

/** Every key with type, default and meaning, then a job file to begin with. At most 80 columns. */
void help_print_keys (FILE *);

#endif
