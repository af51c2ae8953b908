/* The table of known values, for `verify` and for jobs. */
#ifndef ZERMELO_COMMAND_VERIFY_COMMAND_H
#define ZERMELO_COMMAND_VERIFY_COMMAND_H

#include "command/command.h"
#include "store/statistics_file.h"

enum { VERIFY_COLUMNS = 8 };

/** The columns of a line of `verify`, and the fields of such a line; the caller ends it with
 *  output_line(). */
extern const struct column verify_columns[VERIFY_COLUMNS];
void verify_fields (struct output *, const struct record_row *);

/** Verify the rows that the options of the run ask for. Collective. Returns the exit code. */
int verify_table (struct run *, struct failure *);

#endif
