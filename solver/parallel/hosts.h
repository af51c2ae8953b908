/* The ranks of one host search as one: with one table, and with the threads and cores of all of them.
 *
 * A launcher may start one rank a core or one rank a host. Ranks with tables of their own would search much
 * of the same tree again; threads that share a table do not. So the first rank of a host searches for all of
 * its ranks, with as many threads as they have together, on all cores that any of them may use, and with
 * their memory. The others sleep meanwhile. The manager sees one rank a host (manager.h). Where a search is
 * not what is divided (perft, counts, layers, endgame tables, comparisons, the games of a tournament), ranks
 * are not joined.
 *
 * ZERMELO_RANKS=apart in the environment leaves each rank to itself. */
#ifndef ZERMELO_PARALLEL_HOSTS_H
#define ZERMELO_PARALLEL_HOSTS_H

#include "base/failure.h"
#include "parallel/ranks.h"

#include <stdbool.h>
#include <stdint.h>

struct resources;

/** What the ranks of a host search with together. */
struct hosts_share {
  int threads; /* of this rank */
  bool chosen; /* was that number asked for? Else they are never more than the cores of the host's ranks */
  uint64_t table_bytes; /* of this rank */
};

/** From now on the ranks of each host search as one, if there are several. Collective. EXIT_USAGE on all
 * ranks if those of one host have tables of different sizes. Where the cores of the other ranks may not be
 * used, all ranks stay apart, and *refused is set on all ranks. */
bool hosts_join (struct ranks *, const struct hosts_share *, bool *refused, struct failure *);

/** Undo that. Collective; allowed if nothing was joined. */
void hosts_leave (struct ranks *);

/** How many searches the ranks are: the hosts, or the ranks if they were not joined. */
int hosts_count (const struct ranks *);

/** How many threads search on this rank, which has `threads` of its own: if it leads its host, those of all
 * its ranks; if another rank does, none. */
int hosts_threads (const struct ranks *, int threads);

/** The ranks that search, one a host; on ranks that do not search, one of size 0. The ranks themselves if
 * they were not joined. Borrowed until hosts_leave(). */
const struct ranks *hosts_leaders (const struct ranks *);

/** The rank that leads the host of a rank; itself if they were not joined. The leaders are in the order of
 *  their ranks. */
int hosts_leader (const struct ranks *, int rank);

/** Give the leader what its ranks have: threads, memory and cores. The calling thread may run on those cores
 *  until hosts_give_back(). On leaders only. */
struct resources hosts_take (const struct ranks *, const struct resources *);
void hosts_give_back (const struct ranks *);

/** Wait, napping, until all ranks have come here: those that do not search before the leaders do. Meanwhile a
 * signal that set `stop` (may be NULL) here is passed on to the leader of the host. Collective. Returns at
 * once if the ranks were not joined. */
void hosts_await (const struct ranks *, const volatile int *stop);

/** On a leader: has another rank of its host seen a signal since they were joined? The ranks may be
 *  hosts_leaders(). */
bool hosts_told_to_stop (const struct ranks *);

#endif
