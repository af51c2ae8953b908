/* The checkpoint of a run (--checkpoint): what it holds, when it is written, and how a run resumes from it.
 *
 * It holds six things: the results of queries (proof/answer_cache.h), so that none is asked twice; costly
 * proven bounds (proof/bound_log.h), so that a search that was cut off soon is where it was; how far a
 * proof is (proof/root_proof.h); a certificate in the making (certificate/partial_certificate.h); the
 * efforts of the ranks, so that statistics cover all runs together; and what else a run keeps (struct
 * checkpoint_part). It is written every --checkpoint-interval
 * and at the end of the run, whatever ended it. If writing fails, it is tried again at the next interval;
 * only a failure of the last attempt fails the run (EXIT_IO).
 *
 * On rank 0 only, except run_checkpoint_open(). */
#ifndef ZERMELO_RUN_RUN_CHECKPOINT_H
#define ZERMELO_RUN_RUN_CHECKPOINT_H

#include "run/run.h"
#include "proof/root_proof.h"

#include <stdbool.h>

struct file_in;
struct file_out;
struct partial_certificate;
struct run_checkpoint;

/** What else a run keeps in its checkpoint, in groups of its own: run->journal.checkpoint_part. */
struct checkpoint_part {
  void *context;
  const char *group; /* "/games": there if anything is, of which there are count (context) */
  size_t (*count) (void *context);
  /** Read the part from a file; it replaces what was read before. False: the content makes no sense; no
   * failure need be set. */
  bool (*load) (void *context, struct file_in *);
  void (*save) (void *context, struct file_out *);
  /** Called when the part is no longer needed, because the checkpoint, which uses it from
   * run_checkpoint_open() on, is freed. */
  void (*end) (void *context);
};

/** Resume from the run's checkpoint, if there is one. `job` says what the run is asked, apart from its game
 * and search options; a checkpoint of another job is refused. Does nothing without --checkpoint. The time
 * limit of a job file is lowered by what earlier runs took. Collective. EXIT_CANNOT_CREATE, EXIT_BAD_DATA,
 * EXIT_UNFINISHED: nothing is left of that limit. */
bool run_checkpoint_open (struct run *, const char *job, struct failure *);

/** Could the run go on from `path`, or is nothing there? Reads and changes nothing else. EXIT_BAD_DATA: it is
 * of another job, as run_checkpoint_open() would say, or damaged. */
bool run_checkpoint_fits (const struct session *, const char *path, const char *job, struct failure *);

/** The result of a query, if the checkpoint has it. With NULL it never has. */
bool run_checkpoint_find (const struct run_checkpoint *, const struct query *, struct result *);

/** Record the result of a query. Adds the cost of earlier runs to the result; then keeps the result if it is
 * `final`, otherwise only the cost. NULL is allowed. */
void run_checkpoint_note (struct run_checkpoint *, const struct query *, struct result *, bool final);

/** Record a cost that arose for a query before it is asked; its result will include it. Not NULL. */
void run_checkpoint_spend (struct run_checkpoint *, const struct query *, const struct cost *);

/** Lower the node limit of a query by the nodes that earlier runs of a job have spent on it. False: nothing
 * is left of the limit, and `result` becomes the result of a search that has used up its limit. NULL is
 * allowed. */
bool run_checkpoint_limit (const struct run_checkpoint *, struct query *, struct result *);

/** A query is answered for good: drop the bounds that were logged for it. NULL is allowed. */
void run_checkpoint_forget (struct run_checkpoint *, const struct query *);

/** Begin a proof: take it up where the checkpoint left it. Checkpoints contain the proof (borrowed) until
 * run_checkpoint_proof_ends(). NULL is allowed. */
void run_checkpoint_proof (struct run_checkpoint *, struct root_proof *);
void run_checkpoint_proof_ends (struct run_checkpoint *);

/** Take what an earlier run has of the certificate of that claim out of the checkpoint; the caller calls
 * partial_free(). False: nothing. NULL is allowed. */
bool run_checkpoint_certificate (struct run_checkpoint *, const struct game *, const uint8_t *key,
                                 bool exact_score, int value, struct partial_certificate *);

/** Checkpoints contain that certificate (borrowed) from now on. NULL is allowed. */
void run_checkpoint_keep_certificate (struct run_checkpoint *, const struct partial_certificate *);

/** Checkpoints no longer contain that certificate: it is dropped or, with `for_later`, kept as it is for a
 * later run. */
void run_checkpoint_leave_certificate (struct run_checkpoint *, struct partial_certificate *, bool for_later);

/** Add to a result the cost of earlier runs and of run_checkpoint_spend(). NULL is allowed. */
void run_checkpoint_add_cost (const struct run_checkpoint *, const struct query *, struct result *);

/** Had an earlier run finished the job, so that nothing was left to do? NULL: no. */
bool run_checkpoint_had_finished (const struct run_checkpoint *);

/** The log for proven bounds. NULL for NULL. */
struct bound_log *run_checkpoint_bound_log (struct run_checkpoint *);

/** Write the checkpoint if it is due. NULL is allowed. */
void run_checkpoint_tick (struct run_checkpoint *);

/** Free without writing. NULL is allowed. */
void run_checkpoint_free (struct run_checkpoint *);

/** Write the last checkpoint and free. `finished`: nothing is left to do. NULL is allowed. EXIT_IO. */
bool run_checkpoint_close (struct run_checkpoint *, bool finished, struct failure *);

#endif
