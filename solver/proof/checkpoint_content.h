/* The content of a checkpoint (store/checkpoint.h): results, the cost of queries that were cut off, the
 * efforts of the ranks, proven bounds, and how far a proof is. Each is a group, whose content
 * checkpoint_content.c lists.
 *
 * Not collective; rank 0 only. Reading checks that the content can be used safely; the checksum of the file
 * detects alterations. */
#ifndef ZERMELO_PROOF_CHECKPOINT_CONTENT_H
#define ZERMELO_PROOF_CHECKPOINT_CONTENT_H

#include "base/statistics.h"
#include "proof/answer_cache.h"
#include "proof/bound_log.h"
#include "proof/root_proof.h"
#include "store/file.h"

/** Each function writes one part. */
void save_answer_cache (struct file_out *, const struct answer_cache *);
void save_efforts (struct file_out *, const struct effort *, size_t count);
void save_bound_log (struct file_out *, const struct bound_log *);
void save_proof (struct file_out *, const struct proof_state *);

/** Read into an empty cache or log. */
bool load_answer_cache (struct file_in *, struct answer_cache *);
bool load_bound_log (struct file_in *, struct bound_log *);

/** Returns an array that the caller frees, or NULL. */
struct effort *load_efforts (struct file_in *, size_t *count);

/** Without the result, which is in the answer cache. */
bool load_proof (struct file_in *, struct proof_state *);

#endif
