/* zermelo-check: does a certificate prove what it claims? See zermelo-check(1). */
#include "checker.h"

#include <err.h>
#include <fcntl.h>
#include <inttypes.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DOES_NOT_HOLD = 1, BAD_USAGE = 64, BAD_DATA = 65, NO_INPUT = 66, NO_MEMORY = 70, IO_FAILED = 74 };

/* Has everything that was printed been written? */
static int ended_with (int code) {
  if (fflush (stdout) != 0 || ferror (stdout) != 0)
    err (IO_FAILED, "cannot write to standard output");
  return code;
}

static int check (int argc, char **argv) {
  struct certificate_file file;
  struct verdict verdict;
  struct stat status;
  const double begun = omp_get_wtime ();
  if (argc == 2 && strcmp (argv[1], "--help") == 0) {
    puts (
        "Usage: zermelo-check FILE [TABLES]\n\n"
        "Does a certificate prove what it claims? Prints the claim, positions, leaves by\nkind, seconds, "
        "and 'accepted' or the first position that fails and why. TABLES:\nthe endgame tables that it rests "
        "on; all of them are checked.\nExit 0: accepted; 1: refused; 65: it cannot be read, or claims "
        "nothing; 66: it\nis absent; 74: it cannot be said. OMP_NUM_THREADS limits the threads.");
    return ended_with (0);
  }
  if (argc < 2 || argc > 3 || argv[1][0] == '-')
    errx (BAD_USAGE, "a FILE is needed, and at most one of endgame tables: zermelo-check FILE [TABLES]");
  for (int i = 1; i < argc; i++)
    if (access (argv[i], R_OK) != 0)
      err (NO_INPUT, "%s", argv[i]);
    else if (stat (argv[i], &status) != 0 || !S_ISREG (status.st_mode)) /* opening a pipe would wait */
      errx (BAD_DATA, "%s: it is no regular file", argv[i]);
  const char *wrong = certificate_file_open (&file, argv[1]);
  if (wrong != NULL)
    errx (BAD_DATA, "%s: %s", argv[1], wrong);
  if (argc == 3 && (wrong = endgame_tables_read (&file.tables, &file.game, argv[2])) != NULL)
    errx (BAD_DATA, "%s: %s", argv[2], wrong);
  check_certificate (&file, &verdict);
  if (verdict.unreadable != NULL)
    errx (BAD_DATA, "%s: %s", argv[1], verdict.unreadable);
  print_claims (&file, stdout);
  printf ("\t%" PRIu64 "\tfinished %" PRIu64, verdict.positions, verdict.count[FINISHED]);
  if (verdict.count[IN_TABLES] > 0)
    printf (" tables %" PRIu64, verdict.count[IN_TABLES]);
  for (int kind = ROW_MOVE + 1; kind < ROW_KINDS; kind++)
    if (verdict.count[OF_KIND + kind] > 0)
      printf (" %s %" PRIu64, row_kind_names[kind], verdict.count[OF_KIND + kind]);
  if (verdict.count[NODES] > 0)
    printf (" nodes %" PRIu64, verdict.count[NODES]);
  printf ("\t%.3f\t%s%s%s\n", omp_get_wtime () - begun, verdict.accepted ? "accepted" : verdict.wrong,
          verdict.accepted ? "" : " ", verdict.accepted ? "" : verdict.reason);
  certificate_file_close (&file);
  return ended_with (verdict.accepted ? 0 : DOES_NOT_HOLD);
}

static int argument_count;

static void *check_in_thread (void *argv) { exit (check (argument_count, argv)); }

/* The check runs in a thread with the usual stack, and OpenMP's threads get such stacks, too, whatever the
 * limit is. */
int main (int argc, char **argv) {
  pthread_attr_t usual;
  pthread_t thread;
  argument_count = argc;
  /* Standard descriptors that are closed get a file on which every access fails. Otherwise a file that is
   * opened later could receive the standard output. */
  for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
    if (fcntl (i, F_GETFD) < 0 && open ("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY) != i)
      return IO_FAILED;
  if (pthread_attr_init (&usual) != 0 || pthread_attr_setstacksize (&usual, (size_t) 8 << 20) != 0
      || pthread_setattr_default_np (&usual) != 0
      || pthread_create (&thread, NULL, check_in_thread, argv) != 0)
    errx (NO_MEMORY, "no memory for a stack");
  pthread_join (thread, NULL);
}
