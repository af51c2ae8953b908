#include "run/placement.h"

#include "base/machine.h"
#include "base/threads.h"
#include "parallel/hosts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct place {
  char host[64];
  uint64_t cores[MACHINE_CORES / 64]; /* on which its threads may run */
  int core_count, threads;
};

/* ---- finding out ---- */

/* A thread of a rank: which it is, and where it may run. */
struct seat {
  pid_t thread;
  uint64_t cores[MACHINE_CORES / 64];
  int core_count;
};

static void take_seat (void *context, int thread) {
  struct seat *seat = (struct seat *) context + thread;
  seat->thread = gettid ();
  seat->core_count = machine_cores (seat->cores);
}

/* Find the threads that a team of this size really has, and their cores: OpenMP may give fewer threads, and
 * bind them. */
static struct place place_of_team (int threads) {
  struct place place;
  memset (&place, 0, sizeof place);
  gethostname (place.host, sizeof place.host - 1);
  struct seat *seats = allocate ((size_t) threads, sizeof *seats);
  if (threads == 1)
    take_seat (seats, 0);
  else
    team_run (threads, take_seat, seats);
  int most = 0;
  for (int i = 0; i < threads; i++) {
    bool is_new = true;
    for (int j = 0; j < i && is_new; j++)
      is_new = seats[j].thread != seats[i].thread;
    place.threads += is_new;
    most = most > seats[i].core_count ? most : seats[i].core_count;
    for (int j = 0; j < MACHINE_CORES / 64; j++)
      place.cores[j] |= seats[i].cores[j];
  }
  const int in_mask = machine_count (place.cores);
  place.core_count = in_mask > most ? in_mask : most; /* there may be more cores than the mask has bits */
  free (seats);
  return place;
}

static bool share_cores (const struct place *a, const struct place *b) {
  return strcmp (a->host, b->host) == 0 && memcmp (a->cores, b->cores, sizeof a->cores) == 0;
}

int placement_threads (const struct ranks *ranks) {
  const int asked = machine_threads_asked ();
  const struct place here = place_of_team (1);
  struct place *places = allocate ((size_t) ranks->size, sizeof *places);
  int *sharing = allocate ((size_t) ranks->size, sizeof *sharing);
  ranks_gather (ranks, &here, sizeof here, places);
  for (int i = 0; i < ranks->size && ranks->rank == 0; i++)
    for (int j = 0; j < ranks->size; j++)
      sharing[i] += share_cores (&places[i], &places[j]);
  ranks_broadcast (ranks, sharing, (size_t) ranks->size * sizeof *sharing);
  const int share = here.core_count / sharing[ranks->rank];
  free (places);
  free (sharing);
  return asked > 0 ? asked : share > MACHINE_THREADS_MAX ? MACHINE_THREADS_MAX : share < 1 ? 1 : share;
}

/* ---- saying so ---- */

/* A mask of cores as text: "0-3,8". */
static void cores_text (const uint64_t *cores, char *text, size_t size) {
  size_t used = 0;
  *text = 0;
  for (int i = 0; i < MACHINE_CORES && used < size - 1; i++) {
    if ((cores[i / 64] >> (i % 64) & 1) == 0)
      continue;
    const int first = i;
    while (i + 1 < MACHINE_CORES && (cores[(i + 1) / 64] >> ((i + 1) % 64) & 1) != 0)
      i++;
    const char *comma = used > 0 ? "," : "";
    used += (size_t) (i > first ? snprintf (text + used, size - used, "%s%d-%d", comma, first, i)
                                : snprintf (text + used, size - used, "%s%d", comma, first));
  }
}

static bool are_alike (const struct place *a, const struct place *b) {
  return share_cores (a, b) && a->threads == b->threads;
}

static void print_map (const struct place *places, int ranks) {
  for (int first = 0, last; first < ranks; first = last + 1) {
    for (last = first; last + 1 < ranks && are_alike (&places[first], &places[last + 1]); last++)
      continue;
    char who[40], cores[200];
    if (last > first)
      snprintf (who, sizeof who, "ranks %d-%d", first, last);
    else
      snprintf (who, sizeof who, "rank %d", first);
    cores_text (places[first].cores, cores, sizeof cores);
    fprintf (stderr, "%s: host %s, %d thread%s%s, cores %s\n", who, places[first].host, places[first].threads,
             places[first].threads == 1 ? "" : "s", last > first ? " each" : "", cores);
  }
}

/* Are they on one host? Where ranks are joined, MPI has said so; else the names of the hosts do. */
static bool on_one_host (const struct ranks *ranks, const struct place *places, int a, int b) {
  return ranks->host != NULL ? hosts_leader (ranks, a) == hosts_leader (ranks, b)
                             : strcmp (places[a].host, places[b].host) == 0;
}

static bool is_first_of_its_host (const struct ranks *ranks, const struct place *places, int rank) {
  for (int i = 0; i < rank; i++)
    if (on_one_host (ranks, places, i, rank))
      return false;
  return true;
}

struct host {
  const char *name;
  int ranks, threads,
      cores; /* ranks and threads: their numbers; cores: the cores that any of the ranks may use */
};

static struct host host_of (const struct ranks *ranks, const struct place *places, int first) {
  struct host host = { .name = places[first].host };
  uint64_t mask[MACHINE_CORES / 64] = { 0 };
  int most = 0;
  for (int i = first; i < ranks->size; i++) {
    if (!on_one_host (ranks, places, first, i))
      continue;
    host.ranks++;
    host.threads += places[i].threads;
    most = most > places[i].core_count ? most : places[i].core_count;
    for (int j = 0; j < MACHINE_CORES / 64; j++)
      mask[j] |= places[i].cores[j];
  }
  const int in_mask = machine_count (mask);
  host.cores = in_mask > most ? in_mask : most; /* a host may have more cores than the mask has bits */
  return host;
}

static void warn_about (const struct host *host) {
  if (host->threads > host->cores)
    fprintf (stderr, "warning: host %s has %d search threads for %d core%s\n", host->name, host->threads,
             host->cores, host->cores == 1 ? "" : "s");
}

static int ranks_at_once (const struct host *host) {
  assert (host->ranks > 0 && host->threads > 0 && host->cores > 0);
  return host->threads > host->cores ? (host->ranks * host->cores + host->threads - 1) / host->threads
                                     : host->ranks;
}

bool placement_join (struct session *session, struct failure *failure) {
  bool refused;
  const struct hosts_share share = { .threads = session->resources.threads,
                                     .chosen = session->options.threads > 0 || machine_threads_asked () > 0,
                                     .table_bytes = session->resources.table_bytes };
  hosts_leave (&session->ranks);
  if (!hosts_join (&session->ranks, &share, &refused, failure))
    return false;
  if (refused && session->ranks.rank == 0 && !session->options.quiet)
    fprintf (stderr,
             "warning: the ranks of a host may not use each other's cores, so each has a table of its own\n");
  return true;
}

/* Ranks that search as one have no more threads than cores, unless more were asked for. */
static bool may_have_too_many (const struct session *session) {
  return session->ranks.host == NULL || session->options.threads > 0 || machine_threads_asked () > 0;
}

static void print_joined (const struct host *host) {
  if (host->ranks > 1)
    fprintf (stderr, "host %s: its %d ranks search as one\n", host->name, host->ranks);
}

/* Is the task a search that the ranks do together? Otherwise they divide the work. */
static bool is_search (enum command_id task) {
  return task == COMMAND_SOLVE || task == COMMAND_VERIFY || task == COMMAND_BOOK || task == COMMAND_BENCH;
}

bool placement_find (struct session *session, enum command_id task, bool alone_too, struct failure *failure) {
  const int ranks = session->ranks.size;
  const struct place here = place_of_team (session->resources.threads);
  session->resources.threads = here.threads;
  struct place *places = allocate ((size_t) ranks, sizeof *places);
  ranks_gather (&session->ranks, &here, sizeof here, places);
  const bool good = !is_search (task) || placement_join (session, failure);
  const bool speaks = session->ranks.rank == 0 && !session->options.quiet;
  const bool chosen = alone_too && (session->options.threads == 0 || session->options.verbose);
  if (good && speaks && (session->ranks.launched || chosen))
    print_map (places, ranks);
  session->ranks_at_once = 0;
  for (int i = 0; i < ranks && good && session->ranks.rank == 0; i++) {
    if (!is_first_of_its_host (&session->ranks, places, i))
      continue;
    const struct host host = host_of (&session->ranks, places, i);
    session->ranks_at_once += session->ranks.host != NULL ? 1 : ranks_at_once (&host);
    assert (session->ranks_at_once <= ranks);
    if (speaks && session->ranks.host != NULL)
      print_joined (&host);
    if (speaks && may_have_too_many (session))
      warn_about (&host);
  }
  free (places);
  return good;
}
