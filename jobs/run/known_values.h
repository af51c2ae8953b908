/* The table of known values, data/known_values.csv, and the selection of its rows. */
#ifndef ZERMELO_RUN_KNOWN_VALUES_H
#define ZERMELO_RUN_KNOWN_VALUES_H

#include "base/failure.h"
#include "settings/options.h"

#include <stdbool.h>
#include <stddef.h>

struct known_value {
  char title[96]; /* game:board[,rules] in normal form */
  char game[24], board[32], rules[32];
  const char *set, *value, *source, *note; /* value: "win", "draw", "loss", or "" if none is published */
  enum effort_class effort;
  int line;              /* in the file */
  double nodes, seconds; /* what it took once (data/verify_costs.csv); 0: not known, or little */
};

struct known_values {
  struct known_value *rows;
  size_t count;
  void *file; /* what the texts point into */
};

/** Where the table is. */
void known_values_path (char *path, size_t size);

/** Read the table, from the folder that ZERMELO_DATA names if it is set. EXIT_NO_INPUT, EXIT_BAD_DATA with
 * file and line. */
bool known_values_read (struct known_values *, struct failure *);
void known_values_free (struct known_values *);

/** Keep only the rows selected by --only, --effort and --part. EXIT_USAGE if --only matches none. */
bool known_values_select (struct known_values *, const struct options *, struct failure *);

#endif
