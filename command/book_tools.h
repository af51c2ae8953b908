/* The tools for existing opening books, named by the second word of `zermelo book`. */
#ifndef ZERMELO_COMMAND_BOOK_TOOLS_H
#define ZERMELO_COMMAND_BOOK_TOOLS_H

#include "run/run.h"

/** Do what the first argument names; `code` gets the exit code. False: it does not name a tool. */
bool book_tool (struct run *, int *code, struct failure *);

/** Does a first argument name something that is done without a search? */
bool book_tool_is_quick (const char *name);

#endif
