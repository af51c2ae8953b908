/* From questions to a value by proof-number search: chooses the question about the root to ask next.
 *
 * Each thread runs the same loop: read the proven bounds of the root, choose a question, search it, publish;
 * see null_window.h. If play ends, the questions are "a win?" and "no loss?". If it can cycle, they are "does
 * this side force a win within d plies?" for both sides and, with endgame tables, "does this side reach,
 * within d plies, the end or a table position that it does not lose?", for d = 1, 2, 4, 7, 11, 17, ...; so a
 * win need not be the shortest. A draw takes an answer of the latter kind for both sides, or a closed set,
 * which is tried again each time the search has cost as much as the last attempt. Values only: this method
 * has no scores. */
#ifndef ZERMELO_SEARCH_PROOF_NUMBER_DRIVER_H
#define ZERMELO_SEARCH_PROOF_NUMBER_DRIVER_H

#include "search/proof_number.h"
#include "search/closed_set.h"
#include "search/forced_win.h"
#include "search/null_window.h"

#include <assert.h>

/** Publish the bounds that the numbers of a question about the root imply. `best`: a move that answers it
 * with yes. */
static void proof_publish (struct searcher *s, const struct position *root, struct proof_question question,
                           struct proof_numbers found, struct move best) {
  assert (proof_numbers_are_right (found));
  const struct bounds range = search_range (false);
  struct bounds proven = range;
  /* "Not within d plies" says nothing about larger d. */
  const bool yes_holds = GAME_CONVERGES || question.reaching || found.plies == PROOF_NEVER;
  const bool no_holds = GAME_CONVERGES || !question.reaching || found.plies == PROOF_NEVER;
  if (found.proof == 0 && yes_holds)
    proven.lower = question.target;
  if (found.disproof == 0 && no_holds)
    proven.upper = question.target - 1;
  if (proven.lower == range.lower && proven.upper == range.upper)
    return;
  int named = -1;
  if (proven.lower > range.lower) {
    struct move *moves = searcher_take (s, GAME_MOVES_MAX * sizeof *moves);
    named = prove_move_index (s->board, root, best, moves);
    assert (named >= 0); /* an answer yes comes with the move that proves it */
  } else if (proven.upper == range.lower)
    named = 0; /* if the value is a loss, every move keeps it */
  searcher_prove (s, proven, named, NULL);
}

/** Search a question about the root until it is answered, or until the thread has counted `pause` nodes.
 * False if the search is to end. */
static bool proof_ask (struct searcher *s, const struct position *root, struct proof_question question,
                       uint64_t pause) {
  struct proof_child node = { .position = *root, .question = question };
  struct proof_frame top = { .ply = -1, .pause = pause };
  struct move best = { 0 };
  const size_t arena_before = s->arena_used;
  game_search_key (s->board, root, &node.key);
  const struct proof_numbers found = proof_search (s, &node, PROOF_INFINITE, PROOF_INFINITE, &top, &best);
  if (!s->stopped)
    proof_publish (s, root, question, found, best);
  s->arena_used = arena_before;
  if (s->stopped)
    return searcher_resume (s);
  searcher_root_bounds (s);
  return !atomic_load (&s->search->decided);
}

/** Is the question "at least `target`?" open, and within the window of the query? */
static inline bool proof_is_open (struct searcher *s, int target) {
  assert (target == 0 || target == 1);
  const struct bounds bounds = searcher_root_bounds (s), window = s->search->query.window;
  return bounds.lower < target && target <= bounds.upper && window.lower < target && target <= window.upper;
}

/** Try a closed set, if the search has cost as much as the last attempt. False if the search is to end. */
static bool proof_close (struct searcher *s, const struct position *root, uint64_t *pause) {
  const uint64_t nodes = s->statistics.count[COUNT_nodes];
  if (nodes < *pause)
    return true;
  closed_set_root (s, root, nodes);
  *pause = 2 * s->statistics.count[COUNT_nodes];
  if (s->stopped)
    return searcher_resume (s);
  return !atomic_load (&s->search->decided);
}

/** Search one question of a game that can cycle until it is answered. False if the search is to end. */
static bool proof_ask_within (struct searcher *s, const struct position *root, struct proof_question question,
                              uint64_t *pause) {
  struct proof_numbers known;
  struct key key;
  game_search_key (s->board, root, &key);
  while (proof_is_open (s, question.target)) {
    if (!proof_ask (s, root, question, *pause))
      return false;
    const bool paused = s->statistics.count[COUNT_nodes] >= *pause;
    if (!proof_close (s, root, pause))
      return false;
    if (!paused || (proof_probe (s, &key, question, &known) && proof_solved (known)))
      break;
  }
  return true;
}

/** The search of one thread, for games that can cycle. */
static void proof_deepen (struct searcher *s, const struct position *root) {
  const int goals = endgame_tables (s) ? 2 : 1;
  uint64_t pause = s->thread == 0 ? 1000 : UINT64_MAX;
  for (int depth = 1; depth <= WITHIN_DEPTH_MAX; depth += depth / 2 + 1)
    for (int i = 0; i < 2 * goals; i++) {
      const bool reaching = i % 2 == 0;
      const int goal = 1 - i / 2, target = reaching ? goal : 1 - goal;
      if (!proof_ask_within (s, root, (struct proof_question){ (int8_t) target, reaching, (int16_t) depth },
                             &pause))
        return;
    }
  if (s->thread == 0)
    closed_set_root (s, root, UINT64_MAX);
}

/** One thread of a search to the end. The root is unfinished, and its static probe did not decide it. */
static void proof_root (struct searcher *s, const struct position *root) {
  assert (!s->exact_score && game_outcome (s->board, root) == GOING_ON);
  if (!GAME_CONVERGES) {
    proof_deepen (s, root);
    return;
  }
  const int first = game_asks_loss_first (s->board, root) ? 0 : 1;
  for (;;) {
    const int target = proof_is_open (s, first) ? first : 1 - first;
    if (!proof_is_open (s, target)
        || !proof_ask (s, root, (struct proof_question){ (int8_t) target, true, PROOF_NEVER }, UINT64_MAX))
      return;
  }
}

#endif
