#include "search/search.h"

#include "base/clock.h"
#include "base/threads.h"
#include "engine.h"

#include <string.h>

const struct method_description method_descriptions[METHODS] = {
  { "auto", "what measured best for the game", true, false },
  { "minimax", "full width without cut-offs; --depth for the experiments of the reports", true, false },
  { "alpha-beta", "alpha-beta with a shared transposition table, open window from the root", true, false },
  { "null-window", "boolean alpha-beta: questions 'at least v?' that together prove the value", false,
    false },
  { "proof-number", "depth-first proof-number search: boolean questions, best first; values only", false,
    false },
  { "retrograde", "the values of all positions that can be reached, by iteration to the fixpoint", false,
    false },
  { "bns", "best node search over alpha-beta, deeper and deeper until time is up: a move and an evaluation",
    true, true },
  { "immediate", "the best of the evaluations after each move: a move for the largest boards", false, true },
};

enum method
method_by_name (const char *name)
{
  int i = 0;
  while (i < METHODS && strcmp (name, method_descriptions[i].name) != 0)
    i++;
  return (enum method) i;
}

bool
gives_opinion (enum method method, int depth)
{
  return depth > 0 || method_descriptions[method].opinion;
}

struct bounds
search_range (bool strong)
{
  const int most = strong ? SCORE_MAX : 1;
  return (struct bounds){ -most, most };
}

void
search_begin (struct search *search)
{
  atomic_store (&search->stop, false);
  atomic_store (&search->decided, false);
  atomic_store (&search->round, 0);
  atomic_store (&search->nodes, 0);
  atomic_flag_clear (&search->answering);
  if (search->threads < 1)
    search->threads = 1;
  for (int i = 0; i < SEARCH_BUSY && search->threads > 1; i++) /* alone nobody looks there */
    atomic_store_explicit (&search->busy[i], 0, memory_order_relaxed);
  memset (&search->answer, 0, sizeof search->answer);
  search->answer.bounds = search_range (search->question.strong);
  search->answer.best = -1;
  search->answer.method = search->question.method;
}

struct bounds
search_bounds (struct search *search)
{
  while (atomic_flag_test_and_set_explicit (&search->answering, memory_order_acquire))
    continue;
  const struct bounds bounds = search->answer.bounds;
  atomic_flag_clear_explicit (&search->answering, memory_order_release);
  return bounds;
}

static void
run_thread (void *context, int thread)
{
  struct search *search = context;
  search->game->engine->search (search, thread);
}

void
search_run (struct search *search, void (*progress) (void *, const struct search *), void *context)
{
  search_begin (search);
  if (search->threads == 1 && progress == NULL) {
    run_thread (search, 0);
    return;
  }
  struct team *team = team_create (search->threads);
  team_start (team, run_thread, search);
  while (!team_wait (team, 0.1))
    if (progress != NULL)
      progress (context, search);
  team_destroy (team);
}
