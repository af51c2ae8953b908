/* What this process may use of the machine: processors and memory.
 *
 * A batch system or a container gives a job less than the machine has; taking all of it gets the job
 * killed. So the least of everything that sets a limit counts. Not collective. */
#ifndef ZERMELO_BASE_MACHINE_H
#define ZERMELO_BASE_MACHINE_H

#include <stdint.h>

/** Threads to use by default, at least 1: OMP_NUM_THREADS, else SLURM_CPUS_PER_TASK, else the cores in the
 *  affinity mask of this process. */
int machine_threads (void);

/** The cores that this process may run on: bit i of `cores` is core i (those from MACHINE_CORES on are left
 *  out). Returns how many there are in all, at least 1. */
enum { MACHINE_CORES = 1024 };
int machine_cores (uint64_t cores[MACHINE_CORES / 64]);

/** Bytes that the job may use on this node: the least of the control group's limit (versions 1 and 2),
 *  SLURM_MEM_PER_NODE, SLURM_MEM_PER_CPU times SLURM_CPUS_ON_NODE, and the physical memory. */
uint64_t machine_memory (void);

/** Ranks of this run on this node, as the launcher says (Open MPI, MPICH and Slurm variables; where Slurm's
 *  nodes differ, the first one's); 1 without one. */
int machine_local_ranks (void);

/** What each rank on this node may use: equal parts of machine_memory(). */
uint64_t machine_rank_memory (void);

/** The same, or what limits of this process (ulimit) leave of it: for people who are told that there is no
 *  memory. */
uint64_t machine_process_memory (void);

/** The most that a table may take of a rank's memory: a rank without one takes 22 MB under Open MPI
 *  (measured), and what it finds and the top of the proof some more: 32 MB, or an eighth where there is very
 *  little. */
uint64_t machine_table_memory (uint64_t rank_memory);

/** The least memory limit from a process's group up to the root; UINT64_MAX: none.
 *  groups: a file like /proc/self/cgroup; mount: where the hierarchies are mounted. */
uint64_t machine_group_memory (const char *groups, const char *mount);

#endif
