/* The cores that this process was given, and those that OpenMP left its first thread.
 *
 * With OMP_PROC_BIND, OMP_PLACES or GOMP_CPU_AFFINITY, libgomp binds the first thread to the first place as
 * soon as it is loaded, before main(). Whoever counts cores then counts those of one place, and whatever is
 * started then (threads that are not OpenMP's, other programs, this one once more) inherits them. So the mask
 * is read before any library begins, and given back. For the programs alone: not in libzermelo-book. */
#ifndef ZERMELO_BASE_AFFINITY_H
#define ZERMELO_BASE_AFFINITY_H

/** Let the calling thread run on all places of OpenMP, or, if OpenMP binds no threads, wherever the process
 * could when it began. To be called by the first thread at the beginning of main(), before MPI, which may
 * bind the process as well. The threads of parallel regions are bound to their places nevertheless. */
void affinity_release (void);

/** Let the calling thread run wherever the process could when it began: before another program takes its
 * place. */
void affinity_restore (void);

#endif
