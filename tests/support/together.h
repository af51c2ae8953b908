/* Tests that several ranks run together: a check that fails on one rank fails on all, so nobody is left
 * waiting. */
#ifndef ZERMELO_TESTS_TOGETHER_H
#define ZERMELO_TESTS_TOGETHER_H

#include "support/support.h"

#include "parallel/ranks.h"
#include "parallel/manager.h"

/** All ranks of this program, between together_begin() and together_end(). */
extern struct ranks ranks;

/** What each of them did in the last manage(): ranks.size entries, for rank 0. */
extern struct effort *efforts;

/** A counter, of all ranks. On rank 0. */
uint64_t sum_of_efforts (enum counter);

/** Starts MPI, and ends the program with the failure's code if that fails. Collective. */
void together_begin (int argc, char **argv);

/** Ends MPI; returns `failed`, the exit code. Collective. */
int together_end (int failed);

/** All ranks check; all fail if one does, which prints `what`. Collective. */
void together (bool holds, const char *what);

#define TOGETHER_TEXT(line) #line
#define TOGETHER_AT(line, condition) together ((condition), "line " TOGETHER_TEXT (line) ": " #condition)

/** The same; what is printed is the condition. */
#define TOGETHER(condition) TOGETHER_AT (__LINE__, condition)

#endif
