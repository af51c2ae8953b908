/* The table of known values, data/known_values.csv, and the selection of its rows. */
#ifndef ZERMELO_RUN_KNOWN_VALUES_H
#define ZERMELO_RUN_KNOWN_VALUES_H

#include "base/failure.h"
#include "engine.h"
#include "settings/options.h"

#include <stdbool.h>
#include <stddef.h>

struct known_value {
  char title[96]; /* game:board[,rules] in normal form */
  char game[24], board[32], rules[32];
  const char *set, *value, *source, *note; /* value: "win", "draw", "loss", or "" if none is published */
  enum effort_class effort;
  int line;              /* in the file */
  double nodes, seconds; /* what the board took once (data/verify_costs.csv); 0: unknown, or little */
};

struct known_values {
  struct known_value *rows;
  size_t count;
  void *file; /* the memory into which the texts point */
};

/** Where the table is. */
void known_values_path (char *path, size_t size);

/** Read the table, from the folder that ZERMELO_DATA names if it is set. EXIT_NO_INPUT, EXIT_BAD_DATA with
 * file and line. */
bool known_values_read (struct known_values *, struct failure *);
void known_values_free (struct known_values *);

/** Bounds that the table puts on the value of a position, for its side to move, as in the report of Clerici
 * and Volpe: at the start of a game, the value in the table is an upper bound. After one move, whichever it
 * is, the value of the start to the second player is a lower bound, since he gets at least that. False:
 * nothing is known of the position. */
bool known_values_window (const struct known_values *, const struct game *, const struct position *,
                          struct bounds *);

/** known_values_window() for players (struct play_resources): `table` is a struct known_values, empty ({ 0
 * }), which is read when it is first asked; if that fails, nothing is known. The caller frees it. One thread
 * at a time. */
bool known_values_ask (void *table, const struct game *, const struct position *, struct bounds *);

/** Keep only the rows selected by --only, --effort and --part. EXIT_USAGE if --only matches none. */
bool known_values_select (struct known_values *, const struct options *, struct failure *);

#endif
