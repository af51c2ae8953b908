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
struct game_tables {
  struct game game;
  struct endgames *endgames;
  char *path;   /* the file they were read from; NULL: made in this run */
  bool checked; /* completely, in this run */
  uint64_t positions;
  double seconds;
};

struct search_tables {
  struct game_tables *held[GAMES_MOST];
  struct known_endgames known[GAMES_MOST]; /* the same, for the workers */
  int count;
};

static const struct game_tables *find (const struct run *run, const char *title) {
  const struct search_tables *tables = run->search_tables;
  for (int i = 0; tables != NULL && i < tables->count; i++)
    if (strcmp (tables->held[i]->game.title, title) == 0)
      return tables->held[i];
  return NULL;
}

static void drop (struct game_tables *held) {
  if (held->endgames != NULL)
    endgames_destroy (held->endgames);
  engine_close (&held->game);
  free (held->path);
  free (held);
}

/* Add tables to those that the searches use. */
static void hold (struct run *run, struct game_tables *held) {
  if (run->search_tables == NULL)
    run->search_tables = allocate (1, sizeof *run->search_tables);
  struct search_tables *tables = run->search_tables;
  assert (tables->count < GAMES_MOST && find (run, held->game.title) == NULL);
  tables->known[tables->count]
      = (struct known_endgames){ held->game.title, endgames_tables (held->endgames) };
  tables->held[tables->count++] = held;
  run->resources.endgames = tables->known;
  run->resources.endgames_count = tables->count;
}

void search_tables_free (struct run *run) {
  struct search_tables *tables = run->search_tables;
  for (int i = 0; tables != NULL && i < tables->count; i++)
    drop (tables->held[i]);
  free (tables);
  run->search_tables = NULL;
  run->resources.endgames_count = 0;
}

static struct game_tables *open_held (const char *title, struct failure *failure) {
  struct game_tables *held = allocate (1, sizeof *held);
  if (engine_open (&held->game, title, failure))
    return held;
  free (held);
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

static struct game_tables *read_file (struct run *run, const char *path, struct failure *failure) {
  const struct endgames_options options = { .threads = run->resources.threads, .ranks = &run->ranks };
  if (run->game.engine->slices == NULL) {
    fail (failure, EXIT_BAD_DATA, "%s has no endgame tables; %s", run->game.title,
          games_with (engine_has_tables, (char[GAMES_TEXT]){ 0 }, GAMES_TEXT));
    return NULL;
  }
  struct game_tables *held = open_held (run->game.title, failure);
  const struct check_options check = search_tables_checking (run, true);
  if (run->options.check_tables)
    progress_task (&run->progress, "positions", "check %.90s", path);
  held->endgames = endgames_create (&held->game, &options);
  held->path = strdup (path);
  held->checked = run->options.check_tables;
  if (endgames_read (held->endgames, path, held->checked ? &check : NULL, failure))
    return held;
  drop (held);
  return NULL;
}

bool search_tables_read (struct run *run, const char *path, struct failure *failure) {
  struct game_tables *held = read_file (run, path, failure);
  if (held == NULL)
    return false;
  if (run->options.score && !endgames_have_distances (held->endgames)) {
    drop (held);
    return fail (failure, EXIT_BAD_DATA, "%.300s: --score needs tables made with --distances", path);
  }
  if (run->options.certificate != NULL && !endgames_have_distances (held->endgames)) {
    drop (held);
    return fail (failure, EXIT_BAD_DATA, "%.300s: --certificate needs tables made with --distances", path);
  }
  hold (run, held);
  return true;
}

/* ---- made ---- */

static bool make (struct run *run, const char *title, int pieces, const char *path, struct failure *failure) {
  struct game_tables *held = open_held (title, failure);
  const struct tablebase_order order = { .game = &held->game, .pieces = pieces, .path = path };
  const double begun = clock_seconds ();
  held->endgames = tablebase_make (run, &order, failure);
  if (held->endgames == NULL) {
    drop (held);
    return false;
  }
  held->seconds = clock_seconds () - begun;
  for (int n = 2; n <= pieces; n++)
    held->positions += endgames_positions (&held->game, n);
  hold (run, held);
  return true;
}

bool search_tables_keep (struct run *run, int pieces, const char *path, struct failure *failure) {
  bool distances = run->options.score || run->options.certificate != NULL;
  bool there = run->ranks.rank == 0 && access (path, F_OK) == 0;
  ranks_broadcast (&run->ranks, &there, sizeof there);
  if (there) {
    struct game_tables *held = read_file (run, path, failure);
    if (held == NULL)
      return false;
    if (endgames_pieces (held->endgames) >= pieces
        && (endgames_have_distances (held->endgames) || !distances)) {
      hold (run, held);
      return true;
    }
    /* The new tables must hold everything that these hold. */
    pieces = endgames_pieces (held->endgames) > pieces ? endgames_pieces (held->endgames) : pieces;
    distances |= endgames_have_distances (held->endgames);
    drop (held);
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
  struct game_tables *held = open_held (title, &ignored);
  if (held == NULL)
    return false;
  uint64_t pieces = held->game.engine->slices == NULL ? 0 : (uint64_t) worthwhile_pieces (run, &held->game);
  drop (held);
  ranks_broadcast (&run->ranks, &pieces, sizeof pieces); /* machines may differ */
  return pieces > 0 && make (run, title, (int) pieces, NULL, failure);
}

bool search_tables_argument (const struct run *run, const char *title, char *text, size_t size) {
  const struct game_tables *held = find (run, title);
  const bool read = held != NULL && held->path != NULL, believed = read && !held->checked;
  text[0] = 0;
  if (read)
    snprintf (text, size, "endgame tables %.300s, %s", held->path, believed ? "not checked" : "checked");
  return !believed;
}

void search_tables_explain (struct run *run) {
  const struct game_tables *held = find (run, run->game.title);
  if (held != NULL && held->path != NULL)
    output_sentence (&run->output,
                     held->checked ? "This rests on the endgame tables %s, which were checked completely."
                                   : "This rests on the endgame tables %s, which were not checked; "
                                     "--check-tables does that first.",
                     held->path);
}

struct cost search_tables_cost (const struct run *run, const char *title) {
  const struct game_tables *held = find (run, title);
  if (held == NULL)
    return (struct cost){ 0 };
  return (struct cost){ .nodes = held->positions, .seconds = held->seconds };
}
