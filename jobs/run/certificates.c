#include "run/certificates.h"

#include "base/threads.h"
#include "certificate/certificate.h"

#include <stdlib.h>
#include <string.h>

struct proofs {
  const char *path;
  struct claim *claim; /* from the search */
  size_t claims;
};

bool
proofs_begin (struct run *run, const char *path, struct failure *failure)
{
  if (run->game.engine->certify == NULL)
    return fail (failure, EXIT_BAD_DATA, "%s has no certificates yet; %s", run->game.title,
                 games_with (engine_has_certificates, (char[GAMES_TEXT]){ 0 }, GAMES_TEXT));
  if (is_heuristic (run->options.method, run->options.depth))
    return fail (failure, EXIT_USAGE, "--certificate: method %s with that depth proves nothing",
                 method_descriptions[run->options.method].name);
  if (run->ranks.rank == 0 && new_file_reserve (path, failure)) {
    run->proofs = allocate (1, sizeof *run->proofs);
    run->proofs->path = path;
  }
  return ranks_agree (&run->ranks, failure);
}

void
proofs_note (struct run *run, const struct solution *solution)
{
  struct proofs *proofs = run->proofs;
  const struct game *game = solution->game;
  const struct bounds value = value_of_score (solution->result.bounds);
  if (proofs == NULL || value.lower != value.upper)
    return;
  proofs->claim = reallocate (proofs->claim, proofs->claims + 1, sizeof *proofs->claim);
  struct claim *claim = &proofs->claim[proofs->claims++];
  claim->value = (enum outcome) value.lower;
  game->engine->pack_canonical (game, solution->position, claim->key);
}

/* ---- finding the moves ---- */

struct proven_bound_moves {
  struct run *run;
  struct search search;
  struct certificate certificate;
  struct position *position;
  enum outcome value;
  bool done;
};

static void
find_moves (void *context, int thread)
{
  struct proven_bound_moves *proven_bound = context;
  (void) thread;
  proven_bound->done = proven_bound->run->game.engine->certify (
      &proven_bound->search, &proven_bound->certificate, proven_bound->position, proven_bound->value);
}

static const struct row_table *
tables_of (const struct run *run)
{
  for (int i = 0; i < run->resources.endgames_count; i++)
    if (strcmp (run->resources.endgames[i].title, run->game.title) == 0)
      return run->resources.endgames[i].tables;
  return NULL;
}

static bool
prove_claim (struct proven_bound_moves *proven_bound, struct team *team, struct failure *failure)
{
  struct run *run = proven_bound->run;
  struct search *search = &proven_bound->search;
  search_begin (search);
  team_start (team, find_moves, proven_bound);
  while (!team_wait (team, 0.1)) {
    progress_show (&run->progress);
    if (run_must_stop (run))
      atomic_store (&search->stop, true);
  }
  if (proven_bound->done)
    return true;
  if (run_must_stop (run))
    run_unfinished (run, "the certificate is not complete", failure);
  else
    fail_memory (failure, "the certificate, and more than that", search->memory);
  return false;
}

static bool
prove_claims (struct proven_bound_moves *proven_bound, struct team *team, struct failure *failure)
{
  struct run *run = proven_bound->run;
  const struct game *game = &run->game;
  const struct proofs *proofs = run->proofs;
  progress_task (&run->progress, "nodes", "certificate of %.90s", game->title);
  for (size_t i = 0; i < proofs->claims; i++) {
    progress_now (&run->progress, "claim %zu of %zu", i + 1, proofs->claims);
    game->engine->unpack (game, proofs->claim[i].key, proven_bound->position);
    proven_bound->value = proofs->claim[i].value;
    if (!prove_claim (proven_bound, team, failure))
      return false;
  }
  return true;
}

static void
find_and_write (struct run *run, struct failure *failure)
{
  const struct resources *resources = &run->resources;
  struct proven_bound_moves *proven_bound = allocate (1, sizeof *proven_bound);
  proven_bound->run = run;
  proven_bound->position = position_allocate (&run->game);
  proven_bound->search.game = &run->game;
  proven_bound->search.threads = 1;
  proven_bound->search.endgames = tables_of (run);
  proven_bound->search.deadline = resources->deadline;
  proven_bound->search.memory = resources->memory;
  certificate_begin (&proven_bound->certificate, run->game.key_bytes);
  proven_bound->search.table
      = table_create (resources->table_bytes, run->game.key_words, resources->replacement, failure);
  if (proven_bound->search.table != NULL) {
    struct team *team = team_create (1);
    if (prove_claims (proven_bound, team, failure)
        && certificate_write (&proven_bound->certificate, &run->game, run->proofs->path, failure))
      run_makes (run, run->proofs->path);
    team_destroy (team);
    table_destroy (proven_bound->search.table);
  }
  progress_clear (&run->progress);
  certificate_free (&proven_bound->certificate);
  free (proven_bound->position);
  free (proven_bound);
}

bool
proofs_write (struct run *run, bool complete, struct failure *failure)
{
  struct proofs *proofs = run->proofs;
  if (proofs != NULL) {
    if (complete && proofs->claims > 0)
      find_and_write (run, failure);
    free (proofs->claim);
    free (proofs);
    run->proofs = NULL;
  }
  return run->options.certificate == NULL || ranks_agree (&run->ranks, failure);
}
