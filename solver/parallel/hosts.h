/* The ranks of one host search as one rank: with one table, and with the threads and cores of all of them.
 *
 * A launcher may start a rank for each core or a rank for each host. Ranks with tables of their own would
 * search much of the same tree again; threads that share a table do not. So the first rank of a host searches
 * for all ranks of the host, with all of their threads, on all cores that any of them may use, and with their
 * memory. The other ranks sleep meanwhile. The manager sees one rank for each host (manager.h). Ranks are not
 * joined where the work to be divided is not a search (perft, counts, layers, endgame tables, comparisons,
 * the games of a tournament).
 *
 * With ZERMELO_RANKS=apart in the environment, ranks are never joined. */
#ifndef ZERMELO_PARALLEL_HOSTS_H
#define ZERMELO_PARALLEL_HOSTS_H

#include "base/failure.h"
#include "parallel/ranks.h"

#include <stdbool.h>
#include <stdint.h>

struct resources;

/** What a rank contributes to the search of its host. */
struct hosts_share {
  int threads; /* of this rank */
  bool chosen; /* was the number of threads asked for? If not, the host has no more threads than cores of its
                  ranks */
  uint64_t table_bytes; /* of this rank */
};

/** From now on the ranks of each host search as one, if a host has several. Collective. EXIT_USAGE on all
 * ranks if the ranks of a host have tables of different sizes. If a leader may not use the cores of its other
 * ranks, all ranks stay apart, and *refused is set on all of them. */
bool hosts_join (struct ranks *, const struct hosts_share *, bool *refused, struct failure *);

/** Undo hosts_join(). Collective; allowed if nothing was joined. */
void hosts_leave (struct ranks *);

/** The number of ranks that search: that of hosts, or of all ranks if they were not joined. */
int hosts_count (const struct ranks *);

/** The number of threads that search on this rank, which has `threads` of its own: on the leader of a host,
 * the threads of all ranks of the host; on its other ranks, none. */
int hosts_threads (const struct ranks *, int threads);

/** The ranks that search, one for each host; of size 0 on a rank that does not search. `ranks` itself if the
 * ranks were not joined. Borrowed until hosts_leave(). */
const struct ranks *hosts_leaders (const struct ranks *);

/** The rank that leads the host of `rank`; `rank` itself if the ranks were not joined. Leaders are ordered by
 * their ranks. */
int hosts_leader (const struct ranks *, int rank);

/** Returns the threads, memory and cores of all ranks of the host, for the leader. The calling thread may run
 * on these cores until hosts_give_back(). On leaders only. */
struct resources hosts_take (const struct ranks *, const struct resources *);
void hosts_give_back (const struct ranks *);

/** Wait, napping, until all ranks have called this function. Ranks that do not search come before the
 * leaders. A signal that sets `stop` (may be NULL) on a waiting rank is passed on to the leader of its host.
 * Collective. Returns at once if the ranks were not joined. */
void hosts_await (const struct ranks *, const volatile int *stop);

/** On a leader: has another rank of the host seen a signal since the ranks were joined? `ranks` may be
 * hosts_leaders(). */
bool hosts_told_to_stop (const struct ranks *);

#endif
