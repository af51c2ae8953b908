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
#else
#define omp_get_max_threads() 1
#endif

enum { DOES_NOT_HOLD = 1, BAD_USAGE = 64, BAD_DATA = 65, NO_INPUT = 66, IO_FAILED = 74 };

int main (int argc, char **argv) {
  struct certificate_file file;
  struct verdict verdict;
  struct timespec begun, ended;
  char reason[160];
  const char *const path = argv[1], *failed = path; /* the file that cannot be read */
  clock_gettime (CLOCK_MONOTONIC, &begun);
  if (argc == 2 && strcmp (path, "--help") == 0) {
    puts ("Usage: zermelo-check FILE [TABLES]\n\n"
          "Does a certificate prove what it claims? Prints the claim, positions, leaves by\n"
          "kind, seconds, and 'accepted' or the first position that fails and why. TABLES:\n"
          "the endgame tables that it rests on; all of them are checked.\n"
          "Exit 0: accepted; 1: refused; 65: it cannot be read, or claims nothing; 66: it\n"
          "is absent. OMP_NUM_THREADS limits the threads.");
    return 0;
  }
  if (argc < 2 || argc > 3 || path[0] == '-') {
    fputs (
        "zermelo-check: a FILE is needed, and at most one of endgame tables: zermelo-check FILE [TABLES]\n",
        stderr);
    return BAD_USAGE;
  }
  for (int i = 1; i < argc; i++)
    if (access (argv[i], R_OK) != 0) {
      fprintf (stderr, "zermelo-check: %s: %s\n", argv[i], strerror (errno));
      return NO_INPUT;
    }
  bool read = certificate_file_open (&file, path, reason, sizeof reason);
  if (read && argc == 3 && !endgame_tables_read (&file.tables, &file.game, argv[2], reason, sizeof reason)) {
    failed = argv[2];
    read = false;
  }
  if (read)
    check_certificate (&file, omp_get_max_threads (), &verdict);
  if (!read || verdict.unreadable != NULL) {
    fprintf (stderr, "zermelo-check: %s: %s\n", failed, read ? verdict.unreadable : reason);
    return BAD_DATA;
  }
  char *claims = describe_claims (&file);
  printf ("%s\t%" PRIu64 "\tfinished %" PRIu64, claims == NULL ? "" : claims, verdict.positions,
          verdict.finished);
  if (verdict.in_tables > 0)
    printf (" tables %" PRIu64, verdict.in_tables);
  for (int kind = ROW_MOVE + 1; kind < ROW_KINDS; kind++)
    if (verdict.kinds[kind] > 0)
      printf (" %s %" PRIu64, row_kind_names[kind], verdict.kinds[kind]);
  if (verdict.small_nodes > 0)
    printf (" nodes %" PRIu64, verdict.small_nodes);
  clock_gettime (CLOCK_MONOTONIC, &ended);
  printf ("\t%.3f\t%s%s%s\n",
          (double) (ended.tv_sec - begun.tv_sec) + 1e-9 * (double) (ended.tv_nsec - begun.tv_nsec),
          verdict.accepted ? "accepted" : verdict.wrong, verdict.accepted ? "" : " ",
          verdict.accepted ? "" : verdict.reason);
  free (claims);
  certificate_file_close (&file);
  return fflush (stdout) != 0 ? IO_FAILED : verdict.accepted ? 0 : DOES_NOT_HOLD;
}
