#include "batch.h"

#include "keeper.h"
#include "lines.h"
#include "proofs.h"
#include "solution.h"
#include "works.h"

#include <stdlib.h>
#include <string.h>

/* One line of the input, from reading to printing. */
struct item {
  struct batch *batch;
  struct item *next;
  char *text;
  bool bad;
  char error[300];
  int open; /* questions not answered yet */
  struct position *position;
  struct solution solution;
};

/* One question of an item: its children carry the number of the reply. */
struct inquiry {
  struct item *item;
  int reply;
};

struct batch {
  struct run *run;
  const struct game *game;
  const struct positions *positions;
  struct lines lines;
  size_t given; /* of positions->list */
  struct works *works;
  struct item *first, *last; /* not printed yet, in the order of the input */
  size_t printed, bad, unknown;
};

static void
free_item (struct item *item)
{
  solution_end (&item->solution);
  free (item->position);
  free (item->text);
  free (item);
}

static void
print_bad (struct run *run, const struct item *item)
{
  struct output *output = &run->output;
  output_field (output, item->text, json_text (item->text));
  output_text (output, "error");
  output_field (output, "-", NULL);
  output_field (output, "0", json_integer (0));
  output_field (output, "0", json_integer (0));
  output_extra (output, "solved", json_false ());
  output_extra_text (output, "error", item->error);
  output_line (output);
}

static void
print_item (struct batch *batch, struct item *item)
{
  batch->printed++;
  if (item->bad) {
    print_bad (batch->run, item);
    return;
  }
  if (!solution_decided (&item->solution) && !item->solution.has_evaluation)
    batch->unknown++;
  proofs_note (batch->run, &item->solution);
  solution_print (batch->run, &item->solution, item->text);
  output_line (&batch->run->output);
}

/* Print what is answered from the front on; all of it at the end of a run. */
static void
print_ready (struct batch *batch, bool all)
{
  while (batch->first != NULL && (all || batch->first->open == 0)) {
    struct item *item = batch->first;
    batch->first = item->next;
    if (batch->first == NULL)
      batch->last = NULL;
    print_item (batch, item);
    free_item (item);
  }
}

/* ---- answers ---- */

static void
reply_done (void *context, const struct result *result)
{
  struct inquiry *inquiry = context;
  struct item *item = inquiry->item;
  solution_take_reply (&item->solution, inquiry->reply, result->bounds);
  item->solution.nodes += result->nodes;
  item->solution.looks += result->looks;
  item->solution.seconds += result->seconds;
  item->solution.stopped |= result->stopped;
  item->open--;
  free (inquiry);
  print_ready (item->batch, false);
}

static void
ask_replies (struct item *item)
{
  const struct batch *batch = item->batch;
  for (int i = 0; i < item->solution.reply_count; i++) {
    struct work work = work_about (batch->run, batch->game, NULL);
    if (!solution_asks (&item->solution, i, &work.window))
      continue;
    work.start = false;
    memcpy (work.key, item->solution.replies[i].key, sizeof work.key);
    struct inquiry *inquiry = allocate (1, sizeof *inquiry);
    *inquiry = (struct inquiry){ item, i };
    item->open++;
    works_add (batch->works, &work, reply_done, inquiry);
  }
}

static void
root_done (void *context, const struct result *result)
{
  struct item *item = context;
  item->open--;
  if (result->failure.code != 0) {
    item->bad = true;
    item->batch->bad++;
    memcpy (item->error, result->failure.text, sizeof item->error - 1);
  } else {
    solution_take (&item->solution, result);
    if (item->batch->run->options.all_moves)
      ask_replies (item);
  }
  print_ready (item->batch, false);
}

/* ---- questions ---- */

static void
parse_item (struct item *item, size_t number, bool whole)
{
  struct batch *batch = item->batch;
  const struct game *game = batch->game;
  struct failure failure = { 0 };
  char *normal = allocate (2 * strlen (item->text) + 512, 1);
  item->position = position_allocate (game);
  if (!whole)
    fail (&failure, EXIT_BAD_DATA, "a zero byte in the text");
  else if (game->engine->parse (game, item->text, item->position, normal, &failure)) {
    solution_begin (&item->solution, game, item->position, batch->run->options.score);
    item->solution.depth = batch->run->options.depth;
  }
  free (normal);
  if (failure.code == 0)
    return;
  item->bad = true;
  batch->bad++;
  snprintf (item->error, sizeof item->error, "%.280s", failure.text);
  progress_clear (&batch->run->progress);
  failure_print_at (batch->positions->file != NULL ? batch->lines.name : "positions", number, &failure);
}

static void
add_item (struct batch *batch, const char *text, size_t number, bool whole)
{
  struct item *item = allocate (1, sizeof *item);
  item->batch = batch;
  item->text = strdup (text);
  if (batch->last != NULL)
    batch->last->next = item;
  else
    batch->first = item;
  batch->last = item;
  parse_item (item, number, whole);
  if (!item->bad && item->solution.outcome == GOING_ON) {
    const struct work work = work_about (batch->run, batch->game, item->position);
    item->open = 1;
    works_add (batch->works, &work, root_done, item);
  }
}

static enum feeding
feed_batch (void *context)
{
  struct batch *batch = context;
  if (run_must_stop (batch->run))
    return FEEDING_OVER;
  if (batch->positions->file == NULL) {
    if (batch->given == batch->positions->count)
      return FEEDING_OVER;
    add_item (batch, batch->positions->list[batch->given], batch->given + 1, true);
    batch->given++;
  } else {
    char *line;
    bool whole;
    switch (lines_next (&batch->lines, &line, &whole)) {
    case LINES_OVER: return FEEDING_OVER;
    case LINES_LATER: return FEEDING_LATER;
    case LINES_LINE:
      if (*line != '#')
        add_item (batch, line, batch->lines.number, whole);
    }
  }
  print_ready (batch, false);
  return FEEDING_MORE;
}

int
batch_solve (struct run *run, const struct positions *positions, struct failure *failure)
{
  const struct game *game = &run->game;
  struct batch batch = { .run = run, .game = game, .positions = positions };
  const bool reads = run->ranks.rank == 0;
  if (game->key_bytes == 0)
    fail (failure, EXIT_BAD_DATA,
          "%s: board too large for a batch: only positions of at most 256 cells have a key", game->title);
  else if (reads && positions->file != NULL)
    lines_open (&batch.lines, positions->file, failure);
  if (!ranks_agree (&run->ranks, failure) || !keeper_open (run, "solve --positions", failure))
    return failure->code;
  output_columns (&run->output, solve_columns, SOLVE_COLUMNS);
  if (reads) {
    batch.works = works_create ();
    works_feed_by (batch.works, feed_batch, &batch);
  }
  bool finished = works_run (run, batch.works);
  if (reads) {
    print_ready (&batch, true);
    if (positions->file != NULL) {
      finished = finished && batch.lines.over;
      if (batch.lines.error != 0)
        fail (failure, EXIT_IO, "cannot read %.300s: %s", batch.lines.name, strerror (batch.lines.error));
      lines_close (&batch.lines);
    }
    works_destroy (batch.works);
  }
  if (!proofs_write (run, finished && batch.unknown == 0, failure))
    return failure->code;
  if (batch.bad > 0)
    return EXIT_BAD_DATA;
  if (reads && (!finished || batch.unknown > 0))
    return run_unfinished (run, "positions are left without a value", failure);
  return EXIT_HOLDS;
}
