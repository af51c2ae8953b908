/* How long a probe takes: the positions in the lines of the input, asked for the first time, and again.
 *
 *     cc -O2 time_probes.c $(pkg-config --cflags --libs zermelo-book) -o time_probes
 *     ./time_probes 7x6.book.h5 <positions
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zermelo/probe.h>

enum { POSITIONS = 100000, TEXT = 200 };

static char positions[POSITIONS][TEXT];

/* Microseconds of a probe; how many positions have a value. */
static double probe_all (zermelo *z, int count, int wants, int *known) {
  struct timespec begin, end;
  clock_gettime (CLOCK_MONOTONIC, &begin);
  *known = 0;
  for (int i = 0; i < count; i++) {
    zermelo_answer *answer;
    if (zermelo_probe (z, positions[i], wants, &answer) != 0)
      fprintf (stderr, "%s\n", zermelo_error ());
    else
      *known += answer->known.value != ZERMELO_UNKNOWN;
    zermelo_answer_free (answer);
  }
  clock_gettime (CLOCK_MONOTONIC, &end);
  return (1e6 * (double) (end.tv_sec - begin.tv_sec) + 1e-3 * (double) (end.tv_nsec - begin.tv_nsec)) / count;
}

int main (int argc, char **argv) {
  zermelo *z;
  int count = 0, known, code = argc != 2 ? ZERMELO_USAGE : zermelo_open (NULL, &z);
  if (code != 0) {
    fprintf (stderr, "usage: time_probes FILE <POSITIONS\n");
    return code;
  }
  code = zermelo_add_file (z, argv[1]);
  while (count < POSITIONS && fgets (positions[count], TEXT, stdin) != NULL)
    positions[count][strcspn (positions[count], "\n")] = 0, count++;
  if (code != 0)
    fprintf (stderr, "%s\n", zermelo_error ());
  else if (count > 0) {
    const double first = probe_all (z, count, 0, &known), again = probe_all (z, count, 0, &known),
                 moves = probe_all (z, count, ZERMELO_MOVES, &known);
    printf ("%d of %d known, microseconds a probe: first time %.2f, again %.2f, with moves %.2f\n", known,
            count, first, again, moves);
  }
  zermelo_close (z);
  return code;
}
