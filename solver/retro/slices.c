#include "retro/slices.h"

#include "base/threads.h"
#include "retro/slice_work.h"

#include <stdlib.h>
#include <string.h>

/* A solved pair. */
struct pair {
  struct lines *lines;
  uint8_t *value;
};

struct endgames {
  const struct game *game;
  const struct slices_engine *engine;
  struct team *team;
  int threads;
  struct line_table *tables;
  struct pair *pair;
  int pairs, capacity;
};

enum { FEW_UPDATES = 4000 }; /* so few lines are done by one thread sooner than others are woken */

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

struct endgames *
endgames_create (const struct game *game, int threads)
{
  struct endgames *endgames = allocate (1, sizeof *endgames);
  endgames->game = game;
  endgames->engine = game->engine->slices;
  endgames->threads = threads;
  endgames->team = team_create (threads);
  endgames->tables = endgames->engine->tables ();
  return endgames;
}

void
endgames_destroy (struct endgames *endgames)
{
  for (int i = 0; i < endgames->pairs; i++) {
    endgames->engine->close (endgames->pair[i].lines);
    free (endgames->pair[i].value);
  }
  team_destroy (endgames->team);
  free (endgames->pair);
  free (endgames->tables);
  free (endgames);
}

static void
open_work (struct slice_work *work, const struct endgames *endgames, const struct pair *pair)
{
  struct slice_description description;
  endgames->engine->describe (pair->lines, 0, &description);
  const uint32_t count = description.lines, owners = (uint32_t) endgames->threads;
  *work = (struct slice_work) {
    .lines = pair->lines,
    .tables = endgames->tables,
    .count = count,
    .block = (count + owners - 1) / owners,
    .owners = endgames->threads,
    .threads = endgames->threads,
    .value = pair->value,
  };
  work->state = allocate (2 * (size_t) count, sizeof *work->state);
  work->owner = allocate (owners, sizeof *work->owner);
  for (uint32_t i = 0; i < owners; i++) {
    struct slice_owner *owner = &work->owner[i];
    owner->first = i * work->block < count ? i * work->block : count;
    owner->last = owner->first + work->block < count ? owner->first + work->block : count;
    for (int parity = 0; parity < 2; parity++)
      owner->fresh[parity].set = allocate ((owner->last - owner->first) / 32 + 1, sizeof (uint64_t));
    owner->post = allocate (owners, sizeof *owner->post);
    owner->last_event = owner->longest[0] = owner->longest[1] = -1;
  }
}

static void
close_work (struct slice_work *work)
{
  for (int i = 0; i < work->threads; i++) {
    struct slice_owner *owner = &work->owner[i];
    for (int j = 0; j < work->owners; j++)
      line_updates_free (&owner->post[j]);
    for (int side = 0; side < 2; side++)
      line_updates_free (&owner->farthest[side]);
    for (int parity = 0; parity < 2; parity++)
      free (owner->fresh[parity].set);
    for (int kind = 0; kind < LINE_EVENT_KINDS; kind++)
      for (int level = 0; level <= ENDGAME_DISTANCE_MAX + 1; level++)
        line_updates_free (&owner->event[kind][level]);
    free (owner->post);
  }
  free (work->owner);
  free (work->state);
}

/* Run a step in all threads, or one after the other where that is sooner. */
static void
run_step (struct endgames *endgames, void (*step) (void *, int), struct slice_work *work, size_t amount)
{
  if (work->threads > 1 && amount >= FEW_UPDATES) {
    team_start (endgames->team, step, work);
    while (!team_wait (endgames->team, 60))
      ;
    return;
  }
  for (int thread = 0; thread < work->threads; thread++)
    step (work, thread);
}

static size_t
lines_at_level (const struct slice_work *work)
{
  size_t amount = 0;
  for (int i = 0; i < work->threads; i++) {
    amount += work->owner[i].fresh[work->level & 1].count;
    for (int kind = 0; kind < LINE_EVENT_KINDS; kind++)
      amount += work->owner[i].event[kind][work->level].count;
  }
  return amount;
}

static int
last_event (const struct slice_work *work)
{
  int last = -1;
  for (int i = 0; i < work->threads; i++)
    if (work->owner[i].last_event > last)
      last = work->owner[i].last_event;
  return last;
}

static bool
solve_pair (struct endgames *endgames, struct slice_work *work)
{
  const struct slices_engine *engine = endgames->engine;
  run_step (endgames, engine->begin, work, 2 * (size_t) work->count);
  const int last = last_event (work);
  bool too_far = false;
  for (work->level = 0; work->level <= ENDGAME_DISTANCE_MAX; work->level++) {
    const size_t amount = lines_at_level (work);
    if (amount == 0 && work->level > last)
      break;
    run_step (endgames, engine->expand, work, amount);
    run_step (endgames, engine->collect, work, amount);
  }
  for (int i = 0; i < work->threads; i++)
    too_far |= work->owner[i].too_far;
  return !too_far;
}

/* Add up what the owners found for one side to move. */
static void
summarize (const struct endgames *endgames, const struct slice_work *work, int side, struct slice_summary *summary)
{
  struct position *position = position_allocate (endgames->game), *best = position_allocate (endgames->game);
  const uint64_t copies = (uint64_t) summary->slice.copies;
  uint64_t least = UINT64_MAX;
  summary->longest = -1;
  for (int i = 0; i < work->threads; i++) {
    const struct slice_owner *owner = &work->owner[i];
    summary->lost += owner->settled[side][0];
    summary->won += owner->settled[side][1];
    if (owner->longest[side] > summary->longest)
      summary->longest = owner->longest[side];
  }
  for (int i = 0; i < work->threads; i++) {
    const struct slice_owner *owner = &work->owner[i];
    if (summary->longest < 0 || owner->longest[side] != summary->longest)
      continue;
    const uint64_t index = endgames->engine->least (work->lines, side, owner->farthest[side].item,
                                                    owner->farthest[side].count, position);
    if (index < least) {
      least = index;
      memcpy (best, position, endgames->game->position_bytes);
    }
  }
  if (summary->won % copies != 0 || summary->lost % copies != 0)
    internal_error (__FILE__, __LINE__, "slice %s: the copies of a position differ", summary->slice.name);
  summary->won /= copies;
  summary->lost /= copies;
  summary->drawn = summary->slice.positions - summary->won - summary->lost;
  if (summary->longest >= 0)
    endgames->game->engine->pack (endgames->game, best, summary->example);
  free (position);
  free (best);
}

/* In a slice that is its own twin both sides to move were solved: they must come out the same. */
static void
check_symmetry (const struct slice_work *work, const char *name)
{
  uint64_t settled[2][2] = { 0 };
  for (int i = 0; i < work->threads; i++)
    for (int side = 0; side < 2; side++)
      for (int parity = 0; parity < 2; parity++)
        settled[side][parity] += work->owner[i].settled[side][parity];
  if (memcmp (settled[0], settled[1], sizeof settled[0]) != 0)
    internal_error (__FILE__, __LINE__, "slice %s: the sides to move differ", name);
}

static void
report_pair (const struct endgames *endgames, const struct slice_work *work,
             void (*progress) (const struct slice_summary *, void *), void *context)
{
  for (int side = 0; side < 2; side++) {
    struct slice_summary summary = { 0 };
    if (endgames->engine->describe (work->lines, side, &summary.slice)) {
      summarize (endgames, work, side, &summary);
      if (progress != NULL)
        progress (&summary, context);
    } else
      check_symmetry (work, summary.slice.name);
  }
}

static struct pair *
add_pair (struct endgames *endgames, const struct slice *slice)
{
  if (endgames->pairs == endgames->capacity) {
    endgames->capacity = 2 * endgames->capacity + 16;
    endgames->pair = reallocate (endgames->pair, (size_t) endgames->capacity, sizeof *endgames->pair);
  }
  struct pair *pair = &endgames->pair[endgames->pairs++];
  struct slice_description description;
  pair->lines = endgames->engine->open (endgames->game, slice);
  endgames->engine->describe (pair->lines, 0, &description);
  pair->value = allocate (description.lines, 64);
  return pair;
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
    struct pair *pair = add_pair (endgames, (const struct slice *) (list + (size_t) i * engine->slice_bytes));
    struct slice_work work;
    open_work (&work, endgames, pair);
    if (solve_pair (endgames, &work)) {
      engine->enter (endgames->tables, pair->lines, pair->value);
      report_pair (endgames, &work, progress, context);
    } else
      done = fail (failure, EXIT_BAD_DATA, "%s: with %d pieces a win takes more than %d plies, more than a table holds",
                   endgames->game->title, pieces, ENDGAME_DISTANCE_MAX);
    close_work (&work);
  }
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
  const uint64_t threads = (uint64_t) check->endgames->threads;
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
  uint64_t *first_wrong = allocate ((size_t) endgames->threads, sizeof *first_wrong), worst = UINT64_MAX;
  engine->list (game, pieces, (struct slice *) list);
  for (int i = 0; i < 2 * count && worst == UINT64_MAX; i++) {
    struct slice *slice = (struct slice *) (list + (size_t) (i / 2) * engine->slice_bytes);
    struct check check = { endgames, slice, engine->size (game, slice, i % 2 == 1), step, first_wrong };
    team_run (endgames->threads, check_part, &check);
    for (int thread = endgames->threads - 1; thread >= 0; thread--)
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
