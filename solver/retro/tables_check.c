#include "retro/tables_check.h"

#include "base/threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_A_SLICE = 20000 };

struct checking {
  struct tables *tables;
  const struct game *game;
  const struct slices_engine *engine;
  const struct tables_check_options *options;
  struct tables_verdict *verdict;
  struct slice_image *images;
  struct slice_inspection *inspections; /* one a thread */
  const struct slice *slice;            /* the one that is being checked */
};

/* ---- slices into memory ---- */

static bool
load (struct checking *checking, const struct slice *slice, const char *name, uint64_t size)
{
  struct slice_image *image = &checking->images[checking->engine->number (slice)];
  const uint64_t rows = (size + 3) / 4;
  uint8_t *value = allocate (rows, 1), *distance = NULL;
  image->value = value;
  if (tables_identify (checking->tables)->distances)
    image->distance = distance = allocate (size, 1);
  return tables_bytes (checking->tables, name, false, rows, value)
         && (distance == NULL || tables_bytes (checking->tables, name, true, size, distance));
}

static void
free_images (struct checking *checking)
{
  for (int i = 0; i < checking->engine->numbers; i++) {
    free ((void *) checking->images[i].value);
    free ((void *) checking->images[i].distance);
  }
  free (checking->images);
}

/* ---- one slice ---- */

static void
inspect_part (void *context, int thread)
{
  struct checking *checking = context;
  checking->engine->inspect (checking->game, checking->slice, &checking->inspections[thread]);
}

/* All threads, each its part. */
static void
inspect (struct checking *checking, const struct slice *slice, uint64_t size)
{
  const struct tables_check_options *options = checking->options;
  const uint64_t samples = options->complete || size < SAMPLES_A_SLICE ? size : SAMPLES_A_SLICE;
  const uint64_t threads = (uint64_t) options->threads, part = (samples + threads - 1) / threads;
  for (uint64_t i = 0; i < threads; i++)
    checking->inspections[i]
        = (struct slice_inspection){ .images = checking->images,
                                     .first = i * part < samples ? i * part : samples,
                                     .last = (i + 1) * part < samples ? (i + 1) * part : samples,
                                     .samples = samples,
                                     .seed = options->seed + (uint64_t) checking->engine->number (slice),
                                     .longest = -1 };
  checking->slice = slice;
  team_run (options->threads, inspect_part, checking);
}

static bool
refuse (struct tables_verdict *verdict, const char *wrong, const char *reason)
{
  snprintf (verdict->wrong, sizeof verdict->wrong, "%s", wrong);
  snprintf (verdict->reason, sizeof verdict->reason, "%s", reason);
  return false;
}

/* The first position that fails, if there is one. */
static bool
find_fault (struct checking *checking)
{
  static const char *const reasons[FAULTS]
      = { "",
          "is not the position with that number",
          "has no value",
          "has a value that does not follow from the positions after it",
          "has a distance that does not follow from the positions after it",
          "leads to a position that has no value" };
  for (int i = 0; i < checking->options->threads; i++) {
    const struct slice_inspection *inspection = &checking->inspections[i];
    if (inspection->fault == FAULT_NONE)
      continue;
    char text[ENDGAME_TEXT];
    struct position *position = position_allocate (checking->game);
    checking->engine->position (checking->game, checking->slice, inspection->wrong, position);
    checking->engine->text (checking->game, position, text);
    free (position);
    return refuse (checking->verdict, text, reasons[inspection->fault]);
  }
  return true;
}

/* Add up what the threads saw; if that was everything, it must be what the file says. */
static bool
add_up (struct checking *checking, const char *name)
{
  struct tables_totals seen = { .longest = -1 }, said;
  for (int i = 0; i < checking->options->threads; i++) {
    const struct slice_inspection *inspection = &checking->inspections[i];
    checking->verdict->positions += inspection->checked;
    checking->verdict->finished += inspection->finished;
    seen.won += inspection->won;
    seen.drawn += inspection->drawn;
    seen.lost += inspection->lost;
    if (inspection->longest > seen.longest)
      seen.longest = inspection->longest;
  }
  if (!checking->options->complete)
    return true;
  if (!tables_totals (checking->tables, name, &said))
    return refuse (checking->verdict, name, "has no totals");
  const bool same = seen.won == said.won && seen.drawn == said.drawn && seen.lost == said.lost
                    && (!tables_identify (checking->tables)->distances || seen.longest == said.longest);
  return same || refuse (checking->verdict, name, "is not what its totals say");
}

static void
name_slice (const struct checking *checking, const struct slice *slice, char name[16])
{
  struct position *position = position_allocate (checking->game);
  checking->engine->position (checking->game, slice, 0, position);
  checking->engine->name (position, name);
  free (position);
}

/* A pair is loaded before either slice of it is checked: moves lead into the pair or into those before. */
static bool
check_pair (struct checking *checking, struct slice *pair[2], int sides)
{
  char name[2][16];
  uint64_t size[2];
  for (int side = 0; side < sides; side++) {
    size[side] = checking->engine->size (checking->game, pair[side], side == 1);
    name_slice (checking, pair[side], name[side]);
    if (!load (checking, pair[side], name[side], size[side]))
      return false;
  }
  for (int side = 0; side < sides; side++) {
    if (checking->options->must_stop != NULL && checking->options->must_stop (checking->options->context)) {
      checking->verdict->stopped = true;
      return false;
    }
    if (checking->options->progress != NULL)
      checking->options->progress (checking->options->context, name[side]);
    inspect (checking, pair[side], size[side]);
    if (!find_fault (checking) || !add_up (checking, name[side]))
      return false;
  }
  return true;
}

static bool
check_pieces (struct checking *checking, int pieces)
{
  const struct slices_engine *engine = checking->engine;
  const int count = engine->list (checking->game, pieces, NULL);
  char *list = allocate ((size_t) count, engine->slice_bytes), *twin = allocate (1, engine->slice_bytes);
  bool right = true;
  engine->list (checking->game, pieces, (struct slice *) list);
  for (int i = 0; i < count && right; i++) {
    char *slice = list + (size_t) i * engine->slice_bytes;
    memcpy (twin, slice, engine->slice_bytes);
    struct slice *pair[2] = { (struct slice *) slice, (struct slice *) twin };
    right = check_pair (checking, pair, engine->is_twin (pair[0]) ? 1 : 2);
  }
  free (twin);
  free (list);
  return right;
}

bool
tables_check (struct tables *tables, const struct game *game, const struct tables_check_options *options,
              struct tables_verdict *verdict, struct failure *failure)
{
  const struct slices_engine *engine = game->engine->slices;
  struct checking checking
      = { .tables = tables, .game = game, .engine = engine, .options = options, .verdict = verdict };
  *verdict = (struct tables_verdict){ 0 };
  checking.images = allocate ((size_t) engine->numbers, sizeof *checking.images);
  checking.inspections = allocate ((size_t) options->threads, sizeof *checking.inspections);
  bool right = true;
  for (int pieces = 2; pieces <= tables_identify (tables)->pieces && right; pieces++)
    right = check_pieces (&checking, pieces);
  verdict->accepted = right;
  free_images (&checking);
  free (checking.inspections);
  if (tables_failure (tables)->code == 0)
    return true;
  *failure = *tables_failure (tables);
  return false;
}
