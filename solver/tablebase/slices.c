#include "tablebase/slices.h"

#include "base/threads.h"
#include "parallel/ranks.h"
#include "tablebase/endgames.h"
#include "tablebase/slice_store.h"
#include "tablebase/slice_work.h"
#include "tablebase/tables_precompute.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { EVENT_BYTES = 10 }; /* for each row, an estimate */

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
    if (!engine->is_symmetric (slice))
      positions += engine->size (game, slice, true);
  }
  free (list);
  return positions;
}

int
endgames_slices (const struct game *game, int pieces)
{
  const struct slices_engine *engine = game->engine->slices;
  const int count = engine->list (game, pieces, NULL);
  char *list = allocate ((size_t) count, engine->slice_bytes);
  int slices = 0;
  engine->list (game, pieces, (struct slice *) list);
  for (int i = 0; i < count; i++)
    slices += engine->is_symmetric ((const struct slice *) (list + (size_t) i * engine->slice_bytes)) ? 1 : 2;
  free (list);
  return slices;
}

uint64_t
endgames_memory (const struct game *game, int pieces, int ranks)
{
  assert (ranks > 0);
  const struct slices_engine *engine = game->engine->slices;
  uint64_t all = 0, largest = 0;
  for (int n = 2; n <= pieces; n++) {
    const int count = engine->list (game, n, NULL);
    if (count == 0)
      return 0;
    char *list = allocate ((size_t) count, engine->slice_bytes);
    engine->list (game, n, (struct slice *) list);
    for (int i = 0; i < count && all != UINT64_MAX; i++) {
      const uint64_t rows = engine->rows (game, (struct slice *) (list + (size_t) i * engine->slice_bytes));
      all = rows > ENDGAME_ROWS_MAX ? UINT64_MAX : all + 64 * rows;
      largest = rows > largest ? rows : largest;
    }
    free (list);
  }
  const uint64_t part = largest / (unsigned) ranks,
                 balanced = largest < ENDGAME_BALANCE_ROWS ? largest : ENDGAME_BALANCE_ROWS;
  const uint64_t work = ranks > 1 && balanced > part ? balanced : part;
  return all == UINT64_MAX ? all : all + work * (2 * sizeof (struct row_state) + EVENT_BYTES);
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
  if (options->file != ENDGAMES_NO_FILE && endgames->options.ranks->size > 1)
    endgames->precompute = tables_precompute_create (endgames, options->file == ENDGAMES_DISTANCES);
  endgames->tables = endgames->engine->tables ();
  return endgames;
}

void
endgames_destroy (struct endgames *endgames)
{
  slice_writer_destroy (endgames->writer);
  tables_precompute_destroy (endgames->precompute);
  for (int i = 0; i < endgames->pairs; i++) {
    endgames->engine->close (endgames->pair[i].rows);
    free (endgames->pair[i].memory);
  }
  team_destroy (endgames->team);
  free (endgames->pair);
  free (endgames->tables);
  free (endgames);
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
  pair->rows = endgames->engine->open (endgames->game, slice);
  for (int side = 0; side < 2; side++)
    if (endgames->engine->describe (pair->rows, side, &pair->summary[side].slice))
      pair->sides = side + 1;
  pair->memory = allocate ((size_t) pair->summary[0].slice.rows * 64 + ENDGAME_VALUE_ALIGNMENT, 1);
  const uintptr_t past = (uintptr_t) pair->memory % ENDGAME_VALUE_ALIGNMENT;
  pair->value = (uint8_t *) pair->memory + (past == 0 ? 0 : ENDGAME_VALUE_ALIGNMENT - past);
  return pair;
}

bool
endgames_probe (const struct endgames *endgames, const struct position *position, enum outcome *outcome,
                int *distance)
{
  const int code = endgames->engine->probe (endgames->tables, position);
  if (code < 0)
    return false;
  *outcome = endgame_outcome ((uint8_t) code);
  *distance = *outcome == DRAWN ? 0 : endgame_distance ((uint8_t) code);
  return true;
}

const struct row_table *
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

/* A slice that all threads check, a part each. */
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
  assert (step > 0);
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
