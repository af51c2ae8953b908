/* Bounds that costly searches proved. Rank 0 keeps them beside the results, so that a run which ended in the
 * middle of a long search need not start that search again.
 *
 * A log holds proven bounds (search/bound_mailbox.h) about several subjects. Its keys are whole positions, so
 * bounds of different positions cannot be confused. Its size is limited: when it is full, it raises the least
 * work of a bound that is kept, and drops cheaper bounds. However long the run, it thus holds the top of the
 * tree. When a run resumes, every rank enters the bounds of a subject into its table before its first search
 * of that subject. With one rank and one thread, the log has no effect on a run that is not interrupted. No
 * MPI. Not thread-safe. */
#ifndef ZERMELO_PROOF_BOUND_LOG_H
#define ZERMELO_PROOF_BOUND_LOG_H

#include "search/bound_mailbox.h"
#include "search/subject.h"

#include <stddef.h>

/** A proven bound and the index of its subject. */
struct entry {
  uint64_t subject;
  struct proven_bound proven_bound;
};

struct bound_log;

enum { BOUND_LOG_LEAST = 256, BOUND_LOG_CAPACITY = 1 << 18 };

/** A log of at most `capacity` bounds; at first it accepts bounds of at least BOUND_LOG_LEAST nodes. */
struct bound_log *bound_log_create (size_t capacity);
void bound_log_destroy (struct bound_log *);

/** Add bounds, or merge them with the entries of their positions. */
void bound_log_add (struct bound_log *, const struct subject *, const struct proven_bound *, size_t count);

/** Drop the bounds of a subject, because its query is answered. */
void bound_log_forget (struct bound_log *, const struct subject *);

/** The least work, in nodes, of a bound that is kept at present. */
uint64_t bound_log_least (const struct bound_log *);

/** All entries and subjects, for saving and sending; valid until the next change. */
const struct entry *bound_log_entries (const struct bound_log *, size_t *count);
const struct subject *bound_log_subjects (const struct bound_log *, size_t *subject_count);

/** Call visit (context, bound) for each bound of a subject. */
void bound_log_each (const struct bound_log *, const struct subject *,
                     void (*visit) (void *context, const struct proven_bound *), void *context);

#endif
