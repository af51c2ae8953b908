/* `zermelo verify`: compare the table of known values with the values that the solver finds. Each rank solves
 * one board at a time.
 *
 * Each effort gives every row the same node budget on every machine, so that `unknown` does not depend on the
 * clock. Rows are printed in the order of the table. */
#include "run/known_values.h"

#include "file/part_file.h"
#include "parallel/hosts.h"
#include "run/certificates.h"
#include "run/run_checkpoint.h"
#include "run/search_tables.h"
#include "run/solution.h"
#include "command/task.h"
#include "run/query_queue.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t budgets[EFFORTS]
    = { UINT64_C (50000000), UINT64_C (10000000000), UINT64_C (1000000000000) };

const struct column verify_columns[VERIFY_COLUMNS]
    = { { "game:board", -20 }, { "published", -9 }, { "found", -7 },  { "verdict", -7 },
        { "method", -11 },     { "nodes", 8 },      { "seconds", 9 }, { "source", -40 } };

enum { VERIFY_SPARE = 1 << 4 | 1 << 7 }; /* method and source */

struct row {
  struct verification *verification;
  const struct known_value *known;
  bool asked, answered, proven; /* proven: by a certificate */
  struct result result;
};

struct verification {
  struct run *run;
  struct query_queue *queue;
  struct row *rows;
  size_t count, asked, printed;
  size_t to_ask;              /* rows to be asked in this call of the queue */
  double weight, weight_done; /* of all rows, for the progress */
  size_t differing;
  char first_difference[96];
};

/* The expected cost of a row relative to other rows, for estimates: what it took once, otherwise a guess by
 * its effort. */
static double weight_of (const struct row *row) {
  static const double usual[EFFORTS] = { 0.02, 0.1, 3600 };
  return row->known->seconds > 0 ? row->known->seconds : usual[row->known->effort];
}

static const char *verdict (const struct row *row) {
  const char *found = value_name (row->result.bounds);
  if (strcmp (found, "unknown") == 0)
    return "unknown";
  if (row->known->value[0] == 0)
    return "new";
  return strcmp (found, row->known->value) == 0 ? "ok" : "differs";
}

void verify_fields (struct output *output, const struct record_row *row) {
  output_text (output, row->subject);
  output_text (output, row->expected[0] != 0 ? row->expected : NULL);
  output_text (output, row->found);
  output_text (output, row->verdict);
  output_text (output, row->method);
  output_number (output, row->nodes);
  output_seconds (output, row->seconds);
  output_text (output, row->source);
}

static void print_row (struct verification *v, const struct row *row) {
  struct output *output = &v->run->display.output;
  const struct result *result = &row->result;
  const struct cost *cost = &result->cost;
  struct record_row record = { .nodes = cost->nodes, .looks = cost->looks, .seconds = cost->seconds };
  snprintf (record.subject, sizeof record.subject, "%s", row->known->title);
  snprintf (record.expected, sizeof record.expected, "%s", row->known->value);
  snprintf (record.found, sizeof record.found, "%s", value_name (result->bounds));
  snprintf (record.verdict, sizeof record.verdict, "%s", verdict (row));
  snprintf (record.method, sizeof record.method, "%s", method_descriptions[result->method].name);
  snprintf (record.source, sizeof record.source, "%s", row->known->source);
  snprintf (record.argument, sizeof record.argument, "%s", result->argument);
  if (v->run->session.options.certificates != NULL)
    snprintf (record.proven, sizeof record.proven, "%s", row->proven ? "yes" : "no");
  verify_fields (output, &record);
  output_extra_text (output, "game", row->known->game);
  output_extra_text (output, "board", row->known->board);
  output_extra_text (output, "rules", row->known->rules);
  output_extra_text (output, "at_least",
                     value_name ((struct bounds){ result->bounds.lower, result->bounds.lower }));
  output_extra_text (output, "at_most",
                     value_name ((struct bounds){ result->bounds.upper, result->bounds.upper }));
  output_extra_number (output, "looks", cost->looks);
  output_extra_text (output, "argument", result->argument[0] != 0 ? result->argument : NULL);
  if (v->run->session.options.certificates != NULL)
    output_extra (output, "proven", json_boolean (row->proven));
  output_line (output);
  account_row (&v->run->journal.account, &record);
  if (strcmp (record.verdict, "differs") == 0 && v->differing++ == 0)
    snprintf (v->first_difference, sizeof v->first_difference, "%s", row->known->title);
}

static void print_ready (struct verification *v) {
  while (v->printed < v->count && v->rows[v->printed].answered)
    print_row (v, &v->rows[v->printed++]);
}

static struct query query_of (const struct session *session, const char *title) {
  const struct options *options = &session->options;
  struct query query = query_begin (title, options->method, false);
  query.node_limit = options->node_limit != 0 ? options->node_limit : budgets[options->effort];
  return query;
}

static void row_done (void *context, const struct result *result) {
  struct row *row = context;
  struct run *run = row->verification->run;
  row->result = *result;
  if (run->journal.run_checkpoint == NULL) { /* otherwise the result contains it */
    const struct cost tables = search_tables_cost (&run->session, row->known->title);
    cost_add (&row->result.cost, &tables);
  }
  /* otherwise the row is left for a later run */
  row->answered = !result->failed && (!result->stopped || result->out_of_budget);
  if (row->answered) {
    struct verification *v = row->verification;
    run->display.progress.done++;
    v->weight_done += weight_of (row);
    run->display.progress.share = v->weight_done / v->weight;
    const struct query query = query_of (&run->session, row->known->title);
    run_checkpoint_forget (run->journal.run_checkpoint, &query);
  }
  if (run->session.options.certificates == NULL)
    print_ready (row->verification);
}

/* The share of the row in work that is done, if only one row is in work: judged by its nodes, until it takes
 * more than expected. */
static double weight_under_way (const struct verification *v, const struct under_way *way) {
  if (way->query == NULL || way->queries > 1)
    return 0;
  for (const struct row *row = v->rows; row < v->rows + v->asked; row++)
    if (!row->answered && row->known->nodes > 0 && strcmp (row->known->title, way->query->game) == 0)
      return weight_of (row) * fmin (0.98, (double) way->nodes / row->known->nodes);
  return 0;
}

/* For the progress line: the board in work, and the bounds proven so far. */
static void describe_row (void *context, const struct under_way *way) {
  struct verification *v = context;
  struct progress *progress = &v->run->display.progress;
  if (v->weight > 0)
    progress->share = (v->weight_done + weight_under_way (v, way)) / v->weight;
  if (way->query == NULL)
    progress_now (progress, "%s", "");
  else if (way->queries > 1)
    progress_now (progress, "%.60s and %d more", way->query->game, way->queries - 1);
  else
    progress_now (progress, "%.60s", way->query->game);
  bounds_describe (NULL, NULL, way->proven, progress->proven, sizeof progress->proven);
}

static enum production produce_rows (void *context) {
  struct verification *v = context;
  if (v->asked == v->to_ask)
    return PRODUCTION_OVER;
  struct row *row = &v->rows[v->asked++];
  const struct query query = query_of (&v->run->session, row->known->title);
  query_queue_add (v->queue, &query, row_done, row);
  return PRODUCTION_MORE;
}

/* A summary for people, below the table. */
static void say_counts (const struct verification *v) {
  static const char *const verdicts[] = { "ok", "differs", "new", "unknown" };
  char text[160] = "";
  for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
    size_t count = 0;
    for (size_t j = 0; j < v->count; j++)
      count += v->rows[j].answered && strcmp (verdict (&v->rows[j]), verdicts[i]) == 0;
    if (count > 0)
      text_append (text, sizeof text, "%s %zu %s", *text != 0 ? "," : "", count, verdicts[i]);
  }
  output_sentence (&v->run->display.output, "%zu board%s:%s", v->count, v->count == 1 ? "" : "s",
                   *text == 0 ? " none done" : text);
}

/* When the run ends early: print the rows that were answered after a row that was not. Returns how many rows
 * are left. */
static size_t print_rest (struct verification *v) {
  size_t left = 0;
  for (; v->printed < v->count; v->printed++)
    if (v->rows[v->printed].answered)
      print_row (v, &v->rows[v->printed]);
    else
      left++;
  return left;
}

/* ---- certificates ---- */

/* A certificate that took too many nodes is recorded like a query, so that no later run tries it again. It
 * may take ten times the nodes of the value, within the budget of the row. */
static struct query query_of_certificate (const struct session *session, const struct row *row) {
  enum { NODES_LEAST = 100000, TIMES = 10 };
  struct query query = query_of (session, row->known->title);
  const uint64_t nodes = NODES_LEAST + TIMES * row->result.cost.nodes;
  query.kind = QUERY_VARIATION;
  query.value = row->result.bounds.lower;
  query.node_limit = nodes < query.node_limit ? nodes : query.node_limit;
  return query;
}

/* False: the run must end, or a file is refused; then the row is not done. */
static bool prove_row (struct run *run, struct row *row, struct failure *failure) {
  const struct bounds value = row->result.bounds;
  const struct query query = query_of_certificate (&run->session, row);
  struct result given_up;
  if (value.lower != value.upper || run_checkpoint_find (run->journal.run_checkpoint, &query, &given_up))
    return true;
  progress_task (&run->display.progress, "boards", "certificate of %.90s", row->known->title);
  row->proven = certificate_of_start (run, row->known->title, (enum outcome) value.lower, query.node_limit,
                                      run->session.options.certificates, failure);
  if (!row->proven && failure->code == 0) {
    given_up = result_unknown (&query);
    run_checkpoint_note (run->journal.run_checkpoint, &query, &given_up, true);
  }
  return failure->code == 0;
}

/* Rows are printed when they have their certificates. The first row without an answer is the first of the
 * rows that are left. */
static void prove_rows (struct verification *v, size_t begin, struct failure *failure) {
  for (size_t i = begin; i < v->asked; i++) {
    struct row *row = &v->rows[i];
    row->answered = row->answered && failure->code == 0 && !run_must_stop (&v->run->session)
                    && prove_row (v->run, row, failure);
    if (row->answered)
      print_row (v, &v->rows[v->printed++]);
    run_checkpoint_tick (v->run->journal.run_checkpoint);
  }
}

/* ---- all rows ---- */

static void search_rows (struct verification *v, size_t end) {
  struct run *run = v->run;
  v->to_ask = end;
  query_queue_produce_by (v->queue, produce_rows, v);
  progress_task (&run->display.progress, "nodes", "verify");
  run->display.progress.done = v->asked;
  run->display.progress.total = v->count;
  run->display.progress.things = "boards";
  run->display.progress.share = v->weight > 0 ? v->weight_done / v->weight : 0;
  run->display.progress.basis = "weighted by what they may take";
  run->display.describe = describe_row;
  run->display.describe_context = v;
  query_queue_run (run, v->queue);
  run->display.describe = NULL;
}

/* Several ranks search the rows side by side, and then find the certificates together. One rank takes each
 * row to its end, so that its certificate is found with the table of its search. */
static void search_and_prove_rows (struct verification *v, struct failure *failure) {
  struct run *run = v->run;
  struct kept_table kept = { .table = NULL };
  const bool together = hosts_count (&run->session.ranks) > 1;
  if (!together)
    run->session.resources.kept_table = &kept;
  do {
    const size_t begin = v->to_ask;
    search_rows (v, together || begin == v->count ? v->count : begin + 1);
    prove_rows (v, begin, failure);
  } while (v->to_ask < v->count && failure->code == 0 && !run_must_stop (&run->session));
  run->session.resources.kept_table = NULL;
  kept_table_free (&kept);
  certificates_help (run);
}

static int verify_rows (struct run *run, struct known_values *table, struct failure *failure) {
  struct verification v = { .run = run, .count = table->count };
  v.rows = allocate (v.count, sizeof *v.rows);
  for (size_t i = 0; i < v.count; i++)
    v.rows[i] = (struct row){ .verification = &v, .known = &table->rows[i] };
  for (size_t i = 0; i < v.count; i++)
    v.weight += weight_of (&v.rows[i]);
  v.queue = query_queue_create ();
  query_queue_budgets_are_final (v.queue);
  output_spare (&run->display.output, VERIFY_SPARE);
  output_columns (&run->display.output, verify_columns, VERIFY_COLUMNS);
  struct failure refused = { 0 };
  if (run->session.options.certificates != NULL)
    search_and_prove_rows (&v, &refused);
  else
    search_rows (&v, v.count);
  const size_t left = print_rest (&v);
  say_counts (&v);
  query_queue_destroy (v.queue);
  free (v.rows);
  if (refused.code != 0 && refused.code != EXIT_UNFINISHED)
    *failure = refused;
  else if (left > 0) { /* first: a batch job that is not done goes on, whatever it found so far */
    char text[160] = "";
    if (v.differing > 0)
      snprintf (text, sizeof text, "%.90s differs, ", v.first_difference);
    text_append (text, sizeof text, "%zu of %zu boards are left", left, table->count);
    run_unfinished (&run->session, text, failure);
  } else if (v.differing == 1)
    fail (failure, EXIT_DIFFERS, "%s differs from the published value", v.first_difference);
  else if (v.differing > 0)
    fail (failure, EXIT_DIFFERS, "%zu values differ from the published ones, the first is %s", v.differing,
          v.first_difference);
  return failure->code;
}

/* Was it answered by an earlier run? */
static bool is_answered (const struct run *run, const char *title) {
  const struct query query = query_of (&run->session, title);
  struct result result;
  return run_checkpoint_find (run->journal.run_checkpoint, &query, &result);
}

/* The cost of tables is part of the cost of their game. */
static void note_tables (struct run *run, const char *title) {
  const struct query query = query_of (&run->session, title);
  const struct cost cost = search_tables_cost (&run->session, title);
  run_checkpoint_spend (run->journal.run_checkpoint, &query, &cost);
}

/* Make endgame tables for the games that have them: without tables, their searches would not end. */
static void make_tables (struct run *run, const struct known_values *table, struct failure *failure) {
  size_t i = 0;
  for (;;) {
    char title[sizeof table->rows->title] = "";
    while (run->session.ranks.rank == 0 && i < table->count && is_answered (run, table->rows[i].title))
      i++;
    if (run->session.ranks.rank == 0 && i < table->count)
      memcpy (title, table->rows[i++].title, sizeof title);
    ranks_broadcast (&run->session.ranks, title, sizeof title);
    if (title[0] == 0)
      return;
    const bool made = search_tables_make (run, title, failure);
    if (made && run->journal.run_checkpoint != NULL)
      note_tables (run, title);
    if (failure->code != 0)
      return;
  }
}

char *verify_name (const struct options *options) {
  return text_format ("verify --only %.100s --effort %s --part %d/%d", options->only,
                      effort_names[options->effort], options->part, options->parts);
}

int verify_table (struct run *run, struct failure *failure) {
  struct known_values table = { 0 };
  const bool reads = run->session.ranks.rank == 0;
  if (reads && known_values_read (&table, failure))
    known_values_select (&table, &run->session.options, failure);
  int code = EXIT_HOLDS;
  const struct options *options = &run->session.options;
  char *job = verify_name (options);
  if (options->certificates != NULL && reads && failure->code == 0)
    directory_make (options->certificates, failure);
  run->session.options.distances
      |= options->certificates != NULL; /* from which certificates take their moves */
  if (!ranks_agree (&run->session.ranks, failure) || !run_checkpoint_open (run, job, failure))
    code = failure->code;
  else if (make_tables (run, &table, failure), failure->code != 0)
    code = failure->code;
  else if (reads)
    code = verify_rows (run, &table, failure);
  else {
    query_queue_run (run, NULL);
    if (options->certificates != NULL)
      certificates_help (run);
  }
  known_values_free (&table);
  free (job);
  return code;
}

int command_verify (struct run *run, struct failure *failure) { return verify_table (run, failure); }
