#include "parallel/ranks.h"

#include "parallel/ranks_private.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct ranks ranks_alone = { .rank = 0, .size = 1 };

/* ---- the launcher, as the environment shows it ---- */

static int number_in (const char *name, int absent) {
  const char *text = getenv (name);
  return text != NULL && *text != 0 ? atoi (text) : absent;
}

static int largest (int a, int b) { return a > b ? a : b; }

#ifdef OPEN_MPI
const char ranks_srun_mpi[] = "pmix";
#else
const char ranks_srun_mpi[] = "pmi2"; /* Debian's MPICH does not find its peers by PMIx */
#endif

const char *ranks_library (void) {
  static char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version (text, &length);
  text[strcspn (text, ",\n")] = 0;
  return text;
}

/* Does the environment say how MPI finds its peers? Open MPI understands its own mpirun and PMIx. If the
 * environment offers only the older PMI (srun --mpi=pmi2), Open MPI ends the process with a long message of
 * its own and code 1. */
static bool has_peer_service (void) {
  static const char *const names[] = { "OMPI_COMM_WORLD_SIZE", "PMIX_RANK",
#ifndef OPEN_MPI
                                       "PMI_RANK", "PMI_SIZE", "PMI_FD"
#endif
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (getenv (names[i]) != NULL)
      return true;
  return false;
}

/* The number of tasks of the job step. A batch script has SLURM_PROCID, too, but is not a job step. */
static int slurm_tasks (void) {
  if (getenv ("SLURM_PROCID") == NULL || getenv ("SLURM_STEP_ID") == NULL)
    return 1;
  return number_in ("SLURM_STEP_NUM_TASKS", number_in ("SLURM_NTASKS", 1));
}

/* The number of processes that the launcher started, as far as the environment tells. */
static int started (void) {
  return largest (slurm_tasks (), largest (number_in ("OMPI_COMM_WORLD_SIZE", 1), number_in ("PMI_SIZE", 1)));
}

static int rank_by_launcher (void) {
  static const char *const names[] = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (getenv (names[i]) != NULL)
      return number_in (names[i], 0);
  return 0;
}

bool ranks_launched (void) { return has_peer_service () || started () > 1; }

static bool fail_alone (struct ranks *ranks, struct failure *failure) {
  *ranks = (struct ranks){ .rank = rank_by_launcher (), .size = 1 };
  if (ranks->rank != 0)
    clock_nap (1); /* so that rank 0 can say why before the launcher ends all processes */
  return fail (failure, EXIT_USAGE,
               "%d processes were started, but each sees only itself: use `srun --mpi=%s`, or the mpirun "
               "that belongs to the MPI library of this program",
               started (), ranks_srun_mpi);
}

/* ---- beginning and end ---- */

static void abort_all (int code) {
  int begun = 0, ended = 0;
  fflush (NULL);
  MPI_Initialized (&begun);
  MPI_Finalized (&ended);
  if (begun && !ended)
    MPI_Abort (MPI_COMM_WORLD, code);
  _Exit (code);
}

static bool begin_mpi (struct ranks *ranks, int *argc, char ***argv, struct failure *failure) {
  int provided;
  MPI_Init_thread (argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm *communicator = allocate (1, sizeof *communicator);
  MPI_Comm_dup (MPI_COMM_WORLD, communicator);
  ranks->communicator = communicator;
  ranks->launched = true;
  MPI_Comm_rank (*communicator, &ranks->rank);
  MPI_Comm_size (*communicator, &ranks->size);
  failure_exit = abort_all;
  assert (ranks_are_consistent (ranks));
  if (ranks->size == 1 && started () > 1) {
    ranks_end (ranks);
    return fail_alone (ranks, failure);
  }
  if (provided < MPI_THREAD_FUNNELED) {
    ranks_end (ranks);
    return fail (failure, EXIT_USAGE,
                 "this MPI library allows no threads beside the one that talks (level %d, not %d)", provided,
                 MPI_THREAD_FUNNELED);
  }
  return true;
}

bool ranks_begin (struct ranks *ranks, int *argc, char ***argv, struct failure *failure) {
  *ranks = (struct ranks){ .rank = 0, .size = 1 };
  if (!ranks_launched ())
    return true;
  if (!has_peer_service ()) /* Open MPI would end the process: see has_peer_service() */
    return fail_alone (ranks, failure);
  return begin_mpi (ranks, argc, argv, failure);
}

struct ranks ranks_of (const struct ranks *ranks, MPI_Comm communicator) {
  struct ranks part = { .rank = ranks->rank, .launched = ranks->launched };
  if (communicator == MPI_COMM_NULL)
    return part;
  part.communicator = allocate (1, sizeof communicator);
  *(MPI_Comm *) part.communicator = communicator;
  MPI_Comm_rank (communicator, &part.rank);
  MPI_Comm_size (communicator, &part.size);
  assert (ranks_are_consistent (&part));
  return part;
}

void ranks_free (struct ranks *part) {
  if (part->communicator != NULL)
    MPI_Comm_free (part->communicator);
  free (part->communicator);
  part->communicator = NULL;
}

struct ranks ranks_split (const struct ranks *ranks, bool takes_part) {
  MPI_Comm communicator;
  wait_for_all (ranks); /* MPI_Comm_split() would spin */
  MPI_Comm_split (ranks_communicator (ranks), takes_part ? 0 : MPI_UNDEFINED, ranks->rank, &communicator);
  return ranks_of (ranks, communicator);
}

void ranks_part (const struct ranks *ranks, int count, struct ranks *part) {
  assert (ranks_are_consistent (ranks));
  assert (count >= 1 && count <= ranks->size);
  *part = ranks->communicator == NULL ? ranks_alone : ranks_split (ranks, ranks->rank < count);
}

void ranks_part_end (const struct ranks *ranks, struct ranks *part) {
  assert (part->rank == ranks->rank && part->size <= ranks->size);
  if (ranks->communicator == NULL)
    return;
  wait_for_all (ranks);
  ranks_free (part);
}

void ranks_end (struct ranks *ranks) {
  if (ranks->communicator == NULL)
    return;
  wait_for_all (ranks);
  ranks_free (ranks);
  MPI_Finalize ();
}

/* ---- collectives ---- */

/* The size of the next piece: MPI counts in int. */
static int piece (size_t left) {
  const size_t most = 1 << 30;
  return (int) (left < most ? left : most);
}

static void broadcast_from (const struct ranks *ranks, int root, void *bytes, size_t size) {
  assert (0 <= root && root < ranks->size);
  for (size_t sent = 0; sent < size;) {
    MPI_Request request;
    const int part = piece (size - sent);
    MPI_Ibcast ((char *) bytes + sent, part, MPI_BYTE, root, ranks_communicator (ranks), &request);
    wait_napping (&request);
    sent += (size_t) part;
  }
}

bool ranks_agree_working (const struct ranks *ranks, bool (*work) (void *), void *context,
                          struct failure *failure) {
  if (ranks->communicator == NULL)
    return failure->code == 0;
  assert (ranks_are_consistent (ranks));
  int first = failure->code != 0 ? ranks->rank : ranks->size, lowest;
  MPI_Request request;
  MPI_Iallreduce (&first, &lowest, 1, MPI_INT, MPI_MIN, ranks_communicator (ranks), &request);
  while (!wait_glancing (&request) && work (context))
    ;
  wait_napping (&request);
  assert (0 <= lowest && lowest <= first); /* the lowest rank with a failure is this one or a lower one */
  if (lowest == ranks->size)
    return true;
  broadcast_from (ranks, lowest, failure, sizeof *failure);
  assert (failure->code != 0);
  return false;
}

static bool nothing_to_do (void *context) {
  (void) context;
  return false;
}

bool ranks_agree (const struct ranks *ranks, struct failure *failure) {
  return ranks_agree_working (ranks, nothing_to_do, NULL, failure);
}

void ranks_broadcast (const struct ranks *ranks, void *bytes, size_t size) {
  assert (ranks_are_consistent (ranks));
  if (ranks->communicator != NULL)
    broadcast_from (ranks, 0, bytes, size);
}

void ranks_sum (const struct ranks *ranks, uint64_t *sum, size_t count) {
  assert (ranks_are_consistent (ranks));
  if (ranks->communicator == NULL)
    return;
  for (size_t done = 0; done < count;) {
    MPI_Request request;
    const int part = piece (count - done);
    MPI_Iallreduce (MPI_IN_PLACE, sum + done, part, MPI_UINT64_T, MPI_SUM, ranks_communicator (ranks),
                    &request);
    wait_napping (&request);
    done += (size_t) part;
  }
}

void ranks_gather (const struct ranks *ranks, const void *part, size_t size, void *all) {
  assert (ranks_are_consistent (ranks));
  if (ranks->communicator == NULL) {
    memcpy (all, part, size);
    return;
  }
  if (size > INT_MAX)
    internal_error (__FILE__, __LINE__, "%zu bytes are too many to gather at once", size);
  MPI_Request request;
  MPI_Igather (part, (int) size, MPI_BYTE, all, (int) size, MPI_BYTE, 0, ranks_communicator (ranks),
               &request);
  wait_napping (&request);
}
