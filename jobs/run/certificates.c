#include "run/certificates.h"

#include "base/threads.h"
#include "certificate/certificate.h"
#include "certificate/extract.h"
#include "checker/checker.h"
#include "base/text.h"
#include "run/run_checkpoint.h"
#include "search/search.h"

#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct proofs {
  const struct game *game;
  const char *path;
  struct claim *claim; /* values that the search found */
  int score;           /* the score of the last claim, if scores are asked for */
  size_t claims;
  uint64_t node_limit; /* of the search for the moves; 0: none */
  /* for strategies_find(): */
  struct kept_table kept_table;       /* of each rank, from the search for the value */
  struct partial_certificate partial; /* (rank 0) */
  bool has_partial;
};

/* The most nodes of a leaf that the checker searches. */
enum { SMALL_NODES = 1000 };

bool has_certificates (const struct game *game) { return certificate_is_checked (game); }

bool certificate_holds_many (const struct game *game) { return game->engine->certify != NULL; }

bool certificate_add_tables (struct certificate_file *file, const char *tables, struct failure *failure) {
  if (access (tables, R_OK) != 0)
    return fail (failure, EXIT_NO_INPUT, "%.300s: %s", tables, strerror (errno));
  const char *const reason = endgame_tables_read (&file->tables, &file->game, tables);
  return reason == NULL || fail (failure, EXIT_BAD_DATA, "%.300s: %s", tables, reason);
}

bool certificate_open (struct certificate_file *file, const char *path, const char *tables,
                       struct failure *failure) {
  struct game game;
  if (!certificate_read (file, &game, path, NULL, failure))
    return false;
  engine_close (&game);
  if (tables == NULL || certificate_add_tables (file, tables, failure))
    return true;
  certificate_file_close (file);
  return false;
}

void check_in_threads (const struct session *session, struct certificate_file *file,
                       struct verdict *verdict) {
  omp_set_num_threads (session->resources.threads);
  check_certificate (file, verdict);
}

/* Do all ranks find the strategies, as results of queries? */
static bool is_found_by_ranks (const struct game *game) {
  return game->engine->certify == NULL && game->key_bytes > 0;
}

bool proofs_begin (struct run *run, const char *path, struct failure *failure) {
  if (!has_certificates (&run->session.game))
    return fail (failure, EXIT_BAD_DATA, "%s has no certificates", run->session.game.title);
  if (is_heuristic (run->session.options.method, run->session.options.depth))
    return fail (failure, EXIT_USAGE, "--certificate: method %s with that depth proves nothing",
                 method_descriptions[run->session.options.method].name);
  if (run->session.ranks.rank == 0)
    new_file_reserve (path, failure);
  if (!ranks_agree (&run->session.ranks, failure))
    return false;
  run->journal.proofs = allocate (1, sizeof *run->journal.proofs);
  *run->journal.proofs = (struct proofs){ .game = &run->session.game, .path = path };
  if (is_found_by_ranks (&run->session.game))
    run->session.resources.kept_table = &run->journal.proofs->kept_table;
  return true;
}

void proofs_end (struct run *run) {
  struct proofs *proofs = run->journal.proofs;
  if (proofs == NULL)
    return;
  run->session.resources.kept_table = NULL;
  kept_table_free (&proofs->kept_table);
  if (proofs->has_partial)
    partial_free (&proofs->partial);
  free (proofs->claim);
  free (proofs);
  run->journal.proofs = NULL;
}

void proofs_note (struct journal *journal, const struct solution *solution) {
  struct proofs *proofs = journal->proofs;
  const struct game *game = solution->answer.game;
  const struct bounds value = known_bounds (&solution->answer.known, false);
  if (proofs == NULL || value.lower != value.upper)
    return;
  proofs->claim = reallocate (proofs->claim, proofs->claims + 1, sizeof *proofs->claim);
  struct claim *claim = &proofs->claim[proofs->claims++];
  claim->value = (enum outcome) value.lower;
  proofs->score = solution_bounds (solution).lower;
  if (game->key_bytes > 0)
    game->engine->pack_canonical (game, solution->answer.position, claim->key);
}

/* ---- finding the moves of the proof ---- */

struct certification {
  struct run *run;
  const struct proofs *proofs;
  struct search search;
  struct certificate certificate;
  struct position *position;
  int value;
  atomic_bool stop;
  bool done;
};

static void find_moves (void *context, int thread) {
  struct certification *certification = context;
  (void) thread;
  if (certification->search.game->engine->certify == NULL)
    certification->done = certificate_extract (&certification->search, &certification->certificate,
                                               certification->value, SMALL_NODES, &certification->stop);
  else
    certification->done = certification->search.game->engine->certify (
        &certification->search, &certification->certificate, certification->position,
        (enum outcome) certification->value);
}

static const struct row_table *tables_of (const struct session *session, const struct game *game) {
  for (int i = 0; i < session->resources.endgames_count; i++)
    if (strcmp (session->resources.endgames[i].title, game->title) == 0)
      return session->resources.endgames[i].tables;
  return NULL;
}

/* False, without a failure: it took too many nodes, or no argument settles the start of a board without keys.
 */
static bool prove_claim (struct certification *certification, struct team *team, struct failure *failure) {
  struct run *run = certification->run;
  struct search *search = &certification->search;
  bool stopped = false;
  search_begin (search);
  team_start (team, find_moves, certification);
  while (!team_wait (team, 0.1)) {
    progress_show (&run->display.progress);
    stopped = stopped || run_must_stop (&run->session);
    if (stopped) {
      atomic_store (&certification->stop, true);
      atomic_store (&search->stop, true);
    }
  }
  if (!certification->done && (stopped || run_must_stop (&run->session)))
    run_unfinished (&run->session, "the certificate is not complete", failure);
  else if (!certification->done && search->game->engine->certify != NULL)
    fail_memory (failure, "the certificate, and more than that", search->memory);
  return certification->done;
}

static bool prove_claims (struct certification *certification, struct team *team, struct failure *failure) {
  struct run *run = certification->run;
  const struct proofs *proofs = certification->proofs;
  const struct game *game = proofs->game;
  for (size_t i = 0; i < proofs->claims; i++) {
    if (proofs->claims > 1)
      progress_now (&run->display.progress, "claim %zu of %zu", i + 1, proofs->claims);
    if (game->key_bytes > 0)
      game->engine->unpack (game, proofs->claim[i].key, certification->position);
    else
      game->engine->start (game, certification->position);
    certification->value
        = certification->search.query.exact_score ? proofs->score : (int) proofs->claim[i].value;
    if (!prove_claim (certification, team, failure))
      return false;
  }
  return true;
}

/* Returns whether the file was written. False without a failure: as prove_claim(). */
static bool find_and_write (struct run *run, const struct proofs *proofs, struct failure *failure) {
  const struct game *game = proofs->game;
  const struct resources *resources = &run->session.resources;
  struct certification *certification = allocate (1, sizeof *certification);
  bool written = false;
  certification->run = run;
  certification->proofs = proofs;
  certification->position = position_allocate (game);
  certificate_begin (&certification->certificate, game->key_bytes);
  const struct query query = { .method = run->session.options.method,
                               .exact_score = run->session.options.score && game->engine->certify == NULL,
                               .node_limit = proofs->node_limit };
  const struct search_means means
      = { .table = table_create (resources->table_bytes, game->key_words, resources->replacement, failure),
          .endgames = tables_of (&run->session, game),
          .memory = resources->memory,
          .deadline = resources->deadline,
          .threads = 1 };
  search_fill (&certification->search, game, certification->position, &query, &means);
  if (means.table != NULL) {
    struct team *team = team_create (1);
    written = prove_claims (certification, team, failure)
              && certificate_write (&certification->certificate, game, proofs->path, failure);
    team_destroy (team);
    table_destroy (means.table);
  }
  certificate_free (&certification->certificate);
  free (certification->position);
  free (certification);
  return written;
}

/* ---- solve ---- */

/* Begin the certificate of the claim with what an earlier run found of it, if there is any. */
static void begin_partial (struct run *run, const struct proofs *proofs,
                           struct partial_certificate *partial) {
  const struct game *game = proofs->game;
  struct position *position = position_allocate (game);
  const int value = run->session.options.score ? proofs->score : (int) proofs->claim[0].value;
  assert (proofs->claims == 1);
  if (!run_checkpoint_certificate (run->journal.run_checkpoint, game, proofs->claim[0].key,
                                   run->session.options.score, value, partial)) {
    game->engine->unpack (game, proofs->claim[0].key, position);
    partial_begin (partial, game->key_bytes, run->session.options.score, SMALL_NODES);
    partial_claim_position (partial, game, position, value);
  }
  run_checkpoint_keep_certificate (run->journal.run_checkpoint, partial);
  free (position);
}

/* Collective; otherwise as find_and_write(). */
static bool find_by_ranks (struct run *run, struct proofs *proofs, struct failure *failure) {
  struct partial_certificate *partial = run->session.ranks.rank == 0 ? &proofs->partial : NULL;
  if (partial != NULL) {
    begin_partial (run, proofs, partial);
    proofs->has_partial = true;
  }
  strategies_find (run, partial, run->session.options.node_limit);
  if (partial == NULL || partial->failed)
    return false;
  if (!partial_is_complete (partial)) {
    run_unfinished (&run->session, "the certificate is not complete", failure);
    return false;
  }
  extraction_finish (partial, proofs->game);
  return certificate_write (&partial->certificate, proofs->game, proofs->path, failure);
}

bool proofs_write (struct run *run, bool complete, struct failure *failure) {
  struct proofs *proofs = run->journal.proofs;
  bool wanted = proofs != NULL && run->session.ranks.rank == 0 && complete && proofs->claims > 0,
       written = false;
  if (proofs == NULL)
    return true;
  ranks_broadcast (&run->session.ranks, &wanted, sizeof wanted);
  if (wanted) {
    progress_task (&run->display.progress, "nodes", "certificate of %.90s", run->session.game.title);
    if (is_found_by_ranks (&run->session.game))
      written = find_by_ranks (run, proofs, failure);
    else if (run->session.ranks.rank == 0)
      written = find_and_write (run, proofs, failure);
    if (written)
      run_makes (&run->journal, proofs->path);
    else if (run->session.ranks.rank == 0 && failure->code == 0)
      fail (failure, run->session.game.key_bytes == 0 ? EXIT_BAD_DATA : EXIT_INTERNAL,
            "%s: no certificate: no argument that a certificate can hold shows the value",
            run->session.game.title);
    progress_clear (&run->display.progress);
  }
  return ranks_agree (&run->session.ranks, failure);
}

/* ---- verify ---- */

/* "connect4_5x4.h5", "mnk_3,3,3_exact.h5": no character that a shell takes for something else. */
static char *name_of_start (const char *folder, const struct game *game) {
  const size_t plain = strlen (game->name) + 1 + strlen (game->board_text);
  const bool has_rules = strlen (game->title) > plain;
  return text_format ("%s/%s_%s%s%s.h5", folder, game->name, game->board_text, has_rules ? "_" : "",
                      has_rules ? game->rules : "");
}

/* Does the file make exactly this one claim about the start of the game? */
static bool claims_only (const struct certificate_file *file, const struct game *game,
                         const struct claim *claim) {
  return strcmp (file->game.title, game->title) == 0 && file->claims == 1 && !file->game.exact_score
         && file->claim_value[0] == (int) claim->value
         && (game->key_bytes == 0 || memcmp (file->claim_key, claim->key, (size_t) game->key_bytes) == 0);
}

/* Is there a certificate that the checker accepts? `refused` gets the reason if not; "" if there is no
 * certificate. */
static bool is_proven (const struct session *session, const struct proofs *proofs, char *refused,
                       size_t size) {
  struct certificate_file file;
  struct verdict verdict;
  refused[0] = 0;
  if (access (proofs->path, F_OK) != 0)
    return false;
  const char *const reason = certificate_file_open (&file, proofs->path);
  if (reason != NULL) {
    snprintf (refused, size, "%s", reason);
    return false;
  }
  const bool claimed = claims_only (&file, proofs->game, proofs->claim);
  check_in_threads (session, &file, &verdict);
  if (!claimed)
    snprintf (refused, size, "claims something else");
  else if (verdict.unreadable != NULL)
    snprintf (refused, size, "%s", verdict.unreadable);
  else if (!verdict.accepted)
    snprintf (refused, size, "%.120s %s", verdict.wrong, verdict.reason);
  certificate_file_close (&file);
  return claimed && verdict.accepted;
}

/* The message by which rank 0 tells other ranks what to prove next: the title of a game, whose start is to be
 * proven; "": nothing more. */
enum { TITLE = sizeof ((struct query *) 0)->game };

/* Rank 0 only, while the others are in certificates_help(). Returns whether the file was written. */
static bool find_start_by_ranks (struct run *run, const struct proofs *proofs, struct failure *failure) {
  const struct game *game = proofs->game;
  struct partial_certificate partial;
  char title[TITLE] = "";
  bool written = false;
  snprintf (title, sizeof title, "%s", game->title);
  ranks_broadcast (&run->session.ranks, title, sizeof title);
  begin_partial (run, proofs, &partial);
  run->session.game = *game;
  strategies_find (run, &partial, proofs->node_limit);
  run->session.game.engine = NULL;
  const bool complete = partial_is_complete (&partial), stopped = !complete && run_must_stop (&run->session);
  if (!partial.failed && complete) {
    extraction_finish (&partial, game);
    written = certificate_write (&partial.certificate, game, proofs->path, failure);
  } else if (stopped && !partial.failed)
    run_unfinished (&run->session, "the certificate is not complete", failure);
  run_checkpoint_leave_certificate (run->journal.run_checkpoint, &partial, stopped && !partial.failed);
  return written;
}

void certificates_help (struct run *run) {
  char title[TITLE] = "";
  struct failure failure = { 0 };
  while (ranks_broadcast (&run->session.ranks, title, sizeof title), title[0] != 0) {
    if (!engine_open (&run->session.game, title, &failure))
      internal_error (__FILE__, __LINE__, "%s", failure.text);
    strategies_find (run, NULL, 0);
    engine_close (&run->session.game);
    run->session.game.engine = NULL;
  }
}

/* The tables of a search for a value are of no use to a search with a table of its own. */
static bool find_start (struct run *run, const struct proofs *proofs, struct failure *failure) {
  if (is_found_by_ranks (proofs->game))
    return find_start_by_ranks (run, proofs, failure);
  if (run->session.resources.kept_table != NULL)
    kept_table_free (run->session.resources.kept_table);
  return find_and_write (run, proofs, failure);
}

/* The nodes for a proof as a multiple of the nodes for the value. They are more because short arguments are
 * looked for in many more positions. */
enum { PROOF_BUDGET = 64 };

bool certificate_of_start (struct run *run, const char *title, enum outcome value, uint64_t node_limit,
                           const char *folder, struct failure *failure) {
  struct game game;
  struct claim claim = { .value = value };
  struct proofs proofs
      = { .game = &game, .claim = &claim, .claims = 1, .node_limit = PROOF_BUDGET * node_limit };
  char refused[200];
  bool proven = false;
  if (!engine_open (&game, title, failure))
    return false;
  if (game.key_bytes > 0) {
    struct position *start = position_allocate (&game);
    game.engine->start (&game, start);
    game.engine->pack_canonical (&game, start, claim.key);
    free (start);
  }
  char *path = name_of_start (folder, &game);
  proofs.path = path;
  if (has_certificates (&game)) {
    proven = is_proven (&run->session, &proofs, refused, sizeof refused);
    if (!proven && find_start (run, &proofs, failure)) {
      proven = is_proven (&run->session, &proofs, refused, sizeof refused);
      if (!proven)
        fail (failure, EXIT_DIFFERS, "%.300s is refused: %s", path, refused);
    }
  }
  free (path);
  engine_close (&game);
  return proven;
}
