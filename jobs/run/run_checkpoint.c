#include "run/run_checkpoint.h"

#include "base/clock.h"
#include "base/quantity_print.h"
#include "certificate/partial_certificate.h"
#include "proof/checkpoint_content.h"
#include "run/run_status.h"
#include "run/search_tables.h"
#include "store/checkpoint.h"
#include "store/file_game.h"
#include "base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct run_checkpoint {
  struct run *run;
  char *path;
  struct file_identity identity;
  struct answer_cache *answer_cache;
  size_t restored; /* the number of results of earlier runs, which come first */
  struct bound_log *bound_log;
  const struct root_proof *proof; /* the current one, or NULL */
  bool has_state;
  struct proof_state state;                       /* of the last proof */
  struct partial_certificate earlier_certificate; /* its certificate, if there is one */
  bool has_earlier_certificate;
  const struct partial_certificate *certificate; /* the one in the making, or NULL */
  double earlier_seconds, next; /* clock_seconds() of the next checkpoint; 0: only at the end */
  int64_t runs;                 /* including this one */
  struct effort *efforts;       /* efforts of the ranks of earlier runs, until the account has taken them */
  size_t effort_count;
  char status[STATUS_TEXT]; /* what the last run said of itself, or "" */
  bool was_finished, changed;
  struct failure failure; /* of the last attempt to write */
};

/* ---- the name of the job ---- */

/* A long text is represented by its beginning and a hash. */
static void name_job (const struct session *session, const char *job, char *text, size_t size) {
  const struct options *options = &session->options;
  char rest[100] = "", tables[400];
  if (options->method != METHOD_AUTO)
    text_append (rest, sizeof rest, " --method %s", method_descriptions[options->method].name);
  if (options->depth > 0)
    text_append (rest, sizeof rest, " --depth %d", options->depth);
  if (options->score)
    text_append (rest, sizeof rest, " --score");
  /* Results that rest on an unchecked file must not serve a run that accepts no such file. */
  if (session->game.engine != NULL
      && !search_tables_argument (session, session->game.title, tables, sizeof tables))
    text_append (rest, sizeof rest, " --tables (not checked)");
  if (strlen (job) < 100)
    snprintf (text, size, "%s%s", job, rest);
  else
    snprintf (text, size, "%.80s...%016" PRIx64 "%s", job, (uint64_t) XXH3_64bits (job, strlen (job)), rest);
}

static void identify (const struct session *session, const char *job, struct file_identity *identity) {
  if (session->game.engine != NULL)
    file_name_game (identity, &session->game);
  name_job (session, job, identity->options, sizeof identity->options);
}

bool run_checkpoint_fits (const struct session *session, const char *path, const char *job,
                          struct failure *failure) {
  struct file_identity identity = { .format = 0 };
  identify (session, job, &identity);
  return checkpoint_is_of (path, &identity, failure);
}

/* ---- reading ---- */

/* Drop everything that was read, even from a generation that later proved to be damaged. */
static void forget_all (struct run_checkpoint *run_checkpoint) {
  if (run_checkpoint->has_earlier_certificate)
    partial_free (&run_checkpoint->earlier_certificate);
  run_checkpoint->has_earlier_certificate = false;
  answer_cache_destroy (run_checkpoint->answer_cache);
  bound_log_destroy (run_checkpoint->bound_log);
  run_checkpoint->has_state = false;
  run_checkpoint->answer_cache = answer_cache_create ();
  run_checkpoint->bound_log = bound_log_create (BOUND_LOG_CAPACITY);
}

static bool read_certificate (struct run_checkpoint *run_checkpoint, struct file_in *file) {
  struct failure failure = { 0 }; /* a fault of the file itself is kept in the file's failure */
  if (!file_has (file, "/certificate"))
    return true;
  run_checkpoint->has_earlier_certificate = true;
  return partial_load (file, &run_checkpoint->earlier_certificate, &failure);
}

static bool read_part_of_run (const struct journal *journal, struct file_in *file) {
  const struct checkpoint_part *part = journal->checkpoint_part;
  return part == NULL || !file_has (file, part->group) || part->load (part->context, file);
}

static bool read_parts (void *context, struct file_in *file) {
  struct run_checkpoint *run_checkpoint = context;
  int64_t finished;
  forget_all (run_checkpoint);
  free (run_checkpoint->efforts);
  run_checkpoint->efforts = load_efforts (file, &run_checkpoint->effort_count);
  if (run_checkpoint->efforts == NULL
      || !file_get_seconds (file, "/", "seconds", &run_checkpoint->earlier_seconds)
      || !file_get_integer (file, "/", "runs", 0, INT64_MAX - 1, &run_checkpoint->runs)
      || !file_get_integer (file, "/", "finished", 0, 1, &finished)
      || !load_answer_cache (file, run_checkpoint->answer_cache)
      || !load_bound_log (file, run_checkpoint->bound_log))
    return false;
  run_checkpoint->was_finished = finished != 0;
  run_checkpoint->status[0] = 0;
  if (file_has (file, "/status")
      && !file_get_text (file, "/status", "text", run_checkpoint->status, sizeof run_checkpoint->status))
    return false;
  if (!read_part_of_run (&run_checkpoint->run->journal, file) || !read_certificate (run_checkpoint, file))
    return false;
  run_checkpoint->has_state = file_has (file, "/proof");
  if (!run_checkpoint->has_state)
    return true;
  if (!load_proof (file, &run_checkpoint->state))
    return false;
  const struct result *result = answer_cache_proof (run_checkpoint->answer_cache);
  if (result != NULL)
    run_checkpoint->state.result = *result;
  return result != NULL || !run_checkpoint->state.answered;
}

static void say_where (const struct run_checkpoint *run_checkpoint, const char *remark) {
  size_t bounds;
  bound_log_entries (run_checkpoint->bound_log, &bounds);
  if (*remark != 0)
    fprintf (stderr, "%s\n", remark);
  if (!run_checkpoint->run->session.options.quiet) {
    fprintf (stderr, "going on from %s: %zu answers, %zu proven bounds", run_checkpoint->path,
             run_checkpoint->restored, bounds);
    if (run_checkpoint->has_earlier_certificate)
      fprintf (stderr, ", %zu rows of a certificate", partial_rows (&run_checkpoint->earlier_certificate));
    const struct checkpoint_part *part = run_checkpoint->run->journal.checkpoint_part;
    if (part != NULL)
      fprintf (stderr, ", %zu %s", part->count (part->context), part->group + 1);
    fputc ('\n', stderr);
  }
}

static void set_next (struct run_checkpoint *run_checkpoint, double cost) {
  assert (cost >= 0 && run_checkpoint->run->session.options.checkpoint_interval >= 0);
  const double interval = run_checkpoint->run->session.options.checkpoint_interval, least = 20 * cost;
  run_checkpoint->next = interval == 0 ? 0 : clock_seconds () + (interval > least ? interval : least);
}

/* "solve connect4:7x6 44": what the run is asked, with the title of its game behind the task. */
static void open_status (struct run_checkpoint *run_checkpoint) {
  struct run *run = run_checkpoint->run;
  char what[sizeof ((struct status_report *) NULL)->what];
  const char *job = run_checkpoint->identity.options;
  const int task = (int) strcspn (job, " ");
  snprintf (what, sizeof what, "%.*s%s%s%s", task, job, run->session.game.engine != NULL ? " " : "",
            run->session.game.engine != NULL ? run->session.game.title : "", job + task);
  struct statistics sum;
  account_sum (&run->journal.account, &sum);
  const struct status_report earlier = { .restarts = run_checkpoint->runs - 1,
                                         .seconds = run_checkpoint->earlier_seconds,
                                         .nodes = sum.count[COUNT_nodes] };
  run_status_open (run, run_checkpoint->path, what, &earlier);
}

static bool open_on_rank_0 (struct run *run, const char *job, struct failure *failure) {
  assert (run->session.ranks.rank == 0);
  char remark[300];
  struct run_checkpoint *run_checkpoint = allocate (1, sizeof *run_checkpoint);
  run_checkpoint->run = run;
  run_checkpoint->path = strdup (run->session.options.checkpoint);
  run->journal.run_checkpoint = run_checkpoint;
  identify (&run->session, job, &run_checkpoint->identity);
  forget_all (run_checkpoint);
  if (!checkpoint_possible (run_checkpoint->path, failure))
    return false;
  const enum checkpoint_state state = checkpoint_read (run_checkpoint->path, &run_checkpoint->identity,
                                                       read_parts, run_checkpoint, remark, failure);
  if (state == CHECKPOINT_REFUSED)
    return false;
  answer_cache_results (run_checkpoint->answer_cache, &run_checkpoint->restored);
  if (state == CHECKPOINT_READ) {
    say_where (run_checkpoint, remark);
    account_efforts (&run->journal.account, run_checkpoint->efforts, (int) run_checkpoint->effort_count);
  }
  assert (run_checkpoint->runs >= 0); /* before this one */
  run_checkpoint->runs++;
  set_next (run_checkpoint, 0);
  run->journal.earlier_seconds = run_checkpoint->earlier_seconds;
  open_status (run_checkpoint);
  return true;
}

/* Lower the time limit of a job by the time of earlier runs. A job that is finished only prints what it
 * found.
 * */
static void count_time (struct run *run, struct failure *failure) {
  const struct run_checkpoint *run_checkpoint = run->journal.run_checkpoint;
  const double limit = run->session.options.time_limit;
  double before = 0;
  if (!run->session.counts_time)
    return;
  if (run->session.ranks.rank == 0 && !run_checkpoint->was_finished)
    before = run_checkpoint->earlier_seconds;
  ranks_broadcast (&run->session.ranks, &before, sizeof before);
  run->session.resources.deadline -= before;
  run->session.left_alone = before >= limit;
  if (!run->session.left_alone)
    return;
  char said[QUANTITY_TEXT], spent[QUANTITY_TEXT];
  quantity_print_seconds (limit, said, sizeof said);
  quantity_print_seconds (before, spent, sizeof spent);
  fail (failure, EXIT_UNFINISHED,
        "the time limit of the job, %s, is used up: its runs took %s; a larger time_limit goes on", said,
        spent);
}

bool run_checkpoint_open (struct run *run, const char *job, struct failure *failure) {
  assert (run->journal.run_checkpoint == NULL);
  if (run->session.options.checkpoint == NULL)
    return true;
  run->session.resources.keep = true;
  if (run->session.ranks.rank == 0)
    open_on_rank_0 (run, job, failure);
  if (ranks_agree (&run->session.ranks, failure))
    count_time (run, failure);
  if (failure->code != 0) {
    run_checkpoint_free (run->journal.run_checkpoint);
    run->journal.run_checkpoint = NULL;
    run->journal.earlier_seconds = 0;
  }
  return failure->code == 0;
}

/* ---- writing ---- */

static void take_state (struct run_checkpoint *run_checkpoint) {
  if (run_checkpoint->proof == NULL)
    return;
  run_checkpoint->state = root_proof_state (run_checkpoint->proof);
  run_checkpoint->has_state = true;
}

static bool write_parts (struct run_checkpoint *run_checkpoint, bool finished, struct failure *failure) {
  take_state (run_checkpoint);
  if (run_checkpoint->has_state && run_checkpoint->state.answered)
    answer_cache_put_proof (run_checkpoint->answer_cache, &run_checkpoint->state.result);
  struct file_out *file = checkpoint_begin (run_checkpoint->path, &run_checkpoint->identity, failure);
  if (file == NULL)
    return false;
  file_put_real (file, "/", "seconds",
                 run_checkpoint->earlier_seconds + clock_seconds () - run_checkpoint->run->session.begun);
  file_put_integer (file, "/", "runs", run_checkpoint->runs);
  file_put_integer (file, "/", "finished", finished);
  save_efforts (file, run_checkpoint->run->journal.account.efforts,
                (size_t) run_checkpoint->run->journal.account.ranks);
  run_status_text (run_checkpoint->run->journal.status, finished ? RUN_DONE : RUN_STOPPED,
                   run_checkpoint->status);
  file_group (file, "/status", "What zermelo status says of the run");
  file_put_text (file, "/status", "text", run_checkpoint->status);
  save_answer_cache (file, run_checkpoint->answer_cache);
  save_bound_log (file, run_checkpoint->bound_log);
  const struct checkpoint_part *part = run_checkpoint->run->journal.checkpoint_part;
  if (part != NULL)
    part->save (part->context, file);
  if (run_checkpoint->has_state)
    save_proof (file, &run_checkpoint->state);
  if (run_checkpoint->certificate != NULL || run_checkpoint->has_earlier_certificate)
    partial_save (file, run_checkpoint->certificate != NULL ? run_checkpoint->certificate
                                                            : &run_checkpoint->earlier_certificate);
  return checkpoint_end (run_checkpoint->path, file, failure);
}

static void write_checkpoint (struct run_checkpoint *run_checkpoint, bool finished) {
  const double begun = clock_seconds ();
  run_status_checkpoint (run_checkpoint->run->journal.status);
  run_checkpoint->failure = (struct failure){ 0 };
  assert (run_checkpoint->runs >= 1 && run_checkpoint->run->session.ranks.rank == 0);
  write_parts (run_checkpoint, finished, &run_checkpoint->failure);
  const double cost = clock_seconds () - begun;
  set_next (run_checkpoint, cost);
  uint64_t *const count = run_checkpoint->run->journal.account.efforts[0].statistics.count;
  count[COUNT_checkpoints]++;
  count[COUNT_checkpoint_us] += (uint64_t) (cost * 1e6);
}

void run_checkpoint_tick (struct run_checkpoint *run_checkpoint) {
  if (run_checkpoint == NULL || run_checkpoint->next == 0 || clock_seconds () < run_checkpoint->next)
    return;
  run_checkpoint->changed = true;
  write_checkpoint (run_checkpoint, false);
}

void run_checkpoint_free (struct run_checkpoint *run_checkpoint) {
  if (run_checkpoint == NULL)
    return;
  answer_cache_destroy (run_checkpoint->answer_cache);
  bound_log_destroy (run_checkpoint->bound_log);
  if (run_checkpoint->has_earlier_certificate)
    partial_free (&run_checkpoint->earlier_certificate);
  free (run_checkpoint->efforts);
  free (run_checkpoint->path);
  const struct checkpoint_part *part = run_checkpoint->run->journal.checkpoint_part;
  run_checkpoint->run->journal.checkpoint_part = NULL;
  if (part != NULL)
    part->end (part->context);
  free (run_checkpoint);
}

bool run_checkpoint_close (struct run_checkpoint *run_checkpoint, bool finished, struct failure *failure) {
  if (run_checkpoint == NULL)
    return true;
  if (!finished || !run_checkpoint_had_finished (run_checkpoint))
    write_checkpoint (run_checkpoint, finished);
  if (run_checkpoint->failure.code != 0)
    *failure = run_checkpoint->failure;
  run_checkpoint_free (run_checkpoint);
  return failure->code == 0;
}

/* ---- use during the run ---- */

bool run_checkpoint_find (const struct run_checkpoint *run_checkpoint, const struct query *query,
                          struct result *result) {
  if (run_checkpoint == NULL
      || answer_cache_index (run_checkpoint->answer_cache, query) >= run_checkpoint->restored)
    return false;
  *result = *answer_cache_find (run_checkpoint->answer_cache, query);
  result->number = query->number;
  assert (result_is_consistent (result) && !result->failed);
  return true;
}

bool run_checkpoint_limit (const struct run_checkpoint *run_checkpoint, struct query *query,
                           struct result *result) {
  if (run_checkpoint == NULL || !run_checkpoint->run->session.counts_nodes || query->node_limit == 0)
    return true;
  *result = result_unknown (query);
  answer_cache_add_cost (run_checkpoint->answer_cache, query, result);
  result->stopped = result->out_of_budget = true;
  if (result->cost.nodes >= query->node_limit)
    return false;
  query->node_limit -= result->cost.nodes;
  return true;
}

void run_checkpoint_note (struct run_checkpoint *run_checkpoint, const struct query *query,
                          struct result *result, bool final) {
  if (run_checkpoint == NULL)
    return;
  assert (!final || !result->failed);
  if (!final)
    answer_cache_spend (run_checkpoint->answer_cache, query, &result->cost, false);
  answer_cache_add_cost (run_checkpoint->answer_cache, query, result);
  if (final)
    answer_cache_add (run_checkpoint->answer_cache, query, result);
  run_checkpoint->changed = true;
}

void run_checkpoint_spend (struct run_checkpoint *run_checkpoint, const struct query *query,
                           const struct cost *cost) {
  answer_cache_spend (run_checkpoint->answer_cache, query, cost, true);
  run_checkpoint->changed = true;
}

void run_checkpoint_forget (struct run_checkpoint *run_checkpoint, const struct query *query) {
  if (run_checkpoint == NULL)
    return;
  const struct subject subject = subject_of (query);
  bound_log_forget (run_checkpoint->bound_log, &subject);
}

void run_checkpoint_proof (struct run_checkpoint *run_checkpoint, struct root_proof *proof) {
  if (run_checkpoint == NULL)
    return;
  assert (run_checkpoint->proof == NULL); /* one proof at a time */
  if (run_checkpoint->has_state)
    root_proof_resume (proof, &run_checkpoint->state, run_checkpoint->run->session.counts_nodes);
  run_checkpoint->proof = proof;
}

void run_checkpoint_proof_ends (struct run_checkpoint *run_checkpoint) {
  if (run_checkpoint == NULL)
    return;
  take_state (run_checkpoint);
  run_checkpoint->proof = NULL;
}

bool run_checkpoint_certificate (struct run_checkpoint *run_checkpoint, const struct game *game,
                                 const uint8_t *key, bool exact_score, int value,
                                 struct partial_certificate *certificate) {
  if (run_checkpoint == NULL || !run_checkpoint->has_earlier_certificate
      || !partial_is_about (&run_checkpoint->earlier_certificate, game, key, exact_score, value))
    return false;
  *certificate = run_checkpoint->earlier_certificate;
  run_checkpoint->has_earlier_certificate = false;
  return true;
}

void run_checkpoint_keep_certificate (struct run_checkpoint *run_checkpoint,
                                      const struct partial_certificate *certificate) {
  if (run_checkpoint == NULL)
    return;
  run_checkpoint->certificate = certificate;
  run_checkpoint->changed = run_checkpoint->changed || !partial_is_complete (certificate);
}

void run_checkpoint_leave_certificate (struct run_checkpoint *run_checkpoint,
                                       struct partial_certificate *certificate, bool for_later) {
  if (run_checkpoint != NULL)
    run_checkpoint->certificate = NULL;
  if (run_checkpoint == NULL || !for_later) {
    partial_free (certificate);
    return;
  }
  if (run_checkpoint->has_earlier_certificate)
    partial_free (&run_checkpoint->earlier_certificate);
  run_checkpoint->earlier_certificate = *certificate;
  run_checkpoint->has_earlier_certificate = true;
}

void run_checkpoint_add_cost (const struct run_checkpoint *run_checkpoint, const struct query *query,
                              struct result *result) {
  if (run_checkpoint != NULL)
    answer_cache_add_cost (run_checkpoint->answer_cache, query, result);
}

bool run_checkpoint_had_finished (const struct run_checkpoint *run_checkpoint) {
  return run_checkpoint != NULL && run_checkpoint->was_finished && !run_checkpoint->changed;
}

struct bound_log *run_checkpoint_bound_log (struct run_checkpoint *run_checkpoint) {
  return run_checkpoint == NULL ? NULL : run_checkpoint->bound_log;
}
