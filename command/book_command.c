/* `zermelo book`: canonical unfinished positions with their values and the moves that keep them: all up to
 * ply N, those near given lines, or those that a strategy needs.
 *
 * Rank 0 lists the positions, has them searched (book_search.c, book_strategy.c), and writes what was found.
 */
#include "command/command.h"
#include "command/task.h"

#include "base/clock.h"
#include "base/text.h"
#include "book/book_rows.h"
#include "run/book_search.h"
#include "run/query_queue.h"
#include "run/run_checkpoint.h"
#include "answer/answer.h"
#include "run/run_end.h"
#include "store/book_layout.h"
#include "store/new_file.h"

#include <stdlib.h>
#include <string.h>

static const struct column book_columns[]
    = { { "ply", 5 }, { "positions", 14 }, { "win", 14 }, { "draw", 14 }, { "loss", 14 } };

/* ---- what a position of the book says ---- */

/* Set the bits of the moves that keep the value. Returns the number of moves of which that is unknown. */
static int fill_mask (struct book_builder *m, size_t i, uint8_t *mask) {
  if (m->bounds[i].lower != m->bounds[i].upper)
    return 0;
  const int count = book_set_position (m, i);
  int undecided = 0;
  for (int j = 0; j < count; j++) {
    m->game->engine->child (m->game, m->position, m->successors[j].move, m->child);
    const struct bounds move = bounds_for_parent (m->game, m->exact_score, book_child_bounds (m, m->child));
    if (move.lower < m->bounds[i].lower) {
      undecided += move.upper >= m->bounds[i].lower;
      continue;
    }
    book_mask_set (mask, &m->successors[j], j);
  }
  return undecided;
}

/* Set the bits of the chosen move and of the moves that lead to a symmetric position. */
static void mark_chosen (struct book_builder *m, size_t i, uint8_t *mask) {
  const int count = book_set_position (m, i);
  bool *marked = allocate ((size_t) count + 1, sizeof *marked);
  marked[m->chosen[i]] = true;
  book_rows_mask (m->game, m->position, marked, mask);
  free (marked);
}

/* -1, 0, 1 or ZERMELO_UNKNOWN. With scores, a value whose score is unknown is unknown, or it would be read as
 * a score of 0. */
static int book_value (const struct book_builder *m, size_t i) {
  const struct bounds score = m->bounds[i], value = value_of_score (score);
  if (value.lower != value.upper || (m->exact_score && score.lower != score.upper))
    return ZERMELO_UNKNOWN;
  return value.lower;
}

/* The score of position i as printed, or 0. */
static int book_score (struct book_builder *m, size_t i) {
  char text[24];
  int score = 0;
  if (!m->exact_score)
    return 0;
  m->game->engine->unpack (m->game, key_set_key (&m->positions, i), m->position);
  return score_text (m->game, m->position, m->bounds[i], text, &score) ? score : 0;
}

/* ---- the book ---- */

/* The book to be written, and what is known about it. */
struct made {
  struct book_rows rows;
  uint64_t unknown;   /* values */
  uint64_t undecided; /* moves of which it is unknown whether they keep the value */
};

static void add_position (struct book_builder *m, const struct book_plan *plan, struct made *made, size_t i) {
  uint8_t mask[BOOK_MASK_MAX] = { 0 };
  int undecided = 0;
  struct book_entry entry = { .key = key_set_key (&m->positions, i),
                              .moves = mask,
                              .value = plan->heuristic ? ZERMELO_UNKNOWN : book_value (m, i),
                              .ply = m->ply[i],
                              .evaluation = m->evaluation[i] };
  if (!plan->heuristic && plan->strategies == 0)
    undecided = fill_mask (m, i, mask);
  else if (m->chosen[i] >= 0)
    mark_chosen (m, i, mask);
  if (m->cut
      && (undecided > 0 || (entry.value == ZERMELO_UNKNOWN && entry.evaluation == ZERMELO_NO_EVALUATION)))
    return; /* time was up before it was done */
  if (entry.value != ZERMELO_UNKNOWN) {
    entry.score = book_score (m, i);
    entry.evaluation = ZERMELO_NO_EVALUATION;
  }
  made->undecided += (uint64_t) undecided;
  made->rows.selective |= undecided > 0;
  made->unknown += entry.value == ZERMELO_UNKNOWN && entry.evaluation == ZERMELO_NO_EVALUATION;
  book_rows_add (&made->rows, &entry, made->rows.mask_bytes);
  if (entry.ply > made->rows.plies)
    made->rows.plies = entry.ply;
}

static void name_heuristic (const struct session *session, char *text, size_t size) {
  const struct options *options = &session->options;
  snprintf (text, size, "--method %s", method_descriptions[options->method].name);
  if (options->depth > 0)
    text_append (text, size, " --depth %d", options->depth);
  if (session->game.engine->evaluations != NULL)
    text_append (text, size, " --evaluation %s", session->game.engine->evaluations[session->evaluation]);
  if (options->tables != NULL)
    text_append (text, size, " --tables");
}

/* All positions that are done, and the positions of the book that is extended. */
static bool gather (struct book_builder *m, const struct book_plan *plan, struct made *made,
                    struct failure *failure) {
  struct game game;
  if (!engine_open (&game, m->game->title, failure))
    return false;
  book_rows_begin (&made->rows, &game, m->exact_score);
  made->rows.selective = plan->strategies > 0;
  if (plan->heuristic)
    name_heuristic (&m->run->session, made->rows.heuristic, sizeof made->rows.heuristic);
  const bool only_listed = plan->strategies == 0 && !m->cut;
  const size_t count = only_listed ? m->begin[m->plies + 1] : m->positions.count;
  for (size_t i = 0; i < count; i++)
    add_position (m, plan, made, i);
  if (plan->around == NULL && !plan->until)
    made->rows.plies = m->plies;
  return (m->from == NULL || book_rows_add_all (&made->rows, m->from, failure))
         && (made->rows.keys.count > 0 || only_listed
             || fail (failure, EXIT_UNFINISHED, "the time was up before the first position was done"));
}

static struct record_row count_ply (const struct book_rows *rows, int ply) {
  struct record_row row = { .positions = 0 };
  snprintf (row.subject, sizeof row.subject, "ply %d", ply);
  for (size_t i = 0; i < rows->keys.count; i++) {
    const int value = rows->value[i], score = rows->score[i];
    if (rows->ply[i] != ply)
      continue;
    row.positions++;
    row.won += value == WON;
    row.drawn += value == DRAWN;
    row.lost += value == LOST;
    if (!rows->scored || value == ZERMELO_UNKNOWN)
      continue;
    row.lowest = row.scored == 0 || score < row.lowest ? score : row.lowest;
    row.highest = row.scored == 0 || score > row.highest ? score : row.highest;
    row.scored++;
  }
  return row;
}

static void print_plies (struct run *run, const struct book_rows *rows) {
  struct output *output = &run->display.output;
  bool begun = false;
  output_columns (output, book_columns, 5);
  for (int ply = 0; ply <= rows->plies; ply++) {
    const struct record_row row = count_ply (rows, ply);
    begun |= row.positions > 0;
    if (!begun)
      continue;
    output_number (output, (uint64_t) ply);
    output_number (output, row.positions);
    output_number (output, row.won);
    output_number (output, row.drawn);
    output_number (output, row.lost);
    output_line (output);
    account_row (&run->journal.account, &row);
  }
}

/* Say to people what the book holds, if it does not hold the values of all positions. */
static void tell (struct display *display, const struct book_rows *rows, const char *path) {
  const char *whose = book_rows_whose_strategy (rows);
  output_sentence (&display->output, "The book is in %s", path);
  if (rows->heuristic[0] != 0)
    output_sentence (&display->output, "Its values are heuristic (%s), not proven", rows->heuristic);
  else if (whose != NULL)
    output_sentence (&display->output, "It has a strategy of %s up to ply %d", book_strategy_owner (whose),
                     rows->plies);
}

/* Does the book have every position of the book that exists already? */
static bool contains_file (const struct book_rows *rows, const char *path) {
  struct failure ignored = { 0 };
  struct book_rows there;
  if (!book_rows_read (&there, path, &ignored))
    return false;
  bool all = book_rows_alike (rows, &there, &ignored);
  for (size_t i = 0; i < there.keys.count && all; i++)
    all = key_set_find (&rows->keys, key_set_key (&there.keys, i)) != SIZE_MAX;
  book_rows_free (&there);
  return all;
}

/* The name for the book. A book that the time of --until has cut short replaces an existing book only if it
 * contains that book. The caller frees the name. */
static char *choose_name (const struct book_builder *m, const struct book_plan *plan,
                          const struct made *made) {
  if (made->unknown + made->undecided > 0)
    return unfinished_book (&m->run->session, plan->path, made->rows.plies, made->unknown);
  return m->cut && !contains_file (&made->rows, plan->path) ? new_file_unfinished (plan->path)
                                                            : strdup (plan->path);
}

/* A book in which --node-limit left values unknown is a result, but not everything that was asked for. */
static void finish (struct book_builder *m, const struct book_plan *plan, struct failure *failure) {
  struct made made = { .unknown = 0 };
  if (!gather (m, plan, &made, failure)) {
    book_rows_free (&made.rows);
    return;
  }
  char *name = choose_name (m, plan, &made);
  if (book_rows_write (&made.rows, name, failure)) {
    if (m->run->session.name[0] != 0)
      run_makes (&m->run->journal, name);
    print_plies (m->run, &made.rows);
    tell (&m->run->display, &made.rows, name);
    if (made.unknown > 0)
      run_unfinished (&m->run->session, "some values in the book are unknown", failure);
    else if (made.undecided > 0)
      run_unfinished (&m->run->session, "some moves in the book are undecided", failure);
    else if (strcmp (name, plan->path) != 0)
      run_unfinished (&m->run->session, "the time of --until was too short for all that the book has already",
                      failure);
    if (strcmp (name, plan->path) != 0)
      unfinished_say (failure, plan->path, name);
  }
  free (name);
  book_rows_free (&made.rows);
}

/* ---- the run ---- */

/* Did the search end because the time of --until is over, and for no other reason? */
static bool time_is_used (const struct session *session, double until) {
  return until > 0 && !*session->stop && session->query_failure.code == 0
         && session->resources.deadline == until && clock_seconds () >= until - 1;
}

/* The time of --until, of which earlier runs have used some. Collective. Returns when it is over; 0: it is no
 * limit. */
static double set_time (struct run *run, const struct book_plan *plan) {
  double until
      = plan->until ? run->session.begun + run->session.options.until - run->journal.earlier_seconds : 0;
  ranks_broadcast (&run->session.ranks, &until, sizeof until);
  if (until > 0 && (run->session.resources.deadline == 0 || until < run->session.resources.deadline))
    run->session.resources.deadline = until;
  return until;
}

/* The other ranks wait for queries. */
static void end_queue (struct run *run) {
  struct query_queue *queue = query_queue_create ();
  query_queue_run (run, queue);
  query_queue_destroy (queue);
}

static void builder_free (struct book_builder *m) {
  free (m->position);
  free (m->child);
  free (m->successors);
  free (m->begin);
  free (m->bounds);
  free (m->has_floor);
  free (m->ply);
  free (m->chosen);
  free (m->evaluation);
  key_set_free (&m->positions);
}

static int make (struct book_builder *m, const struct book_plan *plan, double until,
                 struct failure *failure) {
  m->position = position_allocate (m->game);
  m->child = position_allocate (m->game);
  m->successors = allocate ((size_t) m->game->moves_max, sizeof *m->successors);
  const bool begun = book_list_begin (m, failure);
  bool finished = true;
  if (!begun)
    end_queue (m->run);
  else if (plan->strategies > 0)
    finished = book_strategy_search (m, plan->strategies);
  else
    finished = book_search (m);
  const bool used = (!finished || m->cut) && time_is_used (&m->run->session, until);
  m->cut |= !finished;
  if (begun && (used || (!m->cut && m->run->session.query_failure.code == 0)))
    finish (m, plan, failure);
  else if (begun)
    run_unfinished (&m->run->session, "no book is written", failure);
  builder_free (m);
  return failure->code;
}

/* Read the book to be extended, which must be about the run's game. */
static bool read_from (struct session *session, const struct book_plan *plan, struct book_rows *from,
                       struct failure *failure) {
  if (!book_rows_read (from, plan->from, failure))
    return false;
  char heuristic[sizeof from->heuristic] = "";
  if (plan->heuristic)
    name_heuristic (session, heuristic, sizeof heuristic);
  bool good = strcmp (from->game.title, session->game.title) == 0
              || fail (failure, EXIT_BAD_DATA, "%.300s is about %s, not %s", plan->from, from->game.title,
                       session->game.title);
  if (good && strcmp (from->heuristic, heuristic) != 0)
    good = fail (failure, EXIT_BAD_DATA, "%.300s has %s, and the book is to have %s", plan->from,
                 from->heuristic[0] != 0 ? from->heuristic : "proven values",
                 heuristic[0] != 0 ? heuristic : "proven values");
  if (good && from->scored != session->options.score)
    good = fail (failure, EXIT_BAD_DATA, "%.300s has %s: %s --score", plan->from,
                 from->scored ? "scores" : "no scores", from->scored ? "add" : "leave out");
  if (!good)
    book_rows_free (from);
  return good;
}

char *book_name (const struct book_plan *plan) {
  static const char *const strategies[]
      = { "", " --strategy first", " --strategy second", " --strategy both" };
  return text_format ("book --plies %d%s%s%s%s%s%s", plan->plies, strategies[plan->strategies],
                      plan->until ? " --until" : "", plan->around != NULL ? " --around " : "",
                      plan->around != NULL ? plan->around : "", plan->from != NULL ? " --from " : "",
                      plan->from != NULL ? plan->from : "");
}

int book_make (struct run *run, const struct book_plan *plan, struct failure *failure) {
  const struct game *game = &run->session.game;
  struct book_rows from;
  struct book_builder builder = { .run = run,
                                  .game = game,
                                  .plies = plan->plies,
                                  .exact_score = run->session.options.score,
                                  .until = plan->until,
                                  .heuristic = plan->heuristic,
                                  .around = plan->around };
  if (game->key_bytes == 0)
    fail (failure, EXIT_BAD_DATA, "%s: board too large for a book: at most 256 cells", game->title);
  else if (run->session.ranks.rank == 0 && new_file_reserve (plan->path, failure) && plan->from != NULL
           && read_from (&run->session, plan, &from, failure))
    builder.from = &from;
  char *job = book_name (plan);
  if (ranks_agree (&run->session.ranks, failure) && run_checkpoint_open (run, job, failure)) {
    const double until = set_time (run, plan);
    if (run->session.ranks.rank == 0)
      make (&builder, plan, until, failure);
    else
      query_queue_run (run, NULL);
  }
  if (builder.from != NULL)
    book_rows_free (&from);
  free (job);
  return failure->code;
}

/* ---- what is asked ---- */

bool book_plan_from (const struct options *options, const char *path, struct book_plan *plan,
                     struct failure *failure) {
  static const char *const names[] = { "first", "second", "both" };
  *plan = (struct book_plan){ .plies = options->plies,
                              .until = options->until > 0,
                              .heuristic = is_heuristic (options->method, options->depth),
                              .around = options->around,
                              .from = options->from,
                              .path = path };
  for (int i = 0; i < 3 && options->strategy != NULL; i++)
    if (strcmp (options->strategy, names[i]) == 0)
      plan->strategies = i + 1;
  if (options->strategy != NULL && plan->strategies == 0)
    return fail (failure, EXIT_USAGE, "--strategy: expected first, second or both, found '%.40s'",
                 options->strategy);
  if (plan->plies < 0 && plan->until)
    plan->plies = BOOK_PLIES_MAX - 1;
  if (plan->plies < 0)
    return fail (failure, EXIT_USAGE, "book: --plies N is missing");
  if (plan->strategies > 0 && plan->around != NULL)
    return fail (failure, EXIT_USAGE, "--strategy and --around exclude each other");
  if (plan->heuristic && (plan->strategies > 0 || options->score))
    return fail (failure, EXIT_USAGE, "--depth: a search of limited depth proves nothing, so there is no %s",
                 plan->strategies > 0 ? "--strategy" : "--score");
  return true;
}

int command_book (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  struct book_plan plan = { 0 };
  int code;
  if (book_tool (run, &code, failure))
    return code;
  if (options->argument_count > 1)
    fail (failure, EXIT_USAGE, "book: one GAME, or one of merge, extract, info, diff, verify and its files");
  else if (book_plan_from (options, options->output, &plan, failure) && options->output == NULL)
    fail (failure, EXIT_USAGE, "book: -o FILE is missing");
  if (failure->code != 0 || !search_open (run, failure))
    return failure->code;
  return book_make (run, &plan, failure);
}
