#include "run/search_tables.h"

#include "base/clock.h"
#include "tablebase/tables_check.h"

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
  struct known_endgames known[GAMES_MOST]; /* these tables in the form that workers take */
  int count;
};

static const struct game_tables *find (const struct session *session, const char *title) {
  const struct search_tables *tables = session->search_tables;
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

/* Add tables to the tables that the searches use. */
static void hold (struct session *session, struct game_tables *held) {
  if (session->search_tables == NULL)
    session->search_tables = allocate (1, sizeof *session->search_tables);
  struct search_tables *tables = session->search_tables;
  assert (tables->count < GAMES_MOST && find (session, held->game.title) == NULL);
  tables->known[tables->count]
      = (struct known_endgames){ held->game.title, endgames_tables (held->endgames) };
  tables->held[tables->count++] = held;
  session->resources.endgames = tables->known;
  session->resources.endgames_count = tables->count;
}

void search_tables_free (struct session *session) {
  struct search_tables *tables = session->search_tables;
  for (int i = 0; tables != NULL && i < tables->count; i++)
    drop (tables->held[i]);
  free (tables);
  session->search_tables = NULL;
  session->resources.endgames_count = 0;
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
  progress_now (&run->display.progress, "%s", part);
  run->display.progress.count = checked;
  run->display.progress.share = all == 0 ? 0 : (double) checked / (double) all;
  progress_show (&run->display.progress);
}

static bool check_stops (void *context) {
  const struct run *run = context;
  return run_must_stop (&run->session);
}

struct check_options search_tables_checking (struct run *run, bool complete) {
  return (struct check_options){ .threads = run->session.resources.threads,
                                 .complete = complete,
                                 .seed = run->session.options.seed,
                                 .memory = run->session.resources.memory,
                                 .must_stop = check_stops,
                                 .progress = show_check,
                                 .context = run };
}

static struct game_tables *read_file (struct run *run, const char *path, struct failure *failure) {
  const struct endgames_options options
      = { .threads = run->session.resources.threads, .ranks = &run->session.ranks };
  if (run->session.game.engine->slices == NULL) {
    fail (failure, EXIT_BAD_DATA, "%s has no endgame tables; %s", run->session.game.title,
          games_with (engine_has_tables, (char[GAMES_TEXT]){ 0 }, GAMES_TEXT));
    return NULL;
  }
  struct game_tables *held = open_held (run->session.game.title, failure);
  const struct check_options check = search_tables_checking (run, true);
  if (run->session.options.check_tables)
    progress_task (&run->display.progress, "positions", "check %.90s", path);
  held->endgames = endgames_create (&held->game, &options);
  held->path = strdup (path);
  held->checked = run->session.options.check_tables;
  if (endgames_read (held->endgames, path, held->checked ? &check : NULL, failure))
    return held;
  drop (held);
  return NULL;
}

bool search_tables_read (struct run *run, const char *path, struct failure *failure) {
  if (path == NULL)
    return true;
  struct game_tables *held = read_file (run, path, failure);
  if (held == NULL)
    return false;
  if (run->session.options.score && !endgames_have_distances (held->endgames)) {
    drop (held);
    return fail (failure, EXIT_BAD_DATA, "%.300s: --score needs tables made with --distances", path);
  }
  if (run->session.options.certificate != NULL && !endgames_have_distances (held->endgames)) {
    drop (held);
    return fail (failure, EXIT_BAD_DATA, "%.300s: --certificate needs tables made with --distances", path);
  }
  hold (&run->session, held);
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
  hold (&run->session, held);
  return true;
}

bool search_tables_keep (struct run *run, int pieces, const char *path, struct failure *failure) {
  bool distances = run->session.options.score || run->session.options.certificate != NULL;
  bool there = run->session.ranks.rank == 0 && access (path, F_OK) == 0;
  ranks_broadcast (&run->session.ranks, &there, sizeof there);
  if (there) {
    struct game_tables *held = read_file (run, path, failure);
    if (held == NULL)
      return false;
    if (endgames_pieces (held->endgames) >= pieces
        && (endgames_have_distances (held->endgames) || !distances)) {
      hold (&run->session, held);
      return true;
    }
    /* The new tables must hold everything that these hold. */
    pieces = endgames_pieces (held->endgames) > pieces ? endgames_pieces (held->endgames) : pieces;
    distances |= endgames_have_distances (held->endgames);
    drop (held);
  }
  run->session.options.distances = distances;
  if (!make (run, run->session.game.title, pieces, path, failure))
    return false;
  run_makes (&run->journal, path);
  return true;
}

/* The number of pieces for which tables are worth making; 0: none. */
static int worthwhile_pieces (const struct session *session, const struct game *game) {
  int pieces = 0;
  uint64_t positions = 0;
  for (int n = 2;; n++) {
    const uint64_t memory = endgames_memory (game, n, session->ranks.size);
    if (memory == 0 || memory > session->resources.memory)
      return pieces;
    positions += endgames_positions (game, n);
    if (positions > POSITIONS_MOST)
      return pieces;
    pieces = n;
  }
}

bool search_tables_make (struct run *run, const char *title, struct failure *failure) {
  struct failure ignored = { 0 };
  if (find (&run->session, title) != NULL
      || (run->session.search_tables != NULL && run->session.search_tables->count == GAMES_MOST))
    return false;
  struct game_tables *held = open_held (title, &ignored);
  if (held == NULL)
    return false;
  uint64_t pieces
      = held->game.engine->slices == NULL ? 0 : (uint64_t) worthwhile_pieces (&run->session, &held->game);
  drop (held);
  ranks_broadcast (&run->session.ranks, &pieces, sizeof pieces); /* machines may differ */
  return pieces > 0 && make (run, title, (int) pieces, NULL, failure);
}

bool search_tables_argument (const struct session *session, const char *title, char *text, size_t size) {
  const struct game_tables *held = find (session, title);
  const bool read = held != NULL && held->path != NULL, believed = read && !held->checked;
  text[0] = 0;
  if (read)
    snprintf (text, size, "endgame tables %.300s, %s", held->path, believed ? "not checked" : "checked");
  return !believed;
}

void search_tables_explain (struct run *run) {
  const struct game_tables *held = find (&run->session, run->session.game.title);
  if (held != NULL && held->path != NULL)
    output_sentence (&run->display.output,
                     held->checked ? "This rests on the endgame tables %s, which were checked completely."
                                   : "This rests on the endgame tables %s, which were not checked; "
                                     "--check-tables does that first.",
                     held->path);
}

struct cost search_tables_cost (const struct session *session, const char *title) {
  const struct game_tables *held = find (session, title);
  if (held == NULL)
    return (struct cost){ 0 };
  return (struct cost){ .nodes = held->positions, .seconds = held->seconds };
}
