#include "run/search_tables.h"

#include "base/clock.h"
#include "tablebase/tables_check.h"
#include "run/tablebase_make.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  GAMES_MOST = 16,
  POSITIONS_MOST = 150000000 /* tables that the user has not asked for have no more positions */
};

/* Endgame tables borrow their game, so each entry has its own. */
struct holding {
  struct game game;
  struct endgames *endgames;
  char *path;   /* the file they were read from; NULL: made in this run */
  bool checked; /* completely, in this run */
  uint64_t positions;
  double seconds;
};

struct search_tables {
  struct holding *holding[GAMES_MOST];
  struct known_endgames known[GAMES_MOST]; /* the same, for the workers */
  int count;
};

static const struct holding *find (const struct run *run, const char *title) {
  const struct search_tables *tables = run->search_tables;
  for (int i = 0; tables != NULL && i < tables->count; i++)
    if (strcmp (tables->holding[i]->game.title, title) == 0)
      return tables->holding[i];
  return NULL;
}

static void drop (struct holding *holding) {
  if (holding->endgames != NULL)
    endgames_destroy (holding->endgames);
  engine_close (&holding->game);
  free (holding->path);
  free (holding);
}

/* Add tables to those that the searches use. */
static void hold (struct run *run, struct holding *holding) {
  if (run->search_tables == NULL)
    run->search_tables = allocate (1, sizeof *run->search_tables);
  struct search_tables *tables = run->search_tables;
  assert (tables->count < GAMES_MOST && find (run, holding->game.title) == NULL);
  tables->known[tables->count]
      = (struct known_endgames){ holding->game.title, endgames_tables (holding->endgames) };
  tables->holding[tables->count++] = holding;
  run->resources.endgames = tables->known;
  run->resources.endgames_count = tables->count;
}

void search_tables_free (struct run *run) {
  struct search_tables *tables = run->search_tables;
  for (int i = 0; tables != NULL && i < tables->count; i++)
    drop (tables->holding[i]);
  free (tables);
  run->search_tables = NULL;
  run->resources.endgames_count = 0;
}

static struct holding *open_holding (const char *title, struct failure *failure) {
  struct holding *holding = allocate (1, sizeof *holding);
  if (engine_open (&holding->game, title, failure))
    return holding;
  free (holding);
  return NULL;
}

/* ---- from a file ---- */

static void show_check (void *context, const char *part, uint64_t checked, uint64_t all) {
  struct run *run = context;
  progress_now (&run->progress, "%s", part);
  run->progress.count = checked;
  run->progress.share = all == 0 ? 0 : (double) checked / (double) all;
  progress_show (&run->progress);
}

struct check_options search_tables_checking (struct run *run, bool complete) {
  return (struct check_options){ .threads = run->resources.threads,
                                 .complete = complete,
                                 .seed = run->options.seed,
                                 .memory = run->resources.memory,
                                 .must_stop = run_stops,
                                 .progress = show_check,
                                 .context = run };
}

static struct holding *read_file (struct run *run, const char *path, struct failure *failure) {
  const struct endgames_options options = { .threads = run->resources.threads, .ranks = &run->ranks };
  if (run->game.engine->slices == NULL) {
    fail (failure, EXIT_BAD_DATA, "%s has no endgame tables; %s", run->game.title,
          games_with (engine_has_tables, (char[GAMES_TEXT]){ 0 }, GAMES_TEXT));
    return NULL;
  }
  struct holding *holding = open_holding (run->game.title, failure);
  const struct check_options check = search_tables_checking (run, true);
  if (run->options.check_tables)
    progress_task (&run->progress, "positions", "check %.90s", path);
  holding->endgames = endgames_create (&holding->game, &options);
  holding->path = strdup (path);
  holding->checked = run->options.check_tables;
  if (endgames_read (holding->endgames, path, holding->checked ? &check : NULL, failure))
    return holding;
  drop (holding);
  return NULL;
}

bool search_tables_read (struct run *run, const char *path, struct failure *failure) {
  struct holding *holding = read_file (run, path, failure);
  if (holding == NULL)
    return false;
  if (run->options.score && !endgames_have_distances (holding->endgames)) {
    drop (holding);
    return fail (failure, EXIT_BAD_DATA, "%.300s: --score needs tables made with --distances", path);
  }
  if (run->options.certificate != NULL && !endgames_have_distances (holding->endgames)) {
    drop (holding);
    return fail (failure, EXIT_BAD_DATA, "%.300s: --certificate needs tables made with --distances", path);
  }
  hold (run, holding);
  return true;
}

/* ---- made ---- */

static bool make (struct run *run, const char *title, int pieces, const char *path, struct failure *failure) {
  struct holding *holding = open_holding (title, failure);
  const struct tablebase_order order = { .game = &holding->game, .pieces = pieces, .path = path };
  const double begun = clock_seconds ();
  holding->endgames = tablebase_make (run, &order, failure);
  if (holding->endgames == NULL) {
    drop (holding);
    return false;
  }
  holding->seconds = clock_seconds () - begun;
  for (int n = 2; n <= pieces; n++)
    holding->positions += endgames_positions (&holding->game, n);
  hold (run, holding);
  return true;
}

bool search_tables_keep (struct run *run, int pieces, const char *path, struct failure *failure) {
  bool distances = run->options.score || run->options.certificate != NULL;
  bool there = run->ranks.rank == 0 && access (path, F_OK) == 0;
  ranks_broadcast (&run->ranks, &there, sizeof there);
  if (there) {
    struct holding *holding = read_file (run, path, failure);
    if (holding == NULL)
      return false;
    if (endgames_pieces (holding->endgames) >= pieces
        && (endgames_have_distances (holding->endgames) || !distances)) {
      hold (run, holding);
      return true;
    }
    /* The new tables must hold everything that these hold. */
    pieces = endgames_pieces (holding->endgames) > pieces ? endgames_pieces (holding->endgames) : pieces;
    distances |= endgames_have_distances (holding->endgames);
    drop (holding);
  }
  run->options.distances = distances;
  if (!make (run, run->game.title, pieces, path, failure))
    return false;
  run_makes (run, path);
  return true;
}

/* The number of pieces for which tables are worth making; 0: none. */
static int worthwhile_pieces (const struct run *run, const struct game *game) {
  int pieces = 0;
  uint64_t positions = 0;
  for (int n = 2;; n++) {
    const uint64_t memory = endgames_memory (game, n, run->ranks.size);
    if (memory == 0 || memory > run->resources.memory)
      return pieces;
    positions += endgames_positions (game, n);
    if (positions > POSITIONS_MOST)
      return pieces;
    pieces = n;
  }
}

bool search_tables_make (struct run *run, const char *title, struct failure *failure) {
  struct failure ignored = { 0 };
  if (find (run, title) != NULL || (run->search_tables != NULL && run->search_tables->count == GAMES_MOST))
    return false;
  struct holding *holding = open_holding (title, &ignored);
  if (holding == NULL)
    return false;
  uint64_t pieces
      = holding->game.engine->slices == NULL ? 0 : (uint64_t) worthwhile_pieces (run, &holding->game);
  drop (holding);
  ranks_broadcast (&run->ranks, &pieces, sizeof pieces); /* machines may differ */
  return pieces > 0 && make (run, title, (int) pieces, NULL, failure);
}

bool search_tables_argument (const struct run *run, const char *title, char *text, size_t size) {
  const struct holding *holding = find (run, title);
  const bool read = holding != NULL && holding->path != NULL, believed = read && !holding->checked;
  text[0] = 0;
  if (read)
    snprintf (text, size, "endgame tables %.300s, %s", holding->path, believed ? "not checked" : "checked");
  return !believed;
}

void search_tables_explain (struct run *run) {
  const struct holding *holding = find (run, run->game.title);
  if (holding != NULL && holding->path != NULL)
    output_sentence (&run->output,
                     holding->checked ? "This rests on the endgame tables %s, which were checked completely."
                                      : "This rests on the endgame tables %s, which were not checked; "
                                        "--check-tables does that first.",
                     holding->path);
}

struct cost search_tables_cost (const struct run *run, const char *title) {
  const struct holding *holding = find (run, title);
  if (holding == NULL)
    return (struct cost){ 0 };
  return (struct cost){ .nodes = holding->positions, .seconds = holding->seconds };
}
