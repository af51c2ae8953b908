#include "tablebase/tables_check.h"

#include "base/threads.h"
#include "store/checksum.h"
#include "tablebase/slice_cache.h"
#include "tablebase/tables_distances.h"
#include "tablebase/tables_layout.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_A_SLICE = 20000 };

struct tables_check {
  struct tables *tables;
  const struct game *game;
  const struct slices_engine *engine;
  const struct check_options *options;
  struct team *team;
  struct check_verdict *verdict;
  struct slice_image *images;
  struct slice_inspection *inspections; /* one for each thread */
  const struct slice *slice;            /* the slice that is being checked */
  struct endgames *made; /* tables made for distances that the file lacks; NULL: the file has distances, or
                            they are not needed */
  int pair;              /* the number of the next pair */
  uint64_t terms;        /* the sum of the checksum's terms */
};

/* ---- slices into memory ---- */

static bool load_part (struct tables_check *check, const char *name, enum tables_part part, uint64_t rows,
                       uint8_t *bytes) {
  char path[TABLES_PATH];
  const struct dataset layout = tables_dataset (path, name, part);
  if (!tables_bytes (check->tables, name, part, rows, bytes))
    return false;
  if (check->options->complete)
    check->terms += checksum_in_threads (check->team, check->options->threads, &layout, bytes, rows);
  return true;
}

static bool load (struct tables_check *check, const struct slice *slice, int side, const char *name,
                  uint64_t size) {
  struct slice_image *image = &check->images[check->engine->number (slice)];
  const uint64_t rows = tables_rows (TABLES_VALUE, size);
  assert (image->value == NULL && image->distance == NULL); /* each slice is loaded once */
  const bool distances = tables_identify (check->tables)->distances;
  uint8_t *value = allocate (rows, 1), *distance = NULL;
  image->value = value;
  image->leaves_out = tables_identify (check->tables)->leaves_out;
  if (distances || check->made != NULL)
    image->distance = distance = allocate (size, 1);
  if (check->made != NULL)
    tables_distances_copy (check->made, check->pair, side, size, distance);
  return load_part (check, name, TABLES_VALUE, rows, value)
         && (!distances || load_part (check, name, TABLES_DISTANCE, size, distance));
}

static void free_images (struct tables_check *check) {
  for (int i = 0; i < check->engine->numbers; i++) {
    free ((void *) check->images[i].value);
    free ((void *) check->images[i].distance);
  }
  free (check->images);
}

/* ---- one slice ---- */

static void inspect_part (void *context, int thread) {
  struct tables_check *check = context;
  check->engine->inspect (check->game, check->slice, &check->inspections[thread]);
}

/* Check a slice in all threads, a part by each. */
static void inspect (struct tables_check *check, const struct slice *slice, uint64_t size) {
  const struct check_options *options = check->options;
  const uint64_t samples = options->complete || size < SAMPLES_A_SLICE ? size : SAMPLES_A_SLICE;
  for (int i = 0; i < options->threads; i++) {
    const struct thread_part part = thread_part (samples, options->threads, i);
    check->inspections[i]
        = (struct slice_inspection){ .images = check->images,
                                     .first = part.first,
                                     .last = part.first + part.count,
                                     .samples = samples,
                                     .seed = options->seed + (uint64_t) check->engine->number (slice),
                                     .longest = -1 };
  }
  check->slice = slice;
  team_do (check->team, inspect_part, check);
}

/* The position with that number in the slice that is being checked. */
static void print_position (const struct tables_check *check, uint64_t index, char text[ENDGAME_TEXT]) {
  struct position *position = position_allocate (check->game);
  check->engine->position (check->game, check->slice, index, position);
  check->engine->text (check->game, position, text, ENDGAME_TEXT);
  free (position);
}

/* The first position that fails, if there is one. */
static bool find_fault (struct tables_check *check) {
  static const char *const reasons[FAULTS]
      = { "",
          "is not the position with that number",
          "has no value",
          "has a value that does not follow from the positions after it",
          "has a distance that does not follow from the positions after it",
          "leads to a position that has no value",
          "is left out, but has another value than the position before it" };
  static const char endless[] = "is said to be won or lost, and no play to an end forces that";
  for (int i = 0; i < check->options->threads; i++) {
    const struct slice_inspection *inspection = &check->inspections[i];
    if (inspection->fault == FAULT_NONE)
      continue;
    char text[ENDGAME_TEXT];
    assert (inspection->fault < FAULTS);
    print_position (check, inspection->wrong, text);
    return check_refuse (
        check->verdict, text,
        inspection->fault == FAULT_DISTANCE && check->made != NULL ? endless : reasons[inspection->fault]);
  }
  return true;
}

/* Is this text the example of a slice? */
static bool is_example (const struct tables_check *check, const struct tables_totals *said,
                        uint64_t farthest) {
  char text[ENDGAME_TEXT] = "";
  if (said->longest >= 0)
    print_position (check, farthest, text);
  return strcmp (text, said->example) == 0;
}

/* Do the totals that the threads counted agree with the file's? */
static bool compare_totals (struct tables_check *check, const char *name, const struct tables_totals *seen,
                            uint64_t farthest) {
  struct tables_totals said;
  struct check_verdict *verdict = check->verdict;
  if (!tables_totals (check->tables, name, &said))
    return check_refuse (verdict, name, "has no totals");
  if (!said.usual)
    return check_refuse (verdict, name, "is described by another encoding");
  if (seen->won != said.won || seen->drawn != said.drawn || seen->lost != said.lost)
    return check_refuse (verdict, name, "is not what its totals say");
  if (check->images[check->engine->number (check->slice)].distance == NULL)
    return true;
  if (seen->longest != said.longest)
    return check_refuse (verdict, name, "has another longest win than it says");
  return is_example (check, &said, farthest)
         || check_refuse (verdict, name, "has another example of its longest win than it says");
}

/* Add up what the threads counted. If all positions were checked, the totals must agree with the file. */
static bool add_up (struct tables_check *check, const char *name) {
  struct tables_totals seen = { .longest = -1 };
  uint64_t farthest = 0;
  for (int i = 0; i < check->options->threads; i++) {
    const struct slice_inspection *inspection = &check->inspections[i];
    assert (inspection->fault == FAULT_NONE && inspection->checked == inspection->last - inspection->first);
    assert (inspection->won + inspection->drawn + inspection->lost == inspection->checked);
    check->verdict->positions += inspection->checked;
    check->verdict->finished += inspection->finished;
    seen.won += inspection->won;
    seen.drawn += inspection->drawn;
    seen.lost += inspection->lost;
    if (inspection->longest > seen.longest) {
      seen.longest = inspection->longest;
      farthest = inspection->farthest;
    }
  }
  assert (check->verdict->positions <= check->verdict->all);
  assert (check->verdict->finished <= check->verdict->positions);
  return !check->options->complete || compare_totals (check, name, &seen, farthest);
}

static void name_slice (const struct tables_check *check, const struct slice *slice, char name[16]) {
  struct position *position = position_allocate (check->game);
  check->engine->position (check->game, slice, 0, position);
  check->engine->name (position, name, 16);
  free (position);
}

static void restore_part (void *context, int thread) {
  struct tables_check *check = context;
  check->engine->restore (check->game, check->slice, &check->inspections[thread]);
}

/* Put the values into a slice in memory that the file leaves out, a part by each thread. */
static bool restore (struct tables_check *check, const struct slice *slice, uint64_t size) {
  struct slice_image *image = &check->images[check->engine->number (slice)];
  const uint64_t rows = tables_rows (TABLES_VALUE, size);
  uint8_t *restored = allocate (rows, 1);
  memcpy (restored, image->value, rows);
  for (int i = 0; i < check->options->threads; i++) {
    const struct thread_part part = thread_part (rows, check->options->threads, i);
    const uint64_t first = 4 * part.first, last = first + 4 * part.count;
    check->inspections[i] = (struct slice_inspection){ .images = check->images,
                                                       .first = first < size ? first : size,
                                                       .last = last < size ? last : size,
                                                       .restored = restored };
  }
  check->slice = slice;
  team_do (check->team, restore_part, check);
  const bool right = find_fault (check);
  free ((void *) image->value);
  image->value = restored;
  image->leaves_out = false;
  image->restored = true;
  return right;
}

/* A pair is loaded before either of its slices is checked: moves lead into the pair or into earlier ones. */
static bool check_pair (struct tables_check *check, struct slice *pair[2], int sides) {
  assert (sides == 1 || sides == 2);
  char name[2][16];
  uint64_t size[2];
  for (int side = 0; side < sides; side++) {
    size[side] = check->engine->size (check->game, pair[side], side == 1);
    name_slice (check, pair[side], name[side]);
    if (!load (check, pair[side], side, name[side], size[side])
        || (check->options->complete && check->images[check->engine->number (pair[side])].leaves_out
            && !restore (check, pair[side], size[side])))
      return false;
  }
  if (check->made != NULL)
    slice_cache_drop (check->made, check->pair);
  check->pair++;
  for (int side = 0; side < sides; side++) {
    char part[32];
    snprintf (part, sizeof part, "slice %s", name[side]);
    if (!check_goes_on (check->options, part, check->verdict))
      return false;
    inspect (check, pair[side], size[side]);
    if (!find_fault (check) || !add_up (check, name[side]))
      return false;
  }
  return true;
}

static bool check_pieces (struct tables_check *check, int pieces) {
  const struct slices_engine *engine = check->engine;
  int count;
  struct slice *list = slices_of_pieces (check->game, pieces, &count);
  struct slice *side_swapped = allocate (1, engine->slice_bytes);
  bool right = true;
  for (int i = 0; i < count && right; i++) {
    struct slice *pair[2] = { slice_at (check->game, list, i), side_swapped };
    memcpy (side_swapped, pair[0], engine->slice_bytes);
    right = check_pair (check, pair, engine->is_symmetric (pair[0]) ? 1 : 2);
  }
  free (side_swapped);
  free (list);
  return right;
}

/* Check the file's description of itself, except the checksum. */
static bool check_identity (struct tables_check *check) {
  char index[TABLES_INDEX], options[sizeof ((struct tables_identity *) 0)->options];
  const struct tables_identity *identity = tables_identify (check->tables);
  if (!tables_index (check->tables, index) || strcmp (index, check->engine->index_text) != 0)
    return check_refuse (check->verdict, "the index", "is described in other words");
  tables_options (options, identity->pieces, identity->distances);
  return strcmp (options, identity->options) == 0
         || check_refuse (check->verdict, "the options", "are not those that make such a file");
}

static bool stop_making (void *context, const char *slice) {
  const struct check_options *options = context;
  char part[32];
  snprintf (part, sizeof part, "slice %.16s", slice);
  if (options->progress != NULL)
    options->progress (options->context, part, 0, 0);
  return options->must_stop != NULL && options->must_stop (options->context);
}

/* False: the check was stopped, or has failed. */
static bool make_distances (struct tables_check *check, struct failure *failure) {
  const struct tables_identity *identity = tables_identify (check->tables);
  const struct check_options *options = check->options;
  if (!options->complete || identity->distances
      || endgames_memory (check->game, identity->pieces, 1) > options->memory)
    return true;
  struct check_options context = *options;
  check->made = tables_distances_make (check->game, identity->pieces, options->threads, stop_making, &context,
                                       failure);
  if (failure->code
      == EXIT_BAD_DATA) { /* some are longer than a table holds: the check goes on without any */
    *failure = (struct failure){ 0 };
    return true;
  }
  if (failure->code == EXIT_UNFINISHED) {
    check->verdict->stopped = true;
    *failure = (struct failure){ 0 };
  }
  return check->made != NULL;
}

static bool check_all (struct tables_check *check) {
  for (int pieces = 2; pieces <= tables_identify (check->tables)->pieces; pieces++)
    if (!check_pieces (check, pieces))
      return false;
  return !check->options->complete
         || (check_identity (check)
             && (tables_add_up (check->tables, check->terms)
                 || check_refuse (check->verdict, "the checksum", "is not that of the content")));
}

bool tables_check (struct tables *tables, const struct game *game, const struct check_options *options,
                   struct check_verdict *verdict, struct failure *failure) {
  assert (options->threads > 0 && game->engine->slices != NULL);
  const struct slices_engine *engine = game->engine->slices;
  struct tables_check check
      = { .tables = tables, .game = game, .engine = engine, .options = options, .verdict = verdict };
  const struct tables_identity *identity = tables_identify (tables);
  *verdict = (struct check_verdict){ .result = CHECK_REFUSED };
  snprintf (verdict->claim, sizeof verdict->claim, "%s: the value%s of every position of 2 to %d pieces",
            game->title, identity->distances ? " and the distance to the end" : "", identity->pieces);
  for (int pieces = 2; pieces <= identity->pieces; pieces++)
    verdict->all += endgames_positions (game, pieces);
  if (make_distances (&check, failure)) {
    check.images = allocate ((size_t) engine->numbers, sizeof *check.images);
    check.inspections = allocate ((size_t) options->threads, sizeof *check.inspections);
    check.team = team_create (options->threads);
    if (check_all (&check))
      verdict->result = !options->complete                          ? CHECK_SAMPLED
                        : identity->distances || check.made != NULL ? CHECK_ACCEPTED
                                                                    : CHECK_CONSISTENT;
    team_destroy (check.team);
    free_images (&check);
    free (check.inspections);
  }
  if (check.made != NULL)
    endgames_destroy (check.made);
  if (failure->code == 0 && tables_failure (tables)->code != 0)
    *failure = *tables_failure (tables);
  return failure->code == 0;
}
