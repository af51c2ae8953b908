/* A checkpoint holds what is needed to continue a run after its end, in two generations of one file.
 *
 * The next generation is complete and synced before it replaces the last one, which is kept as
 * `path`.previous. So at every moment, even if the disk fills up or the power fails, one of the two names has
 * a complete checkpoint. proof/checkpoint_content.h decides what is in it; the layout is private to this
 * program. Not collective (rank 0). */
#ifndef ZERMELO_STORE_CHECKPOINT_H
#define ZERMELO_STORE_CHECKPOINT_H

#include "store/file.h"

#include <stdbool.h>

#define CHECKPOINT_KIND "checkpoint"

enum { CHECKPOINT_FORMAT = 6 };

/** Begin the next generation. Game, board, rules and options of `identity` identify the job; its other
 * members are filled in. Fails as file_create() does. */
struct file_out *checkpoint_begin (const char *path, const struct file_identity *, struct failure *);

/** To be called when the generation is complete: seal, sync, rename. False on EXIT_IO; then the last
 * generation is still in place. */
bool checkpoint_end (const char *path, struct file_out *, struct failure *);

/** Would checkpoint_begin() succeed? Also reserves the name (store/new_file.h). EXIT_CANNOT_CREATE. */
bool checkpoint_possible (const char *path, struct failure *);

enum checkpoint_state {
  CHECKPOINT_ABSENT, /* there is no checkpoint: a fresh start */
  CHECKPOINT_READ,
  CHECKPOINT_REFUSED /* the checkpoint is of another job, kind or format (EXIT_BAD_DATA), or no generation is
                        readable */
};

/** Read the newest generation that is readable. `read` gets the open file and returns false if the content
 * makes no sense (file_adds_up() is called after it); it may be called twice, and must then start over.
 * `remark` (300 bytes) is empty, or says that the older generation was read, and why. */
enum checkpoint_state checkpoint_read (const char *path, const struct file_identity *,
                                       bool (*read) (void *context, struct file_in *), void *context,
                                       char *remark, struct failure *);

/** Is the checkpoint of this job, or is there none? Its content is not read. EXIT_BAD_DATA as in
 * checkpoint_read(). */
bool checkpoint_is_of (const char *path, const struct file_identity *, struct failure *);

#endif
