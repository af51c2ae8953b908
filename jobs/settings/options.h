/* The command line: options and arguments, read with argp by the table of parameters (parameters.h).
 *
 * Parsing is pure: it changes nothing but `struct options` and prints nothing. */
#ifndef ZERMELO_SETTINGS_OPTIONS_H
#define ZERMELO_SETTINGS_OPTIONS_H

#include "base/failure.h"
#include "settings/parameters.h"
#include "search/search.h"
#include "search/table.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** Classes of rows of the table of known values: what each asks for includes the ones before it. */
enum effort_class { EFFORT_QUICK, EFFORT_NORMAL, EFFORT_LONG, EFFORTS };

extern const char *const effort_names[EFFORTS];

/** The format of `export` that is a page (serve/page_export.h). */
#define PAGE_FORMAT "html"

/** What --json prints: nothing, an object for each line, or the position in the shape that all commands share
 * (answer/answer.h). */
enum json_shape { JSON_NONE, JSON_LINES, JSON_POSITION, JSON_SHAPES };

extern const char *const json_shape_names[JSON_SHAPES];

/** What a command line says, or a job file. Texts are borrowed from there. What is not given has its default.
 */
struct options {
  bool given[PARAMETERS_MAX]; /* by parameter_index() */
  bool help, version;
  bool quiet, verbose, pretty;
  enum json_shape json;

  int threads; /* 0: the default */
  uint64_t table_bytes;
  double time_limit;    /* seconds; 0: none */
  uint64_t node_limit;  /* 0: none */
  uint64_t small_nodes; /* of leaves that are searched; 0: not given */
  enum method method;
  enum replacement replacement;
  int depth;              /* 0: not given */
  const char *evaluation; /* name, or NULL */
  uint64_t seed;

  bool maker_breaker, score, all_moves, values, distinct, symmetry, check, complete, dry_run, scaling,
      signature, distances, check_tables;
  bool share_table;
  bool open;                  /* the page, in a browser */
  int port;                   /* 0: any */
  const char *listen;         /* an address */
  const char *first, *second; /* players */
  const char *positions;      /* file of positions, "-": standard input, or NULL */
  const char *strategy;       /* of a book: first, second or both; or NULL */
  const char *around;         /* of a book: file of positions, or NULL */
  const char *from;           /* of a book: the book to extend, or NULL */
  double until;               /* of a book: seconds; 0: none */
  int plies;                  /* -1: not given */
  int min_ply;                /* of extract */
  const char *line;           /* of extract: a position, or NULL */
  const char *value;          /* of extract: its name, or NULL */
  int pieces;                 /* 0: not given */
  const char *tables;         /* file of endgame tables, or NULL */
  const char *only;
  const char *format; /* of export, or NULL */
  enum effort_class effort;
  int part, parts; /* 1/1: all */

  const char *output, *statistics, *merge, *checkpoint, *certificate; /* files, or NULL */
  const char *certificates;                                           /* a folder, or NULL */
  double checkpoint_interval;                                         /* seconds; 0: only at the end */

  char **arguments; /* what is no option, in order: borrowed from argv, which the parser may reorder */
  int argument_count;
};

/** Read the words after the name of a command. `whole_memory`: what 100% stands for in a size. EXIT_USAGE. */
bool options_parse (struct options *, enum command_id, int argc, char **argv, uint64_t whole_memory,
                    struct failure *);

/** Was the option of that name given? */
bool options_given (const struct options *, const char *name);

#endif
