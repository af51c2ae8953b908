#include "support/together.h"

#include <stdio.h>
#include <stdlib.h>

struct ranks ranks;

void
together_begin (int argc, char **argv)
{
  struct failure failure = { 0 };
  if (!ranks_begin (&ranks, &argc, &argv, &failure)) {
    fprintf (stderr, "%s\n", failure.text);
    exit (failure.code);
  }
}

int
together_end (int failed)
{
  ranks_end (&ranks);
  return failed;
}

void
together (bool holds, const char *what)
{
  uint64_t objections = !holds;
  if (!holds)
    print_error ("rank %d: %s\n", ranks.rank, what);
  ranks_sum (&ranks, &objections, 1);
  assert_true (objections == 0);
}
