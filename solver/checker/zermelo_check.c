/* zermelo-check: does a certificate prove what it claims? See zermelo-check(1). */
#include "checker.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef _OPENMP
#include <omp.h>
#endif

enum { DOES_NOT_HOLD = 1, BAD_USAGE = 64, BAD_DATA = 65, NO_INPUT = 66, IO_FAILED = 74 };

static int
threads_to_use (void)
{
#ifdef _OPENMP
  return omp_get_max_threads ();
#else
  return 1;
#endif
}

static double
seconds_now (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/* "finished 12 move 3 small 9": those that there are. */
static void
print_leaves (const struct verdict *verdict)
{
  printf ("\tfinished %" PRIu64, verdict->finished);
  for (int kind = 0; kind < ROW_KINDS; kind++)
    if (kind != ROW_MOVE && verdict->kinds[kind] > 0)
      printf (" %s %" PRIu64, row_kind_names[kind], verdict->kinds[kind]);
  if (verdict->small_nodes > 0)
    printf (" nodes %" PRIu64, verdict->small_nodes);
}

static int
check_file (const char *path)
{
  struct certificate_file file;
  struct verdict verdict;
  char reason[160];
  const double begun = seconds_now ();
  if (access (path, R_OK) != 0) {
    fprintf (stderr, "zermelo-check: %s: %s\n", path, strerror (errno));
    return NO_INPUT;
  }
  if (!certificate_file_read (&file, path, reason, sizeof reason)) {
    fprintf (stderr, "zermelo-check: %s: %s\n", path, reason);
    return BAD_DATA;
  }
  check_certificate (&file, threads_to_use (), &verdict);
  char *claims = describe_claims (&file);
  printf ("%s\t%" PRIu64, claims == NULL ? "" : claims, verdict.positions);
  print_leaves (&verdict);
  printf ("\t%.3f\t%s%s%s\n", seconds_now () - begun, verdict.accepted ? "accepted" : verdict.wrong,
          verdict.accepted ? "" : " ", verdict.accepted ? "" : verdict.reason);
  free (claims);
  certificate_file_close (&file);
  if (fflush (stdout) != 0)
    return IO_FAILED;
  return verdict.accepted ? 0 : DOES_NOT_HOLD;
}

int
main (int argc, char **argv)
{
  if (argc == 2 && strcmp (argv[1], "--help") == 0) {
    puts ("Usage: zermelo-check FILE\n\n"
          "Does a certificate prove what it claims? Prints the claim, positions, leaves by\n"
          "kind, seconds, and 'accepted' or the first position that fails and why.\n"
          "Exit 0: accepted; 1: refused; 65: it cannot be read, or claims nothing; 66: it\n"
          "is absent. OMP_NUM_THREADS limits the threads.");
    return 0;
  }
  if (argc != 2 || argv[1][0] == '-') {
    fputs ("zermelo-check: exactly one FILE is needed: zermelo-check FILE\n", stderr);
    return BAD_USAGE;
  }
  return check_file (argv[1]);
}
