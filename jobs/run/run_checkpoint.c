#include "run/run_checkpoint.h"

#include "base/clock.h"
#include "proof/graph_snapshot.h"
#include "proof/checkpoint_content.h"
#include "run/search_tables.h"
#include "store/checkpoint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct keeper {
  struct run *run;
  char *path;
  struct file_identity identity;
  struct journal *journal;
  size_t restored; /* the first answers, of earlier runs: this one asks what they do not answer */
  struct ledger *ledger;
  const struct graph *graph;    /* being worked on, or NULL */
  struct graph_picture picture; /* of the last one; no nodes: there was none */
  double earlier_seconds, next; /* clock_seconds() of the next checkpoint; 0: only at the end */
  int64_t runs;                 /* this one counts */
  struct effort *efforts;       /* of earlier runs, a rank each, until the account has them */
  size_t effort_count;
  bool was_finished, changed;
  struct failure failure; /* of the last attempt to write */
};

/* ---- which job ---- */

/* A long text by its beginning and a hash. */
static void
name_job (const struct run *run, const char *job, char *text, size_t size)
{
  const struct options *options = &run->options;
  char rest[100] = "", tables[400];
  if (options->method != METHOD_AUTO)
    snprintf (rest, sizeof rest, " --method %s", method_descriptions[options->method].name);
  if (options->depth > 0)
    snprintf (rest + strlen (rest), sizeof rest - strlen (rest), " --depth %d", options->depth);
  if (options->score)
    snprintf (rest + strlen (rest), sizeof rest - strlen (rest), " --score");
  /* Answers that rest on a file that had to be believed are none for a run that believes no file. */
  if (run->game.engine != NULL && !search_tables_argument (run, run->game.title, tables, sizeof tables))
    snprintf (rest + strlen (rest), sizeof rest - strlen (rest), " --tables (not checked)");
  if (strlen (job) < 100)
    snprintf (text, size, "%s%s", job, rest);
  else
    snprintf (text, size, "%.80s...%016" PRIx64 "%s", job, (uint64_t) XXH3_64bits (job, strlen (job)), rest);
}

static void
identify (struct keeper *keeper, const char *job)
{
  const struct game *game = &keeper->run->game;
  struct file_identity *identity = &keeper->identity;
  if (game->engine != NULL) {
    snprintf (identity->game, sizeof identity->game, "%s", game->name);
    snprintf (identity->board, sizeof identity->board, "%s", game->board_text);
    snprintf (identity->rules, sizeof identity->rules, "%s", game->rules);
  }
  name_job (keeper->run, job, identity->options, sizeof identity->options);
}

/* ---- reading ---- */

/* Also what a generation that proved damaged left behind. */
static void
forget_all (struct keeper *keeper)
{
  journal_destroy (keeper->journal);
  ledger_destroy (keeper->ledger);
  graph_picture_free (&keeper->picture);
  keeper->journal = journal_create ();
  keeper->ledger = ledger_create (LEDGER_CAPACITY);
}

static bool
read_parts (void *context, struct file_in *file)
{
  struct keeper *keeper = context;
  int64_t finished;
  forget_all (keeper);
  free (keeper->efforts);
  keeper->efforts = load_efforts (file, &keeper->effort_count);
  if (keeper->efforts == NULL || !file_get_real (file, "/", "seconds", &keeper->earlier_seconds)
      || !file_get_integer (file, "/", "runs", 0, INT64_MAX - 1, &keeper->runs)
      || !file_get_integer (file, "/", "finished", 0, 1, &finished) || !load_journal (file, keeper->journal)
      || !load_ledger (file, keeper->ledger))
    return false;
  keeper->was_finished = finished != 0;
  if (!file_has (file, "/graph"))
    return true;
  if (!load_graph (file, &keeper->picture))
    return false;
  const struct kept_answer *proof = journal_proof (keeper->journal);
  if (proof != NULL)
    keeper->picture.root_answer = *proof;
  return proof != NULL || !keeper->picture.root_answered;
}

static void
say_where (const struct keeper *keeper, const char *remark)
{
  size_t findings;
  ledger_entries (keeper->ledger, &findings);
  if (*remark != 0)
    fprintf (stderr, "%s\n", remark);
  if (!keeper->run->options.quiet)
    fprintf (stderr, "going on from %s: %zu answers, %zu findings, %zu positions of a proof\n", keeper->path,
             keeper->restored, findings, keeper->picture.count);
}

static void
set_next (struct keeper *keeper, double cost)
{
  const double interval = keeper->run->options.checkpoint_interval, least = 20 * cost;
  keeper->next = interval == 0 ? 0 : clock_seconds () + (interval > least ? interval : least);
}

static bool
open_on_rank_0 (struct run *run, const char *job, struct failure *failure)
{
  char remark[300];
  struct keeper *keeper = allocate (1, sizeof *keeper);
  keeper->run = run;
  keeper->path = strdup (run->options.checkpoint);
  run->keeper = keeper;
  identify (keeper, job);
  forget_all (keeper);
  if (!checkpoint_possible (keeper->path, failure))
    return false;
  const enum checkpoint_state state
      = checkpoint_read (keeper->path, &keeper->identity, read_parts, keeper, remark, failure);
  if (state == CHECKPOINT_REFUSED)
    return false;
  journal_answers (keeper->journal, &keeper->restored);
  if (state == CHECKPOINT_READ) {
    say_where (keeper, remark);
    account_efforts (&run->account, keeper->efforts, (int) keeper->effort_count);
  }
  keeper->runs++;
  set_next (keeper, 0);
  return true;
}

bool
keeper_open (struct run *run, const char *job, struct failure *failure)
{
  if (run->options.checkpoint == NULL)
    return true;
  run->resources.keep = true;
  if (run->options.checkpoint_interval < 0)
    run->options.checkpoint_interval = CHECKPOINT_INTERVAL;
  if (run->ranks.rank == 0 && !open_on_rank_0 (run, job, failure)) {
    keeper_free (run->keeper);
    run->keeper = NULL;
  }
  return ranks_agree (&run->ranks, failure);
}

/* ---- writing ---- */

static bool
write_parts (struct keeper *keeper, bool finished, struct failure *failure)
{
  if (keeper->graph != NULL)
    graph_picture_take (&keeper->picture, keeper->graph);
  if (keeper->picture.root_answered)
    journal_put_proof (keeper->journal, &keeper->picture.root_answer);
  struct file_out *file = checkpoint_begin (keeper->path, &keeper->identity, failure);
  if (file == NULL)
    return false;
  file_put_real (file, "/", "seconds", keeper->earlier_seconds + clock_seconds () - keeper->run->begun);
  file_put_integer (file, "/", "runs", keeper->runs);
  file_put_integer (file, "/", "finished", finished);
  save_efforts (file, keeper->run->account.efforts, (size_t) keeper->run->account.ranks);
  save_journal (file, keeper->journal);
  save_ledger (file, keeper->ledger);
  if (keeper->picture.count > 0)
    save_graph (file, &keeper->picture);
  return checkpoint_end (keeper->path, file, failure);
}

static void
write_checkpoint (struct keeper *keeper, bool finished)
{
  const double begun = clock_seconds ();
  keeper->failure = (struct failure){ 0 };
  write_parts (keeper, finished, &keeper->failure);
  const double cost = clock_seconds () - begun;
  set_next (keeper, cost);
  uint64_t *const count = keeper->run->account.efforts[0].statistics.count;
  count[COUNT_checkpoints]++;
  count[COUNT_checkpoint_us] += (uint64_t) (cost * 1e6);
}

void
keeper_tick (struct keeper *keeper)
{
  if (keeper == NULL || keeper->next == 0 || clock_seconds () < keeper->next)
    return;
  keeper->changed = true;
  write_checkpoint (keeper, false);
}

void
keeper_free (struct keeper *keeper)
{
  if (keeper == NULL)
    return;
  journal_destroy (keeper->journal);
  ledger_destroy (keeper->ledger);
  graph_picture_free (&keeper->picture);
  free (keeper->efforts);
  free (keeper->path);
  free (keeper);
}

bool
keeper_close (struct keeper *keeper, bool finished, struct failure *failure)
{
  if (keeper == NULL)
    return true;
  if (!finished || !keeper_had_finished (keeper))
    write_checkpoint (keeper, finished);
  if (keeper->failure.code != 0)
    *failure = keeper->failure;
  keeper_free (keeper);
  return failure->code == 0;
}

/* ---- what is kept ---- */

bool
keeper_find (const struct keeper *keeper, const struct work *work, struct result *result)
{
  const struct kept_answer *answer = keeper == NULL ? NULL : journal_find (keeper->journal, work);
  size_t count;
  if (answer == NULL || answer >= journal_answers (keeper->journal, &count) + keeper->restored)
    return false;
  *result = answer_again (answer);
  result->number = work->number;
  return true;
}

void
keeper_note (struct keeper *keeper, const struct work *work, struct result *result, bool final)
{
  if (keeper == NULL)
    return;
  if (!final)
    journal_spend (keeper->journal, work, result, false);
  journal_add_cost (keeper->journal, work, result);
  if (final)
    journal_add (keeper->journal, work, result);
  keeper->changed = true;
}

void
keeper_spend (struct keeper *keeper, const struct work *work, uint64_t nodes, double seconds)
{
  const struct result cost = { .nodes = nodes, .seconds = seconds };
  journal_spend (keeper->journal, work, &cost, true);
  keeper->changed = true;
}

void
keeper_forget (struct keeper *keeper, const struct work *work)
{
  if (keeper == NULL)
    return;
  const struct subject subject = subject_of (work);
  ledger_forget (keeper->ledger, &subject);
}

struct graph *
keeper_graph (struct keeper *keeper, const struct game *game, const struct position *root,
              const struct graph_options *options)
{
  struct graph *graph = graph_create (game, root, options);
  if (keeper == NULL)
    return graph;
  if (keeper->picture.count > 0 && !graph_picture_put (&keeper->picture, graph)) {
    /* Of another proof: nothing is lost but work. */
    graph_destroy (graph);
    graph = graph_create (game, root, options);
  }
  keeper->graph = graph;
  return graph;
}

void
keeper_graph_ends (struct keeper *keeper)
{
  if (keeper == NULL || keeper->graph == NULL)
    return;
  graph_picture_take (&keeper->picture, keeper->graph);
  keeper->graph = NULL;
}

double
keeper_seconds (const struct keeper *keeper)
{
  return keeper == NULL ? 0 : keeper->earlier_seconds;
}

void
keeper_add_cost (const struct keeper *keeper, const struct work *work, struct result *result)
{
  if (keeper != NULL)
    journal_add_cost (keeper->journal, work, result);
}

bool
keeper_had_finished (const struct keeper *keeper)
{
  return keeper != NULL && keeper->was_finished && !keeper->changed;
}

struct ledger *
keeper_ledger (struct keeper *keeper)
{
  return keeper == NULL ? NULL : keeper->ledger;
}
