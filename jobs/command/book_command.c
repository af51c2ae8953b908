/* `zermelo book`: every canonical unfinished position up to ply N, with its value and the moves that keep
 * it.
 *
 * Rank 0 lists the positions up to ply N + 1, has them searched (book_search.c), and writes their values and
 * the moves that keep them. */
#include "command/book_tools.h"
#include "command/task.h"

#include "book/book_rows.h"

#include "run/book_search.h"
#include "run/run_checkpoint.h"
#include "run/solution.h"
#include "store/book_layout.h"
#include "store/new_file.h"
#include "run/unfinished.h"
#include "run/query_queue.h"

#include <stdlib.h>
#include <string.h>

static const struct column book_columns[]
    = { { "ply", 5 }, { "positions", 14 }, { "win", 14 }, { "draw", 14 }, { "loss", 14 } };

enum { UNKNOWN = 127 };

/* ---- the list ---- */

static bool
is_unfinished (const struct making *m, const uint8_t *key)
{
  return m->game->engine->unpack (m->game, key, m->child)
         && m->game->engine->outcome (m->game, m->child) == GOING_ON;
}

static void
list_positions (struct making *m)
{
  const struct game *game = m->game;
  uint8_t *children = allocate ((size_t) game->moves_max, (size_t) game->key_bytes);
  uint8_t key[PACKED_MAX] = { 0 };
  m->positions.key_bytes = game->key_bytes;
  game->engine->start (game, m->position);
  game->engine->pack_canonical (game, m->position, key);
  if (is_unfinished (m, key))
    key_set_add (&m->positions, key, key_hash (key, game->key_bytes));
  progress_task (&m->run->progress, "positions", "book %.90s", game->title);
  for (int ply = 0; ply <= m->plies; ply++) {
    m->begin[ply + 1] = m->positions.count;
    progress_now (&m->run->progress, "listing ply %d of %d", ply + 1, m->plies + 1);
    for (size_t i = m->begin[ply]; i < m->begin[ply + 1]; i++) {
      const int count = game->engine->expand (game, key_set_key (&m->positions, i), children);
      for (int j = 0; j < count; j++) {
        const uint8_t *child = children + j * game->key_bytes;
        if (is_unfinished (m, child))
          key_set_add (&m->positions, child, key_hash (child, game->key_bytes));
      }
      if (run_must_stop (m->run))
        break;
      m->run->progress.count = m->positions.count;
      progress_show (&m->run->progress);
    }
  }
  progress_clear (&m->run->progress);
  m->begin[m->plies + 2] = m->positions.count;
  free (children);
}

/* Set the bits of the moves that keep the value. Returns the number of moves of which that is unknown. */
static int
fill_mask (struct making *m, size_t i, uint8_t *mask)
{
  if (m->bounds[i].lower != m->bounds[i].upper)
    return 0;
  const int count = book_set_position (m, i);
  int undecided = 0;
  for (int j = 0; j < count; j++) {
    m->game->engine->child (m->game, m->position, m->successors[j].move, m->child);
    const struct bounds child = book_child_bounds (m, m->child);
    if (score_for_parent (m->game, m->exact_score, child.upper) < m->bounds[i].lower) {
      undecided += score_for_parent (m->game, m->exact_score, child.lower) >= m->bounds[i].lower;
      continue;
    }
    const int bit = m->successors[j].cell >= 0 ? m->successors[j].cell : j;
    mask[bit / 8] = (uint8_t) (mask[bit / 8] | 1 << bit % 8);
  }
  return undecided;
}

/* ---- the book ---- */

/* -1, 0, 1 or UNKNOWN. With scores, a value whose score is unknown is UNKNOWN, or it would be read as a score
 * of 0. */
static int
book_value (const struct making *m, size_t i)
{
  const struct bounds score = m->bounds[i], value = value_of_score (score);
  if (value.lower != value.upper || (m->exact_score && score.lower != score.upper))
    return UNKNOWN;
  return value.lower;
}

/* The score of position i as printed, if it has one. */
static bool
book_score (struct making *m, size_t i, int *score)
{
  char text[24];
  if (!m->exact_score)
    return false;
  m->game->engine->unpack (m->game, key_set_key (&m->positions, i), m->position);
  return score_text (m->game, m->position, m->bounds[i], text, score);
}

static int
ply_of (const struct making *m, size_t i)
{
  int ply = 0;
  while (i >= m->begin[ply + 1])
    ply++;
  return ply;
}

static bool
write_book (struct making *m, const char *path, struct failure *failure)
{
  struct book_rows rows;
  struct game game;
  uint8_t mask[BOOK_MASK_MAX];
  if (!engine_open (&game, m->game->title, failure))
    return false;
  book_rows_begin (&rows, &game, m->exact_score);
  rows.plies = m->plies;
  for (size_t i = 0; i < m->begin[m->plies + 1]; i++) {
    int score = 0;
    memset (mask, 0, sizeof mask);
    fill_mask (m, i, mask);
    book_score (m, i, &score);
    const zermelo_book_entry entry = { .key = key_set_key (&m->positions, i),
                                       .moves = mask,
                                       .value = book_value (m, i),
                                       .score = score,
                                       .ply = ply_of (m, i) };
    book_rows_add (&rows, &entry, rows.mask_bytes);
  }
  const bool good = book_rows_write (&rows, path, failure);
  book_rows_free (&rows);
  return good;
}

static struct record_row
count_ply (struct making *m, int ply)
{
  struct record_row row = { .positions = m->begin[ply + 1] - m->begin[ply] };
  snprintf (row.subject, sizeof row.subject, "ply %d", ply);
  for (size_t i = m->begin[ply]; i < m->begin[ply + 1]; i++) {
    const int value = book_value (m, i);
    int score = 0;
    row.won += value == WON;
    row.drawn += value == DRAWN;
    row.lost += value == LOST;
    if (!book_score (m, i, &score))
      continue;
    row.lowest = row.scored == 0 || score < row.lowest ? score : row.lowest;
    row.highest = row.scored == 0 || score > row.highest ? score : row.highest;
    row.scored++;
  }
  return row;
}

static uint64_t
unknown_values (const struct making *m)
{
  uint64_t unknown = 0;
  for (size_t i = 0; i < m->begin[m->plies + 1]; i++)
    unknown += book_value (m, i) == UNKNOWN;
  return unknown;
}

/* The number of moves of which it is unknown whether they keep the value, because --node-limit ended a
 * search. */
static uint64_t
undecided_moves (struct making *m)
{
  uint64_t undecided = 0;
  uint8_t *mask = allocate ((size_t) m->game->moves_max, 1);
  for (size_t i = 0; m->run->options.node_limit > 0 && i < m->begin[m->plies + 1]; i++)
    undecided += (uint64_t) fill_mask (m, i, mask);
  free (mask);
  return undecided;
}

static void
print_plies (struct making *m)
{
  struct output *output = &m->run->output;
  output_columns (output, book_columns, 5);
  for (int ply = 0; ply <= m->plies; ply++) {
    const struct record_row row = count_ply (m, ply);
    output_number (output, (uint64_t) ply);
    output_number (output, row.positions);
    output_number (output, row.won);
    output_number (output, row.drawn);
    output_number (output, row.lost);
    output_line (output);
    account_row (&m->run->account, &row);
  }
}

/* A book with values that --node-limit left unknown is a result, but not all that was asked for. */
static void
finish (struct making *m, const char *path, struct failure *failure)
{
  const uint64_t unknown = unknown_values (m), undecided = undecided_moves (m);
  char *name = unknown + undecided > 0 ? unfinished_book (m->run, path, m->plies, unknown) : strdup (path);
  if (write_book (m, name, failure)) {
    if (m->run->name[0] != 0)
      run_makes (m->run, name);
    print_plies (m);
    output_sentence (&m->run->output, "The book is in %s", name);
    if (unknown > 0)
      run_unfinished (m->run, "some values in the book are unknown", failure);
    else if (undecided > 0)
      run_unfinished (m->run, "some moves in the book are undecided", failure);
    if (strcmp (name, path) != 0)
      unfinished_say (failure, path, name);
  }
  free (name);
}

static int
make (struct making *m, const char *path, struct failure *failure)
{
  m->position = position_allocate (m->game);
  m->child = position_allocate (m->game);
  m->successors = allocate ((size_t) m->game->moves_max, sizeof *m->successors);
  m->begin = allocate ((size_t) m->plies + 3, sizeof *m->begin);
  list_positions (m);
  m->bounds = allocate (m->positions.count, sizeof *m->bounds);
  m->cut = run_must_stop (m->run); /* then the list is cut short */
  const bool finished = book_search (m);
  if (!finished || m->cut || m->run->query_failure.code != 0)
    run_unfinished (m->run, "no book is written", failure);
  else
    finish (m, path, failure);
  free (m->position);
  free (m->child);
  free (m->successors);
  free (m->begin);
  free (m->bounds);
  key_set_free (&m->positions);
  return failure->code;
}

int
book_make (struct run *run, int plies, const char *path, struct failure *failure)
{
  const struct game *game = &run->game;
  struct making making = { .run = run, .game = game, .plies = plies, .exact_score = run->options.score };
  if (game->key_bytes == 0)
    fail (failure, EXIT_BAD_DATA, "%s: board too large for a book: at most 256 cells", game->title);
  else if (run->ranks.rank == 0)
    new_file_reserve (path, failure);
  char job[40];
  snprintf (job, sizeof job, "book --plies %d", plies);
  if (!ranks_agree (&run->ranks, failure) || !run_checkpoint_open (run, job, failure))
    return failure->code;
  if (run->ranks.rank == 0)
    return make (&making, path, failure);
  query_queue_run (run, NULL);
  return EXIT_HOLDS;
}

int
command_book (struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  int code;
  if (book_tool (run, &code, failure))
    return code;
  if (options->argument_count > 1)
    fail (failure, EXIT_USAGE, "book: one GAME, or one of merge, extract, info, diff, verify and its files");
  else if (options->plies < 0)
    fail (failure, EXIT_USAGE, "book: --plies N is missing");
  else if (options->output == NULL)
    fail (failure, EXIT_USAGE, "book: -o FILE is missing");
  if (failure->code != 0 || !run_open_game (run, options->arguments[0], failure))
    return failure->code;
  return book_make (run, options->plies, options->output, failure);
}
