/* The statistics file: everything about a run that differs from run to run, and the table of its results.
 *
 * HDF5, readable with h5dump and h5py alone. Written by rank 0 from memory, to a temporary name,
 * then renamed: a file that has its final name is whole. */
#ifndef ZERMELO_STORE_STATISTICS_FILE_H
#define ZERMELO_STORE_STATISTICS_FILE_H

#include "base/failure.h"
#include "base/statistics.h"

#include <stdbool.h>
#include <stddef.h>

/** One line of the results: a board verified, a position solved, a ply of a book or count. What a task has no
 *  use for is 0 or "". Nodes and looks are those of a search (or what `verify` prints as such); what is
 * listed or counted are positions. */
struct record_row {
  char subject[96];  /* game:board or position ("start"), "ply 3", "slice 2.0.1.0", "depth 5", a workload */
  char expected[16]; /* published value, or "" */
  char found[16];    /* value found, or "" */
  char verdict[16];  /* ok, differs, new, unknown, or "" */
  char method[24];
  char source[160];
  uint64_t nodes, looks;
  double seconds;
  uint64_t positions;        /* perft: sequences of moves */
  uint64_t won, drawn, lost; /* of these, for the side to move */
  uint64_t scored;           /* of these, with a score, */
  int32_t lowest, highest;   /*   in this range */
  int32_t plies;             /* to the end: of the position, or of the longest win among them */
  char moves[96];    /* that keep the value, with spaces between them; perhaps cut off: ends with "..." */
  char argument[48]; /* by which it was settled without search */
  char example[160]; /* the position with the longest win */
};

/** Where, when and by what it was written. record_write() finds it out by itself; record_read() fills it
 *  in. */
struct record_origin {
  char version[32], revision[80];
  char compiler[96];
  char libraries[160]; /* "Open MPI ..., HDF5 1.10.8" */
  char host[72];
  char finished[24]; /* UTC, "2026-01-31T12:00:00Z" */
};

struct record {
  char task[24], name[64], title[96];  /* verify, quickstart, game or "" */
  char game[24], board[32], rules[32]; /* "" if it is not about one game */
  char command[400];                   /* the command line or job file */
  double seconds;                      /* wall time of the run */
  int part, parts;                     /* which part of the work it was: 1 of 1 is all of it */
  int runs;      /* that were put together; seconds and ranks are those of all. At least 1 */
  bool complete; /* nothing of it was left when the run ended */
  int ranks, threads;
  uint64_t table_bytes; /* a rank */
  char replacement[32];
  const struct record_row *rows;
  size_t row_count;
  const struct statistics *statistics; /* one a rank */
  const double *busy_seconds;          /* one a rank */
  struct record_origin origin;         /* not used by record_write() */
};

/** Write / read the file. Not collective (rank 0). Reading allocates rows, statistics and busy_seconds;
 *  record_free() frees them (a record that was read, only). A counter that the file does not have reads as 0;
 *  a file of format 2 has no positions of their own (a book, tables, layers, counts had them as nodes, which
 *  are made positions), no values of these and no runs.
 *  Errors: EXIT_CANNOT_CREATE, EXIT_IO; EXIT_NO_INPUT, EXIT_BAD_DATA. */
bool record_write (const char *path, const struct record *, struct failure *);
bool record_read (const char *path, struct record *, struct failure *);
void record_free (struct record *);

#endif
