/* What can be done with opening books that are there: the second word of `zermelo book` says what. */
#ifndef ZERMELO_COMMAND_BOOK_TOOLS_H
#define ZERMELO_COMMAND_BOOK_TOOLS_H

#include "run/run.h"

/** Do what the first argument names; `code` gets the exit code. False: it is no such word. */
bool book_tool (struct run *, int *code, struct failure *);

#endif
