/* The statistics file: everything about a run that differs from run to run, and a table of its results.
 *
 * HDF5, readable with h5dump and h5py alone. Rank 0 writes it from memory, under a temporary name, and
 * renames it: a file with its final name is complete. */
#ifndef ZERMELO_STORE_STATISTICS_FILE_H
#define ZERMELO_STORE_STATISTICS_FILE_H

#include "base/failure.h"
#include "base/statistics.h"

#include <stdbool.h>
#include <stddef.h>

/** One row of the results: a board verified, a position solved, a ply of a book or count. Fields that a task
 * has no use for are 0 or "". Nodes and looks are those of a search (or the numbers that `verify` prints as
 * such); anything that is listed or counted is in `positions`. */
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
  uint64_t won, drawn, lost; /* how many of the positions are won, drawn and lost, for the side to move */
  uint64_t scored;           /* positions with a score, */
  int32_t lowest, highest;   /*   in this range */
  int32_t plies;             /* plies to the end of the position, or of the longest win among the positions */
  char moves[96]; /* moves that keep the value, separated by spaces; the text ends with "..." if it is cut off
                   */
  char argument[48]; /* the argument that decided the position without search */
  char example[160]; /* the position with the longest win */
  char proven[4]; /* was the value proven by a certificate? yes or no; "" if no certificate was asked for */
};

/** Where, when and by which program the file was written. record_write() finds this out; record_read() fills
 * it in. */
struct record_origin {
  char version[32], revision[80];
  char compiler[96];
  char libraries[160]; /* "Open MPI ..., HDF5 1.10.8" */
  char host[72];
  char finished[24]; /* UTC, "2026-01-31T12:00:00Z" */
};

struct record {
  char task[24], name[64], title[96];  /* verify, quickstart, game or "" */
  char game[24], board[32], rules[32]; /* "" if the run is not about a single game */
  char command[400];                   /* the command line or job file */
  double seconds;                      /* wall time of the run */
  int part, parts;                     /* which part of the work the run did; 1 of 1 is all of the work */
  int runs;      /* how many runs were merged, at least 1; seconds and ranks are sums over all of them */
  bool complete; /* the run left no work undone */
  int ranks, threads;
  uint64_t table_bytes; /* of each rank */
  char replacement[32];
  const struct record_row *rows;
  size_t row_count;
  const struct effort *efforts; /* of each rank */
  struct record_origin origin;  /* not used by record_write() */
};

/** Write / read the file. Not collective (rank 0). Reading allocates rows and efforts, which
 *  record_free() frees (only in a record that was read). A counter that is missing in the file reads as 0. A
 *  file of format 2 has no won, drawn, lost or runs, and no separate positions: books, tables, layers and
 *  counts stored them as nodes, which are moved.
 *  Errors: EXIT_CANNOT_CREATE, EXIT_IO; EXIT_NO_INPUT, EXIT_BAD_DATA. */
bool record_write (const char *path, const struct record *, struct failure *);
bool record_read (const char *path, struct record *, struct failure *);
void record_free (struct record *);

#endif
