/* The bounds that costly searches proved, kept by rank 0 beside the results, so that a run that ended in the
 * middle of a long search does not begin it again.
 *
 * A log holds proven bounds (search/bound_mailbox.h) about several subjects, whole positions as keys: nothing
 * is ever taken for something else. Its size is bounded: when it is full, the least nodes that are worth
 * keeping rise by a quarter and lighter bounds go, so that what is kept stays the top of the tree, however
 * long the run. On the way back the bounds go into the table of every rank before its first search of that
 * subject. With one rank and one thread this makes nothing different in the run that is never interrupted.
 * 100 bytes a bound. No MPI. Not thread-safe. */
#ifndef ZERMELO_PROOF_BOUND_LOG_H
#define ZERMELO_PROOF_BOUND_LOG_H

#include "search/bound_mailbox.h"
#include "search/search.h"

#include <stddef.h>

/** What a proven bound is about, and what it means: also what a table is good for. Compared byte by byte:
 * zero behind the text. */
struct subject {
  char game[96]; /* GAME text */
  int32_t method, exact_score, depth;
};

/** A proven bound and the number of its subject. */
struct entry {
  uint64_t subject;
  struct proven_bound proven_bound;
};

struct bound_log;
struct query;

/** What a query is about. */
struct subject subject_of (const struct query *);

/** Of two bounds of one position: both bounds hold if they were searched to the same depth. */
void proven_bound_merge (struct proven_bound *kept, const struct proven_bound *news);

enum { BOUND_LOG_LEAST = 256, LEDGER_CAPACITY = 1 << 18 };

/** Keeps at most `capacity` bounds; at first those of BOUND_LOG_LEAST nodes. */
struct bound_log *bound_log_create (size_t capacity);
void bound_log_destroy (struct bound_log *);

/** Add, or narrow what is there. */
void bound_log_add (struct bound_log *, const struct subject *, const struct proven_bound *, size_t count);

/** Drop what is about that subject: its query is answered. */
void bound_log_forget (struct bound_log *, const struct subject *);

/** Bounds that cost fewer nodes are not kept at present. */
uint64_t bound_log_least (const struct bound_log *);

/** Everything, for saving and sending: entries[0 .. *count - 1], subjects[0 .. *subject_count - 1]. Valid
 *  until the next change. */
const struct entry *bound_log_entries (const struct bound_log *, size_t *count);
const struct subject *bound_log_subjects (const struct bound_log *, size_t *subject_count);

/** Call visit (context, bound) for all bounds of a subject. */
void bound_log_each (const struct bound_log *, const struct subject *,
                     void (*visit) (void *context, const struct proven_bound *), void *context);

#endif
