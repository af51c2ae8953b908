#include "base/machine.h"

#include <limits.h>
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { WORD = CHAR_BIT * sizeof (unsigned long), PROCESSORS_MAX = 1 << 16 };

static unsigned long at_start[PROCESSORS_MAX / WORD];
static long bytes_at_start; /* at most 0: not known */

/* Runs before the constructors of all libraries, when little but system calls can be relied on. */
static void read_mask (int argc, char **argv, char **environment) {
  (void) argc, (void) argv, (void) environment;
  bytes_at_start = syscall (SYS_sched_getaffinity, 0, sizeof at_start, at_start);
}

__attribute__ ((section (".preinit_array"), used)) static void (*const first_of_all) (int, char **, char **)
    = read_mask;

void affinity_restore (void) {
  if (bytes_at_start > 0)
    sched_setaffinity (0, (size_t) bytes_at_start, (const cpu_set_t *) at_start);
}

/* Add the processors of a place to a mask of `bytes`. */
static void add_place (int place, unsigned long *mask, size_t bytes) {
  const int count = omp_get_place_num_procs (place);
  int *processors = calloc ((size_t) count + 1, sizeof *processors);
  if (processors == NULL)
    return;
  omp_get_place_proc_ids (place, processors);
  for (int i = 0; i < count; i++)
    if (processors[i] >= 0 && (size_t) processors[i] < bytes * CHAR_BIT)
      mask[(size_t) processors[i] / WORD] |= 1UL << ((size_t) processors[i] % WORD);
  free (processors);
}

void affinity_release (void) {
  static unsigned long now[PROCESSORS_MAX / WORD], places[PROCESSORS_MAX / WORD];
  const omp_proc_bind_t bind = omp_get_proc_bind ();
  const int count = bind == omp_proc_bind_false    ? 0
                    : bind == omp_proc_bind_master ? 1 /* all threads are where the first one is */
                                                   : omp_get_num_places ();
  if (syscall (SYS_sched_getaffinity, 0, sizeof now, now) != bytes_at_start || bytes_at_start <= 0)
    return;
  const size_t bytes = (size_t) bytes_at_start;
  for (int i = 0; i < count; i++)
    add_place (i, places, bytes);
  if (count <= 0)
    memcpy (places, at_start, bytes);
  if (memcmp (now, places, bytes) != 0) /* fails if there is no place: then all stays as it is */
    sched_setaffinity (0, bytes, (const cpu_set_t *) places);
}
