/* A comparison of methods: their costs on equal positions, by depth; its file, its growth, its page.
 *
 * Nodes are exact and equal on every machine; seconds are medians of repetitions on one machine. */
#ifndef ZERMELO_ANALYSIS_COMPARISON_H
#define ZERMELO_ANALYSIS_COMPARISON_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The cost of a method at a depth, on all positions of a game. Plain data, sent as bytes. */
struct comparison_cell {
  char game[96], method[96];
  int32_t depth;                     /* 0: to the end of the game */
  int32_t repetitions;               /* number of repetitions, of which `seconds` is the median */
  uint64_t searches;                 /* positions searched */
  uint64_t nodes, looks, unfinished; /* sums over all searches; `unfinished`: searches that did not reach
                                        their end */
  uint64_t published;                /* published nodes of an average search; 0: none are known */
  double seconds;                    /* sum over all searches */
};

struct file_in;
struct file_out;

struct comparison {
  char name[64];
  char what[200];                /* description of the searches, for the page */
  struct comparison_cell *cells; /* sorted by game, then method, then depth */
  size_t count;
};

/** The number of consecutive cells, from number `first` on, with equal game and method. */
size_t comparison_group (const struct comparison *, size_t first);

/** The number of nodes of an average search. */
double comparison_average (const struct comparison_cell *);

/** The factor by which nodes grow with each ply of depth. */
struct growth {
  double rate, lower, upper; /* lower, upper: the interval of 95 % */
  int depths;                /* number of depths to which it is fitted */
};

/** Fit a power of the depth to `count` cells by least squares of logarithms. False: fewer than three depths
 * have nodes. */
bool comparison_growth (const struct comparison_cell *, size_t count, struct growth *);

/** Write the cells into an open file, in the group /cells; read them. False: the file has a failure, or there
 * are more than `most`; `comparison->cells` has room for `most`. */
void comparison_save (struct file_out *, const struct comparison *);
bool comparison_load (struct file_in *, struct comparison *, size_t most);

/** Write the cells as HDF5 (zermelo-files(5)). Rank 0. EXIT_CANNOT_CREATE, EXIT_IO. */
bool comparison_write (const char *path, const struct comparison *, struct failure *);

/** Write the page. Rank 0. EXIT_CANNOT_CREATE, EXIT_IO. */
bool comparison_write_page (const char *path, const struct comparison *, struct failure *);

#endif
