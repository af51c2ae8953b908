#include "retro/slices.h"

#include "base/threads.h"
#include "ranks/exchange.h"
#include "retro/endgames.h"
#include "retro/slice_solve.h"
#include "retro/slice_store.h"
#include "retro/slices_deal.h"

#include <stdlib.h>
#include <string.h>

enum {
  EVENT_BYTES = 10,    /* of a line, as measured */
  DEAL_LINES = 1 << 20 /* a pair of at most so many is solved by one rank: 78 MB of work */
};

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
  const uint64_t part = largest / (unsigned) ranks, dealt = largest < DEAL_LINES ? largest : DEAL_LINES;
  const uint64_t work = ranks > 1 && dealt > part ? dealt : part;
  return all == UINT64_MAX ? all : all + work * (2 * sizeof (struct line_state) + EVENT_BYTES);
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
solve_pair (struct endgames *endgames, struct endgame_pair *pair, const struct ranks *ranks,
            struct failure *failure)
{
  struct slice_work work;
  slice_work_open (&work, endgames->engine, pair->lines, endgames->tables, pair->value, ranks,
                   endgames->options.threads);
  const char *name = pair->summary[0].slice.name;
  const enum slice_end end = slice_work_solve (&work, endgames->engine, endgames->team, ranks,
                                               endgames->options.stop, endgames->options.stop_context);
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

/* Pairs that do not need each other: the last `count` ones. */
struct group {
  int first, count;
  uint64_t *there; /* of each: on how many ranks it was read from the directory */
  int *rank;       /* that solves it, or DEAL_TOGETHER */
};

static struct endgame_pair *
group_pair (const struct endgames *endgames, const struct group *group, int i)
{
  return &endgames->pair[group->first + i];
}

/* From the directory, on all ranks or not at all. Collective. */
static bool
read_group (struct endgames *endgames, struct group *group, struct failure *failure)
{
  const char *directory = endgames->options.directory;
  const struct ranks *ranks = endgames->options.ranks;
  for (int i = 0; i < group->count && directory != NULL && failure->code == 0; i++)
    group->there[i] = slice_store_read (directory, endgames->game, group_pair (endgames, group, i), failure);
  if (!ranks_agree (ranks, failure))
    return false;
  ranks_sum (ranks, group->there, (size_t) group->count);
  return true;
}

static bool
is_missing (const struct endgames *endgames, const struct group *group, int i)
{
  return group->there[i] < (uint64_t) endgames->options.ranks->size;
}

static void
deal_group (const struct endgames *endgames, struct group *group)
{
  uint64_t *effort = allocate ((size_t) group->count, sizeof *effort);
  for (int i = 0; i < group->count; i++) {
    const struct endgame_pair *pair = group_pair (endgames, group, i);
    const uint32_t lines = pair->summary[0].slice.lines;
    if (is_missing (endgames, group, i) && lines >= SLICE_ALONE_LINES && lines <= DEAL_LINES)
      effort[i] = endgames->engine->effort (pair->lines);
  }
  slices_deal (effort, group->count, endgames->options.ranks->size, group->rank);
  free (effort);
}

/* By computing, with these ranks; `keeper`: the result is written by this one. */
static bool
compute_pair (struct endgames *endgames, struct endgame_pair *pair, const struct ranks *ranks, bool keeper,
              struct failure *failure)
{
  memset (pair->value, 0, (size_t) pair->summary[0].slice.lines * 64);
  if (!solve_pair (endgames, pair, ranks, failure))
    return false;
  if (endgames->writer != NULL && keeper)
    slice_writer_put (endgames->writer, pair);
  return true;
}

/* What a rank solved for itself goes to all. Collective. */
static void
share_pair (const struct endgames *endgames, struct endgame_pair *pair, int owner)
{
  const struct ranks *ranks = endgames->options.ranks;
  int *first = allocate ((size_t) ranks->size + 1, sizeof *first);
  for (int rank = owner + 1; rank <= ranks->size; rank++)
    first[rank] = (int) pair->summary[0].slice.lines;
  ranks_share (ranks, pair->value, 64, first);
  for (int rank = owner + 1; rank <= ranks->size; rank++)
    first[rank] = 1;
  ranks_share (ranks, pair->summary, sizeof pair->summary, first);
  free (first);
}

/* Those that all solve together, then those dealt to ranks. Collective. */
static bool
compute_group (struct endgames *endgames, struct group *group, struct failure *failure)
{
  static const struct ranks alone = { .rank = 0, .size = 1 };
  const struct ranks *ranks = endgames->options.ranks;
  deal_group (endgames, group);
  for (int i = 0; i < group->count; i++)
    if (is_missing (endgames, group, i) && group->rank[i] == DEAL_TOGETHER
        && !compute_pair (endgames, group_pair (endgames, group, i), ranks,
                          (group->first + i) % ranks->size == ranks->rank, failure))
      return false;
  for (int i = 0; i < group->count && failure->code == 0; i++)
    if (group->rank[i] == ranks->rank)
      compute_pair (endgames, group_pair (endgames, group, i), &alone, true, failure);
  if (!ranks_agree (ranks, failure))
    return false;
  for (int i = 0; i < group->count; i++)
    if (group->rank[i] != DEAL_TOGETHER)
      share_pair (endgames, group_pair (endgames, group, i), group->rank[i]);
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

/* How many slices from the first on do not need each other. One rank has nothing to deal. */
static int
group_size (const struct endgames *endgames, const char *list, int count)
{
  const struct slices_engine *engine = endgames->engine;
  int size = 1;
  if (endgames->options.ranks->size > 1)
    while (size < count
           && engine->stage ((const struct slice *) (list + (size_t) size * engine->slice_bytes))
                  == engine->stage ((const struct slice *) list))
      size++;
  return size;
}

static bool
open_group (struct endgames *endgames, const struct slice *slices, int count, int pieces,
            struct failure *failure)
{
  const struct slices_engine *engine = endgames->engine;
  for (int i = 0; i < count; i++) {
    const struct slice *slice
        = (const struct slice *) ((const char *) slices + (size_t) i * engine->slice_bytes);
    if (engine->lines (endgames->game, slice) > ENDGAME_LINES_MAX)
      return fail (failure, EXIT_BAD_DATA, "%s: a slice of %d pieces has too many positions",
                   endgames->game->title, pieces);
    endgames_add_pair (endgames, slice);
  }
  return true;
}

static bool
get_group (struct endgames *endgames, struct group *group, struct failure *failure)
{
  const struct slice_summary *first = group_pair (endgames, group, 0)->summary;
  if (must_stop (endgames, first->slice.name))
    return fail (failure, EXIT_UNFINISHED, "%s: stopped before slice %s", endgames->game->title,
                 first->slice.name);
  if (!read_group (endgames, group, failure) || !compute_group (endgames, group, failure))
    return false;
  for (int i = 0; i < group->count; i++) {
    const struct endgame_pair *pair = group_pair (endgames, group, i);
    endgames->engine->enter (endgames->tables, pair->lines, pair->value);
  }
  return true;
}

bool
endgames_solve (struct endgames *endgames, int pieces,
                void (*progress) (const struct slice_summary *, void *), void *context,
                struct failure *failure)
{
  const struct slices_engine *engine = endgames->engine;
  const int count = engine->list (endgames->game, pieces, NULL);
  char *list = allocate ((size_t) count, engine->slice_bytes);
  struct group group = { .there = allocate ((size_t) count, sizeof *group.there),
                         .rank = allocate ((size_t) count, sizeof *group.rank) };
  bool done = count > 0
              || fail (failure, EXIT_BAD_DATA, "%s: no slices of %d pieces", endgames->game->title, pieces);
  engine->list (endgames->game, pieces, (struct slice *) list);
  for (int i = 0; i < count && done; i += group.count) {
    const char *slices = list + (size_t) i * engine->slice_bytes;
    group.first = endgames->pairs;
    group.count = group_size (endgames, slices, count - i);
    memset (group.there, 0, (size_t) count * sizeof *group.there);
    done = open_group (endgames, (const struct slice *) slices, group.count, pieces, failure)
           && get_group (endgames, &group, failure);
    for (int k = 0; k < 2 * group.count && done && progress != NULL; k++)
      if (k % 2 < group_pair (endgames, &group, k / 2)->sides)
        progress (&group_pair (endgames, &group, k / 2)->summary[k % 2], context);
  }
  if (endgames->writer != NULL) {
    slice_writer_wait (endgames->writer, failure);
    done = ranks_agree (endgames->options.ranks, failure) && done;
  }
  if (done)
    endgames->pieces = pieces;
  free (group.there);
  free (group.rank);
  free (list);
  return done;
}

bool
endgames_look_up (const struct endgames *endgames, const struct position *position, enum outcome *outcome,
                  int *distance)
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
  const uint64_t part = (check->size / check->step / threads + 1) * check->step,
                 first = part * (uint64_t) thread;
  const uint64_t left = first < check->size ? check->size - first : 0;
  check->wrong[thread]
      = check->endgames->engine->check (check->endgames->game, check->endgames->tables, check->slice, first,
                                        left < part ? left : part, check->step);
}

bool
endgames_check (const struct endgames *endgames, int pieces, uint64_t step, uint8_t wrong[PACKED_MAX])
{
  const struct slices_engine *engine = endgames->engine;
  const struct game *game = endgames->game;
  const int count = engine->list (game, pieces, NULL);
  char *list = allocate ((size_t) count, engine->slice_bytes);
  uint64_t *first_wrong = allocate ((size_t) endgames->options.threads, sizeof *first_wrong),
           worst = UINT64_MAX;
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
