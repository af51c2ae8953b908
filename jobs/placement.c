#include "placement.h"

#include "base/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct place {
  char host[64];
  uint64_t cores[MACHINE_CORES / 64];
  int core_count, threads;
};

/* "0-3,8" */
static void
cores_text (const uint64_t *cores, char *text, size_t size)
{
  size_t used = 0;
  *text = 0;
  for (int i = 0; i < MACHINE_CORES && used < size - 1; i++) {
    if ((cores[i / 64] >> (i % 64) & 1) == 0)
      continue;
    const int first = i;
    while (i + 1 < MACHINE_CORES && (cores[(i + 1) / 64] >> ((i + 1) % 64) & 1) != 0)
      i++;
    const char *comma = used > 0 ? "," : "";
    used += (size_t) (i > first ? snprintf (text + used, size - used, "%s%d-%d", comma, first, i)
                                : snprintf (text + used, size - used, "%s%d", comma, first));
  }
}

static bool
are_alike (const struct place *a, const struct place *b)
{
  return strcmp (a->host, b->host) == 0 && a->threads == b->threads
         && memcmp (a->cores, b->cores, sizeof a->cores) == 0;
}

static void
print_map (const struct place *places, int ranks)
{
  for (int first = 0, last; first < ranks; first = last + 1) {
    for (last = first; last + 1 < ranks && are_alike (&places[first], &places[last + 1]); last++)
      continue;
    char who[40], cores[200];
    if (last > first)
      snprintf (who, sizeof who, "ranks %d-%d", first, last);
    else
      snprintf (who, sizeof who, "rank %d", first);
    cores_text (places[first].cores, cores, sizeof cores);
    fprintf (stderr, "%s: host %s, %d thread%s%s, cores %s\n", who, places[first].host, places[first].threads,
             places[first].threads == 1 ? "" : "s", last > first ? " each" : "", cores);
  }
}

static bool
is_first_of_its_host (const struct place *places, int rank)
{
  for (int i = 0; i < rank; i++)
    if (strcmp (places[i].host, places[rank].host) == 0)
      return false;
  return true;
}

/* The threads of all ranks of a host against the cores that any of them may use. */
static void
warn_about_host (const struct place *places, int first, int ranks)
{
  struct place sum = places[first];
  for (int i = first + 1; i < ranks; i++) {
    if (strcmp (places[i].host, sum.host) != 0)
      continue;
    sum.threads += places[i].threads;
    sum.core_count = sum.core_count > places[i].core_count ? sum.core_count : places[i].core_count;
    for (int j = 0; j < MACHINE_CORES / 64; j++)
      sum.cores[j] |= places[i].cores[j];
  }
  int cores = 0;
  for (int i = 0; i < MACHINE_CORES / 64; i++)
    cores += __builtin_popcountll (sum.cores[i]);
  if (cores < sum.core_count) /* more than the mask holds */
    cores = sum.core_count;
  if (sum.threads > cores)
    fprintf (stderr, "warning: host %s has %d search threads for %d core%s\n", sum.host, sum.threads, cores,
             cores == 1 ? "" : "s");
}

void
placement_print (const struct run *run)
{
  const int ranks = run->ranks.size;
  struct place here;
  memset (&here, 0, sizeof here);
  gethostname (here.host, sizeof here.host - 1);
  here.core_count = machine_cores (here.cores);
  here.threads = run->resources.threads;
  struct place *places = allocate ((size_t) ranks, sizeof *places);
  ranks_gather (&run->ranks, &here, sizeof here, places);
  if (run->ranks.rank == 0 && !run->options.quiet) {
    if (run->ranks.launched)
      print_map (places, ranks);
    for (int i = 0; i < ranks; i++)
      if (is_first_of_its_host (places, i))
        warn_about_host (places, i, ranks);
  }
  free (places);
}
