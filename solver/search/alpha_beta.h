/* Alpha-beta to the end of the game, for games that converge: proves bounds on the value or score.
 *
 * Fail-soft negamax over a shared transposition table that keeps a lower and an upper bound. Before the
 * search descends from a node, it probes every child statically: by the rules, the game's static bounds and
 * the table. A child with a single move worth playing is replaced by the position after this move. So most
 * children never become nodes. The rest are searched in this order: the table move, then the game's own
 * order. Every bound that is returned or stored is proven; a search that is stopped stores nothing. */
#ifndef ZERMELO_SEARCH_ALPHA_BETA_H
#define ZERMELO_SEARCH_ALPHA_BETA_H

#include "game_defaults.h"
#include "search/abdada.h"

#include <assert.h>

/** A child that its static probe did not decide, or the position that it leads to by forced moves. */
struct candidate {
  struct position position;
  struct key key;
  struct bounds bounds; /* for the side to move in the parent */
  struct move move;     /* the move in the parent */
  int order;
  int number;     /* game_move_number() in the parent's canonical form */
  int symmetry;   /* of the position, as game_search_key() returns it */
  int table_move; /* the table's move in the position */
  int8_t sign;    /* -1 if the side to move is not that of the parent, else 1 */
  bool searched;
};

enum { ALPHA_BETA_SAMPLE = 64 }; /* an assertion checks every 64th node */

/** Are the key and the symmetry of a node those of its position? */
static inline bool alpha_beta_node_is_right (const struct board *board, const struct candidate *node) {
  struct key key;
  const int symmetry = game_search_key (board, &node->position, &key);
  return symmetry == node->symmetry && memcmp (&key, &node->key, sizeof key) == 0;
}

/** The depth of a table entry: plies left. */
static inline int alpha_beta_depth (const struct board *board, const struct position *position) {
  const int left = game_plies_max (board) - game_plies (board, position);
  assert (left > 0); /* since the position is unfinished */
  return left < 255 ? left : 255;
}

/** Narrow bounds by those of another position: sign -1 if the side to move differs there, 1 if it does
 * not. */
static inline void alpha_beta_narrow (struct bounds *bounds, struct bounds other, int sign) {
  assert (sign == 1 || sign == -1);
  assert (other.lower <= other.upper);
  bounds_narrow (bounds, sign < 0 ? (struct bounds){ -other.upper, -other.lower } : other);
  assert (bounds->lower <= bounds->upper); /* bounds that are proven of one position agree */
}

/** Probe a child statically: by the rules and the game's static bounds and, as long as a single move is worth
 * playing, the positions after that move. True: this answers the window. False: the key is filled in. */
static inline bool alpha_beta_look (struct searcher *s, struct candidate *c, int alpha, int beta) {
  assert (alpha < beta);
  const int most = s->exact_score ? SCORE_MAX : 1;
  c->sign = -1;
  c->bounds = (struct bounds){ -most, most };
  for (;;) {
    struct bounds bounds = { -most, most };
    s->statistics.count[COUNT_looks]++;
    const enum outcome outcome = game_outcome (s->board, &c->position);
    if (outcome != GOING_ON)
      bounds.lower = bounds.upper = searcher_final (s, &c->position, outcome);
    else
      game_static_bounds (s->board, &c->position, s->exact_score, &bounds);
    alpha_beta_narrow (&c->bounds, bounds, c->sign);
    if (bounds_answer (c->bounds, alpha, beta)) {
      s->statistics.count[COUNT_settled]++;
      return true;
    }
    struct move only;
    if (!game_only_move (s->board, &c->position, &only))
      break;
    c->position = game_play (s->board, &c->position, only);
    c->sign = (int8_t) -c->sign;
  }
  c->symmetry = game_search_key (s->board, &c->position, &c->key);
  assert (c->symmetry >= 0 && c->symmetry < game_symmetries (s->board));
  if (s->table != NULL)
    table_prefetch (s->table, c->key.word, GAME_KEY_WORDS);
  return false;
}

/** Narrow the bounds of a candidate by its table entry. True: its bounds answer the window. */
static inline bool alpha_beta_probe (struct searcher *s, struct candidate *c, int alpha, int beta) {
  struct record_entry found;
  if (!searcher_probe (s, &c->key, &found))
    return bounds_answer (c->bounds, alpha, beta);
  c->table_move = found.move;
  alpha_beta_narrow (&c->bounds, found.bounds, c->sign);
  const bool enough = bounds_answer (c->bounds, alpha, beta);
  if (enough)
    searcher_table_cut (s);
  return enough;
}

/** Store bounds proven for a position, merged with its table entry. */
static inline void alpha_beta_store (struct searcher *s, const struct key *key, struct bounds bounds,
                                     int move, int depth, uint64_t work) {
  if (s->table == NULL)
    return;
  struct record_entry found;
  if (table_probe (s->table, key->word, GAME_KEY_WORDS, &found)) {
    /* a position determines the number of plies left */
    assert (!GAME_KEY_EXACT || found.depth == depth);
    bounds_narrow (&bounds, found.bounds);
    assert (bounds_are_right (bounds, s->exact_score)); /* proven bounds agree */
    if (move == TABLE_NO_MOVE)
      move = found.move;
  }
  const struct record_entry entry = { bounds, move, depth, work };
  searcher_store (s, key, &entry, RECORD_BOUNDS);
}

/** A costlier static probe of a candidate before it is searched. Methods with cheap probes do without it. */
static inline void alpha_beta_look_deeper (struct searcher *s, struct candidate *c, int alpha, int beta) {
  const struct bounds asked = { c->sign < 0 ? -beta : alpha, c->sign < 0 ? -alpha : beta };
  struct bounds found = search_range (s->exact_score);
  if (method_descriptions[s->search->query.method].cheap_probes
      || !game_static_bounds_deeper (s, &c->position, asked, &found))
    return;
  alpha_beta_narrow (&c->bounds, found, c->sign);
  alpha_beta_store (s, &c->key, found, TABLE_NO_MOVE, alpha_beta_depth (s->board, &c->position), 1);
  s->statistics.count[COUNT_settled]++;
}

/** Choose the candidate to search next: the most promising one that no other thread is searching (`ahead` of
 * its turn if a busy one is more promising). If all are busy, join a thread of this host rather than one of
 * its group, and one of its group rather than one of another group: hosts hear of each other late, so each
 * host does best to keep its threads together. NULL if all candidates have been searched. */
static inline struct candidate *alpha_beta_choose (struct searcher *s, struct candidate *candidates,
                                                   int count, bool avoid_busy, bool *ahead) {
  struct candidate *best = NULL, *best_busy = NULL, *nearest = NULL;
  int nearness = 0;
  for (struct candidate *c = candidates; c < candidates + count; c++) {
    if (c->searched || (best != NULL && c->order <= best->order))
      continue;
    if (avoid_busy && abdada_busy (s->search, abdada_mark (&c->key))) {
      if (best_busy == NULL || c->order > best_busy->order)
        best_busy = c;
      const int near = abdada_nearness (s->search, abdada_mark (&c->key));
      if (nearest == NULL || near > nearness || (near == nearness && c->order > nearest->order)) {
        nearest = c;
        nearness = near;
      }
    } else
      best = c;
  }
  assert (best == NULL || !best->searched);
  *ahead = best != NULL && best_busy != NULL && best_busy->order >= best->order;
  s->statistics.count[COUNT_deferred] += *ahead;
  return best != NULL ? best : nearest;
}

static int alpha_beta_search (struct searcher *, const struct candidate *node, int alpha, int beta, int ply,
                              struct move *best);

/** The search of a child was interrupted: unwind further, or return the answer that another thread has found
 * for this node. If the table has lost that answer in the meantime, search the node again. */
static int alpha_beta_unwind (struct searcher *s, const struct candidate *node, int alpha, int beta, int ply,
                              struct move *best) {
  assert (s->stopped || s->table != NULL); /* another thread answers a node through the table */
  struct record_entry found;
  if (s->stopped || s->unwind < ply)
    return alpha;
  s->unwind = INT_MAX;
  if (table_probe (s->table, node->key.word, GAME_KEY_WORDS, &found)
      && bounds_answer (found.bounds, alpha, beta))
    return found.bounds.upper <= alpha ? found.bounds.upper : found.bounds.lower;
  return alpha_beta_search (s, node, alpha, beta, ply, best);
}

/** The value of a node as far as its moves have been examined. */
struct node_value {
  int value;            /* the highest lower bound of a move */
  int best_number;      /* the number of that move, or TABLE_NO_MOVE */
  int upper_of_skipped; /* upper bound of the moves that need no search */
};

/** Use the bounds of a candidate that has only been probed. `enough`: the bounds answer the window, so the
 * candidate will not be searched. `best` may be NULL. */
static inline void alpha_beta_take_known (struct node_value *v, const struct candidate *c, bool enough,
                                          struct move *best) {
  if (c->bounds.lower > v->value) {
    v->value = c->bounds.lower;
    v->best_number = c->number;
    if (best != NULL)
      *best = c->move;
  }
  if (enough && c->bounds.upper > v->upper_of_skipped)
    v->upper_of_skipped = c->bounds.upper;
}

/** The first pass over the moves: probe each child statically, without the table. Returns the number of
 * candidates that remain; meaningless if a move has reached beta. */
static inline int alpha_beta_look_pass (struct searcher *s, const struct candidate *node,
                                        const struct move *moves, int count, int alpha, int beta,
                                        struct candidate *candidates, struct node_value *v,
                                        struct move *best) {
  int left = 0;
  for (int i = 0; i < count && v->value < beta; i++) {
    struct candidate *c = &candidates[left];
    c->position = game_play (s->board, &node->position, moves[i]);
    c->move = moves[i];
    c->number = game_move_number (s->board, &node->position, moves[i], i, node->symmetry);
    c->searched = false;
    c->table_move = TABLE_NO_MOVE;
    const bool enough = alpha_beta_look (s, c, v->value > alpha ? v->value : alpha, beta);
    alpha_beta_take_known (v, c, enough, best);
    left += !enough;
  }
  return left;
}

/** The second pass: probe the table for each candidate; the first pass has prefetched the entries. Returns
 * the number of candidates that remain; meaningless if a move has reached beta. */
static inline int alpha_beta_table_pass (struct searcher *s, struct candidate *candidates, int count,
                                         int alpha, int beta, struct node_value *v, struct move *best) {
  int left = 0;
  for (int i = 0; i < count && v->value < beta; i++) {
    struct candidate *c = &candidates[left];
    if (c != &candidates[i])
      *c = candidates[i];
    const bool enough = alpha_beta_probe (s, c, v->value > alpha ? v->value : alpha, beta);
    alpha_beta_take_known (v, c, enough, best);
    left += !enough;
  }
  return left;
}

/** Search an unfinished position that no static probe decides. Returns v: if v >= beta, value >= v; if v <=
 * alpha, value <= v; else value == v. Meaningless if s->stopped or s->unwind < ply afterwards. `best` (may be
 * NULL) gets the move that led to v. */
static int alpha_beta_search (struct searcher *s, const struct candidate *node, int alpha, int beta, int ply,
                              struct move *best) {
  assert (alpha < beta && s->unwind == INT_MAX);
  assert (s->statistics.count[COUNT_nodes] % ALPHA_BETA_SAMPLE != 0
          || alpha_beta_node_is_right (s->board, node));

  /* Step 1. Enter the node: count it, and leave if the search must stop or another thread has answered. */
  if (!searcher_enter (s, ply))
    return alpha;
  if (search_is_shared (s->search) && !abdada_on_the_way (s, &node->key, alpha, beta, ply))
    return alpha;
  const struct position *position = &node->position;
  const uint64_t work_before = searcher_work (s);
  const size_t arena_before = s->arena_used;
  const int table_depth = alpha_beta_depth (s->board, position);
  const bool shared = search_is_shared (s->search) && table_depth >= ABDADA_PLIES;

  /* Step 2. List the moves that are worth playing. */
  struct move *moves = searcher_take (s, GAME_MOVES_MAX * sizeof *moves);
  const int move_count
      = s->exact_score ? game_forced (s->board, position, moves) : game_replies (s->board, position, moves);
  assert (move_count > 0 && move_count <= GAME_MOVES_MAX);
  struct candidate *candidates = searcher_take (s, (size_t) move_count * sizeof *candidates);
  struct node_value v
      = { .value = -SCORE_MAX - 1, .best_number = TABLE_NO_MOVE, .upper_of_skipped = -SCORE_MAX - 1 };

  /* Step 3. First pass: probe the children statically, and prefetch their table entries. */
  const int looked_at = alpha_beta_look_pass (s, node, moves, move_count, alpha, beta, candidates, &v, best);

  /* Step 4. Order the candidates: the table move, then the game's own order. */
  if (looked_at > 1 && v.value < beta)
    for (struct candidate *c = candidates; c < candidates + looked_at; c++)
      c->order = c->number == node->table_move ? INT_MAX : game_order (s->board, position, c->move);

  /* Step 5. Second pass: probe the table. */
  const int candidate_count = alpha_beta_table_pass (s, candidates, looked_at, alpha, beta, &v, best);
  /* moves that have been searched, by any thread, and do not answer the node */
  int failed = looked_at - candidate_count;

  /* Step 6. Loop over the candidates until one reaches beta or all have been searched. */
  bool first = true, ahead, helping = false;
  while (v.value < beta) {
    /* Step 7. Choose a candidate, if possible one that no other thread is searching. */
    const bool avoid_busy = shared && !abdada_expects_answer (s, ply, failed) && !helping;
    struct candidate *c = alpha_beta_choose (s, candidates, candidate_count, avoid_busy, &ahead);
    if (c == NULL)
      break;
    helping = false;
    if (shared)
      abdada_take_move (s, ply, ahead, c->sign);
    c->searched = true;
    const int low = v.value > alpha ? v.value : alpha;

    /* Step 8. Probe the candidate once more: it may have been answered since step 5. */
    if (first ? !bounds_answer (c->bounds, low, beta) : !alpha_beta_probe (s, c, low, beta))
      alpha_beta_look_deeper (s, c, low, beta);
    const struct bounds now = c->bounds;

    /* Step 9. Search the candidate, unless its bounds answer the window. */
    int result;
    if (now.lower >= now.upper || now.lower >= beta)
      result = now.lower;
    else if (now.upper <= low)
      result = now.upper;
    else {
      const int high = now.upper < beta ? now.upper : beta;
      const uint64_t mark = abdada_mark (&c->key);
      const bool marked = shared && abdada_enter (s->search, mark);
      if (shared)
        s->path[ply].child_mark = marked && s->replicated != UINT64_MAX ? mark : 0;
      result = c->sign < 0 ? -alpha_beta_search (s, c, -high, -low, ply + 1, NULL)
                           : alpha_beta_search (s, c, low, high, ply + 1, NULL);
      if (marked)
        abdada_leave (s->search, mark);
      abdada_retract (s, ply + 1, mark);
      if (abdada_gave_up (s, ply)) {
        c->searched = false;
        helping = !s->taken;
        continue;
      }
      if (s->stopped || s->unwind <= ply) {
        s->arena_used = arena_before;
        return alpha_beta_unwind (s, node, alpha, beta, ply, best);
      }
      /* If a child searched with the window below its upper bound reaches this bound, its value is exact. */
      if (result > now.upper)
        result = now.upper;
    }

    /* Step 10. Update the value and the best move. */
    if (result > v.value) {
      v.value = result;
      if (result > alpha) {
        v.best_number = c->number;
        if (best != NULL)
          *best = c->move;
      }
      if (v.value >= beta && first)
        s->statistics.count[COUNT_first_cuts]++;
    }
    first = false;
    failed++;
  }
  s->arena_used = arena_before;

  /* Step 11. Derive the bounds that are proven for the node. */
  if (v.value < beta && v.upper_of_skipped > v.value)
    v.value = v.upper_of_skipped;
  struct bounds proven = search_range (s->exact_score);
  if (v.value >= beta) {
    proven.lower = v.value;
    s->statistics.count[COUNT_cuts]++;
  } else if (v.value <= alpha) {
    proven.upper = v.value;
    v.best_number = TABLE_NO_MOVE;
  } else
    proven.lower = proven.upper = v.value;

  /* Step 12. Store them in the table, and share them if they were costly. */
  const struct record_entry entry
      = { proven, v.best_number, table_depth, searcher_work (s) - work_before + 1 };
  alpha_beta_store (s, &node->key, entry.bounds, entry.move, entry.depth, entry.work);
  if (entry.work >= s->replicated && s->path[ply].announced == AUDIENCE_GROUP)
    s->path[ply].announced = AUDIENCE_NONE; /* other hosts take the entry as the end of the search */
  if (entry.work >= s->publish_threshold)
    searcher_share (s, position, &entry);
  return v.value;
}

#endif
