#include "parallel/all_to_all.h"

#include "parallel/ranks_private.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Where each rank's part begins in one block; the last entry is the sum of all sizes. */
static int *offsets (const int *sizes, int ranks) {
  assert (ranks > 0);
  int *offset = allocate ((size_t) ranks + 1, sizeof *offset);
  for (int r = 0; r < ranks; r++) {
    if (sizes[r] > INT_MAX - offset[r])
      internal_error (__FILE__, __LINE__, "too many bytes to exchange at once");
    assert (sizes[r] >= 0);
    offset[r + 1] = offset[r] + sizes[r];
  }
  return offset;
}

/* MPI counts in ints: words of 8 bytes let messages be as much longer. */
static int words (uint64_t bytes) {
  const uint64_t count = (bytes + 7) / 8;
  if (count > INT_MAX)
    internal_error (__FILE__, __LINE__, "too many bytes to exchange at once");
  return (int) count;
}

size_t ranks_exchange (const struct ranks *ranks, const uint8_t *const *out, const size_t *bytes,
                       uint8_t **in) {
  assert (ranks_are_consistent (ranks));
  if (ranks->communicator == NULL) {
    *in = allocate (bytes[0], 1);
    memcpy (*in, out[0], bytes[0]);
    return bytes[0];
  }
  const size_t size = (size_t) ranks->size;
  uint64_t *sent = allocate (size, sizeof *sent), *received = allocate (size, sizeof *received);
  int *send = allocate (size, sizeof *send), *receive = allocate (size, sizeof *receive);
  for (size_t r = 0; r < size; r++) {
    sent[r] = bytes[r];
    send[r] = words (bytes[r]);
  }
  MPI_Request request;
  MPI_Ialltoall (sent, 1, MPI_UINT64_T, received, 1, MPI_UINT64_T, ranks_communicator (ranks), &request);
  wait_napping (&request);
  assert (sent[ranks->rank] == received[ranks->rank]); /* all ranks take part in one exchange at a time */
  for (size_t r = 0; r < size; r++)
    receive[r] = words (received[r]);
  int *from = offsets (send, ranks->size), *to = offsets (receive, ranks->size);
  uint64_t *block = allocate ((size_t) from[size], 8), *all = allocate ((size_t) to[size], 8);
  for (size_t r = 0; r < size; r++)
    if (bytes[r] > 0)
      memcpy (block + from[r], out[r], bytes[r]);
  MPI_Ialltoallv (block, send, from, MPI_UINT64_T, all, receive, to, MPI_UINT64_T, ranks_communicator (ranks),
                  &request);
  wait_napping (&request);
  *in = (uint8_t *) all;
  size_t total = 0;
  for (size_t r = 0; r < size; total += received[r++]) /* without what filled the last words */
    memmove (*in + total, all + to[r], received[r]);
  free (block);
  free (from);
  free (to);
  free (send);
  free (receive);
  free (sent);
  free (received);
  return total;
}

void ranks_share (const struct ranks *ranks, void *rows, size_t row_bytes, const int *first,
                  const int *count) {
  assert (ranks_are_consistent (ranks) && row_bytes > 0);
  for (int r = 0; r < ranks->size; r++)
    assert (first[r] >= 0 && count[r] >= 0);
  if (ranks->communicator == NULL)
    return;
  MPI_Datatype row;
  MPI_Request request;
  MPI_Type_contiguous ((int) row_bytes, MPI_BYTE, &row);
  MPI_Type_commit (&row);
  MPI_Iallgatherv (MPI_IN_PLACE, 0, row, rows, count, first, row, ranks_communicator (ranks), &request);
  wait_napping (&request);
  MPI_Type_free (&row);
}
