/* What a run is asked: by a command line (struct options), or by a job file (struct job). Both are filled in
 * by the table of parameters (parameters.h). */
#ifndef ZERMELO_SETTINGS_OPTIONS_H
#define ZERMELO_SETTINGS_OPTIONS_H

#include "settings/command_table.h"
#include "search/search.h"
#include "search/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Classes of rows of the table of known values: what each asks for includes the ones before it. */
enum effort_class { EFFORT_QUICK, EFFORT_NORMAL, EFFORT_LONG, EFFORTS };

extern const char *const effort_names[EFFORTS];

/** The format of `export` that is a page (serve/page_files.h). */
#define PAGE_FORMAT "html"

/** What --json prints: nothing, an object for each line, or the position in the shape that all commands share
 * (answer/answer.h). */
enum json_shape { JSON_NONE, JSON_LINES, JSON_POSITION, JSON_SHAPES };

extern const char *const json_shape_names[JSON_SHAPES];

enum { PARAMETERS_MAX = 100 }; /* more than there are */

/** What a command line says, or a job file. Texts are borrowed from there. What is not given has its default.
 */
struct options {
  bool given[PARAMETERS_MAX]; /* by parameter_index() */
  bool help, version;
  bool quiet, verbose, pretty;
  enum json_shape json;

  int threads; /* 0: the default */
  uint64_t table_bytes;
  double time_limit;   /* seconds; 0: none */
  uint64_t node_limit; /* 0: none */
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

struct text_list {
  const char *const *texts;
  size_t count;
};

/** What the slurm section asks for. */
struct slurm {
  int nodes, ranks_per_node;
  int threads_per_rank;            /* 0: all cores of a node, divided among its ranks */
  int array;                       /* parts of a verification or of a list of positions, or 0 */
  uint64_t memory_per_node;        /* bytes; 0: all that a node has */
  double time;                     /* seconds; 0: no limit */
  const char *partition, *account; /* "": the default of the cluster */
  struct text_list extra;          /* further options of sbatch, each one line */
};

/** Values as in the file, or the defaults. Texts live as long as the job. */
struct job {
  struct options options; /* only options that are also keys count; those of the command line do not */
  const char *path;       /* of the job file, for messages; borrowed */
  const char *name;
  enum command_id task; /* the command that it asks for */
  const char *game;
  struct text_list positions;          /* unless positions_file is set */
  const char *positions_file;          /* or NULL */
  const char *table_memory;            /* as it stands in the file, or NULL */
  const char *directory;               /* or NULL: out/NAME */
  struct text_list boards, players;    /* of a tournament: GAMEs, PLAYERs; boards of compare, too */
  int games, ply_cap, opening_plies;   /* of each pair on each board; 0: none */
  double move_time, tolerance;         /* seconds a move, and over that */
  int unplayable;                      /* who cannot play a board: 0: is left out, 1: loses */
  struct text_list methods, published; /* of compare */
  struct text_list depths;             /* of compare, and of a tournament */
  bool whole_games;
  int repetitions;
  bool certificate, report;
  struct slurm slurm;
  int lines[PARAMETERS_MAX]; /* on which the key stands, by parameter_index(); 0: it is not given */
  void *document;            /* private to job_file.c */
};

#endif
