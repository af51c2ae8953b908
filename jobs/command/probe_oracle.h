/* A file that `zermelo probe` can look positions up in: an opening book, endgame tables or layers. */
#ifndef ZERMELO_COMMAND_PROBE_ORACLE_H
#define ZERMELO_COMMAND_PROBE_ORACLE_H

#include "engine.h"
#include "terminal/output.h"

/** An open file. `reader` depends on its kind. */
struct oracle {
  struct game game;
  void *reader;
  /* Print the fields value, score and moves of a position. False, with nothing printed, if the position is
   * absent or the failure is set. */
  bool (*answer) (struct oracle *, struct output *, const struct position *, struct failure *);
  void (*close) (struct oracle *);
};

/** Open a file of that kind. EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. */
bool oracle_open_book (struct oracle *, const char *path, struct failure *);
bool oracle_open_tables (struct oracle *, const char *path, struct failure *);
bool oracle_open_layers (struct oracle *, const char *path, struct failure *);

#endif
