/* What a checkpoint contains (store/checkpoint.h): results and what cut-off queries cost, what ranks did,
 * proven bounds, and the top of a proof. Groups of columns; checkpoint_content.c has the columns.
 *
 * Not collective (rank 0). Reading checks what it must to be safe to use; that nothing was changed is the
 * checksum's business. */
#ifndef ZERMELO_PROOF_CHECKPOINT_CONTENT_H
#define ZERMELO_PROOF_CHECKPOINT_CONTENT_H

#include "base/statistics.h"
#include "proof/graph_snapshot.h"
#include "proof/answer_cache.h"
#include "proof/bound_log.h"
#include "store/file.h"

void save_answer_cache (struct file_out *, const struct answer_cache *);
/** What the ranks did (struct effort). */
void save_efforts (struct file_out *, const struct effort *, size_t count);
void save_bound_log (struct file_out *, const struct bound_log *);
void save_graph (struct file_out *, const struct graph_snapshot *);

/** Into an empty cache or log. */
bool load_answer_cache (struct file_in *, struct answer_cache *);
bool load_bound_log (struct file_in *, struct bound_log *);

/** An array that the caller frees, or NULL. */
struct effort *load_efforts (struct file_in *, size_t *count);

/** graph_snapshot_free() in any case. */
bool load_graph (struct file_in *, struct graph_snapshot *);

#endif
