/* Text for people in lines of at most 80 columns. */
#ifndef ZERMELO_TERMINAL_WRAP_H
#define ZERMELO_TERMINAL_WRAP_H

#include <stdio.h>

/** Print a text in ASCII and end its last line. The first line begins at `column`, the current one of the
 * stream, or on a new line if that is not before `indent`; all others begin at `indent`. Words are never cut.
 */
void wrap_print (FILE *, const char *text, int column, int indent);

#endif
