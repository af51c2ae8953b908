/* simulation GAME NODE_NANOSECONDS TABLE_MEBIBYTES: the start position searched by all ranks, each for itself
 * a host. Rank 0 prints one JSON object: what was proven and what it cost. Started by simulation.py. */
#include "simulation.h"

#include "parallel/manager.h"
#include "search/search.h"

#include "base/clock.h"
#include "engine.h"
#include "proof/root_proof.h"
#include "parallel/ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct engine connect4_engine_64, mnk_engine_64;

static struct engine connect4, mnk;
const struct engine *const engines[] = { &connect4, &mnk, NULL };

enum { NEVER = 1000000000 }; /* a deadline: searches with one ask for the time */

static double node_seconds;
static struct search
    *current; /* of this rank, the last that began; NULL: none has since that was forgotten */

void simulated_search_forget (void) { current = NULL; }

double simulated_search_seconds (void) {
  if (current == NULL)
    return 0;
  const uint64_t so_far = atomic_load (&current->nodes), all = current->statistics.count[COUNT_nodes];
  return node_seconds * (double) (all > so_far ? all : so_far);
}

static void search_for (struct search *search, int thread) {
  current = search;
  (search->game->engine == &connect4 ? &connect4_engine_64 : &mnk_engine_64)->search (search, thread);
}

static enum opening open_connect4 (struct game *game, const char *text, struct failure *failure) {
  const enum opening opening = connect4_engine_64.open (game, text, failure);
  game->engine = &connect4;
  return opening;
}

static enum opening open_mnk (struct game *game, const char *text, struct failure *failure) {
  const enum opening opening = mnk_engine_64.open (game, text, failure);
  game->engine = &mnk;
  return opening;
}

static void simulate_searches (void) {
  connect4 = connect4_engine_64;
  connect4.open = open_connect4;
  connect4.search = search_for;
  mnk = mnk_engine_64;
  mnk.open = open_mnk;
  mnk.search = search_for;
}

static void print_line (const struct game *game, const struct ranks *ranks, const struct root_proof *proof,
                        const struct effort *efforts, double seconds) {
  struct statistics sum;
  memset (&sum, 0, sizeof sum);
  double busy = 0;
  for (int i = 0; i < ranks->size; i++) {
    statistics_add (&sum, &efforts[i].statistics);
    busy += efforts[i].busy_seconds;
  }
  const struct bounds bounds = proof->state.bounds;
  if (ranks->size == 1) /* which searches in its main thread, whose clock stands still meanwhile */
    seconds = busy = node_seconds * (double) sum.count[COUNT_nodes];
  printf ("{\"game\": \"%s\", \"ranks\": %d, \"lower\": %d, \"upper\": %d, \"seconds\": %.9f, \"busy\": %.9f",
          game->title, ranks->size, bounds.lower, bounds.upper, seconds, busy);
  for (int i = 0; i < COUNTERS; i++)
    printf (", \"%s\": %llu", counter_descriptions[i].name, (unsigned long long) sum.count[i]);
  printf ("}\n");
}

static bool prove (const struct ranks *ranks, const struct resources *resources, const char *text,
                   struct failure *failure) {
  struct game game;
  if (!engine_open (&game, text, failure))
    return false;
  if (ranks->rank != 0)
    manage (ranks, resources, NULL, NULL, NULL, NULL);
  else {
    struct position *start = position_allocate (&game);
    game.engine->start (&game, start);
    const struct query query = { .method = METHOD_AUTO, .window = search_range (false) };
    struct root_proof proof = root_proof_begin (&game, start, &query);
    struct producer producer = root_proof_producer (&proof);
    struct effort *efforts = allocate ((size_t) ranks->size, sizeof *efforts);
    const double begun = clock_seconds ();
    manage (ranks, resources, &producer, efforts, NULL, failure);
    const double seconds = clock_seconds () - begun;
    print_line (&game, ranks, &proof, efforts, seconds);
    free (efforts);
    free (start);
  }
  engine_close (&game);
  return true;
}

int main (int argc, char **argv) {
  struct ranks ranks;
  struct failure failure = { 0 };
  setenv ("PMI_RANK", "0", 1); /* we are under a launcher */
  if (argc != 4) {
    fprintf (stderr, "usage: simulation GAME NODE_NANOSECONDS TABLE_MEBIBYTES\n");
    return EXIT_USAGE;
  }
  node_seconds = 1e-9 * atof (argv[2]);
  simulate_searches ();
  const struct resources resources = { .threads = 1,
                                       .table_bytes = (uint64_t) atoll (argv[3]) << 20,
                                       .replacement = REPLACE_TWOBIG1,
                                       .memory = (uint64_t) 16 << 20,
                                       .deadline = NEVER };
  if (!ranks_begin (&ranks, &argc, &argv, &failure)) {
    fprintf (stderr, "%s\n", failure.text);
    return failure.code;
  }
  if (ranks.size == 1)
    ranks.communicator = NULL;                   /* a collective of one rank never ends here */
  prove (&ranks, &resources, argv[1], &failure); /* fails on all ranks or on none */
  if (failure.code != 0)
    fprintf (stderr, "%s\n", failure.text);
  ranks_end (&ranks);
  return failure.code;
}
