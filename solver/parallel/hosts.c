#include "parallel/hosts.h"

#include "base/machine.h"
#include "parallel/resources.h"
#include "parallel/ranks_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a rank of this host contributes. */
struct member {
  struct hosts_share share;
  uint64_t cores[MACHINE_CORES / 64];
};

/* The ranks of one host. The first of them leads: it searches for all. */
struct host_ranks {
  struct ranks members; /* the ranks of the host, of which rank 0 is the leader */
  struct ranks leaders; /* the leaders of all hosts; size 0 if this rank is not one */
  int *leader;          /* of each rank */
  int count;            /* of leaders */
  int threads;
  uint64_t cores[MACHINE_CORES / 64], cores_before[MACHINE_CORES / 64];
  bool signal_passed_on;
};

enum { TAG_SIGNAL = 1 };

/* ---- making and undoing it ---- */

static struct ranks on_this_host (const struct ranks *ranks) {
  MPI_Comm communicator;
  wait_for_all (ranks); /* MPI_Comm_split_type() would spin */
  MPI_Comm_split_type (ranks_communicator (ranks), MPI_COMM_TYPE_SHARED, ranks->rank, MPI_INFO_NULL,
                       &communicator);
  return ranks_of (ranks, communicator);
}

static void find_leaders (const struct ranks *ranks, struct host_ranks *host) {
  int leader = ranks->rank;
  ranks_broadcast (&host->members, &leader, sizeof leader);
  host->leader = allocate ((size_t) ranks->size, sizeof *host->leader);
  ranks_gather (ranks, &leader, sizeof leader, host->leader);
  ranks_broadcast (ranks, host->leader, (size_t) ranks->size * sizeof *host->leader);
  for (int rank = 0; rank < ranks->size; rank++)
    host->count += host->leader[rank] == rank;
}

/* The leader learns the resources of its ranks, and tests whether it may run on their cores. */
static void take_stock (struct host_ranks *host, const struct hosts_share *share, bool *refused,
                        struct failure *failure) {
  struct member here = { .share = *share };
  machine_cores (here.cores);
  struct member *members = allocate ((size_t) host->members.size, sizeof *members);
  ranks_gather (&host->members, &here, sizeof here, members);
  bool chosen = false;
  for (int i = 0; i < host->members.size && host->members.rank == 0; i++) {
    host->threads += members[i].share.threads;
    chosen |= members[i].share.chosen;
    for (int j = 0; j < MACHINE_CORES / 64; j++)
      host->cores[j] |= members[i].cores[j];
    if (members[i].share.table_bytes != share->table_bytes)
      fail (failure, EXIT_USAGE,
            "ranks of one host were given tables of different sizes: %llu and %llu bytes",
            (unsigned long long) share->table_bytes, (unsigned long long) members[i].share.table_bytes);
  }
  free (members);
  if (host->members.rank != 0)
    return;
  const int cores = machine_count (host->cores);
  if (!chosen && host->threads > cores && cores > 0)
    host->threads = cores;
  *refused = !machine_use_cores (host->cores);
  machine_use_cores (here.cores);
  memcpy (host->cores_before, here.cores, sizeof here.cores);
}

void hosts_leave (struct ranks *ranks) {
  struct host_ranks *host = ranks->host;
  if (host == NULL)
    return;
  wait_for_all (ranks);
  ranks_free (&host->members);
  ranks_free (&host->leaders);
  free (host->leader);
  free (host);
  ranks->host = NULL;
}

static bool stay_apart (void) {
  const char *wish = getenv ("ZERMELO_RANKS");
  return wish != NULL && strcmp (wish, "apart") == 0;
}

bool hosts_join (struct ranks *ranks, const struct hosts_share *share, bool *refused,
                 struct failure *failure) {
  assert (ranks_are_consistent (ranks) && ranks->host == NULL && share->threads > 0);
  bool here_refused = false;
  *refused = false;
  if (ranks->size == 1 || stay_apart ())
    return true;
  struct host_ranks *host = ranks->host = allocate (1, sizeof *host);
  host->members = on_this_host (ranks);
  host->leaders = ranks_split (ranks, host->members.rank == 0);
  host->leaders.host = host; /* through which leaders hear of signals */
  find_leaders (ranks, host);
  take_stock (host, share, &here_refused, failure);
  uint64_t refusals = here_refused;
  ranks_sum (ranks, &refusals, 1);
  *refused = refusals > 0;
  const bool agreed = ranks_agree (ranks, failure);
  if (*refused || !agreed || host->count == ranks->size)
    hosts_leave (ranks);
  return agreed;
}

/* ---- searching as one ---- */

int hosts_count (const struct ranks *ranks) { return ranks->host == NULL ? ranks->size : ranks->host->count; }

int hosts_threads (const struct ranks *ranks, int threads) {
  return ranks->host == NULL ? threads : ranks->host->threads;
}

const struct ranks *hosts_leaders (const struct ranks *ranks) {
  return ranks->host == NULL ? ranks : &ranks->host->leaders;
}

int hosts_leader (const struct ranks *ranks, int rank) {
  assert (0 <= rank && rank < ranks->size);
  return ranks->host == NULL ? rank : ranks->host->leader[rank];
}

struct resources hosts_take (const struct ranks *ranks, const struct resources *resources) {
  struct resources all = *resources;
  struct host_ranks *host = ranks->host;
  if (host == NULL)
    return all;
  assert (host->leaders.size > 0);
  all.threads = host->threads;
  all.table_bytes *= (uint64_t) host->members.size;
  all.memory *= (uint64_t) host->members.size;
  all.cores = host->cores;
  machine_use_cores (host->cores);
  return all;
}

void hosts_give_back (const struct ranks *ranks) {
  if (ranks->host != NULL)
    machine_use_cores (ranks->host->cores_before);
}

/* ---- signals ---- */

/* Tell the leader about a signal that this rank has seen, so that the leader stops. */
static void pass_signal_on (struct host_ranks *host, const volatile int *stop) {
  if (host->members.rank == 0 || stop == NULL || !*stop || host->signal_passed_on)
    return;
  host->signal_passed_on = true;
  MPI_Request request; /* a message without bytes is on its way at once, so nothing has to wait for it */
  MPI_Isend (NULL, 0, MPI_BYTE, 0, TAG_SIGNAL, ranks_communicator (&host->members), &request);
  MPI_Request_free (&request);
}

void hosts_await (const struct ranks *ranks, const volatile int *stop) {
  if (ranks->host == NULL)
    return;
  MPI_Request request;
  struct backoff backoff = { 0 };
  MPI_Ibarrier (ranks_communicator (ranks), &request);
  for (int done = wait_glancing (&request); !done; MPI_Test (&request, &done, MPI_STATUS_IGNORE)) {
    pass_signal_on (ranks->host, stop);
    clock_nap (backoff_next (&backoff, false));
  }
}

bool hosts_told_to_stop (const struct ranks *ranks) {
  struct host_ranks *host = ranks->host;
  if (host == NULL)
    return false;
  if (host->signal_passed_on)
    return true;
  int arrived = 0;
  MPI_Status status;
  MPI_Iprobe (MPI_ANY_SOURCE, TAG_SIGNAL, ranks_communicator (&host->members), &arrived, &status);
  if (arrived)
    MPI_Recv (NULL, 0, MPI_BYTE, status.MPI_SOURCE, TAG_SIGNAL, ranks_communicator (&host->members),
              MPI_STATUS_IGNORE);
  host->signal_passed_on = arrived != 0;
  return host->signal_passed_on;
}
