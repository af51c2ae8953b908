#include "run/position_set.h"

#include "base/sample.h"
#include "base/clock.h"
#include "run/run.h"
#include "search/search.h"
#include "search/table.h"

#include <assert.h>
#include <stdlib.h>

/* The state of drawing positions. The searches run in this thread. */
struct position_sampler {
  const struct session *session;
  const struct game *game;
  uint64_t random;
  struct position *position, *child;
  struct successor *successors;
  struct search search;
  struct table *table;
  bool stopped;
};

enum { SEED = 1 };

static uint64_t random_next (uint64_t *state) {
  return sample_scramble (*state += UINT64_C (0x9e3779b97f4a7c15));
}

static int random_below (struct position_sampler *d, int n) {
  assert (n > 0);
  return (int) (random_next (&d->random) % (uint64_t) n);
}

/* Play random moves from the start. Returns false if the game ends before or with the last. */
static bool play (struct position_sampler *d, int plies) {
  const struct engine *engine = d->game->engine;
  engine->start (d->game, d->position);
  for (int i = 0; i < plies; i++) {
    const int count = engine->successors (d->game, d->position, d->successors);
    if (count == 0)
      return false;
    engine->child (d->game, d->position, d->successors[random_below (d, count)].move, d->child);
    struct position *other = d->position;
    d->position = d->child;
    d->child = other;
  }
  return engine->outcome (d->game, d->position) == GOING_ON;
}

/* Search the position with that window. */
static struct bounds search (struct position_sampler *d, struct bounds window) {
  const struct query query = { .method = d->session->options.method, .exact_score = true, .window = window };
  const struct search_means means
      = { .table = d->table, .deadline = d->session->resources.deadline, .threads = 1 };
  search_fill (&d->search, d->game, d->position, &query, &means);
  search_run (&d->search, NULL, NULL);
  d->stopped |= !d->search.result.solved || run_must_stop (d->session);
  return d->search.result.bounds;
}

/* Is the game over within `plies` plies under best play? This takes at most two searches, with windows that
 * only near ends can reach. */
static bool ends_within (struct position_sampler *d, int plies) {
  const struct engine *engine = d->game->engine;
  if (plies <= 0)
    return false;
  if (d->game->plies_max - engine->plies (d->game, d->position) <= plies)
    return true;
  const int win = engine->score (d->game, d->position, WON, plies - (plies % 2 == 0));
  if (search (d, (struct bounds){ win - 1, win }).lower >= win)
    return true;
  if (d->stopped || plies < 2)
    return false;
  const int loss = engine->score (d->game, d->position, LOST, plies - plies % 2);
  return search (d, (struct bounds){ loss, loss + 1 }).upper <= loss;
}

static void draw (struct position_sampler *d, const struct position_kind *kind) {
  assert (0 <= kind->least_plies && kind->least_plies <= kind->most_plies);
  assert (kind->least_end <= kind->most_end);
  const int choices = kind->most_plies - kind->least_plies + 1;
  bool fits = false;
  while (!fits && !d->stopped)
    fits = play (d, kind->least_plies + random_below (d, choices)) && ends_within (d, kind->most_end)
           && !ends_within (d, kind->least_end - 1);
}

bool position_set_measure (const struct session *session, const struct game *game,
                           const struct position_kind *kind, uint64_t *nodes, double *seconds,
                           struct failure *failure) {
  assert (game->plies_max > 0);
  struct position_sampler *d = allocate (1, sizeof *d);
  *d = (struct position_sampler){ .session = session, .game = game, .random = SEED };
  d->position = position_allocate (game);
  d->child = position_allocate (game);
  d->successors = allocate ((size_t) game->moves_max, sizeof *d->successors);
  d->table = table_create (session->resources.table_bytes, game->key_words, session->resources.replacement,
                           failure);
  for (int i = 0; i < POSITION_SET && d->table != NULL && !d->stopped; i++) {
    draw (d, kind);
    table_clear (d->table);
    const double begun = clock_seconds ();
    search (d, search_range (true));
    *seconds += clock_seconds () - begun;
    *nodes += d->search.result.cost.nodes;
  }
  const bool done = d->table != NULL && !d->stopped;
  table_destroy (d->table);
  free (d->position);
  free (d->child);
  free (d->successors);
  free (d);
  return done;
}
