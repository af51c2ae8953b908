#include "run/batch.h"

#include "run/follow_up.h"
#include "run/run_checkpoint.h"
#include "file/text_lines.h"
#include "run/certificates.h"
#include "run/search_tables.h"
#include "run/solution.h"
#include "run/query_queue.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* One line of the input, from reading to printing. */
struct item {
  struct batch *batch;
  struct item *next;
  char *text;
  bool bad;
  char error[300];
  bool open; /* a query about it has no result yet */
  struct solution solution;
};

struct batch {
  struct run *run;
  const struct game *game;
  const struct positions *positions;
  struct lines lines;
  size_t given; /* positions read, including the positions of other parts */
  struct query_queue *queue;
  struct item *first, *last;               /* not printed yet, in input order */
  size_t printed, bad, unknown, undecided; /* undecided: only some of their moves are decided */
};

static void free_item (struct item *item) {
  solution_end (&item->solution);
  free (item->text);
  free (item);
}

static void print_bad (struct display *display, const struct item *item) {
  struct output *output = &display->output;
  output_text (output, item->text);
  output_text (output, "error");
  output_field (output, "-", NULL);
  output_field (output, "0", json_integer (0));
  output_field (output, "0", json_integer (0));
  output_extra (output, "solved", json_false ());
  output_extra_text (output, "error", item->error);
  output_line (output);
}

static void print_item (struct batch *batch, struct item *item) {
  assert (batch->printed < batch->given);
  batch->printed++;
  batch->run->display.progress.done++;
  if (item->bad) {
    print_bad (&batch->run->display, item);
    return;
  }
  if (!solution_decided (&item->solution) && item->solution.answer.known.evaluation == ZERMELO_NO_EVALUATION)
    batch->unknown++;
  if (batch->run->session.options.all_moves && solution_decided (&item->solution)
      && !solution_is_complete (&item->solution))
    batch->undecided++;
  solution_begin_pv (&item->solution);
  proofs_note (&batch->run->journal, &item->solution);
  solution_print (batch->run, &item->solution, item->text);
  output_line (&batch->run->display.output);
}

/* Print the answers that are ready, in input order up to the first that is not; at the end of a run, print
 * all of them. After a query has failed nothing is printed, because a position that was not searched is not
 * "unknown".
 */
static void print_ready (struct batch *batch, bool all) {
  const bool failed = batch->run->session.query_failure.code != 0;
  while (batch->first != NULL && (all || !batch->first->open)) {
    struct item *item = batch->first;
    batch->first = item->next;
    if (batch->first == NULL)
      batch->last = NULL;
    if (!failed)
      print_item (batch, item);
    free_item (item);
  }
}

/* ---- results ---- */

static void item_done (void *context) {
  assert (((struct item *) context)->open || ((struct item *) context)->bad);
  struct item *item = context;
  item->open = false;
  print_ready (item->batch, false);
}

static void ask_all_moves (void *context) {
  struct item *item = context;
  const struct session *session = &item->batch->run->session;
  if (session->options.all_moves && session->query_failure.code == 0)
    solution_ask_moves (session, item->batch->queue, &item->solution, item_done, item);
  else
    item_done (item);
}

static void follow_up (void *context) {
  struct item *item = context;
  follow_up_ask (item->batch->run, item->batch->queue, &item->solution, ask_all_moves, item);
}

/* ---- queries ---- */

static void parse_item (struct item *item, size_t number, bool whole) {
  struct batch *batch = item->batch;
  const struct game *game = batch->game;
  struct failure failure = { 0 };
  struct answer answer;
  if (!whole)
    fail (&failure, EXIT_BAD_DATA, "a zero byte in the text");
  else if (answer_begin (&answer, game, item->text, &failure)) {
    const struct query query = query_about (&batch->run->session, game, answer.position);
    solution_begin (&item->solution, &answer, &query);
    item->solution.wants_move = true;
    item->solution.wants_pv = batch->run->display.output.json || batch->run->display.output.pretty;
  }
  if (failure.code == 0)
    return;
  item->bad = true;
  batch->bad++;
  snprintf (item->error, sizeof item->error, "%.280s", failure.text);
  progress_clear (&batch->run->display.progress);
  failure_print_at (batch->positions->file != NULL ? batch->lines.name : "positions", number, &failure);
}

static void add_item (struct batch *batch, const char *text, size_t number, bool whole) {
  struct item *item = allocate (1, sizeof *item);
  item->batch = batch;
  item->text = strdup (text);
  if (batch->last != NULL)
    batch->last->next = item;
  else
    batch->first = item;
  batch->last = item;
  parse_item (item, number, whole);
  if (!item->bad && item->solution.answer.outcome == GOING_ON) {
    struct result result;
    item->open = true;
    item->solution.found_earlier
        = run_checkpoint_find (batch->run->journal.run_checkpoint, &item->solution.query, &result);
    solution_ask_position (batch->queue, &item->solution, follow_up, item);
  }
}

/* Part I of N takes every N-th position, beginning with the I-th. */
static bool is_of_this_part (struct batch *batch) {
  assert (1 <= batch->run->session.options.part
          && batch->run->session.options.part <= batch->run->session.options.parts);
  const struct options *options = &batch->run->session.options;
  return batch->given++ % (size_t) options->parts == (size_t) options->part - 1;
}

static enum production produce_batch (void *context) {
  struct batch *batch = context;
  if (run_must_stop (&batch->run->session))
    return PRODUCTION_OVER;
  if (batch->positions->file == NULL) {
    if (batch->given == batch->positions->count)
      return PRODUCTION_OVER;
    const size_t next = batch->given;
    if (is_of_this_part (batch))
      add_item (batch, batch->positions->list[next], next + 1, true);
  } else {
    char *line;
    bool whole;
    switch (lines_next (&batch->lines, &line, &whole)) {
    case LINES_OVER: return PRODUCTION_OVER;
    case LINES_LATER: return PRODUCTION_LATER;
    case LINES_LINE:
      if (*line != '#' && is_of_this_part (batch))
        add_item (batch, line, batch->lines.number, whole);
    }
  }
  print_ready (batch, false);
  return PRODUCTION_MORE;
}

char *batch_name (const struct options *options) {
  return options->parts > 1 ? text_format ("solve --positions --part %d/%d", options->part, options->parts)
                            : text_format ("solve --positions");
}

int batch_solve (struct run *run, const struct positions *positions, struct failure *failure) {
  const struct game *game = &run->session.game;
  struct batch batch = { .run = run, .game = game, .positions = positions };
  const bool reads = run->session.ranks.rank == 0;
  if (game->key_bytes == 0)
    fail (failure, EXIT_BAD_DATA,
          "%s: board too large for a batch: only positions of at most 256 cells have a key", game->title);
  else if (run->session.options.certificate != NULL && !certificate_holds_many (game))
    fail (failure, EXIT_USAGE,
          "--certificate: a certificate of %s is about one position: name it instead of a list", game->title);
  else if (reads && positions->file != NULL)
    lines_open (&batch.lines, positions->file, failure);
  char *job = batch_name (&run->session.options);
  const bool opened = ranks_agree (&run->session.ranks, failure) && run_checkpoint_open (run, job, failure);
  free (job);
  if (!opened) {
    proofs_write (run, false, failure);
    return failure->code;
  }
  output_columns (&run->display.output, solve_columns, SOLVE_COLUMNS);
  progress_task (&run->display.progress, "nodes", "%s %.90s", run->session.task, game->title);
  run->display.progress.things = "positions";
  run->display.progress.total
      = positions->file == NULL ? positions->count / (size_t) run->session.options.parts : 0;
  if (reads) {
    batch.queue = query_queue_create ();
    query_queue_produce_by (batch.queue, produce_batch, &batch);
    query_queue_side_by_side (batch.queue);
  }
  bool finished = query_queue_run (run, batch.queue);
  if (reads) {
    print_ready (&batch, true);
    search_tables_explain (run);
    if (positions->file != NULL) {
      finished = finished && batch.lines.over;
      lines_well (&batch.lines, failure);
      lines_close (&batch.lines);
    }
    query_queue_destroy (batch.queue);
  }
  if (!proofs_write (run, finished && batch.unknown == 0, failure))
    return failure->code;
  if (run->session.query_failure.code != 0)
    return run_unfinished (&run->session, "", failure);
  if (batch.bad > 0)
    return EXIT_BAD_DATA;
  if (reads && (!finished || batch.unknown > 0))
    return run_unfinished (&run->session, "positions are left without a value", failure);
  if (reads && batch.undecided > 0)
    return run_unfinished (&run->session, "some moves of some positions are undecided", failure);
  return EXIT_HOLDS;
}
