/* What this process may use of the machine: processors and memory.
 *
 * A batch system or a container may give a job less than the machine has, and kill a job that takes more. So
 * the lowest of all limits counts. Not collective. */
#ifndef ZERMELO_BASE_MACHINE_H
#define ZERMELO_BASE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

/** The number of threads of each rank that the environment asks for: OMP_NUM_THREADS, else
 * SLURM_CPUS_PER_TASK. 0: it does not. */
int machine_threads_asked (void);

/** The default number of threads of a process that shares its cores with no other rank, at least 1:
 *  machine_threads_asked(), else the number of its cores. */
int machine_threads (void);

/** The cores that the calling thread may run on: bit i of `cores` is core i (cores from MACHINE_CORES on have
 * no bit). Returns how many there are in total, at least 1. For all cores of the process, see
 * affinity_release(). */
enum { MACHINE_CORES = 1024, MACHINE_THREADS_MAX = 1024 };
int machine_cores (uint64_t cores[MACHINE_CORES / 64]);

/** How many cores a mask has. */
int machine_count (const uint64_t cores[MACHINE_CORES / 64]);

/** Let the calling thread run on those cores, and no others. Returns whether it may run on all of them. If
 *  not, nothing is changed. */
bool machine_use_cores (const uint64_t cores[MACHINE_CORES / 64]);

/** Let naps of this thread end when they should: the system may prolong them by some fifty microseconds to
 *  save power. */
void machine_nap_exactly (void);

/** Bytes that the job may use on this node: the least of the control group's limit (versions 1 and 2),
 *  SLURM_MEM_PER_NODE, SLURM_MEM_PER_CPU times SLURM_CPUS_ON_NODE, and the physical memory. */
uint64_t machine_memory (void);

/** Bytes that each rank on this node may use: an equal share of machine_memory(). */
uint64_t machine_rank_memory (void);

/** machine_rank_memory(), reduced by the limits of this process (ulimit). For messages that memory is
 * missing. */
uint64_t machine_process_memory (void);

/** The most that a table may take of a rank's memory. The rest, 32 MB or an eighth if that is less, is for
 *  MPI and the bounds that the rank shares. */
uint64_t machine_table_memory (uint64_t rank_memory);

/** The lowest memory limit of a process's group and all groups above it; UINT64_MAX: none.
 *  groups: a file like /proc/self/cgroup; mount: where the hierarchies are mounted. */
uint64_t machine_group_memory (const char *groups, const char *mount);

/* The cores that this process was given, and those that OpenMP left its first thread.
 *
 * With OMP_PROC_BIND, OMP_PLACES or GOMP_CPU_AFFINITY, libgomp binds the first thread to the first place as
 * soon as it is loaded, before main(). Whoever counts cores then counts those of one place, and whatever is
 * started then (threads that are not OpenMP's, other programs, this one once more) inherits them. So the mask
 * is read before any library begins, and given back. For the programs alone: not in libzermelo-book. */

/** Let the calling thread run on all places of OpenMP, or, if OpenMP binds no threads, wherever the process
 * could when it began. To be called by the first thread at the beginning of main(), before MPI, which may
 * bind the process as well. The threads of parallel regions are bound to their places nevertheless. */
void affinity_release (void);

/** Let the calling thread run wherever the process could when it began: before another program takes its
 * place. */
void affinity_restore (void);

#endif
