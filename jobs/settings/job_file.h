/* A job file: what `zermelo run` is asked to do (zermelo-jobs(5)).
 *
 * The schema is one table for libcyaml (job_file.c). libcyaml reads the values; before it, a pass with
 * libyaml over the same table (job_check.c) finds unknown keys, wrong types and syntax errors with their
 * lines, which libcyaml does not report. Pure: text in, job or failure out; nothing is opened. */
#ifndef ZERMELO_SETTINGS_JOB_FILE_H
#define ZERMELO_SETTINGS_JOB_FILE_H

#include "base/failure.h"
#include "settings/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum task { TASK_SOLVE, TASK_VERIFY, TASK_BOOK, TASK_LAYERS, TASK_TABLEBASE, TASK_COUNT, TASK_PERFT, TASKS };

extern const char *const task_names[TASKS];

/** What the slurm section asks for. */
struct slurm {
  int nodes, ranks_per_node;
  int threads_per_rank;            /* 0: all cores of a node, divided among its ranks */
  int array;                       /* parts of a verification or of a list of positions, or 0 */
  uint64_t memory_per_node;        /* bytes; 0: all that a node has */
  double time;                     /* seconds; 0: no limit */
  const char *partition, *account; /* "": the default of the cluster */
  const char *const *extra;        /* extra_count further options of sbatch, each one line */
  size_t extra_count;
};

/** Values as in the file, or the defaults. Texts live as long as the job. */
struct job {
  const char *path; /* of the job file, for messages; borrowed */
  const char *name;
  enum task task;
  const char *game;
  const char *const *positions; /* position_count texts, unless positions_file is set */
  size_t position_count;
  const char *positions_file; /* or NULL */
  const char *only;
  enum effort_class effort;
  int plies;
  int pieces;         /* 0: none are asked for */
  const char *tables; /* file of endgame tables, or NULL */
  bool score, all_moves;
  enum method method;
  int depth;              /* 0: none */
  const char *evaluation; /* name, or NULL */
  uint64_t seed;
  uint64_t node_limit;      /* 0: none */
  int threads;              /* 0: what the job may use */
  const char *table_memory; /* as it stands in the file, or NULL */
  uint64_t table_bytes;
  double time_limit;          /* seconds, 0: none */
  double checkpoint_interval; /* seconds, 0: at the end; -1: not given */
  const char *directory;
  bool certificate, report;
  struct slurm slurm;
  void *parsed; /* private to job_file.c */
};

/** Read a job file's text. whole_memory: what 100% stands for, and the most that the table may take; 0: what
 *  its slurm section leaves to a rank, and if that is all of a node, which only the node knows, nothing is
 * too much and table_bytes says nothing. EXIT_BAD_DATA: "FILE:LINE: ...". */
bool job_read (struct job *, const char *path, const char *text, size_t size, uint64_t whole_memory,
               struct failure *);
void job_free (struct job *);

/** Can the job be done in parts? A verification, or a list of positions. */
bool job_has_parts (const struct job *);

/** The name of key i of those that the file has ("slurm.nodes"), in the order of the file; NULL if there are
 * no more. A group such as slurm is a key, too. */
const char *job_key (const struct job *, size_t i);

/** "FILE:LINE: key: ..." with the line on which the key stands (1 if it is absent). Returns false. */
bool job_fail (const struct job *, const char *key, struct failure *, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

#endif
