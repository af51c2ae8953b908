#include "support/layers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool stop_by_calls (void *context) {
  struct layers_run *run = context;
  return ++run->calls == run->calls_until_stop;
}

static void note_progress (void *context, enum layers_phase phase, int ply, uint64_t done) {
  struct layers_run *run = context;
  (void) done;
  if (run->first_ply >= 0)
    return;
  run->phase = phase;
  run->first_ply = ply;
}

bool layers_run (struct layers_run *run, const char *title, const char *path) {
  static const struct ranks alone = { .rank = 0, .size = 1 };
  struct game game;
  struct failure failure = { 0 };
  struct layer_summary *plies;
  char directory[400];
  game_open_or_fail (&game, title);
  snprintf (directory, sizeof directory, "%s.plies", path);
  const struct layers_options options = { .game = &game,
                                          .ranks = run->ranks != NULL ? run->ranks : &alone,
                                          .threads = run->threads > 0 ? run->threads : 1,
                                          .memory = run->memory,
                                          .directory = directory,
                                          .path = path };
  const struct layers_calls calls = { run, stop_by_calls, note_progress };
  run->calls = run->count = 0;
  run->first_ply = -1;
  const bool done = layers_solve (&options, &calls, &plies, &run->count, &failure);
  if (failure.code != 0)
    fail_msg ("%s: %s", title, failure.text);
  if (done)
    memcpy (run->plies, plies, (size_t) run->count * sizeof *plies);
  free (plies);
  engine_close (&game);
  return done;
}

bool same_bytes (const char *one, const char *other) {
  FILE *a = fopen (one, "rb"), *b = fopen (other, "rb");
  bool same = a != NULL && b != NULL;
  while (same) {
    const int byte = getc (a);
    same = byte == getc (b);
    if (byte == EOF)
      break;
  }
  if (a != NULL)
    fclose (a);
  if (b != NULL)
    fclose (b);
  return same;
}

int score_by_search (const struct game *game, const struct position *position, enum method method,
                     struct table *table) {
  struct search *search = allocate (1, sizeof *search);
  const struct query query = { .method = method, .exact_score = true, .window = search_range (true) };
  const struct search_means means = { .table = table, .memory = UINT64_C (1) << 30 };
  search_fill (search, game, position, &query, &means);
  search_run (search, NULL, NULL);
  const struct bounds bounds = search->result.bounds;
  free (search);
  assert_int_equal (bounds.lower, bounds.upper);
  return bounds.lower;
}
