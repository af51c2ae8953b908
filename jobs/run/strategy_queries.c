#include "run/certificates.h"

#include "certificate/extract.h"
#include "parallel/hosts.h"
#include "run/query_queue.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* On rank 0. */
struct row_search {
  struct run *run;
  struct query_queue *queue;
  struct partial_certificate *partial;
  struct query about;
  uint64_t nodes; /* nodes of the results so far; where limits count over all runs, with the results of
                     earlier runs */
  bool out_of_budget;
  size_t asked;  /* queries in flight */
  bool helps;    /* do idle threads help with positions that are handed out? */
  int searchers; /* about the number of threads of all hosts: each thread answers a query */
};

/* On each rank: what each of its threads knows of the strategies. */
struct extractions {
  struct extraction **of;
  int count;
  struct common_rows *common; /* NULL: there is a single thread */
};

/* The seconds that a query may take if several threads find rows. It ends soon so that other hosts get the
 * positions that it leaves open. */
static const double SHORT_QUERY = 0.05;

/* A query in flight. */
struct asked {
  struct row_search *row_search;
  size_t place; /* in partial->out */
  bool reported;
};

static void take_report (void *context, const uint8_t *report, size_t size) {
  struct asked *asked = context;
  assert (!asked->reported);
  asked->reported = true;
  if (!partial_take (asked->row_search->partial, asked->place, report, size))
    internal_error (__FILE__, __LINE__, "a rank sent an invalid report");
}

static void take_result (void *context, const struct result *result) {
  struct asked *asked = context;
  asked->row_search->asked--;
  asked->row_search->nodes += result->cost.nodes;
  asked->row_search->partial->nodes += result->cost.nodes;
  asked->row_search->out_of_budget |= result->out_of_budget;
  if (!asked->reported)
    partial_take (asked->row_search->partial, asked->place, NULL, 0);
  free (asked);
}

/* The least nodes of a query, a share of the nodes of all queries. Without it a query on a busy machine would
 * be ended by the clock after little work, and another searcher would have to begin the position anew each
 * time. */
static uint64_t least_share (const struct row_search *f) {
  enum { QUERIES_OF_A_SEARCHER = 16 };
  return f->nodes / (QUERIES_OF_A_SEARCHER * (uint64_t) f->searchers);
}

/* A single thread takes the position that was opened last, once it has reported about the one before, as if a
 * single query went on to the end. Several threads take the positions that were opened first, which are high
 * in the tree and far from one another. Threads of a single host that find none get one that is handed out,
 * and help the thread that has it (certificate/extract.h); on another host a thread would do the work twice.
 */
static enum production produce (void *context) {
  struct row_search *f = context;
  const uint64_t limit = f->about.node_limit;
  const bool alone = f->searchers == 1;
  if (f->partial->failed || f->out_of_budget || (limit > 0 && f->nodes >= limit))
    return PRODUCTION_OVER;
  if (alone && f->asked > 0)
    return PRODUCTION_LATER;
  size_t place = partial_hand_out (f->partial, alone);
  if (place == SIZE_MAX && f->helps && f->asked < (size_t) f->searchers)
    place = partial_hand_out_again (f->partial);
  if (place == SIZE_MAX)
    return partial_open (f->partial) == 0 ? PRODUCTION_OVER : PRODUCTION_LATER;
  struct query query = extraction_query (f->partial, place, &f->run->session.game, &f->about);
  query.node_limit = limit > 0 ? limit - f->nodes : 0;
  query.node_least = alone ? 0 : least_share (f);
  struct asked *asked = allocate (1, sizeof *asked);
  *asked = (struct asked){ .row_search = f, .place = place };
  f->asked++;
  query_queue_add (f->queue, &query, take_result, asked);
  return PRODUCTION_MORE;
}

static void describe (void *context, const struct under_way *way) {
  const struct row_search *f = context;
  struct progress *progress = &f->run->display.progress;
  (void) way;
  snprintf (progress->proven, sizeof progress->proven, "%zu rows, %zu positions open",
            partial_rows (f->partial), partial_open (f->partial));
}

static void find_on_rank_0 (struct run *run, struct partial_certificate *partial, uint64_t node_limit) {
  struct row_search f = { .run = run,
                          .queue = query_queue_create (),
                          .partial = partial,
                          .searchers = hosts_count (&run->session.ranks)
                                       * hosts_threads (&run->session.ranks, run->session.resources.threads),
                          .nodes = run->session.counts_nodes ? partial->nodes : 0 };
  f.helps = f.searchers > 1 && hosts_count (&run->session.ranks) == 1;
  f.about = query_about (&run->session, &run->session.game, NULL);
  f.about.shared = hosts_count (&run->session.ranks) > 1;
  f.about.node_limit = node_limit;
  query_queue_produce_by (f.queue, produce, &f);
  query_queue_reports_to (f.queue, take_report);
  query_queue_side_by_side (f.queue);
  run->display.describe = describe;
  run->display.describe_context = &f;
  query_queue_run (run, f.queue);
  run->display.describe = NULL;
  query_queue_destroy (f.queue);
}

static void answer (void *context, int thread, struct search *search, const atomic_bool *stop,
                    struct bytes *report, struct failure *failure) {
  const struct extractions *extractions = context;
  assert (0 <= thread && thread < extractions->count);
  (void) failure;
  extraction_answer (extractions->of[thread], search, stop, report);
}

void strategies_find (struct run *run, struct partial_certificate *partial, uint64_t node_limit) {
  uint64_t small_nodes = partial == NULL ? 0 : partial->certificate.small_nodes;
  assert ((run->session.ranks.rank == 0) == (partial != NULL) && run->session.game.key_bytes > 0);
  ranks_broadcast (&run->session.ranks, &small_nodes, sizeof small_nodes);
  struct extractions extractions
      = { .count = hosts_threads (&run->session.ranks, run->session.resources.threads) };
  extractions.of = allocate ((size_t) extractions.count + 1, sizeof *extractions.of);
  if (extractions.count > 1)
    extractions.common = common_rows_create (run->session.game.key_bytes);
  for (int i = 0; i < extractions.count; i++) {
    extractions.of[i] = extraction_create (&run->session.game, run->session.options.score, small_nodes);
    if (extractions.common != NULL)
      extraction_work_with (extractions.of[i], extractions.common, SHORT_QUERY);
  }
  run->session.resources.answer = answer;
  run->session.resources.answer_context = &extractions;
  if (partial == NULL)
    query_queue_run (run, NULL);
  else {
    for (int i = 0; i < extractions.count; i++)
      extraction_know (extractions.of[i], partial);
    find_on_rank_0 (run, partial, node_limit);
  }
  run->session.resources.answer = NULL;
  for (int i = 0; i < extractions.count; i++)
    extraction_destroy (extractions.of[i]);
  common_rows_destroy (extractions.common);
  free (extractions.of);
}
