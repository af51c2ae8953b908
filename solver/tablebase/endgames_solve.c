/* Makes tables: all slices of a number of pieces, stage by stage. Slices that were kept are read, missing
 * slices are solved. All ranks solve a pair together, or one rank solves it alone (slices_balance.h) and
 * sends it to all. */
#include "base/threads.h"
#include "parallel/all_to_all.h"
#include "tablebase/endgames.h"
#include "tablebase/slice_cache.h"
#include "tablebase/slice_solve.h"
#include "tablebase/slice_store.h"
#include "tablebase/slices_balance.h"
#include "tablebase/tables_precompute.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct endgames *endgames_create (const struct game *game, const struct endgames_options *options) {
  struct endgames *endgames = allocate (1, sizeof *endgames);
  endgames->game = game;
  endgames->distance_max = ENDGAME_DISTANCE_MAX;
  assert (game->engine->slices != NULL && options->threads > 0);
  assert (options->ranks == NULL || ranks_are_consistent (options->ranks));
  assert (options->memory == 0
          || (options->directory != NULL && (options->ranks == NULL || options->ranks->size == 1)));
  endgames->engine = game->engine->slices;
  endgames->options = *options;
  if (options->ranks == NULL)
    endgames->options.ranks = &ranks_alone;
  endgames->team = team_create (options->threads);
  if (options->directory != NULL)
    endgames->writer = slice_writer_create (options->directory, game, options->memory != 0);
  if (options->file != ENDGAMES_NO_FILE && endgames->options.ranks->size > 1)
    endgames->precompute = tables_precompute_create (endgames, options->file == ENDGAMES_DISTANCES);
  endgames->tables = endgames->engine->tables ();
  return endgames;
}

void endgames_destroy (struct endgames *endgames) {
  slice_writer_destroy (endgames->writer);
  tables_precompute_destroy (endgames->precompute);
  for (int i = 0; i < endgames->pairs; i++) {
    endgames->engine->close (endgames->pair[i].rows);
    free (endgames->pair[i].value);
  }
  team_destroy (endgames->team);
  free (endgames->pair);
  free (endgames->tables);
  free (endgames);
}

/* If both sides have the same material, the slice was solved for both sides to move: the results must agree.
 */
static void check_symmetry (const struct slice_summary *one, const struct slice_summary *other) {
  if (one->won != other->won || one->lost != other->lost || one->longest != other->longest
      || memcmp (one->example, other->example, sizeof one->example) != 0)
    internal_error (__FILE__, __LINE__, "slice %s: the sides to move differ", one->slice.name);
}

static bool solve_pair (struct endgames *endgames, struct endgame_pair *pair, const struct ranks *ranks,
                        struct failure *failure) {
  struct slice_work work;
  slice_work_open (&work, endgames, pair, ranks);
  const char *name = pair->summary[0].slice.name;
  const enum slice_end end = slice_work_solve (&work, endgames, ranks, failure);
  if (end == SLICE_STOPPED)
    fail (failure, EXIT_UNFINISHED, "%s: stopped in slice %s", endgames->game->title, name);
  else if (end == SLICE_DONE) {
    for (int side = 0; side < 2; side++)
      slice_work_summarize (&work, endgames->game, ranks, side, &pair->summary[side]);
    if (pair->sides == 1)
      check_symmetry (&pair->summary[0], &pair->summary[1]);
  }
  slice_work_close (&work);
  return end == SLICE_DONE;
}

/* A group of independent pairs: the last `count` pairs. */
struct group {
  int first, count;
  uint64_t *there; /* for each pair: how many ranks could read it from the directory */
  int *rank;       /* for each pair: the rank that solves it, or BALANCE_TOGETHER */
};

static struct endgame_pair *group_pair (const struct endgames *endgames, const struct group *group, int i) {
  assert (0 <= i && i < group->count && group->first + i < endgames->pairs);
  return &endgames->pair[group->first + i];
}

static bool is_missing (const struct endgames *endgames, const struct group *group, int i) {
  assert (group->there[i] <= (uint64_t) endgames->options.ranks->size);
  return group->there[i] < (uint64_t) endgames->options.ranks->size;
}

/* Read pairs from the directory; a pair counts as read only if all ranks could read it. Collective. */
static bool read_group (struct endgames *endgames, struct group *group, struct failure *failure) {
  const char *directory = endgames->options.directory;
  const struct ranks *ranks = endgames->options.ranks;
  for (int i = 0; i < group->count && directory != NULL && failure->code == 0; i++)
    group->there[i] = slice_store_read (endgames, group_pair (endgames, group, i), failure);
  if (!ranks_agree (ranks, failure))
    return false;
  ranks_sum (ranks, group->there, (size_t) group->count);
  for (int i = 0; i < group->count; i++)
    if (group->there[i] > 0 && is_missing (endgames, group, i)) { /* not every rank could read it */
      struct endgame_pair *pair = group_pair (endgames, group, i);
      memset (pair->value, 0, (size_t) pair->summary[0].slice.rows * 64);
    }
  return true;
}

static void balance_group (const struct endgames *endgames, struct group *group) {
  uint64_t *effort = allocate ((size_t) group->count, sizeof *effort);
  for (int i = 0; i < group->count; i++) {
    const struct endgame_pair *pair = group_pair (endgames, group, i);
    const uint32_t rows = pair->summary[0].slice.rows;
    if (is_missing (endgames, group, i) && rows >= SLICE_ALONE_ROWS && rows <= ENDGAME_BALANCE_ROWS)
      effort[i] = endgames->engine->effort (pair->rows);
  }
  slices_balance (effort, group->count, endgames->options.ranks->size, group->rank);
  free (effort);
}

/* Solve a pair with these ranks; `is_writer`: this rank writes the result. */
static bool compute_pair (struct endgames *endgames, struct endgame_pair *pair, const struct ranks *ranks,
                          bool is_writer, struct failure *failure) {
  if (!solve_pair (endgames, pair, ranks, failure))
    return false;
  if (endgames->writer != NULL && is_writer)
    slice_writer_put (endgames->writer, pair);
  return true;
}

/* Send a pair that one rank has solved to all ranks. Collective. */
static void share_pair (const struct endgames *endgames, struct endgame_pair *pair, int owner) {
  assert (0 <= owner && owner < endgames->options.ranks->size);
  const struct ranks *ranks = endgames->options.ranks;
  int *first = allocate ((size_t) ranks->size, sizeof *first);
  int *count = allocate ((size_t) ranks->size, sizeof *count);
  count[owner] = (int) pair->summary[0].slice.rows;
  ranks_share (ranks, pair->value, 64, first, count);
  count[owner] = 1;
  ranks_share (ranks, pair->summary, sizeof pair->summary, first, count);
  free (first);
  free (count);
}

struct idle_work {
  const struct endgames *endgames;
  int pairs; /* how many pairs all ranks have */
};

/* Work for a rank that waits for others. */
static bool precompute_some (void *context) {
  const struct idle_work *idle = context;
  struct tables_precompute *precompute = idle->endgames->precompute;
  return precompute != NULL && tables_precompute_work (precompute, idle->endgames, idle->pairs);
}

/* Solve first the pairs that all ranks solve together, then the pairs assigned to single ranks. Collective.
 */
static bool compute_group (struct endgames *endgames, struct group *group, struct failure *failure) {
  const struct ranks *ranks = endgames->options.ranks;
  balance_group (endgames, group);
  for (int i = 0; i < group->count; i++)
    if (is_missing (endgames, group, i) && group->rank[i] == BALANCE_TOGETHER
        && !compute_pair (endgames, group_pair (endgames, group, i), ranks,
                          (group->first + i) % ranks->size == ranks->rank, failure))
      return false;
  for (int i = 0; i < group->count && failure->code == 0; i++)
    if (group->rank[i] == ranks->rank)
      compute_pair (endgames, group_pair (endgames, group, i), &ranks_alone, true, failure);
  struct idle_work idle = { endgames, group->first };
  if (!ranks_agree_working (ranks, precompute_some, &idle, failure))
    return false;
  for (int i = 0; i < group->count; i++)
    if (group->rank[i] != BALANCE_TOGETHER)
      share_pair (endgames, group_pair (endgames, group, i), group->rank[i]);
  return true;
}

static bool must_stop (const struct endgames *endgames, const char *slice) {
  const struct endgames_options *options = &endgames->options;
  uint64_t stop = options->stop != NULL && options->stop (options->context, slice);
  ranks_sum (endgames->options.ranks, &stop, 1);
  return stop != 0;
}

/* How many slices, from the first of the list on, are independent. A single rank needs no balance, so it
 * takes one slice at a time. */
static int group_size (const struct endgames *endgames, struct slice *list, int count) {
  const struct slices_engine *engine = endgames->engine;
  int size = 1;
  if (endgames->options.ranks->size > 1)
    while (size < count && engine->stage (slice_at (endgames->game, list, size)) == engine->stage (list))
      size++;
  assert (1 <= size && size <= count);
  return size;
}

static bool open_group (struct endgames *endgames, struct slice *slices, int count, int pieces,
                        struct failure *failure) {
  const struct slices_engine *engine = endgames->engine;
  for (int i = 0; i < count; i++) {
    const struct slice *slice = slice_at (endgames->game, slices, i);
    if (engine->rows (endgames->game, slice) > ENDGAME_ROWS_MAX)
      return fail (failure, EXIT_BAD_DATA, "%s: a slice of %d pieces has too many positions",
                   endgames->game->title, pieces);
    endgames_add_pair (endgames, slice);
  }
  return true;
}

#ifndef NDEBUG
static bool pair_adds_up (const struct endgame_pair *pair) {
  for (int side = 0; side < pair->sides; side++) {
    const struct slice_summary *summary = &pair->summary[side];
    if (summary->won + summary->drawn + summary->lost != summary->slice.positions
        || (summary->longest != -1) != (summary->won > 0))
      return false;
  }
  return true;
}
#endif

/* Does a win of the pair take longer than a table holds, or might it? Else all its distances are right: a
 * loss that takes longer, by an even number of plies, has a win one ply shorter after it, which takes longer,
 * too. */
static bool has_long_wins (const struct endgames *endgames, const struct endgame_pair *pair) {
  for (int side = 0; side < pair->sides; side++)
    if (pair->summary[side].longest > endgames->distance_max
        || pair->summary[side].longest == ENDGAME_LONGEST_UNKNOWN)
      return true;
  return false;
}

static bool get_group (struct endgames *endgames, struct group *group, struct failure *failure) {
  const struct slice_summary *first = group_pair (endgames, group, 0)->summary;
  if (must_stop (endgames, first->slice.name))
    return fail (failure, EXIT_UNFINISHED, "%s: stopped before slice %s", endgames->game->title,
                 first->slice.name);
  const struct slice_room room = slice_room (first->slice.rows);
  if (!slice_cache_make_room (endgames, group->first, NULL, room.value, failure)
      || !read_group (endgames, group, failure) || !compute_group (endgames, group, failure))
    return false;
  for (int i = 0; i < group->count; i++) {
    struct endgame_pair *pair = group_pair (endgames, group, i);
    assert (pair_adds_up (pair));
    pair->used = ++endgames->uses;
    if (has_long_wins (endgames, pair) && endgames->options.file != ENDGAMES_VALUES)
      return fail (failure, EXIT_BAD_DATA,
                   "%s: a win in slice %s takes more than the %d plies that a table holds",
                   endgames->game->title, pair->summary[0].slice.name, endgames->distance_max);
    endgames->values_only |= has_long_wins (endgames, pair);
    endgames->engine->enter (endgames->tables, pair->rows, pair->value, false);
  }
  return true;
}

bool endgames_solve (struct endgames *endgames, int pieces,
                     void (*progress) (const struct slice_summary *, void *), void *context,
                     struct failure *failure) {
  assert (pieces >= 2 && (pieces == 2 ? endgames->pieces == 0 : endgames->pieces == pieces - 1));
  int count;
  struct slice *list = slices_of_pieces (endgames->game, pieces, &count);
  struct group group = { .there = allocate ((size_t) count, sizeof *group.there),
                         .rank = allocate ((size_t) count, sizeof *group.rank) };
  bool done = count > 0
              || fail (failure, EXIT_BAD_DATA, "%s: no slices of %d pieces", endgames->game->title, pieces);
  for (int i = 0; i < count && done; i += group.count) {
    struct slice *slices = slice_at (endgames->game, list, i);
    group.first = endgames->pairs;
    group.count = group_size (endgames, slices, count - i);
    memset (group.there, 0, (size_t) count * sizeof *group.there);
    done = open_group (endgames, slices, group.count, pieces, failure)
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
