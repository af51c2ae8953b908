#include "base/machine.h"

#include <assert.h>
#include <inttypes.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* The positive number that begins an environment variable ("4", "4,2", "2(x3)"), or 0. */
static uint64_t environment_number (const char *name) {
  const char *text = getenv (name);
  if (text == NULL || *text < '0' || *text > '9')
    return 0;
  return strtoumax (text, NULL, 10);
}

int machine_cores (uint64_t cores[MACHINE_CORES / 64]) {
  memset (cores, 0, MACHINE_CORES / 8);
  /* A mask of this size is too small for machines with more processors: double it until it fits. */
  for (int processors = MACHINE_CORES; processors <= 1 << 20; processors *= 2) {
    cpu_set_t *mask = CPU_ALLOC ((size_t) processors);
    if (mask == NULL)
      break;
    const size_t size = CPU_ALLOC_SIZE ((size_t) processors);
    const bool done = sched_getaffinity (0, size, mask) == 0;
    const int count = done ? CPU_COUNT_S (size, mask) : 0;
    for (int i = 0; done && i < MACHINE_CORES; i++)
      if (CPU_ISSET_S ((size_t) i, size, mask))
        cores[i / 64] |= UINT64_C (1) << (i % 64);
    CPU_FREE (mask);
    if (done)
      return count < 1 ? 1 : count;
  }
  return 1;
}

int machine_count (const uint64_t cores[MACHINE_CORES / 64]) {
  int count = 0;
  for (int i = 0; i < MACHINE_CORES / 64; i++)
    count += __builtin_popcountll (cores[i]);
  return count;
}

bool machine_use_cores (const uint64_t cores[MACHINE_CORES / 64]) {
  uint64_t before[MACHINE_CORES / 64], now[MACHINE_CORES / 64];
  cpu_set_t mask, old;
  _Static_assert(sizeof mask == MACHINE_CORES / 8, "a core is a bit of the mask");
  machine_cores (before);
  if (memcmp (before, cores, sizeof before) == 0)
    return true;
  memcpy (&mask, cores, sizeof mask);
  memcpy (&old, before, sizeof old);
  if (sched_setaffinity (0, sizeof mask, &mask) != 0)
    return false;
  machine_cores (now); /* the system leaves out what the job was not given */
  if (memcmp (now, cores, sizeof now) == 0)
    return true;
  sched_setaffinity (0, sizeof old, &old);
  return false;
}

void machine_nap_exactly (void) {
  enum { NANOSECONDS = 1000 };
  prctl (PR_SET_TIMERSLACK, NANOSECONDS, 0, 0, 0); /* if it is refused, naps are longer */
}

int machine_threads_asked (void) {
  static const char *const names[] = { "OMP_NUM_THREADS", "SLURM_CPUS_PER_TASK" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    uint64_t n = environment_number (names[i]);
    if (n > 0)
      return n > MACHINE_THREADS_MAX ? MACHINE_THREADS_MAX : (int) n;
  }
  return 0;
}

int machine_threads (void) {
  const int asked = machine_threads_asked ();
  if (asked > 0)
    return asked;
  uint64_t cores[MACHINE_CORES / 64];
  const int count = machine_cores (cores);
  return count > MACHINE_THREADS_MAX ? MACHINE_THREADS_MAX : count;
}

/* The number in a file; UINT64_MAX if there is none ("max", no such file). */
static uint64_t file_number (const char *path) {
  uint64_t value = UINT64_MAX;
  FILE *file = fopen (path, "r");
  if (file == NULL)
    return value;
  if (fscanf (file, "%" SCNu64, &value) != 1)
    value = UINT64_MAX;
  fclose (file);
  return value;
}

/* The least limit of a group and of all groups above it. Truncates `group` on the way. */
static uint64_t limit_upwards (const char *mount, const char *controller, char *group, const char *name) {
  uint64_t least = UINT64_MAX;
  for (;;) {
    char path[1600];
    snprintf (path, sizeof path, "%.400s%.20s%.1000s/%.40s", mount, controller, group, name);
    uint64_t limit = file_number (path);
    if (limit < least)
      least = limit;
    char *slash = strrchr (group, '/');
    if (slash == NULL)
      return least;
    *slash = 0;
  }
}

static bool lists_memory (const char *controllers) {
  const size_t length = strlen ("memory");
  for (const char *name = controllers; *name != 0; name += *name == ',') {
    size_t size = strcspn (name, ",");
    if (size == length && strncmp (name, "memory", length) == 0)
      return true;
    name += size;
  }
  return false;
}

uint64_t machine_group_memory (const char *groups, const char *mount) {
  FILE *file = fopen (groups, "r");
  if (file == NULL)
    return UINT64_MAX;
  uint64_t least = UINT64_MAX;
  char line[1200];
  while (fgets (line, sizeof line, file) != NULL) {
    /* hierarchy:controllers:/group; version 2 names no controllers */
    line[strcspn (line, "\n")] = 0;
    char *controllers = strchr (line, ':');
    char *group = controllers == NULL ? NULL : strchr (controllers + 1, ':');
    if (group == NULL)
      continue;
    *controllers++ = 0;
    *group++ = 0;
    uint64_t limit = UINT64_MAX;
    if (*controllers == 0)
      limit = limit_upwards (mount, "", group, "memory.max");
    else if (lists_memory (controllers))
      limit = limit_upwards (mount, "/memory", group, "memory.limit_in_bytes");
    if (limit < least)
      least = limit;
  }
  fclose (file);
  return least;
}

uint64_t machine_memory (void) {
  const uint64_t megabyte = 1 << 20;
  uint64_t least = (uint64_t) sysconf (_SC_PHYS_PAGES) * (uint64_t) sysconf (_SC_PAGESIZE);
  const uint64_t others[] = {
    machine_group_memory ("/proc/self/cgroup", "/sys/fs/cgroup"),
    environment_number ("SLURM_MEM_PER_NODE") * megabyte,
    environment_number ("SLURM_MEM_PER_CPU") * environment_number ("SLURM_CPUS_ON_NODE") * megabyte,
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i] > 0 && others[i] < least)
      least = others[i];
  return least;
}

/* Ranks of this run on this node, according to the launcher's environment (Open MPI, MPICH and Slurm; if
 * Slurm's nodes differ, on the first node); 1 without a launcher. */
static int machine_local_ranks (void) {
  static const char *const names[] = { "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS",
                                       "SLURM_STEP_TASKS_PER_NODE", "SLURM_NTASKS_PER_NODE" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    uint64_t n = environment_number (names[i]);
    if (n > 0 && n < 100000)
      return (int) n;
  }
  return 1;
}

uint64_t machine_rank_memory (void) {
  const int ranks = machine_local_ranks ();
  assert (ranks >= 1);
  return machine_memory () / (uint64_t) ranks;
}

uint64_t machine_process_memory (void) {
  static const int limits[] = { RLIMIT_AS, RLIMIT_DATA };
  uint64_t least = machine_rank_memory ();
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    struct rlimit limit;
    if (getrlimit (limits[i], &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < least)
      least = limit.rlim_cur;
  }
  return least;
}

uint64_t machine_table_memory (uint64_t rank_memory) {
  const uint64_t rest = UINT64_C (32) << 20;
  return rank_memory - (rank_memory / 8 < rest ? rank_memory / 8 : rest);
}
