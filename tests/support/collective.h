/* Tests that run on several ranks: an assertion that fails on one rank fails on all, so that no rank is left
 * waiting. */
#ifndef ZERMELO_TESTS_COLLECTIVE_H
#define ZERMELO_TESTS_COLLECTIVE_H

#include "support/support.h"

#include "parallel/ranks.h"
#include "parallel/manager.h"

/** All ranks of this program, between collective_begin() and collective_end(). */
extern struct ranks ranks;

/** What each of them did in the last manage(): ranks.size entries, for rank 0. */
extern struct effort *efforts;

/** A counter, of all ranks. On rank 0. */
uint64_t sum_of_efforts (enum counter);

/** Starts MPI, and ends the program with the failure's code if that fails. Collective. */
void collective_begin (int argc, char **argv);

/** Ends MPI; returns `failed`, the exit code. Collective. */
int collective_end (int failed);

/** All ranks check; all fail if one does, which prints `what`. Collective. */
void collective_assert (bool holds, const char *what);

#define COLLECTIVE_TEXT(line) #line
#define COLLECTIVE_AT(line, condition)                                                                       \
  collective_assert ((condition), "line " COLLECTIVE_TEXT (line) ": " #condition)

/** collective_assert() that prints the condition. */
#define ASSERT_COLLECTIVE(condition) COLLECTIVE_AT (__LINE__, condition)

#endif
