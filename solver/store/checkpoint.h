/* A checkpoint: what a run needs to go on after its end, in two generations of one file.
 *
 * The next one is made beside the last, whole and synced, before it takes its place; the last one stays as
 * `path`.previous. So at every moment, also when the disk is full or the power goes, there is a whole one
 * under one of the two names. What is inside is the business of proof/checkpoint_content.h; the layout is
 * private to the format. Not collective (rank 0). */
#ifndef ZERMELO_STORE_CHECKPOINT_H
#define ZERMELO_STORE_CHECKPOINT_H

#include "store/file.h"

#include <stdbool.h>

#define CHECKPOINT_KIND "checkpoint"

enum { CHECKPOINT_FORMAT = 4 };

/** Begin the next generation. `identity`: game, board, rules and options say which job; the rest is filled
 *  in. As file_create(). */
struct file_out *checkpoint_begin (const char *path, const struct file_identity *, struct failure *);

/** It is complete: seal, sync, rename. Returns false on EXIT_IO; then what was there is still there. */
bool checkpoint_end (const char *path, struct file_out *, struct failure *);

/** Could checkpoint_begin() do it? The name is then reserved (store/new_file.h). EXIT_CANNOT_CREATE. */
bool checkpoint_possible (const char *path, struct failure *);

enum checkpoint_state {
  CHECKPOINT_ABSENT, /* there is none: a fresh start */
  CHECKPOINT_READ,
  CHECKPOINT_REFUSED /* it is of another job, kind or format (EXIT_BAD_DATA), or no generation can be read */
};

/** Read the newest generation that can be read: `read` gets the open file and returns false if it makes no
 *  sense (file_adds_up() is called after it); it may be called twice and then begins anew. `remark` (300
 *  bytes) is empty, or says that it was the older one, and why. */
enum checkpoint_state checkpoint_read (const char *path, const struct file_identity *,
                                       bool (*read) (void *context, struct file_in *), void *context,
                                       char *remark, struct failure *);

#endif
