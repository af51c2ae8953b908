#include "retro/slices.h"

#include "base/threads.h"
#include "ranks/ranks.h"
#include "retro/endgames.h"
#include "retro/slice_solve.h"
#include "retro/slice_store.h"

#include <stdlib.h>
#include <string.h>

enum { EVENT_BYTES = 10 }; /* of a line, as measured */

uint64_t
endgames_positions (const struct game *game, int pieces)
{
  const struct slices_engine *engine = game->engine->slices;
  const int count = engine->list (game, pieces, NULL);
  char *list = allocate ((size_t) count, engine->slice_bytes);
  uint64_t positions = 0;
  engine->list (game, pieces, (struct slice *) list);
  for (int i = 0; i < count; i++) {
    struct slice *slice = (struct slice *) (list + (size_t) i * engine->slice_bytes);
    positions += engine->size (game, slice, false);
    if (!engine->is_twin (slice))
      positions += engine->size (game, slice, true);
  }
  free (list);
  return positions;
}

uint64_t
endgames_memory (const struct game *game, int pieces, int ranks)
{
  const struct slices_engine *engine = game->engine->slices;
  uint64_t all = 0, largest = 0;
  for (int n = 2; n <= pieces; n++) {
    const int count = engine->list (game, n, NULL);
    if (count == 0)
      return 0;
    char *list = allocate ((size_t) count, engine->slice_bytes);
    engine->list (game, n, (struct slice *) list);
    for (int i = 0; i < count && all != UINT64_MAX; i++) {
      const uint64_t lines = engine->lines (game, (struct slice *) (list + (size_t) i * engine->slice_bytes));
      all = lines > ENDGAME_LINES_MAX ? UINT64_MAX : all + 64 * lines;
      largest = lines > largest ? lines : largest;
    }
    free (list);
  }
  return all == UINT64_MAX ? all : all + largest / (unsigned) ranks * (2 * sizeof (struct line_state) + EVENT_BYTES);
}

struct endgames *
endgames_create (const struct game *game, const struct endgames_options *options)
{
  static const struct ranks alone = { .rank = 0, .size = 1 };
  struct endgames *endgames = allocate (1, sizeof *endgames);
  endgames->game = game;
  endgames->engine = game->engine->slices;
  endgames->options = *options;
  if (options->ranks == NULL)
    endgames->options.ranks = &alone;
  endgames->team = team_create (options->threads);
  if (options->directory != NULL)
    endgames->writer = slice_writer_create (options->directory, game);
  endgames->tables = endgames->engine->tables ();
  return endgames;
}

void
endgames_destroy (struct endgames *endgames)
{
  slice_writer_destroy (endgames->writer);
  for (int i = 0; i < endgames->pairs; i++) {
    endgames->engine->close (endgames->pair[i].lines);
    free (endgames->pair[i].value);
  }
  team_destroy (endgames->team);
  free (endgames->pair);
  free (endgames->tables);
  free (endgames);
}

/* In a slice that is its own twin both sides to move were solved: they must come out the same. */
static void
check_symmetry (const struct slice_summary *one, const struct slice_summary *other)
{
  if (one->won != other->won || one->lost != other->lost || one->longest != other->longest
      || memcmp (one->example, other->example, sizeof one->example) != 0)
    internal_error (__FILE__, __LINE__, "slice %s: the sides to move differ", one->slice.name);
}

struct endgame_pair *
endgames_add_pair (struct endgames *endgames, const struct slice *slice)
{
  if (endgames->pairs == endgames->capacity) {
    endgames->capacity = 2 * endgames->capacity + 16;
    endgames->pair = reallocate (endgames->pair, (size_t) endgames->capacity, sizeof *endgames->pair);
  }
  struct endgame_pair *pair = &endgames->pair[endgames->pairs++];
  memset (pair, 0, sizeof *pair);
  pair->lines = endgames->engine->open (endgames->game, slice);
  for (int side = 0; side < 2; side++)
    if (endgames->engine->describe (pair->lines, side, &pair->summary[side].slice))
      pair->sides = side + 1;
  pair->value = allocate (pair->summary[0].slice.lines, 64);
  return pair;
}

static bool
solve_pair (struct endgames *endgames, struct endgame_pair *pair, struct failure *failure)
{
  struct slice_work work;
  const struct ranks *ranks = endgames->options.ranks;
  slice_work_open (&work, endgames->engine, pair->lines, endgames->tables, pair->value, ranks,
                   endgames->options.threads);
  const char *name = pair->summary[0].slice.name;
  const enum slice_end end = slice_work_solve (&work, endgames->engine, endgames->team, ranks, endgames->options.stop,
                                               endgames->options.stop_context);
  if (end == SLICE_TOO_FAR)
    fail (failure, EXIT_BAD_DATA, "%s: a win in slice %s takes more than the %d plies that a table holds",
          endgames->game->title, name, ENDGAME_DISTANCE_MAX);
  else if (end == SLICE_STOPPED)
    fail (failure, EXIT_UNFINISHED, "%s: stopped in slice %s", endgames->game->title, name);
  else {
    for (int side = 0; side < 2; side++)
      slice_work_summarize (&work, endgames->game, ranks, side, &pair->summary[side]);
    if (pair->sides == 1)
      check_symmetry (&pair->summary[0], &pair->summary[1]);
  }
  slice_work_close (&work);
  return end == SLICE_DONE;
}

/* From the directory, or by computing; then ranks take turns to keep what came out. Collective. */
static bool
get_pair (struct endgames *endgames, struct endgame_pair *pair, struct failure *failure)
{
  const char *directory = endgames->options.directory;
  const struct ranks *ranks = endgames->options.ranks;
  uint64_t there = directory != NULL && slice_store_read (directory, endgames->game, pair, failure);
  if (!ranks_agree (ranks, failure))
    return false;
  ranks_sum (ranks, &there, 1);
  if (there < (uint64_t) ranks->size) {
    memset (pair->value, 0, (size_t) pair->summary[0].slice.lines * 64);
    if (!solve_pair (endgames, pair, failure))
      return false;
    if (directory != NULL && endgames->pairs % ranks->size == ranks->rank)
      slice_writer_put (endgames->writer, pair);
  }
  endgames->engine->enter (endgames->tables, pair->lines, pair->value);
  return true;
}

static bool
must_stop (const struct endgames *endgames, const char *slice)
{
  const struct endgames_options *options = &endgames->options;
  uint64_t stop = options->stop != NULL && options->stop (options->stop_context, slice);
  ranks_sum (endgames->options.ranks, &stop, 1);
  return stop != 0;
}

bool
endgames_solve (struct endgames *endgames, int pieces, void (*progress) (const struct slice_summary *, void *),
                void *context, struct failure *failure)
{
  const struct slices_engine *engine = endgames->engine;
  const int count = engine->list (endgames->game, pieces, NULL);
  char *list = allocate ((size_t) count, engine->slice_bytes);
  bool done = count > 0 || fail (failure, EXIT_BAD_DATA, "%s: no slices of %d pieces", endgames->game->title, pieces);
  engine->list (endgames->game, pieces, (struct slice *) list);
  for (int i = 0; i < count && done; i++) {
    const struct slice *slice = (const struct slice *) (list + (size_t) i * engine->slice_bytes);
    if (engine->lines (endgames->game, slice) > ENDGAME_LINES_MAX) {
      done = fail (failure, EXIT_BAD_DATA, "%s: a slice of %d pieces has too many positions", endgames->game->title, pieces);
      break;
    }
    struct endgame_pair *pair = endgames_add_pair (endgames, slice);
    if (must_stop (endgames, pair->summary[0].slice.name))
      done = fail (failure, EXIT_UNFINISHED, "%s: stopped before slice %s", endgames->game->title,
                   pair->summary[0].slice.name);
    else
      done = get_pair (endgames, pair, failure);
    for (int side = 0; side < pair->sides && done && progress != NULL; side++)
      progress (&pair->summary[side], context);
  }
  if (endgames->writer != NULL) {
    slice_writer_wait (endgames->writer, failure);
    done = ranks_agree (endgames->options.ranks, failure) && done;
  }
  if (done)
    endgames->pieces = pieces;
  free (list);
  return done;
}

bool
endgames_look_up (const struct endgames *endgames, const struct position *position, enum outcome *outcome, int *distance)
{
  const int code = endgames->engine->look_up (endgames->tables, position);
  if (code < 0)
    return false;
  *outcome = endgame_outcome ((uint8_t) code);
  *distance = *outcome == DRAWN ? 0 : endgame_distance ((uint8_t) code);
  return true;
}

const struct line_table *
endgames_tables (const struct endgames *endgames)
{
  return endgames->tables;
}

bool
endgames_have_distances (const struct endgames *endgames)
{
  return !endgames->values_only;
}

int
endgames_pieces (const struct endgames *endgames)
{
  return endgames->pieces;
}

/* A slice that is checked by all threads, a part each. */
struct check {
  const struct endgames *endgames;
  const struct slice *slice;
  uint64_t size, step;
  uint64_t *wrong; /* [threads] */
};

static void
check_part (void *context, int thread)
{
  const struct check *check = context;
  const uint64_t threads = (uint64_t) check->endgames->options.threads;
  const uint64_t part = (check->size / check->step / threads + 1) * check->step, first = part * (uint64_t) thread;
  const uint64_t left = first < check->size ? check->size - first : 0;
  check->wrong[thread] = check->endgames->engine->check (check->endgames->game, check->endgames->tables, check->slice,
                                                         first, left < part ? left : part, check->step);
}

bool
endgames_check (const struct endgames *endgames, int pieces, uint64_t step, uint8_t wrong[PACKED_MAX])
{
  const struct slices_engine *engine = endgames->engine;
  const struct game *game = endgames->game;
  const int count = engine->list (game, pieces, NULL);
  char *list = allocate ((size_t) count, engine->slice_bytes);
  uint64_t *first_wrong = allocate ((size_t) endgames->options.threads, sizeof *first_wrong), worst = UINT64_MAX;
  engine->list (game, pieces, (struct slice *) list);
  for (int i = 0; i < 2 * count && worst == UINT64_MAX; i++) {
    struct slice *slice = (struct slice *) (list + (size_t) (i / 2) * engine->slice_bytes);
    struct check check = { endgames, slice, engine->size (game, slice, i % 2 == 1), step, first_wrong };
    team_run (endgames->options.threads, check_part, &check);
    for (int thread = endgames->options.threads - 1; thread >= 0; thread--)
      if (first_wrong[thread] != UINT64_MAX)
        worst = first_wrong[thread];
    if (worst != UINT64_MAX) {
      struct position *position = position_allocate (game);
      engine->position (game, slice, worst, position);
      game->engine->pack (game, position, wrong);
      free (position);
    }
  }
  free (first_wrong);
  free (list);
  return worst == UINT64_MAX;
}
